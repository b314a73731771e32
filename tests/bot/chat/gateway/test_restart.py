"""A new process in the middle, and the same old buttons."""

import pytest

from bot.playground.driver import CALLBACK
from tests.bot.table import ADA, AT_THE_END, BO, Process, labels

pytestmark = pytest.mark.storage


async def test_a_game_over_five_processes(process: Process) -> None:
    """Every control that was posted by one process is used in the next one."""
    async with process() as table:
        card = await table.challenge(ADA, BO, size=3)
    async with process() as table:
        await table.driver.click(BO, card, "Accept")
        board = await table.board(0)
        modal = await table.driver.click(ADA, board, "Name komi")
    async with process() as table:
        named = await table.driver.submit_modal(ADA, modal, {"text": "6"})
        assert named.text.startswith("You named komi 6.")
        board = await table.board(1)
    async with process() as table:
        await table.driver.click(BO, board, "Play White (+6)")
        board = await table.board(2)
        modal = await table.form(ADA, board)
    async with process() as table:
        played = await table.driver.submit_modal(ADA, modal, {"text": "c3"})
        assert played.text.startswith("You played c3.")
        await table.without_buttons(board)
        board = await table.board(3)
        await table.at_once(BO)
        await table.driver.click(BO, board, "Take the button (+½)")
        board = await table.board(4)
        question = await table.command(ADA, "pass")
    async with process() as table:
        assert question.message is not None
        passed = await table.driver.click(ADA, question.message, "Yes, pass")
        assert passed.text.startswith("You passed.")
        board = await table.moves((BO, "pass"))
        assert "wins** game #1 by 12½" in board["content"]
        assert labels(board) == AT_THE_END
        assert await table.ply() == 6


async def test_the_choice_between_two_games_survives(process: Process) -> None:
    async with process() as table:
        await table.begin(ADA, BO, size=3)
        await table.begin(ADA, BO, size=3)
        asked = await table.play(ADA, "komi 5")
        assert asked.message is not None
    async with process() as table:
        second = next(text for text in labels(asked.message) if text.startswith("#2"))
        played = await table.driver.click(ADA, asked.message, second)
        assert played.text.startswith("You named komi 5.")
        await table.board(1, 2)
        assert await table.ply(1) == 0


async def test_the_repetition_of_an_old_position_is_still_known(process: Process) -> None:
    """The whole history counts, not only what this process has seen."""
    async with process() as table:
        await table.begin(ADA, BO, size=3)
        await table.moves((ADA, "komi 6"), (BO, "white"), (ADA, "e3"), (BO, "b3"), (ADA, "e2"))
        await table.moves((BO, "c2"), (ADA, "d4"), (BO, "a1"), (ADA, "b2"))
    async with process() as table:
        async with table.nothing_happens():
            refused = await table.play(BO, "a1")
        assert refused.text == (
            "That move is not legal: it would bring back the board after move 8, "
            "which a turn of yours left."
        )


async def test_a_modal_is_acknowledged_once_before_and_after_a_restart(process: Process) -> None:
    async with process() as table:
        board, black, white = await table.begin_small()
        modal = await table.form(black, board)
        since = len(await table.driver.requests(CALLBACK))
        await table.driver.submit_modal(black, modal, {"text": "c3"})
        assert len(await table.driver.requests(CALLBACK)) == since + 1
        board = await table.board(1)
        modal = await table.form(white, board)
    async with process() as table:
        since = len(await table.driver.requests(CALLBACK))
        await table.driver.submit_modal(white, modal, {"text": "a1"})
        assert len(await table.driver.requests(CALLBACK)) == since + 1
        await table.board(2)
