"""Shards: the parts into which Discord splits the servers of a bot, each with a connection.

https://discord.com/developers/docs/events/gateway#sharding
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

MOST = 65_536
"""A larger number is a mistake: it would be a shard for every other server."""
_TEXT = re.compile(r"(?P<ids>[0-9]+(?:-[0-9]+)?(?:,[0-9]+(?:-[0-9]+)?)*)/(?P<count>[0-9]+)")


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards ``ids``, in ascending order, of ``count`` in all."""

    ids: tuple[int, ...]
    count: int

    @classmethod
    def all_of(cls, count: int) -> Self:
        """All shards of ``count``."""
        return cls(tuple(range(count)), count)

    @classmethod
    def parse(cls, text: str) -> Self:
        """``0-3/16`` is the first four of sixteen, ``2,5/16`` two of them. Raises `ValueError`."""
        found = _TEXT.fullmatch(text.strip())
        if found is None or not 0 < int(found["count"]) <= MOST:
            raise ValueError("must be shards and their number in all, such as 0-3/16")
        ids, count = set[int](), int(found["count"])
        for part in found["ids"].split(","):
            first, _, last = part.partition("-")
            if not int(first) <= int(last or first) < count:
                raise ValueError(f"must name shards from 0 to {count - 1}, such as 0-3/16")
            ids.update(range(int(first), int(last or first) + 1))
        return cls(tuple(sorted(ids)), count)

    @property
    def are_all(self) -> bool:
        """True if no shard is missing."""
        return len(self.ids) == self.count

    def of(self, server: int) -> int:
        """The shard of this server, which need not be one of these."""
        return (server >> 22) % self.count

    def cover(self, server: int) -> bool:
        """True if this server is on one of these shards."""
        return self.of(server) in self.ids

    def with_ids(self, ids: Iterable[int]) -> Self:
        """The shards ``ids`` of the same total number."""
        return type(self)(tuple(sorted(ids)), self.count)

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.count}"


WHOLE = Shards.all_of(1)
"""One shard with every server."""
