"""A game in a thread, and the card in the channel."""

from typing import Any

from tests.bot.table import ADA, BO, GAMES, Json, Table, match_of, ply_of

THREADS = "create_public_threads"
MAKE = "POST /channels/{channel_id}/messages/{message_id}/threads"


async def begin(table: Table, **options: Any) -> tuple[Json, Json, str, str]:
    """Ada and Bo begin a game in a thread: the card, the first board, Black, White."""
    table.channel = GAMES
    given: Json = {"size": 3, "komi": 0, "button": False, **options}
    card = await table.challenge(ADA, BO, **given)
    accepted = await table.driver.click(BO, card, "Accept")
    assert "Accepted" in accepted.text, accepted.text
    board = await first_board(table, card)
    black, white = await table.players(match_of(board))
    return card, board, black, white


async def first_board(table: Table, card: Json) -> Json:
    """The first board, once the thread of the card is there; from then on the table is there."""

    async def there() -> bool:
        return await thread_of(table, card) is not None

    await table.until(there)
    table.channel = card["id"]
    return await table.message(lambda m: (ply_of(m) or (0, -1))[1] == 0)


async def thread_of(table: Table, card: Json) -> Json | None:
    """The thread of a card."""
    guilds = (await table.driver.overview())["guilds"]
    channels = [channel for guild in guilds for channel in guild["channels"]]
    return next((c for c in channels if c["id"] == card["id"]), None)


async def changed(table: Table, card: Json, part: str) -> Json:
    """The card, once it says ``part``."""
    return await table.driver.wait_for_message(
        GAMES, lambda m: m["id"] == card["id"] and part in m["content"]
    )


async def in_channel(table: Table) -> list[Json]:
    """What everybody sees where the card is, once nothing waits to be sent."""
    return await table.public(GAMES)


async def closed(table: Table, card: Json) -> Json:
    """The thread, once it is archived."""

    async def archived() -> bool:
        thread = await thread_of(table, card)
        return thread is not None and thread["thread_metadata"]["archived"]

    await table.until(archived)
    thread = await thread_of(table, card)
    assert thread is not None
    return thread
