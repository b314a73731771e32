"""Signs of life of the shards, and which process sends their posts."""

from datetime import datetime

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.queries.base import Queries
from bot.storage.schema import shard

_HELD = sa.select(shard.c.number).where(
    shard.c.number == sa.bindparam("number"),
    shard.c.count == sa.bindparam("of"),
    shard.c.holder == sa.bindparam("by"),
    shard.c.until > sa.bindparam("now"),
)
"""Asked with every step of every channel, so built once."""


class ShardQueries(Queries):
    """Signs of life of the shards, and leases on them."""

    def seen(self, number: int, count: int) -> datetime | None:
        """The last time at which this shard was connected.

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
        """The numbers of the ``shards`` that have given a sign of life since then."""
        which = shard.c.count == shards.count, shard.c.number.in_(shards.ids)
        rows = self._all(sa.select(shard.c.number).where(*which, shard.c.seen >= since))
        return [row.number for row in rows]

    def hold(self, shards: Shards, holder: str, until: datetime) -> set[int]:
        """Take or keep the lease on ``shards``, whoever has it. Returns those that others had."""
        taken = set[int]()
        for number in shards.ids:
            mine = *_is(number, shards.count), shard.c.holder == holder
            if not self._run(sa.update(shard).where(*mine).values(until=until)).rowcount:
                self._set(number, shards.count, holder=holder, until=until)
                taken.add(number)
        return taken

    def adopt(
        self, count: int, holder: str, now: datetime, until: datetime
    ) -> tuple[set[int], set[int], set[int]]:
        """Keep the leases of ``holder``, and take those that are over.

        Returns all it has, those of them that others had, and those that these have not let go.
        """
        mine_or_over = (shard.c.holder == holder) | (shard.c.until < now)
        rows = self._all(
            sa.select(shard.c.number, shard.c.holder)
            .where(shard.c.count == count, mine_or_over)
            .with_for_update(skip_locked=True)
        )
        numbers = {row.number for row in rows}
        which = shard.c.count == count, shard.c.number.in_(sorted(numbers))
        self._run(sa.update(shard).where(*which).values(holder=holder, until=until))
        taken = {row.number for row in rows if row.holder != holder}
        return numbers, taken, {row.number for row in rows if row.holder not in (holder, None)}

    def is_held(self, number: int, count: int, holder: str, now: datetime) -> bool:
        """True if ``holder`` has the lease on this shard now."""
        return self._one(_HELD, number=number, of=count, by=holder, now=now) is not None

    def let_go(self, holder: str, now: datetime) -> None:
        """End the leases of ``holder``, so that others need not wait."""
        ended = sa.update(shard).where(shard.c.holder == holder)
        self._run(ended.values(until=now, holder=None))

    def _set(self, number: int, count: int, **values: object) -> None:
        changed = self._run(sa.update(shard).where(*_is(number, count)).values(values))
        if not changed.rowcount:
            self._run(sa.insert(shard).values(number=number, count=count, **values))


def _is(number: int, count: int) -> tuple[sa.ColumnElement[bool], ...]:
    return shard.c.number == number, shard.c.count == count
