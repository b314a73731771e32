"""Boards as they are posted, and as people ask for them."""

import asyncio
import re
from datetime import timedelta
from io import BytesIO

import aiohttp
import pytest
from PIL import Image

from bot.playground.driver import EDIT, SEND
from bot.playground.server import Playground
from render.legend import LegendSign, Meaning
from render.options import RenderOptions
from render.panels import draw_explained
from tests.bot.says import line, played, says, status
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table, labels, ply_of


async def test_a_board_is_a_normal_message_with_all_that_matters(table: Table) -> None:
    _, black, white = await table.begin_small(komi=3, time="2d")
    board = await table.moves((black, "a1"))
    await table.driver.say(white, GAMES, f"<@{board['author']['id']}> b2", reply_to=board)
    board = await table.board(2)
    assert board.get("interaction_metadata") is None
    assert board.get("message_reference") is None
    mover = await table.mention(black)
    done, last = board["content"].split("\n")
    assert done == played("White", "b2", captured=1)
    told = status("Keil", 1, 2, "Black", mention=mover)  # komi stood above the first board
    shape = line(re.escape(told), says("time-left", when="<t:([0-9]+):R>"))
    found = re.fullmatch(shape, last)
    assert found is not None
    two_days_on = (table.clock() + timedelta(days=2)).timestamp()
    assert abs(int(found[1]) - two_days_on) < 10
    assert [f"<@{person['id']}>" for person in board["mentions"]] == [mover]
    assert labels(board) == ["Move", "Pass", "Resign", "More…", "Why captured?"]


async def test_the_first_board_of_each_player_says_how_to_move(table: Table) -> None:
    board, black, white = await table.begin_small()
    assert board["content"].splitlines()[-1] == says("board-how", point="a1")
    old, board = board, await table.moves((black, "a1"))
    assert board["content"].splitlines()[-1] == says("board-how", point="a2")
    assert "reply to this" not in (await table.without_buttons(old))["content"]
    for who, move in ((white, "c3"), (black, "e1")):
        board = await table.moves((who, move))
        assert "reply to this" not in board["content"]
    looked = await table.command(CY, "board")
    assert "reply to this" not in looked.text, "there is no Move"


async def test_it_says_so_again_once_the_first_stone_is_taken_back(table: Table) -> None:
    board, black, _ = await table.begin_small()
    told = says("board-how", point="a1")
    asked = await table.driver.say(black, GAMES, f"<@{board['author']['id']}> a1", reply_to=board)
    await table.board(1)
    await table.command(black, "undo")
    board = await table.board(2)
    assert asked and board["content"].splitlines()[-1] == told
    await table.time_passes(timedelta(minutes=1))
    assert (await table.driver.message(board))["content"].splitlines()[-1] == told


async def test_nobody_is_told_to_place_a_stone_who_cannot(table: Table) -> None:
    board = await table.begin(ADA, BO, size=3)
    for who, word in ((ADA, "komi 6"), (BO, "white")):
        assert "reply to this" not in board["content"]
        board = await table.moves((who, word))
    assert board["content"].splitlines()[-1] == says("board-how", point="a1")
    await table.command(BO, "cancel")
    board = await table.board(3)
    assert "reply to this" not in board["content"], "it waits for an answer first"


async def test_a_computer_needs_no_explanation(table: Table) -> None:
    await table.command(ADA, "practice", game="keil", begins="you")
    board = await table.message(lambda m: ply_of(m) == (1, 0))
    assert board["content"].splitlines()[-1] == says("board-how", point="a1")
    await table.play(ADA, "c3")
    board = await table.board(2)
    assert "reply to this" not in board["content"]


async def test_the_picture_and_its_alt_text_hold_the_whole_position(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "a1"), (white, "c3"), (black, "e1"), (white, "b2"))
    (picture,) = board["attachments"]
    assert picture["filename"] == "keil-6-1-4.png"
    assert picture["description"] == (
        f"{says('alt-board', game='Keil', points='19', ply='4')} "
        f"{says('alt-last', point='b2')} {says('alt-captured', points='a1')} "
        "Black to play. Black: e1. White: b2 c3."
    )
    with Image.open(BytesIO(await table.driver.file(picture))) as image:
        assert image.format == "PNG"
        assert image.width == 1000


async def test_captured_stones_have_a_legend(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "a1"), (white, "b2"))
    match = (await table.service.matches.live(1)).match
    words = {LegendSign(Meaning.CAPTURED, 0): says("coloured-sign-captured", colour="Black")}
    drawn = draw_explained(match.position, RenderOptions(), words)
    assert await table.driver.file(board["attachments"][0]) == drawn


async def test_the_new_board_comes_first_then_the_old_one_loses_its_buttons(
    table: Table,
) -> None:
    old, black, _ = await table.begin_small()
    since = len(await table.driver.requests())
    new = await table.moves((black, "a1"))
    await table.without_buttons(old)
    done = [
        (request["method"], request["path"])
        for request in await table.driver.requests()
        if request["n"] >= since and ("/messages" in (at := request["path"]) or "/webhooks" in at)
    ]
    sent = next(n for n, (method, _) in enumerate(done) if method == "POST")
    edited = [n for n, (m, path) in enumerate(done) if m == "PATCH" and path.endswith(old["id"])]
    assert edited
    assert sent < edited[0]
    assert labels(await table.driver.message(new)) == ["Move", "Pass", "Resign", "More…"]


async def test_buttons_that_cannot_be_taken_off_delay_no_board(table: Table) -> None:
    old, black, white = await table.begin_small()
    held = await table.driver.hold_before(EDIT)
    await table.moves((black, "a1"))
    await held.wait_until_held()
    newest = await table.moves((white, "c3"), (black, "e1"))
    assert labels(await table.driver.message(old))
    async with table.nothing_happens():
        stale = await table.driver.click(white, old, "Move")
        assert stale.text == says("refusal-old-board")
    await held.release(drop=True)  # this attempt is lost; a later one is not
    await table.without_buttons(old)
    assert labels(await table.driver.message(newest)) == ["Move", "Pass", "Resign", "More…"]


async def test_boards_still_work_after_a_quarter_of_an_hour(table: Table) -> None:
    """The answers to interactions would not: their tokens live 15 minutes."""
    old, black, white = await table.begin_small()
    shown = await table.command(black, "board")
    await table.driver.move_clock(16 * 60)
    table.clock.pass_by(timedelta(minutes=16))
    assert shown.message is not None
    for message in (old, shown.message):
        picture = await table.driver.file(message["attachments"][0])
        assert picture.startswith(b"\x89PNG")
    modal = await table.form(black, old)
    await table.driver.move_clock(16 * 60)
    played = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert played.text.startswith("You played c3.")
    new = await table.board(1)
    assert await table.without_buttons(old)
    await table.driver.move_clock(16 * 60)
    modal = await table.form(white, new)
    assert (await table.driver.submit_modal(white, modal, {"text": "a1"})).text.startswith("You")
    await table.board(2)


async def test_a_board_whose_picture_was_posted_can_be_fetched(table: Table) -> None:
    board, _, _ = await table.begin_small()
    address = board["attachments"][0]["url"]
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert response.status == 200
        assert response.content_type == "image/png"
        assert (await response.read()).startswith(b"\x89PNG")


async def test_board_shows_the_picture_privately(table: Table) -> None:
    _, black, white = await table.begin_small(komi=3)
    await table.moves((black, "c3"))
    async with table.nothing_happens():
        for who in (black, white, CY):
            shown = await table.command(who, "board")
            assert shown.ephemeral
            assert shown.message is not None
            seats, last, now = shown.text.split("\n")
            assert (
                seats == f"Black {await table.mention(black)}, White {await table.mention(white)}."
            )
            assert last == played("Black", "c3")
            assert now.startswith(status("Keil", 1, 1, "White", mention=await table.mention(white)))
            assert shown.message["attachments"][0]["description"].startswith("Keil, 19 points")
            assert labels(shown.message) == ["Show to the channel", "Replay"]


async def test_board_as_text(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "a1"), (white, "b2"), (black, "c3"))
    shown = await table.command(CY, "board", **{"as": "text"})
    assert shown.text.split("\n")[3:] == [
        "```",
        "      1 2 3",
        "   e . . . e3",
        "  d . . . . d4",
        " c . . B . . c5",
        "  b . W . . b4",
        "   a . . . a3",
        "      1 2 3",
        f"```{line('B = Black, W = White', says('legend-last', point='c3'))}",
    ]


async def test_the_board_of_a_finished_game_can_be_seen_by_its_number(table: Table) -> None:
    board, black, _ = await table.begin_small()
    asked = await table.driver.click(black, board, "Resign")
    assert asked.message is not None
    await table.driver.click(black, asked.message, "Yes, resign")
    await table.board(1)
    for form in ("picture", "text"):
        shown = await table.command(CY, "board", game="1", **{"as": form})
        assert says("board-resigned", who="Black") in shown.text
    assert (await table.command(CY, "board")).text == says("private-no-games")


async def test_games_lists_mine_and_those_of_the_channel_with_links(table: Table) -> None:
    nothing = await table.command(ADA, "games")
    assert nothing.text == says("private-no-games")
    board, black, white = await table.begin_small()
    there = f"/{board['channel_id']}/{board['id']}"
    async with asyncio.timeout(60):  # people see a message a moment before we know its number
        while await table.service.matches.newest_board(1) is None:  # noqa: ASYNC110 (nothing tells)
            await asyncio.sleep(0.01)
    for who, whose in [
        (black, "**your turn**"),
        (white, f"{await table.mention(black)} to move"),
        (CY, f"{await table.mention(black)} to move"),
    ]:
        listed = await table.command(who, "games")
        assert listed.ephemeral
        (line,) = listed.text.split("\n")
        assert line.startswith("#1 **Keil** · ")
        assert f" · {whose} · time runs out <t:" in line
        assert line.endswith(there)


async def test_the_final_board_shows_territory_and_the_score_sheet(table: Table) -> None:
    board, black, white = await table.begin_small(komi=2.5, button=True)
    board = await table.moves((black, "c3"), (white, "button"))
    before = await table.driver.file(board["attachments"][0])
    board = await table.moves((black, "pass"), (white, "pass"))
    winner, loser = await table.mention(black), await table.mention(white)
    people = {"winners": f"Black ({winner})", "losers": f"White ({loser})"}
    assert board["content"].split("\n")[1:] == [
        says("result-won", how="score", id="1", margin="16", **people),
        "```",
        "       stones  territory  komi  button  total",
        "Black       1         18     0       0     19",
        "White       0          0    2½       ½      3",
        "```",
    ]
    last = await table.driver.file(board["attachments"][0])
    match = (await table.service.matches.live(1)).match
    view = RenderOptions(territory=True)
    words = {LegendSign(Meaning.OWNED, 0): says("coloured-sign-owned", colour="Black")}
    assert last == draw_explained(match.position, view, words, shown_since=match.shown) != before
    called = {f"<@{person['id']}>" for person in board["mentions"]}
    assert called == {winner}, "whoever has just passed knows"


@pytest.mark.parametrize("game", ["0", "7", "99999999999999", "chess", "-1", "1e3", "١"])
async def test_a_game_that_does_not_exist_is_refused(table: Table, game: str) -> None:
    await table.begin_small()
    told = says("refusal-no-such-match")
    async with table.nothing_happens():
        for command, options in [
            ("board", {}),
            ("play", {"move": "c3"}),
            ("pass", {}),
            ("resign", {}),
        ]:
            for who in (ADA, BO, CY):
                answer = await table.command(who, command, **options, game=game)
                assert answer.ephemeral
                assert answer.text == told


async def test_a_game_of_another_server_is_refused(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.driver.create_world(
        [{"name": "Elsewhere", "channels": ["far"], "people": [ADA, BO, CY]}]
    )
    far = "Elsewhere/far"
    told = says("refusal-no-such-match")
    async with table.nothing_happens():
        for command, options in [
            ("board", {}),
            ("play", {"move": "c3"}),
            ("resign", {}),
        ]:
            given: Json = {**options, "game": "1"}
            answer = await table.driver.slash(black, far, command, given)
            assert answer.text == told
        offered = await table.driver.autocomplete(
            black, far, "play", {"move": "", "game": "1"}, focused="move"
        )
        assert offered == []
        listed = await table.driver.slash(black, far, "games")
        assert listed.text == says("private-no-games")


async def test_a_board_is_shown_elsewhere_to_who_may_see_its_channel(table: Table) -> None:
    told = says("refusal-no-such-match")
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    table.channel = "#general"
    assert played("Black", "c3") in (await table.command(CY, "board", game="1")).text
    await table.driver.permit(GAMES, who=CY, deny=["view_channel"])
    await table.driver.permit(GAMES, who=white, deny=["view_channel"])
    for form in ("picture", "text"):
        assert (await table.command(CY, "board", game="1", **{"as": form})).text == told
    assert played("Black", "c3") in (await table.command(white, "board", game="1")).text


@pytest.mark.parametrize("private", [False, True])
async def test_a_board_of_a_private_thread_is_shown_in_it_and_to_its_players(
    playground: Playground, table: Table, private: bool
) -> None:
    told = says("refusal-no-such-match")
    thread = await table.driver.create_thread(GAMES, "a game", ADA, private=private)
    inside = playground.world.channel(thread["id"])
    for person in playground.world.state.users.rows.values():  # those who were mentioned in it
        if person["global_name"] != CY:
            inside["members"][person["id"]] = playground.world.clock.stamp()
    playground.world.change_channel(inside)
    table.channel = thread["id"]
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    table.channel = "#general"
    seen = (await table.command(CY, "board", game="1")).text
    assert seen == told if private else played("Black", "c3") in seen
    assert played("Black", "c3") in (await table.command(white, "board", game="1")).text


async def test_boards_of_two_games_are_posted_side_by_side(table: Table) -> None:
    """A post that waits holds up no other channel."""
    table.channel = "#general"
    _, black, _ = await table.begin_small()
    table.channel = "#games"
    _, other, _ = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    await table.play(other, "c3")
    await held.wait_until_held()
    table.channel = "#general"
    await asyncio.wait_for(table.moves((black, "c3"), match=1), 60)
    table.channel = "#games"
    await held.release()
    await table.board(1, 2)
