"""Wake-ups: a process hears at once what another one has stored to be posted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg
import sqlalchemy as sa

from bot.storage.postgresql import LONGEST_PAUSE, WAYS
from bot.storage.queries.messages import WAKE_UP

log = logging.getLogger(__name__)


async def listen(url: str, own: str, hear: Callable[[int | None], Awaitable[None]]) -> None:
    """Call ``hear`` with each channel for which something was stored; None: perhaps for any.
    ``own``: the name of this process, which hears nothing from itself.

    Runs until cancelled.
    """
    address = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True, **WAYS)
            async with connection:
                await connection.execute(f"LISTEN {WAKE_UP}")
                await hear(None)  # whatever was stored while nobody listened
                async for notification in connection.notifies():
                    channel_id, _, waker = notification.payload.partition(" ")
                    if waker != own:
                        await hear(int(channel_id))
        except Exception as error:  # the rounds of the timer find it, too, only later
            log.warning("wake-ups by the database are interrupted: %r", error)
        await asyncio.sleep(LONGEST_PAUSE)
