"""Signs of life of the shards, and which process sends their posts."""

from datetime import datetime

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.queries.base import Queries
from bot.storage.schema import shard


class ShardQueries(Queries):
    """Signs of life of the shards, and leases on them."""

    def seen(self, number: int, count: int) -> datetime | None:
        """When people could last reach the bot through this shard.

        After a change of the number of shards: through any shard, as far as it is known.
        """
        row = self._one(sa.select(shard.c.seen).where(*_is(number, count)))
        if row is not None and row.seen is not None:
            return row.seen
        row = self._one(sa.select(sa.func.max(shard.c.seen).label("seen")))
        return None if row is None else row.seen

    def note_seen(self, number: int, count: int, now: datetime) -> None:
        """People can reach the bot through this shard."""
        self._set(number, count, seen=now)

    def seen_since(self, since: datetime, shards: Shards) -> list[int]:
        """Those of ``shards`` that have given a sign of life since then."""
        which = shard.c.count == shards.count, shard.c.number.in_(shards.ids)
        rows = self._all(sa.select(shard.c.number).where(*which, shard.c.seen >= since))
        return [row.number for row in rows]

    def hold(self, shards: Shards, holder: str, until: datetime) -> None:
        """Take or keep the lease on ``shards``, whoever has it."""
        for number in shards.ids:
            self._set(number, shards.count, holder=holder, until=until)

    def adopt(self, count: int, holder: str, now: datetime, until: datetime) -> list[int]:
        """Keep the leases of ``holder``, and take those that are over. Returns all it has."""
        mine_or_over = (shard.c.holder == holder) | (shard.c.until < now)
        rows = self._all(
            sa.select(shard.c.number)
            .where(shard.c.count == count, mine_or_over)
            .with_for_update(skip_locked=True)
        )
        numbers = sorted(row.number for row in rows)
        which = shard.c.count == count, shard.c.number.in_(numbers)
        self._run(sa.update(shard).where(*which).values(holder=holder, until=until))
        return numbers

    def let_go(self, holder: str, now: datetime) -> None:
        """End the leases of ``holder``, so that others need not wait."""
        self._run(sa.update(shard).where(shard.c.holder == holder).values(until=now))

    def _set(self, number: int, count: int, **values: object) -> None:
        changed = self._run(sa.update(shard).where(*_is(number, count)).values(values))
        if not changed.rowcount:
            self._run(sa.insert(shard).values(number=number, count=count, **values))


def _is(number: int, count: int) -> tuple[sa.ColumnElement[bool], ...]:
    return shard.c.number == number, shard.c.count == count
