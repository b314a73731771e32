"""A game with a living board, and what everybody sees of it."""

from tests.bot.left import left
from tests.bot.says import says
from tests.bot.table import ADA, BO, PRIVATE, Json, Table


async def begin(
    table: Table, one: str = ADA, two: str = BO, match: int = 1, time: str = "10m"
) -> tuple[Json, str, str]:
    """Two people begin on the smallest board; the board, Black, White."""
    card = await table.challenge(one, two, size=3, komi=0, button=False, time=time)
    assert says("place-living") in card["content"]
    await table.driver.click(two, card, "Accept")
    board = await table.board(0, match)
    black, white = await table.players(match)
    return board, black, white


async def public(table: Table) -> list[Json]:
    """What everybody sees of the bot, apart from cards."""
    seen = await table.driver.messages(table.channel)
    mine = [m for m in seen if m["author"].get("bot") and not m["flags"] & PRIVATE]
    return [m for m in mine if "challenges" not in m["content"]]


async def idle(table: Table) -> None:
    """Return when nothing is left to be posted or tidied up."""

    async def nothing_is_left() -> bool:
        await table.client.delivery.serve()
        return await table.store.read(lambda tx: left(tx)) == []

    await table.until(nothing_is_left)
