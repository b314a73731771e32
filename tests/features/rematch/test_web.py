"""Rematches on the page."""

import asyncio

import pytest

from bot.chat.gateway import sight
from tests.bot.chat.play.test_server_rules import decide, number_of
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table
from tests.bot.web.reader import Reader, opened
from tests.bot.web.test_playing import link_of
from tests.features.rematch.test_rematch import cards, link, rematch, rematch_card, resign


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "PRESENT_S", 0.0)


def ways(board: Json) -> list[str]:
    """What can be done about the rematch."""
    found = [each for each in board["actions"] if each["value"].split(" ")[0] == "rematch"]
    return [each["label"] for each in found]


async def press(page: Reader, label: str, **more: object) -> Json:
    """What comes of a button about the rematch, on the next board that has it."""
    board = await page.until("board", lambda facts: label in ways(facts))
    (step,) = [each["value"] for each in board["actions"] if each["label"] == label]
    return await page.act("scene", step, ply=board["ply"], **more)


async def ended(table: Table) -> tuple[str, str]:
    """The players of a game that is over."""
    _, black, white = await table.begin_small()
    await resign(table, white)
    return black, white


async def test_it_is_offered_and_accepted_there_and_both_pages_go_on(paged: Table) -> None:
    black, white = await ended(paged)
    async with (
        opened(await link_of(paged, black)) as one,
        opened(await link_of(paged, white)) as other,
    ):
        offered = await press(one, "Rematch")
        assert (offered["kind"], offered["text"]) == ("said", says("challenge-sent"))
        assert offered["next"] is None
        board = await other.until("board", lambda facts: "Accept" in ways(facts))
        assert board["standing"] == "You lost by resignation"
        mention = await paged.mention(black)
        assert says("rematch-offered-by", player=mention) in board["text"]
        assert ways(board) == ["Accept", "Decline"]
        other.kept.append(board)
        await rematch_card(paged)
        accepted = await press(other, "Accept")
        assert (accepted["kind"], accepted["next"]) == ("said", 2)
        waiting = await one.until("board", lambda facts: ways(facts) == ["Withdraw"])
        assert says("rematch-waits") in waiting["text"]
        assert (await one.until("board", lambda facts: facts["next"]))["next"] == 2
    await paged.board(0, 2)
    async with opened(await link_of(paged, black, 2), session=one.session) as page:
        board = await page.board()
        assert (board["match"], board["turn"]) == (2, False)
    assert await paged.players(2) == [white, black]


async def test_on_the_page_and_in_the_channel_it_is_one_rematch(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    last = await resign(paged, white)
    async with opened(await link_of(paged, black)) as page:
        await press(page, "Rematch")
        await rematch_card(paged)
        assert (await rematch(paged, white, last)).text.startswith("Accepted.")
        assert (await page.until("board", lambda facts: facts["next"]))["next"] == 2
        again = await page.act("scene", "rematch", ply=1)
        assert again["next"] == 2
        assert again["text"].startswith(says("rematch-played", match="2"))
    assert await cards(paged) == 2


async def test_what_is_offered_in_the_channel_is_declined_on_the_page(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    last = await resign(paged, white)
    async with opened(await link_of(paged, white)) as page:
        await page.board()
        await rematch(paged, black, last)
        assert (await press(page, "Decline"))["text"] == says("challenge-declined")
        board = await page.until("board", lambda facts: ways(facts) == ["Rematch"])
        page.kept.append(board)
        assert says("rematch-offered-by", player=await paged.mention(black)) not in board["text"]
        await press(page, "Rematch")  # and now the other way round
        assert (await press(page, "Withdraw"))["text"] == says("challenge-withdrawn")
        await page.until("board", lambda facts: ways(facts) == ["Rematch"])


async def test_a_press_that_comes_twice_offers_once(paged: Table) -> None:
    black, white = await ended(paged)
    del white
    async with opened(await link_of(paged, black)) as page:
        first = await press(page, "Rematch", id="7" * 32)
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        assert paged.door is not None
        paged.door.stage.forget()  # as another process
        second = await page.act("scene", "rematch", ply=1, id="7" * 32)
        assert (second["kind"], second["text"]) == (first["kind"], first["text"])
        third = await page.act("scene", "rematch", ply=1)
        card = await rematch_card(paged)
        server = (await paged.service.matches.live(1)).server

        async def is_known() -> bool:
            return await paged.service.challenges.card_of(2) is not None

        await paged.until(is_known)
        third = await page.act("scene", "rematch", ply=1)
        assert third["text"] == f"{says('rematch-offered')} {link(server, card)}"
    assert await cards(paged) == 2


async def test_both_press_at_once_and_there_is_one_match(paged: Table) -> None:
    black, white = await ended(paged)
    async with (
        opened(await link_of(paged, black)) as one,
        opened(await link_of(paged, white)) as other,
    ):
        await asyncio.gather(press(one, "Rematch"), press(other, "Rematch"))
        for page in (one, other):
            if not any(facts.get("next") for facts in page.heard):
                await page.until("board", lambda facts: facts["next"] == 2)
    assert len(await paged.service.matches.headers()) == 1


async def test_while_the_game_runs_and_for_those_who_watch_there_is_none(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with (
        opened(await link_of(paged, black)) as page,
        opened(await link_of(paged, CY)) as watcher,
    ):
        assert not ways(await page.board())
        async with paged.nothing_happens():
            early = await page.act("scene", "rematch", ply=0)
            assert (early["kind"], early["text"]) == ("refused", says("refusal-not-over"))
        await resign(paged, white)
        await watcher.until("board", lambda facts: facts["over"])
        async with paged.nothing_happens():
            refused = await watcher.act("scene", "rematch", ply=1)
            assert (refused["kind"], refused["text"]) == ("refused", says("refusal-not-a-player"))
            forged = await watcher.act("scene", "rematch withdraw 1", ply=1)
            assert forged["text"] == says("refusal-no-such-challenge")
    assert not any(ways(facts) for facts in watcher.heard if facts["kind"] == "board")


async def refused(table: Table, who: str) -> str:
    """Why somebody may not offer one on the page."""
    async with opened(await link_of(table, who)) as page, table.nothing_happens():
        answer = await press(page, "Rematch")
        assert answer["kind"] == "refused"
        return str(answer["text"])


async def test_only_in_the_channels_for_games(paged: Table) -> None:
    black, _ = await ended(paged)
    other = await number_of(paged, "#general")
    await decide(paged, channels=(other,))
    assert await refused(paged, black) == says("refusal-not-here", channels=f"<#{other}>")


async def test_only_with_the_role_of_those_who_may_challenge(paged: Table) -> None:
    black, white = await ended(paged)
    role = int((await paged.driver.create_role("Demo", "Players", [white]))["id"])
    await decide(paged, challengers=role)
    assert await refused(paged, black) == says("refusal-not-a-challenger", role=f"<@&{role}>")
    async with opened(await link_of(paged, white)) as page:
        assert (await press(page, "Rematch"))["text"] == says("challenge-sent")
    async with opened(await link_of(paged, black)) as page:  # whoever is asked needs no role
        assert (await press(page, "Accept"))["next"] == 2


async def test_not_if_the_bot_lacks_a_permission(paged: Table) -> None:
    black, _ = await ended(paged)
    await paged.driver.permit(GAMES, deny=["attach_files"])
    expected = says("refusal-missing-permissions", permissions="**Attach Files**")
    assert await refused(paged, black) == expected


@pytest.mark.parametrize("lost", ["view_channel", "use_application_commands"])
async def test_not_for_those_who_have_lost_the_channel(paged: Table, lost: str) -> None:
    players = await ended(paged)
    who = next(each for each in players if each != ADA)  # who owns the server may do anything
    await paged.driver.permit(GAMES, who=who, deny=[lost])
    assert await refused(paged, who) == says("refusal-not-present")


async def test_not_with_somebody_who_blocks_them(paged: Table) -> None:
    black, white = await ended(paged)
    await paged.command(black, "block", member=white)
    user = (await paged.mention(black))[2:-1]
    assert await refused(paged, white) == says("blocking-not-now", user=user)


async def test_not_for_those_who_have_too_many_games(paged: Table) -> None:
    black, _ = await ended(paged)
    await paged.begin_small()
    await decide(paged, most_games=1)
    board = await paged.board(0, 2)
    server = (await paged.service.matches.live(1)).server
    expected = says("refusal-many-games", who="you", most=1, link=link(server, board))
    assert await refused(paged, black) == expected


async def test_not_while_discord_does_not_say_who_they_are(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sight, "PLAYERS_WAIT_S", 0.1)
    black, _ = await ended(paged)
    async with opened(await link_of(paged, black)) as page, paged.nothing_happens():
        await page.until("board", lambda facts: "Rematch" in ways(facts))
        await paged.driver.hang_next("GET /guilds/{guild_id}/members/{user_id}")
        answer = await page.act("scene", "rematch", ply=1)
        assert (answer["kind"], answer["text"]) == ("refused", says("refusal-discord-silent"))


async def test_for_three_the_last_to_accept_begins_it(toy_page: Table) -> None:
    card = await toy_page.challenge(ADA, BO, game="trio", opponent_2=CY)
    await toy_page.driver.click(BO, card, "Accept")
    await toy_page.driver.click(CY, card, "Accept")
    await toy_page.board(0)
    await resign(toy_page, ADA)
    await resign(toy_page, BO)
    async with (
        opened(await link_of(toy_page, ADA)) as one,
        opened(await link_of(toy_page, BO)) as two,
        opened(await link_of(toy_page, CY)) as three,
    ):
        await press(one, "Rematch")
        assert (await press(two, "Accept"))["text"] == says("challenge-seat-taken")
        await two.until("board", lambda facts: ways(facts) == ["Decline"])
        assert (await press(three, "Accept"))["next"] == 2
        for page in (one, two):
            await page.until("board", lambda facts: facts["next"] == 2)


async def test_an_offer_that_was_withdrawn_cannot_be_accepted(paged: Table) -> None:
    """Nor is another one made by who accepts."""
    black, white = await ended(paged)
    async with (
        opened(await link_of(paged, black)) as one,
        opened(await link_of(paged, white)) as other,
    ):
        await press(one, "Rematch")
        board = await other.until("board", lambda facts: "Accept" in ways(facts))
        (step,) = [each["value"] for each in board["actions"] if each["label"] == "Accept"]
        await press(one, "Withdraw")
        refused = await other.act("scene", step, ply=board["ply"])
        assert refused["kind"] == "refused"
        assert await paged.service.challenges.rematch_of(1) is None


async def test_a_counter_offer_is_accepted_on_its_card(paged: Table) -> None:
    black, white = await ended(paged)
    people = [int((await paged.mention(who)).strip("<@>")) for who in (black, white)]
    challenges = paged.service.challenges
    async with opened(await link_of(paged, black)) as one:
        await press(one, "Rematch")
        asked = await challenges.rematch_of(1)
        assert asked is not None
        await challenges.counter(
            asked.id,
            people[1],
            white,
            options={**asked.options, "komi": 3},
            control=asked.control,
            channel_id=asked.channel_id,
            event_id=12345,
        )
        board = await one.until("board", lambda facts: ways(facts) == ["Decline"])
        said = says("rematch-changed-by", player=await paged.mention(white))
        assert said in board["text"]


async def test_whoever_watches_gets_no_board_for_what_players_do_after_the_game(
    paged: Table,
) -> None:
    black, _ = await ended(paged)
    async with (
        opened(await link_of(paged, CY)) as watching,
        opened(await link_of(paged, black)) as one,
    ):
        await watching.board()
        boards = len(watching.pictures)
        await press(one, "Rematch")
        await one.until("board", lambda facts: ways(facts) == ["Withdraw"])
        await watching.say("look", at=0, overlay="none")
        await watching.until("board", lambda facts: facts["at"] == 0)
        assert len(watching.pictures) == boards + 1
