"""A whole game of Keil through real discord.py, from the challenge to the score."""

from tests.bot.says import USUAL_TIME, line, says
from tests.bot.table import ADA, AT_THE_END, BO, NEWCOMERS, Table, labels


async def test_a_game_from_challenge_to_score(table: Table) -> None:
    """Pie, captures, a ko refused with its reason, button, passes, score."""
    driver = table.driver
    card = await table.challenge(ADA, BO, size=3)
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]
    terms = [says("setting-button.on"), says("setting-komi_by.cut")]
    assert line("size 3", *terms, USUAL_TIME) in card["content"]
    assert (await driver.click(BO, card, "Accept")).text.startswith("Accepted")

    board = await table.board(0)
    assert labels(board) == ["Name komi", "Resign", "More…"]
    modal = await driver.click(ADA, board, "Name komi")
    assert modal.kind == "modal"
    answer = await driver.submit_modal(ADA, modal, {"text": "6"})
    assert answer.text.startswith("You named komi 6")

    board = await table.board(1)
    assert labels(board) == ["Play Black", "Play White (+6)", "Resign", "More…"]
    answer = await driver.click(BO, board, "Play White (+6)")
    board = await table.board(2)
    assert labels(board) == [
        *("Move", "Take the button (+½)", "Resign", "More…", "What is the button?")
    ]
    modal = await table.form(ADA, board)
    answer = await driver.submit_modal(ADA, modal, {"text": "E-3"})
    assert answer.text.startswith("You played e3")

    turns = ["b3", "e2", "c2", "d4", "a1", "b2"]
    board = await table.moves(*((ADA if n % 2 else BO, move) for n, move in enumerate(turns)))
    assert "captured 1 stone." in board["content"]
    assert says("alt-captured", points="a1") in board["attachments"][0]["description"]

    refused = await table.play(BO, "a1")
    assert refused.text == (
        "That move is not legal: it would bring back the board after move 8, "
        "which a turn of yours left."
    )
    board = await table.moves((BO, "button"), (ADA, "d2"), (BO, "pass"))
    assert (
        f"{says('board-passed', who='White', forced='no')} {says('board-pass-ends', who='Black')}"
        in board["content"]
    )
    board = await table.moves((ADA, "pass"))
    assert "wins" in board["content"]
    assert labels(board) == AT_THE_END
