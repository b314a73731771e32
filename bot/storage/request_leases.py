"""Leases on requests to Discord: all processes of a bot take them from one bucket in PostgreSQL."""

import importlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

import sqlalchemy as sa

from bot.storage.transaction import Transaction

Lease = Callable[[int], Awaitable[int]]
"""Takes the number of requests that are wanted, returns how many may be sent now."""

_ADD = "INSERT INTO budget (key, level, at) VALUES ('requests', 0, 0) ON CONFLICT DO NOTHING"
# If the clock was set back, nothing has flown off, as far as anybody knows.
_TAKE = sa.text("""
    WITH state AS (
        SELECT greatest(
            0, level - greatest(0, extract(epoch FROM clock_timestamp()) - at) * :steady
        ) AS level
        FROM budget WHERE key = 'requests' FOR UPDATE
    ), given AS (
        SELECT level, greatest(0, least(:wanted, floor(:at_once - level))) AS number FROM state
    )
    UPDATE budget
    SET level = given.level + given.number, at = extract(epoch FROM clock_timestamp())
    FROM given WHERE key = 'requests' RETURNING given.number
""")


@asynccontextmanager
async def shared_requests(url: str, *, at_once: float, steady: float) -> AsyncGenerator[Lease]:
    """A bucket for ``at_once`` requests, of which ``steady`` flow off in a second.

    The database's clock counts. Who uses the same bucket has to name the same figures.
    """
    # A reader would see an old level, and a crash may empty the bucket: nobody waits for the disk.
    postgresql = importlib.import_module("bot.storage.postgresql")
    async with postgresql.connection(url, "READ COMMITTED", synchronous_commit="off") as link:

        def add(tx: Transaction) -> None:
            tx.connection.exec_driver_sql(_ADD)

        await link.run(add)

        async def take(wanted: int) -> int:
            values = {"wanted": wanted, "at_once": at_once, "steady": steady}

            def work(tx: Transaction) -> int:
                given = tx.connection.execute(_TAKE, values).scalar_one_or_none()
                if given is None:  # a crash of the server has taken the bucket along
                    add(tx)
                return int(given or 0)

            number: int = await link.run(work)
            return number

        yield take
