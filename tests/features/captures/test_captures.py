"""*Why captured?*: captures are explained like refusals."""

from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, PRESS, Json, Process, Table, labels
from tests.bot.table import BUTTON as COMPONENT

BUTTON = says("button-why-captured")


async def corner(table: Table) -> tuple[Json, str, str]:
    """White has just captured a stone in the corner by taking the witness of its links."""
    _, black, white = await table.begin_small()
    board = await table.moves((black, "a1"), (white, "b2"))
    return board, black, white


def begins(who: str, move: str, points: str) -> str:
    return says("why-captured", own=0, who=who, move=move, points=points)


async def test_a_board_with_captures_explains_them_to_everybody(table: Table) -> None:
    board, black, white = await corner(table)
    assert labels(board) == ["Move", "Pass", "Resign", "More…", BUTTON]
    told = says(
        "why-liberties-cut",
        number=1,
        points="a1",
        liberties="a2, b1 and b2",
        move="b2",
        others="a2 and b1",
    )
    for who in (black, white, CY):
        async with table.nothing_happens():
            why = await table.driver.click(who, board, BUTTON)
        assert why.ephemeral
        assert why.text == f"{begins('White', 'b2', 'a1')} {told}"
        assert why.message is not None
        (picture,) = why.message["attachments"]
        assert picture["filename"] == "keil-captured-b2.png"
        assert picture["description"].startswith(says("alt-capture", why=why.text))
        assert picture["description"].endswith("Black: a1. White: no stones.")
        assert (await table.driver.file(picture)).startswith(b"\x89PNG")


async def test_a_board_without_captures_has_no_such_button(table: Table) -> None:
    _, black, white = await corner(table)
    board = await table.moves((black, "d4"))
    assert BUTTON not in labels(board)
    assert white


async def test_a_capture_stays_behind_more_for_a_while(table: Table) -> None:
    _, black, _ = await corner(table)
    await table.moves((black, "d4"))
    buttons = table.client.under_more(await table.service.matches.live(1))
    (button,) = [one for one in buttons if one.item.label == BUTTON]
    assert button.item.custom_id == "k1:captured:1:3:1"  # one move ago


async def test_the_explanation_outlives_moves_undo_and_a_restart(process: Process) -> None:
    async with process() as table:
        board, black, white = await corner(table)
        told = (await table.driver.click(CY, board, BUTTON)).text
        await table.moves((black, "d4"))
    async with process() as table:
        data = {"custom_id": "k1:captured:1:2", "component_type": COMPONENT}
        again = await table.driver.forge(CY, table.channel, PRESS, data, board)
        assert again.text == told
        assert white


async def test_what_captured_nothing_is_refused_in_words(table: Table) -> None:
    board, black, white = await corner(table)
    await table.moves((black, "d4"))
    for control in (
        "k1:captured:1:1",
        "k1:captured:1:2:2",
        "k1:captured:1:2:99",
        "k1:captured:1:0",
    ):
        data = {"custom_id": control, "component_type": COMPONENT}
        told = await table.driver.forge(CY, table.channel, PRESS, data, board)
        assert told.text == says("refusal-nothing-captured"), control
    assert white


async def test_stones_that_were_cut_off_by_the_capture_are_named(table: Table) -> None:
    _, black, white = await table.begin_small(size=4)
    moves = ("b3", "b2", "c4", "a2", "g1", "a3", "g2", "c3", "g3", "b4")
    board = await table.moves(*(((black, white)[n % 2], move) for n, move in enumerate(moves)))
    why = await table.driver.click(black, board, BUTTON)
    told = says("why-last-liberty", number=1, points="b3", move="b4")
    cut = says("why-cut-off", move="b4", stones="b3", others="c4")
    assert why.text == f"{begins('White', 'b4', 'b3')} {told} {cut}"


async def test_in_go_the_last_liberty_is_named(table: Table) -> None:
    await table.begin(ADA, BO, game="kee", width=3, height=3)
    black, white = await table.players()
    board = await table.moves((black, "a1"), (white, "a2"), (black, "c3"), (white, "b1"))
    why = await table.driver.click(black, board, BUTTON)
    told = says("why-last-liberty", number=1, points="a1", move="b1")
    assert why.text == f"{begins('White', 'b1', 'a1')} {told}"


async def test_stones_of_ones_own_are_explained_too(table: Table) -> None:
    await table.begin(ADA, BO, game="kee", width=3, height=2)
    black, white = await table.players()
    moves = ["a1", "b1", "c2", "b2", "a2"]
    board = await table.moves(*((white if n % 2 else black, m) for n, m in enumerate(moves)))
    why = await table.driver.click(black, board, BUTTON)
    first = says("why-captured", own=2, who="Black", move="a2", points="a1 and a2")
    told = says("why-last-liberty", number=2, points="a1 and a2", move="a2")
    assert why.text == f"{first} {told}"


async def test_in_games_with_control_it_is_control(table: Table) -> None:
    await table.begin(ADA, BO, game="ki", size=5)
    black, white = await table.players()
    board = await table.moves((black, "b3"), (white, "c3"), (black, "d3"))
    why = await table.driver.click(white, board, BUTTON)
    told = says("why-controlled", stones="b3 and d3")
    assert why.text == f"{begins('Black', 'd3', 'c3')} {told}"
