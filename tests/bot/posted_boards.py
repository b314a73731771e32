"""What tests of posted boards look at, and what people do in them."""

import sqlalchemy as sa

from bot.playground.driver import SEND
from bot.playground.rest import WITHOUT_TOKEN
from bot.storage.schema import message
from tests.bot.table import GAMES, Table, labels, ply_of

HISTORY = "GET /channels/{channel_id}/messages"
OTHER = "#general"


async def next_request(table: Table) -> int:
    """The number of the next request."""
    return (await table.driver.requests())[-1]["n"] + 1


async def by_token(table: Table, since: int = 0) -> list[str]:
    """The routes of the requests with the bot's token, apart from the login."""
    made = await table.driver.requests(since=since)
    routes = [(r["method"], r["route"]) for r in made if r["route"].startswith("/channels")]
    assert not any(route.startswith(WITHOUT_TOKEN) for _, route in routes)
    return [" ".join(route) for route in routes]


async def sent(table: Table, since: int = 0) -> list[int]:
    """The plies of the boards that were sent successfully."""
    made = await table.driver.requests(SEND, since=since)
    names = [name for request in made if request["status"] == 200 for name in request["files"]]
    return [int(name.split("-")[3].removesuffix(".png")) for name in names]


async def boards(table: Table, match: int = 1) -> list[int]:
    """The plies of all boards of a match in the channel, in its order."""
    there = [ply_of(m) for m in await table.driver.messages(GAMES)]
    return [shown[1] for shown in there if shown is not None and shown[0] == match]


async def only_the_newest_has_buttons(table: Table, *matches: int) -> None:
    """Return when it is so, and all posts are known to be sent."""
    newest = {(match, await table.ply(match)) for match in matches or (1,)}

    async def tidy() -> bool:
        shown = {ply_of(m) for m in await table.public_now() if labels(m)}
        left = sa.select(message.c.id).where(message.c.shown != message.c.rev)
        rows = await table.store.read(lambda tx: tx.connection.execute(left).all())
        return shown == newest and not rows

    await table.until(tidy)


async def fill_in(table: Table, who: str, move: str, ply: int) -> None:
    """*Move*, and the form."""
    board = await table.board(ply)
    await table.all_posted()
    modal = await table.form_on(who, board)
    told = await table.driver.submit_modal(who, modal, {"text": move})
    assert told.ephemeral, told
    assert told.text.startswith("You played"), told


async def plays_on(table: Table, who: str, move: str, ply: int) -> None:
    """A move whose board comes once, and only the newest has buttons."""
    await table.all_posted()
    since = await next_request(table)
    told = await table.play(who, move)
    assert told.text.startswith(f"You played {move}")
    await table.board(ply)
    await only_the_newest_has_buttons(table)
    assert await sent(table, since) == [ply]
