"""Locks in PostgreSQL: no two processes connect the same shard, whoever starts them.

They are advisory locks of a session, so they end with the connection of the process that has
them, however it ends. A process for all shards locks out all others; a process for some shards
shares that lock, locks each of its shards, and shares a lock on the number of all shards, which
must be the same everywhere.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from bot.shards import Shards
from bot.storage.postgresql import Link, engine_at
from bot.storage.predecessor import IN_USE, waited
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two looks at the locks."""

PROGRAM, SHARD, COUNT = (int.from_bytes(name) for name in (b"keil", b"kels", b"keln"))
"""The first key of our locks: on everything (the second one is 0), on a shard, on their number."""
_TRY = sa.text("SELECT pg_try_advisory_lock(:kind, :key)")
_TRY_SHARED = sa.text("SELECT pg_try_advisory_lock_shared(:kind, :key)")
_DROP_ALL = "SELECT pg_advisory_unlock_all()"
_OURS = """
    SELECT {} FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = {}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_MINE = sa.text(_OURS.format("count(*)", PROGRAM) + "AND pid = pg_backend_pid()")
_OTHER_COUNTS = sa.text(_OURS.format("max(objid::bigint)", COUNT) + "AND objid <> :count")


@asynccontextmanager
async def locked(url: str, stop: asyncio.Event, shards: Shards | None) -> AsyncGenerator[bool]:
    """Hold ``shards``, or everything; False if ``stop`` is set before they are free.

    The locks end with their connection. If that is lost and another process is first to take them
    anew, ``stop`` is set. Raises `InUseError`.
    """
    link = Link(engine_at(url), write=True)
    async with link:
        in_the_way: str | None = None

        async def take() -> bool:
            nonlocal in_the_way
            in_the_way = await link.run(lambda tx: take_locks(tx, shards))
            return in_the_way is None

        if not await waited(take, stop, lambda: f"{IN_USE}{in_the_way}"):
            yield False
            return
        keeping = asyncio.create_task(_keep(link, stop, shards))
        try:
            yield True
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping


async def _keep(link: Link, stop: asyncio.Event, shards: Shards | None) -> None:
    def look(tx: Transaction) -> bool:
        return bool(tx.connection.execute(_MINE).scalar_one()) or take_locks(tx, shards) is None

    try:
        while await link.run(look):
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await stop.wait()
                    return
        log.error("another process has taken over this database: this one ends")
    except SQLAlchemyError as error:
        log.error("the database does not come back, so this process ends: %s", error)
    stop.set()


def take_locks(tx: Transaction, shards: Shards | None) -> str | None:
    """Take all locks, or none. Returns what is in the way: the end of a sentence; None: nothing."""
    if shards is None:
        return None if _lock(tx, PROGRAM, 0) else ""
    wanted = [(COUNT, shards.count, True), *((SHARD, number, False) for number in shards.ids)]
    if not _lock(tx, PROGRAM, 0, shared=True):
        return " for all shards"
    taken = all(_lock(tx, kind, key, shared=shared) for kind, key, shared in wanted)
    other = tx.connection.execute(_OTHER_COUNTS, {"count": shards.count}).scalar_one()
    if taken and other is None:
        return None
    tx.connection.exec_driver_sql(_DROP_ALL)
    if other is not None:
        return f", with {other} shards in all, not {shards.count}"
    return f" for one of the shards {shards}"


def _lock(tx: Transaction, kind: int, key: int, *, shared: bool = False) -> bool:
    attempt = _TRY_SHARED if shared else _TRY
    return bool(tx.connection.execute(attempt, {"kind": kind, "key": key}).scalar_one())
