"""What tests of boards as follow-ups look at, and what people do in them."""

import sqlalchemy as sa

from bot.playground.driver import FOLLOW_UP, SEND
from bot.playground.rest import WITHOUT_TOKEN
from bot.storage.rows import SENDING, WAITING
from bot.storage.schema import post
from tests.bot.table import GAMES, Table, labels, ply_of

PAUSE = 0.1
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


async def sent_with(table: Table, route: str, since: int = 0) -> list[int]:
    """The plies of the boards that were sent successfully this way."""
    made = await table.driver.requests(route, since=since)
    names = [name for request in made if request["status"] == 200 for name in request["files"]]
    return [int(name.split("-")[2].removesuffix(".png")) for name in names]


async def boards(table: Table, match: int = 1) -> list[int]:
    """The plies of all boards of a match in the channel, in its order."""
    there = [ply_of(m) for m in await table.driver.messages(GAMES)]
    return [shown[1] for shown in there if shown is not None and shown[0] == match]


async def only_the_newest_has_buttons(table: Table, *matches: int) -> None:
    """Return when it is so, and all posts are known to be sent."""
    newest = {(match, await table.ply(match)) for match in matches or (1,)}

    async def tidy() -> bool:
        shown = {ply_of(m) for m in await table.public_now() if labels(m)}
        query = sa.select(post.c.state, post.c.controls).where(post.c.match.is_not(None))
        rows = await table.store.read(lambda tx: tx.connection.execute(query).all())
        return shown == newest and not {row.state for row in rows} & {WAITING, SENDING}

    await table.until(tidy)


async def fill_in(table: Table, who: str, move: str, ply: int) -> None:
    """*Move*, and the form."""
    board = await table.board(ply)
    await table.all_posted()
    modal = await table.form_on(who, board)
    told = await table.driver.submit_modal(who, modal, {"text": move})
    assert told.ephemeral, told
    assert told.text.startswith("You played"), told


async def plays_on(table: Table, who: str, move: str, ply: int, *, route: str = SEND) -> None:
    """A move whose board comes by ``route``, and only the newest has buttons."""
    await table.all_posted()
    since = await next_request(table)
    told = await table.play(who, move)
    assert told.text.startswith(f"You played {move}")
    await table.board(ply)
    await only_the_newest_has_buttons(table)
    assert await sent_with(table, SEND, since) == ([ply] if route == SEND else [])
    assert await sent_with(table, FOLLOW_UP, since) == ([ply] if route == FOLLOW_UP else [])


async def posts(table: Table, ply: int) -> list[tuple[str, str | None]]:
    """State and nonce of the posts of a board."""
    query = sa.select(post.c.state, post.c.nonce).where(post.c.match == 1, post.c.ply == ply)
    rows = await table.store.read(lambda tx: tx.connection.execute(query).all())
    return [(str(row.state), row.nonce) for row in rows]
