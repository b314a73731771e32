"""Entering a move: what is refused, what outlives a restart, and other games."""

import asyncio

import pytest

from bot.messages.catalogue import text
from bot.playground.driver import CALLBACK
from tests.bot.panels import Panel, big, row_of, selects, with_a_stone
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    BO,
    BUTTON,
    CY,
    PRESS,
    PRIVATE,
    SELECT,
    Process,
    Table,
    labels,
)


async def test_old_boards_and_strangers_are_refused_in_words(table: Table) -> None:
    await table.begin_small()
    board, white, black = await with_a_stone(table)
    turn = says("refusal-not-your-turn-but", player=await table.mention(white))
    assert (await table.driver.click(black, board, "Move")).text == turn
    assert (await table.driver.click(CY, board, "Move")).text == says("refusal-not-a-player")
    old = says("refusal-old-board")

    async def elsewhere(move: str) -> None:  # in another process, which knows of no panel
        live = await table.service.matches.live(1)
        assert live.to_move is not None
        await table.service.matches.play(1, live.to_move, move, event_id=1 + live.match.ply)

    panel = await Panel(table, white).open(board)
    await elsewhere("d4")
    await table.board(2)
    async with table.nothing_happens():
        assert (await panel.choose("c3")).text == old
    board = await table.moves((black, "b2"))
    shown = await (await Panel(table, white).open(board)).choose("c3")
    await elsewhere("e1")
    await table.board(4)
    async with table.nothing_happens():
        assert (await shown.press("Play it")).text == old


async def private(table: Table, who: str) -> list[str]:
    """The private messages of a person in the channel."""
    seen = await table.driver.messages(table.channel, who)
    return [message["id"] for message in seen if message["flags"] & PRIVATE]


@pytest.mark.parametrize("previewed", [False, True])
async def test_a_panel_goes_when_its_reader_plays_by_a_command(
    table: Table, previewed: bool
) -> None:
    """It would show an old position."""
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    panel = await Panel(table, black).open(board)
    if previewed:
        await panel.choose("d4")
    other = await Panel(table, black).open(board)  # the second one is enough

    async def only(*messages: str) -> bool:
        return set(await private(table, black)) & {panel.message["id"], other.message["id"]} == {
            *messages
        }

    await table.until(lambda: only(other.message["id"]))
    played = await table.play(black, "e1")
    await table.until(lambda: only())
    assert (played.message or {})["id"] in await private(table, black)


async def test_a_form_whose_panel_goes_meanwhile_is_answered_all_the_same(table: Table) -> None:
    """As by another move of the same person, or by *Dismiss message*."""
    board, black, _ = await table.begin_small()
    await table.at_once(black)
    panel = await Panel(table, black).open(board)
    form = await table.driver.click(black, panel.message, "Type it…")
    held = await table.driver.hold_before(CALLBACK)
    submitted = asyncio.create_task(table.driver.submit_modal(black, form, {"text": "z9"}))
    await held.wait_until_held()
    await table.driver.delete_message(black, panel.message)
    await held.release()
    answer = await submitted
    assert answer.kind == "message"
    assert answer.ephemeral
    assert "no such point on this board" in answer.text


async def test_a_point_that_no_panel_offers_is_refused_by_its_rule(table: Table) -> None:
    board, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    message = (await Panel(table, white).open(board)).message
    select = selects(message)[0]["custom_id"]

    async def forged(value: str) -> str:
        data = {"custom_id": select, "component_type": SELECT, "values": [value]}
        return (await table.driver.forge(white, table.channel, PRESS, data, message)).text

    async with table.nothing_happens():
        assert await forged("c3") == says("move-illegal", reason=says("illegal-occupied"))
        assert await forged("z9") == says("move-illegal", reason=says("illegal-off-board"))
        assert await forged("@99.99") == says("entering-choose", game="Keil", match="1")
        assert "I cannot read" in await forged("@everyone")
        assert "I cannot read" in await forged("")


async def test_the_panel_and_the_preview_outlive_a_restart(process: Process) -> None:
    async with process() as table:
        await big(table)
        board, white, _ = await with_a_stone(table)
        panel = await Panel(table, white).open(board)
        await panel.choose(row_of("e", panel), select=1)
    async with process() as table:
        panel.table = table
        await panel.choose("e5", select=1)
    async with process() as table:
        panel.table = table
        await panel.press("Play it")
        assert panel.text.startswith("You played e5.")
        assert labels(await table.board(2))


async def test_rows_of_a_rectangle_are_its_numbers(table: Table) -> None:
    board = await table.begin(ADA, BO, game="kee", width=19, height=13)
    who = (await table.players())[0]
    panel = await Panel(table, who).open(board)
    _, rows = panel.lists
    assert len(rows) == 13
    first = selects(panel.message)[1]["options"][0]
    assert first["label"] == says("choice-row", row="13")
    assert first["description"] == says("choice-row-points", number=19, first="a13", last="t13")
    await panel.choose(row_of("4", panel), select=1)
    await panel.choose("q4", select=1)
    await panel.press("Play it")
    assert panel.text.startswith("You played q4.")
    board = await table.board(1)
    other = (await table.players())[1]
    panel = await Panel(table, other).open(board)
    assert set(panel.lists[0][:4]) == {"p4", "r4", "q3", "q5"}
    assert len(panel.lists[0]) == 12


@pytest.mark.parametrize(
    ("game", "options", "played", "move", "told"),
    [
        ("kee", {"width": 5, "height": 5}, ("c3", "a1"), "c2", ""),
        ("kee", {"width": 5, "height": 5}, ("a2", "a1"), "b1", "preview-captures"),
        ("ki", {"size": 5}, ("c3", "a1"), "e5", ""),
        ("ki", {"size": 5}, ("c3", "a1"), "c5", "preview-controls"),
    ],
)
async def test_games_without_links_have_previews_without_links(
    table: Table,
    game: str,
    options: dict[str, object],
    played: tuple[str, str],
    move: str,
    told: str,
) -> None:
    await table.begin(ADA, BO, game=game, **options)
    black, white = await table.players()
    board = await table.moves((black, played[0]), (white, played[1]))
    panel = await (await Panel(table, black).open(board)).choose(move)
    if told:
        effects = says(told, number="1", points="c4")
        assert panel.text == text("preview", move=move, effects=effects)
    else:
        assert panel.text == text("preview-bare", move=move)


async def test_in_a_game_for_three_on_a_square_board(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    first, who, _ = await trio.players()
    panel = await Panel(trio, first).open(await trio.board(0))
    assert len(panel.lists[0]) == 25
    await panel.choose("a1")
    await panel.press("Play it")
    panel = await Panel(trio, who).open(await trio.board(1))
    assert len(panel.lists[0]) == 24
    await panel.choose("c3")
    assert panel.text == text("preview-bare", move="c3")
    assert panel.message["attachments"]
    await panel.press("Play it")
    await trio.board(2)


async def test_where_no_stone_may_be_placed_the_panel_says_so(table: Table) -> None:
    """During the pie no board has the button, but it can be forged."""
    board = await table.begin(ADA, BO, size=3)
    data = {"custom_id": "k1:move:1:0", "component_type": BUTTON}
    panel = await table.driver.forge(ADA, table.channel, PRESS, data, board)
    assert panel.text == says("entering-no-point")
    assert labels(panel.message or {}) == ["Type it…"]


async def test_where_every_empty_point_is_refused_the_panel_says_why(table: Table) -> None:
    board, black, white = await table.begin_small()
    live = await table.service.matches.live(1)
    filled = [name for name in live.match.position.board.names if name not in ("a1", "c3")]
    for name in filled[:-1]:
        await table.moves((black, name), (white, "pass"))
    board = await table.moves((black, filled[-1]))
    assert "Move" not in labels(board) and labels(board)[0] == "Pass"
    data = {"custom_id": f"k1:move:1:{2 * len(filled) - 1}", "component_type": BUTTON}
    panel = await table.driver.forge(white, table.channel, PRESS, data, board)
    assert panel.text == (
        "No point is left for you: a stone on any of the 2 empty points would be suicide. "
        "Press **Pass**."
    )
    assert labels(panel.message or {}) == []


@pytest.mark.parametrize(
    ("number", "told"), [(1, "1 is controlled by another"), (3, "3 are controlled by another")]
)
def test_points_that_others_control_are_counted(number: int, told: str) -> None:
    assert told in says("blocked-controlled", number=number)


@pytest.mark.parametrize(("number", "told"), [(1, "the only empty point"), (4, "all 4 empty")])
def test_if_others_control_every_empty_point_that_is_said(number: int, told: str) -> None:
    reasons = says("all-controlled", number=number)
    assert f"another player controls {told}" in reasons
    said = says("entering-blocked", reasons=reasons, words="none")
    assert said.endswith("Use the buttons under the board.")
