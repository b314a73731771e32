"""What tests of boards in a channel look at."""

from tests.bot.table import Json, Table, ply_of

PAUSE = 0.1
LONG = 300.0
"""Seconds: longer than any test."""
OTHER = "#general"
UNKNOWN_CHANNEL: Json = {"message": "Unknown Channel", "code": 10003}


async def boards(table: Table) -> list[int]:
    """The plies of all boards in the channel."""
    return [ply[1] for m in await table.driver.messages(table.channel) if (ply := ply_of(m))]


async def count(table: Table, route: str, channel: str) -> int:
    """How many requests there have been for this channel."""
    return len([r for r in await table.driver.requests(route) if channel in r["path"]])


def beside(table: Table) -> Table:
    """The same bot in another channel."""
    return Table(table.driver, table.client, table.service, table.store, table.clock, OTHER)
