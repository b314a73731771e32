"""A seat that the bot plays itself: how such a game begins, goes on and ends."""

import asyncio

from tests.bot.says import says
from tests.bot.table import ADA, BO, BOT, Json, Process, Table, labels, ply_of


async def against_bot(table: Table, who: str = ADA, **options: object) -> tuple[Json, int]:
    """``who`` challenges the bot; the first board, and the seat of ``who``."""
    answer = await table.command(
        who, "challenge keil", opponent=BOT, **{"size": 3, "komi": 0, "button": False, **options}
    )
    assert "The game begins" in answer.text, answer.text
    board = await table.message(lambda m: ply_of(m) is not None)
    return board, await seat_of(table, who)


async def seat_of(table: Table, who: str, match: int = 1) -> int:
    """The seat of a person who plays against the bot."""
    players = await table.players(match)
    return players.index(who)


async def answered(table: Table, ply: int, match: int = 1) -> Json:
    """The board after so many turns, the last of which is the bot's."""
    return await table.board(ply, match)


async def test_the_bot_that_is_challenged_plays_at_once(table: Table) -> None:
    _, seat = await against_bot(table)
    card = await table.message(lambda m: "challenges" in m["content"])
    assert "(level 1)" in card["content"]
    assert "Accepted" in card["content"]
    assert labels(card) == []
    first = seat  # the bot begins if it has the first seat
    await answered(table, first)
    await table.play(ADA, "b2" if first == 0 else "pass")
