"""Who sees a game on the page: whoever is on its server, and plays in it or sees its channel."""

import asyncio
from dataclasses import replace

import pytest

from bot.chat.gateway import sight
from bot.playground.server import Playground
from bot.web import open_page
from tests.bot.chat.play.test_server_rules import number_of
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.bot.web.test_trust import closed
from tests.features.rematch.test_rematch import resign

SERVER = "Demo"
VIEW = ["view_channel"]
MEMBER = "GET /guilds/{guild_id}/members/{user_id}"


@pytest.fixture
def _checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "CHECK_EVERY", 0.1)
    monkeypatch.setattr(sight, "FOR_S", 0.1)
    monkeypatch.setattr(sight, "FOR_ALL_S", 0.1)


async def shown(table: Table, who: str) -> bool:
    """True if somebody who opens the page is shown the first game."""
    async with opened(await link_of(table, who)) as page:
        while True:
            facts = await page.next()
            if facts["kind"] in ("board", "closed"):
                return bool(facts["kind"] == "board")


@pytest.mark.usefixtures("_checked_often")
async def test_from_whom_a_channel_is_hidden_by_name_its_games_are_hidden(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    await paged.driver.create_person("Dee", [SERVER])
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.permit(GAMES, who=CY, deny=VIEW)
        assert await closed(page) == says("web-not-yours")
    await paged.driver.permit(GAMES, who=black, deny=VIEW)
    assert not await shown(paged, CY)
    assert await shown(paged, "Dee")
    assert await shown(paged, black)  # whoever plays sees their own game anyway


@pytest.mark.usefixtures("_checked_often")
async def test_from_a_role_a_channel_is_hidden_unless_another_shows_it(paged: Table) -> None:
    await paged.begin_small()
    await paged.driver.create_person("Dee", [SERVER])
    guests = (await paged.driver.create_role(SERVER, "Guests", [CY]))["id"]
    helpers = (await paged.driver.create_role(SERVER, "Helpers", [CY]))["id"]
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.permit(GAMES, who=guests, deny=VIEW)
        assert await closed(page) == says("web-not-yours")
    assert await shown(paged, "Dee")
    await paged.driver.permit(GAMES, who=helpers, allow=VIEW)

    async def again() -> bool:
        return await shown(paged, CY)

    await paged.until(again)


@pytest.mark.usefixtures("_checked_often")
async def test_in_a_thread_its_channel_decides(paged: Table) -> None:
    await paged.driver.permit(GAMES, allow=["send_messages_in_threads"])
    await paged.driver.permit(GAMES, who="@everyone", allow=["send_messages_in_threads"])
    paged.channel = (await paged.driver.create_thread(GAMES, "corner", ADA))["id"]
    await paged.begin_small()
    assert (await paged.service.matches.live(1)).card_channel_id == int(paged.channel)
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.permit(GAMES, who=CY, deny=VIEW)
        assert await closed(page) == says("web-not-yours")


@pytest.mark.usefixtures("_checked_often")
async def test_a_player_who_leaves_the_server_sees_the_game_once_they_are_back(
    paged: Table,
) -> None:
    _, black, white = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        await paged.driver.remove_person(SERVER, black)
        assert await closed(page) == says("web-not-yours")
    assert await shown(paged, white)
    await paged.driver.join(SERVER, black)

    async def again() -> bool:
        return await shown(paged, black)

    await paged.until(again)


@pytest.mark.usefixtures("_checked_often")
async def test_if_the_bot_is_removed_only_players_see_the_game(paged: Table) -> None:
    """Nobody says then that a player has left, and of others nobody knows what they may see."""
    await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.remove_person(SERVER)
        assert await closed(page) == says("web-not-yours")
    assert await shown(paged, BO)


async def test_players_see_their_game_although_discord_does_not_answer(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "PLAYERS_WAIT_S", 0.1)
    _, black, _ = await paged.begin_small()
    await paged.driver.hang_next(MEMBER)
    assert await shown(paged, black)


@pytest.fixture
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "FOR_S", 0.0)


@pytest.mark.usefixtures("_asked_each_time")
async def test_of_whom_nothing_is_hidden_discord_is_asked_once_in_ten_minutes(
    paged: Table,
) -> None:
    await paged.begin_small()
    await paged.driver.permit(GAMES, who=ADA, deny=VIEW)
    for _ in range(4):
        assert await shown(paged, CY)
    assert len(await paged.driver.requests(MEMBER)) == 1


async def test_about_whoever_tries_again_and_again_discord_is_asked_once(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "PRESENT_S", 600.0)
    await paged.begin_small()
    live, seen = await paged.service.matches.live(1), sight.Sight(paged.client)
    found = [await seen.presence(live.players[0], live) for _ in range(4)]
    assert found[0].uses_bot
    assert found == found[:1] * 4
    assert len(await paged.driver.requests(MEMBER)) == 1


async def test_of_all_that_somebody_asks_at_once_discord_is_asked_once(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "PRESENT_S", 600.0)
    await paged.begin_small()
    live, seen = await paged.service.matches.live(1), sight.Sight(paged.client)
    lives = [live, replace(live, card_channel_id=int(await number_of(paged, "#general")))]
    found = await asyncio.gather(*(seen.presence(live.players[0], each) for each in lives * 8))
    assert all(one.uses_bot for one in found)
    assert len({one.channels for one in found}) == 2
    assert len(await paged.driver.requests(MEMBER)) == 1


async def test_what_discord_did_not_answer_it_is_asked_again(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "ANSWERED_S", 0.1)
    monkeypatch.setattr(sight, "PRESENT_S", 600.0)
    await paged.begin_small()
    live, seen = await paged.service.matches.live(1), sight.Sight(paged.client)
    await paged.driver.hang_next(MEMBER)
    with pytest.raises(ConnectionError):
        await seen.presence(live.players[0], live)
    assert (await seen.presence(live.players[0], live)).uses_bot


async def test_in_a_private_thread_no_game_is_begun_on_the_page(
    playground: Playground, paged: Table
) -> None:
    """Discord does not say there who sees it, so nothing is offered that would be refused."""
    thread = await paged.driver.create_thread(GAMES, "corner", ADA, private=True)
    await paged.driver.permit(GAMES, allow=["send_messages_in_threads"])
    world = playground.world
    inside = world.channel(thread["id"])
    for person in world.state.users.rows.values():
        inside["members"][person["id"]] = world.clock.stamp()
    world.change_channel(inside)
    paged.channel = thread["id"]
    _, black, white = await paged.begin_small()
    await resign(paged, white)
    async with opened(await link_of(paged, black)) as page, paged.nothing_happens():
        board = await page.until("board", lambda facts: facts["over"])
        steps = {step for _, step, *_ in board["ways"]}
        steps |= {one["value"] for one in board["actions"]}
        assert not steps & {"challenge", "practice", "rematch"}
        for step in ("challenge", "challenge send", "rematch", "practice begin 1 you here"):
            refused = await scene(page, step)
            assert (refused["kind"], refused["text"]) == ("refused", says("refusal-private-thread"))


async def test_whoever_is_not_on_the_server_begins_no_game(paged: Table) -> None:
    await paged.begin_small()
    live, seen = await paged.service.matches.live(1), sight.Sight(paged.client)
    assert not (await seen.presence(1, live)).uses_bot
    await paged.driver.remove_person(SERVER)
    assert not (await seen.presence(live.players[0], live)).uses_bot


@pytest.mark.usefixtures("_checked_often")
async def test_a_bot_that_has_left_discord_says_that_it_restarts(
    paged: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """Its pages close after that: what they ask of Discord until then is no fault."""
    await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.client.close()
        while (facts := await page.next())["kind"] != "closed":
            pass
        assert (facts["text"], facts["again"]) == (says("web-restarts"), True)
    assert "fault" not in caplog.text
