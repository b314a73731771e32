"""Undo: a move that nobody has answered is taken back at once."""

from datetime import timedelta

import pytest

from tests.bot.asking import called, first_row, more, request
from tests.bot.says import says, status
from tests.bot.table import (
    ADA,
    AFTER_A_MOVE,
    BO,
    Table,
    labels,
)


async def test_undo_under_the_private_answer(table: Table) -> None:
    first, black, white = await table.begin_small()
    played = await table.play(black, "c3")
    assert played.message is not None
    assert labels(played.message) == AFTER_A_MOVE
    old = await table.board(1)
    undone = await table.driver.click(black, played.message, "Undo")
    assert undone.text == says("private-undone", moves="c3")
    assert undone.kind == "update"
    board = await table.board(2)
    assert board["content"].split("\n")[0] == says("board-undone", who="Black", moves="c3")
    assert status("Keil", 1, 0, "Black") in board["content"]
    assert "Black: no stones." in board["attachments"][0]["description"]
    assert called(board) == []
    await table.without_buttons(old)
    await table.without_buttons(first)
    board = await table.moves((black, "a1"))
    assert called(board) == [white]
    assert status("Keil", 1, 1, "White") in board["content"]


@pytest.mark.parametrize("how", ["slash", "play", "reply", "more"])
async def test_undo_in_other_ways(table: Table, how: str) -> None:
    _, black, _ = await table.begin_small()
    board = await table.moves((black, "c3"))
    if how == "slash":
        answer = await table.command(black, "undo")
        assert answer.text == says("private-undone", moves="c3")
    elif how == "play":
        assert (await table.play(black, "Undo")).text.startswith(says("private-undone", moves="c3"))
    elif how == "reply":
        await table.driver.say(black, table.channel, "undo", reply_to=board)
    else:
        assert (await more(table, black, board, "Take back c3")).text.startswith("You took back")
    assert "Black took back c3" in (await table.board(2))["content"]


async def test_undo_tells_that_it_answers_what_was_asked(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await table.command(white, "cancel")
    await table.board(2)
    await table.command(black, "undo")
    board = await table.board(3)
    assert board["content"].startswith(
        f"{says('board-undone', who='Black', moves='c3')} {says('board-request-refused')}\n"
    )


async def test_nobody_is_called_again_and_again(table: Table) -> None:
    """By moving and taking back, by asking and withdrawing, or by asking what was refused."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await table.command(black, "undo")
    await table.board(2)
    await table.moves((black, "c3"))
    again = await table.command(black, "undo")
    assert again.text.startswith("You can no longer take back")
    await table.command(black, "cancel")
    await table.driver.click(white, await table.board(4), "Refuse")
    await table.board(5)
    async with table.nothing_happens():
        for command in ("cancel", "result", "undo"):
            answer = await table.command(black, command)
            if answer.text.startswith(("You can no longer", "Who won")):
                assert answer.message is not None
                first = labels(answer.message)[0]
                answer = await table.driver.click(black, answer.message, first)
            assert answer.text == says("request-refusal-asked-before")


async def test_words_are_undone_too(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.play(ADA, "komi 6")
    undone = await table.command(ADA, "undo")
    assert undone.text == says("private-undone", moves="komi 6")
    board = await table.board(2)
    assert board["content"].startswith(
        says("board-undone", who=await table.mention(ADA), moves="komi 6")
    )
    assert labels(board) == ["Name komi", "Resign", "More…"]


async def test_after_a_minute_it_has_to_be_asked_for(table: Table) -> None:
    _, black, white = await table.begin_small()
    played = await table.play(black, "c3")
    assert played.message is not None
    await table.board(1)
    table.clock.pass_by(61 * timedelta(seconds=1))
    async with table.nothing_happens():
        question = await table.driver.click(black, played.message, "Undo")
        assert question.text == says("private-may-i-take-back", moves="c3")
        assert question.message is not None
        assert labels(question.message) == ["Ask"]
    await table.driver.click(black, question.message, "Ask")
    asked = await table.board(2)
    assert asked["content"].split("\n")[0] == (
        f"{request('board-asks', wish='undo', who='Black', moves='c3')} "
        f"{says('board-answer', others=await table.mention(white))}"
    )


async def test_a_move_that_was_answered_has_to_be_asked_for(table: Table) -> None:
    _, black, white = await table.begin_small()
    played = await table.play(black, "c3")
    assert played.message is not None
    await table.board(1)
    board = await table.moves((white, "a1"))
    question = await table.driver.click(black, played.message, "Undo")
    assert question.text == says("private-may-i-take-back", moves="c3 and a1")
    assert question.message is not None
    await table.driver.click(black, question.message, "Ask")
    asked = await table.board(3)
    await table.without_buttons(board)
    await table.driver.click(white, asked, "Allow")
    back = await table.board(4)
    assert back["content"].split("\n")[0] == says(
        "board-undo-allowed", who="White", moves="c3 and a1", number=2
    )
    assert called(back) == [black]
    assert status("Keil", 1, 0, "Black") in back["content"]


async def test_who_has_not_moved_has_nothing_to_undo(table: Table) -> None:
    board, black, white = await table.begin_small()
    for who in (black, white):
        answer = await table.command(who, "undo")
        assert answer.text == says("request-refusal-nothing-to-take-back")
    menu = await table.driver.click(black, board, "More…")
    assert menu.message is not None
    assert first_row(menu.message) == ["Cancel the game"]
