"""Taking back moves with the consent of the others."""

from tests.bot.asking import ask_back, called, first_row, old_button, request
from tests.bot.says import played, says, status
from tests.bot.table import (
    CY,
    Table,
    labels,
)


async def test_what_can_be_asked(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    for who, buttons in (
        (black, ["Take back c3", "Cancel the game", says("button-winner"), "If…"]),
        (white, ["Cancel the game", says("button-winner")]),
    ):
        menu = await table.driver.click(who, board, "More…")
        assert menu.text == says("private-menu", match="1", players=2)
        assert menu.message is not None
        assert first_row(menu.message) == buttons


async def test_allow_and_refuse_have_a_row_of_their_own_before_the_others(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"))
    asked = await ask_back(table, black, board)
    rows = [[button["label"] for button in row["components"]] for row in asked["components"]]
    assert rows == [["Allow", "Refuse"], ["Move", "Pass", "Resign", "More…"]]
    assert called(asked) == [white]
    assert status("Keil", 1, 1, "White") in asked["content"]


async def test_allow(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await ask_back(table, black, await table.moves((black, "c3")))
    allowed = await table.driver.click(white, asked, "Allow")
    assert (allowed.text, allowed.ephemeral) == (says("private-allowed"), True)
    board = await table.board(3)
    assert labels(board) == ["Move", "Pass", "Resign", "More…"]
    assert called(board) == [black]
    await table.without_buttons(asked)


async def test_refuse(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await ask_back(table, black, await table.moves((black, "c3")))
    answer = await table.driver.click(white, asked, "Refuse")
    assert (answer.text, answer.ephemeral) == (says("private-refused"), True)
    board = await table.board(3)
    assert board["content"].split("\n")[0] == request(
        "board-refused", wish="undo", who="White", moves="c3", asker=await table.mention(black)
    )
    assert called(board) == [black]
    assert status("Keil", 1, 1, "White") in board["content"]


async def test_playing_on_refuses(table: Table) -> None:
    _, black, white = await table.begin_small()
    before = await table.moves((black, "c3"))
    asked = await ask_back(table, black, before)
    board = await table.moves((white, "a1"))
    assert board["content"].startswith(f"{played('White', 'a1')} {says('board-request-refused')}\n")
    await table.without_buttons(asked)
    late = await table.driver.click(white, await old_button(table, board, "allow", 2), "old")
    assert late.text.startswith(says("refusal-old-board"))
    late = await table.driver.click(white, await old_button(table, board, "allow", 3), "old")
    assert late.text == says("request-refusal-nothing-asked")


async def test_who_asked_may_play_on_or_withdraw(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    asked = await ask_back(table, black, await table.moves((white, "a1")), "c3 and a1")
    async with table.nothing_happens():
        own = await table.driver.click(black, asked, "Allow")
        assert own.text.startswith(says("request-refusal-own-request"))
        menu = await table.driver.click(black, asked, "More…")
        assert menu.text == says(
            "private-request", wish="undo", player="Black", moves="c3 and a1", winner=""
        )
        assert menu.message is not None
        assert first_row(menu.message) == ["Withdraw"]
    told = await table.driver.click(black, menu.message, "Withdraw")
    assert told.text == says("private-withdrawn")
    board = await table.board(4)
    assert board["content"].startswith(
        f"{request('board-withdrew', wish='undo', who='Black', moves='c3 and a1')}\n"
    )
    await table.command(white, "cancel")
    board = await table.moves((black, "e1"))
    assert board["content"].startswith(f"{played('Black', 'e1')} {says('board-request-refused')}\n")
    await table.command(black, "cancel")
    await table.moves((white, "e2"))
    await table.command(black, "cancel")
    board = await table.moves((black, "b1"))
    assert board["content"].startswith(
        f"{played('Black', 'b1')} {says('board-request-withdrawn')}\n"
    )


async def test_strangers_and_second_questions_are_refused(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await ask_back(table, black, await table.moves((black, "c3")))
    async with table.nothing_happens():
        for button in ("Allow", "Refuse"):
            answer = await table.driver.click(CY, asked, button)
            assert answer.text == says("refusal-not-a-player")
        panel = await table.driver.click(CY, asked, "More…")
        assert not {"Allow", "Refuse"} & {*labels(panel.message or {})}
        for command in ("cancel", "undo"):
            answer = await table.command(white if command == "cancel" else black, command)
            assert answer.text == says("request-refusal-asked-already")


async def test_an_answer_counts_only_for_what_its_board_asks(table: Table) -> None:
    """The buttons of an earlier question do not answer a later one."""
    _, black, white = await table.begin_small()
    first = await ask_back(table, black, await table.moves((black, "c3")))
    await table.driver.click(white, first, "Refuse")
    await table.board(3)
    await table.command(white, "cancel")
    old = await old_button(table, await table.board(4), "allow", 2)
    async with table.nothing_happens():
        late = await table.driver.click(black, old, "old")
        assert late.text.startswith(says("refusal-old-board"))


async def test_two_answers_at_once(table: Table) -> None:
    _, black, white = await table.begin_small()
    asked = await ask_back(table, black, await table.moves((black, "c3")))
    await table.driver.click(white, asked, "Allow", twice=True)
    await table.board(3)
    assert await table.ply() == 3
