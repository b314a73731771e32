"""Whoever has no other move passes; the bot does not tell that as if it had been chosen."""

from bot.features.replays import texts as replays_texts
from tests.bot.house import House
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, Table, ply_of

STONES = "e1 c5 e4 a5 b2 b5 a3 c3 d2 a1 c1 c4 e3 b4 b3 a4 d5"
"""A game of Ki on the smallest board, after which Black controls all that is empty."""
POINTS = STONES.split()
FORCED = says("board-passed", who="White", forced="yes")


async def test_the_board_the_receipt_and_the_replay_say_that_there_was_no_move(
    table: Table,
) -> None:
    card = await table.challenge(ADA, BO, game="ki", size=5)
    await table.driver.click(BO, card, "Accept")
    await table.message(lambda m: ply_of(m) is not None)
    black, white = await table.players()
    people = (black, white)
    await table.moves(*((people[n % 2], point) for n, point in enumerate(POINTS)))
    answer = await table.command(white, "pass")
    assert answer.text == says(
        "private-played", move="forced", number="", point="pass", captured=0, lost=0
    )
    board = await table.board(len(POINTS) + 1)
    assert board["content"].splitlines()[0] == FORCED
    board = await table.moves((black, "e5"))
    assert FORCED not in board["content"]

    match = (await table.service.matches.live(1)).match
    shown = match.replay(match.game, match.options, 2, match.turn_log.moves[:-1])
    told = replays_texts.frame("", match, shown, people)
    assert played("White", "pass", forced=True) in told


async def test_a_pass_that_was_chosen_is_told_as_one(house: House) -> None:
    live = await house.play(await house.match(komi=0, button=False), "c3", "pass")
    told = replays_texts.frame("", live.match, live.match, ("Ada", "Bo"))
    assert played("White", "pass") in told
