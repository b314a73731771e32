"""The ways to the page: what reminders offer, what a bare address says, and what watching means."""

from datetime import timedelta

import pytest
from aiohttp import ClientSession

from bot.chat.gateway import sight
from bot.service.calls import COLLECTED, Where
from bot.web import open_page
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Json, Table, labels
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_trust import closed
from tests.features.notifications.test_notify import WHERE, calls, choose


@pytest.fixture
def _checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_page, "CHECK_EVERY", 0.1)
    monkeypatch.setattr(sight, "FOR_S", 0.1)
    monkeypatch.setattr(sight, "FOR_ALL_S", 0.1)


# --- whoever accepts ---


async def test_whoever_accepts_opens_the_board_from_the_answer(paged: Table) -> None:
    card = await paged.challenge(ADA, BO, size=3, komi=0)
    accepted = await paged.driver.click(BO, card, "Accept")
    assert accepted.message is not None
    assert "Open board" in labels(accepted.message)
    async with opened(await page_behind(paged, BO, accepted.message, "Open board")) as page:
        assert (await page.board())["standing"]


# --- reminders ---


async def page_behind(table: Table, who: str, message: Json, button: str) -> str:
    """The link that a press gives."""
    answer = await table.driver.click(who, message, button)
    assert answer.message is not None, answer
    (link,) = answer.message["components"][0]["components"]
    return str(link["url"])


async def test_a_reminder_opens_the_board_with_a_fresh_link(paged: Table) -> None:
    """The address of a game opens nothing in a new tab, and a link would be too old by then."""
    _, black, white = await paged.begin_small(time="8h")
    await paged.moves((black, "c3"))
    await paged.time_passes(timedelta(hours=6, minutes=25))
    reminder = await paged.message(lambda message: message["content"].startswith("⏰"))
    assert labels(reminder) == ["Show the board", "Open board"]
    async with opened(await page_behind(paged, white, reminder, "Open board")) as page:
        assert (await page.board())["turn"]


async def test_a_direct_message_opens_each_game_that_waits(paged: Table) -> None:
    _, black, white = await paged.begin_small(time="3d")
    await choose(paged, white, WHERE, Where.DIRECT)
    await paged.moves((black, "c3"))
    await paged.time_passes(2 * COLLECTED)
    (call,) = await calls(paged, white)
    assert labels(call) == ["Open board", says("button-notify")]
    assert "/game/" not in call["content"]
    async with opened(await page_behind(paged, white, call, "Open board")) as page:
        assert (await page.board())["turn"]
    await paged.begin(black, white, size=3, time="3d", komi=0)
    second = await paged.service.matches.live(2)
    if await paged.name(second.players[0]) != white:
        await paged.moves((black, "c3"), match=2)
    await paged.time_passes(2 * COLLECTED)

    async def both() -> bool:
        (call,) = await calls(paged, white)
        return labels(call) == ["Open Keil #1", "Open Keil #2", says("button-notify")]

    await paged.until(both)
    (call,) = await calls(paged, white)
    async with opened(await page_behind(paged, white, call, "Open Keil #2")) as page:
        assert (await page.board())["match"] == 2


# --- the bare address ---


async def test_the_address_of_a_game_says_the_same_whether_it_is_there_or_not(
    paged: Table,
) -> None:
    await paged.begin_small()
    here = (await link_of(paged, CY)).partition("#")[0]
    gone = here.replace("/game/1", "/game/999")
    async with ClientSession() as http, http.get(here) as one, http.get(gone) as other:
        assert (one.status, await one.read()) == (other.status, await other.read())
    for address in (here, gone):
        async with opened(address) as page:
            assert await closed(page) == says("web-no-link")


async def test_a_tab_with_a_session_may_go_to_another_game(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.begin(black, white, size=3, komi=0, button=False)
    link = await link_of(paged, black)
    async with opened(link) as page:
        session = await page.entered()
    other = link.partition("#")[0].replace("/game/1", "/game/2")
    async with opened(other, session=session) as page:
        assert (await page.board())["match"] == 2


@pytest.mark.usefixtures("_checked_often")
async def test_a_game_that_one_may_not_see_is_as_one_that_is_not_there(paged: Table) -> None:
    await paged.begin_small()
    link = await link_of(paged, CY)
    async with opened(link) as page:
        session = await page.entered()
        await paged.driver.permit("#games", allow=["view_channel"])  # the bot still sees it
        await paged.driver.permit("#games", who="@everyone", deny=["view_channel"])
        assert await closed(page) == says("web-not-yours")
    for number in (1, 999):
        async with opened(link.replace("/game/1", f"/game/{number}"), session=session) as page:
            assert await closed(page) == says("web-not-yours")


# --- watching ---


async def test_whoever_watches_sees_everything_and_can_do_nothing(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        shown = await page.board()
        assert shown["you"] is None
        assert not shown["turn"]
        assert shown["actions"] == []
        assert all(not may for *_, may in shown["points"])
        assert {*shown["names"].values()} >= {black, white}  # who plays
        async with paged.nothing_happens():
            for act, value in (("play", "c3"), ("say", "pass"), ("resign", ""), ("ask", "draw")):
                refused = await page.act(act, value, ply=shown["ply"], sure=True)
                assert refused["kind"] == "refused", act
            await page.say("preview", point="c3", ply=shown["ply"])
            assert (await page.until("refused"))["text"]
        await paged.play(black, "c3")
        assert (await page.board(1))["moves"] == ["c3"]
    async with opened(await link_of(paged, black)) as page:
        assert (await page.board())["you"] is not None


async def test_the_button_of_somebody_who_does_not_play_says_watch(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    for who, label in ((black, "Open board"), (CY, "Watch")):
        shown = await paged.command(who, "board")
        assert shown.message is not None
        assert label in labels(shown.message)
        answer = await paged.driver.click(who, shown.message, label)
        assert answer.message is not None
        (link,) = answer.message["components"][0]["components"]
        use = "plays" if who == black else "watches"
        assert link["label"] == says("button-open-page", use=use)


@pytest.mark.usefixtures("_checked_often")
async def test_whoever_leaves_the_server_watches_no_longer(paged: Table) -> None:
    await paged.begin_small()
    (server, *_) = (await paged.driver.overview())["guilds"]
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await paged.driver.remove_person(server["id"], CY)
        assert await closed(page) == says("web-not-yours")


async def test_stones_that_were_captured_are_named(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        assert (await page.board())["captured"] == []
        await paged.play(black, "a1")
        await paged.play(white, "b2")
        assert (await page.board(2))["captured"] == ["a1"]
