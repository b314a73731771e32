"""Blocks: two people between whom no game begins, without the blocked one being told.

Whoever is blocked is refused with the sentence that everybody reads who wants to play with somebody
that takes no challenges for now.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from bot.features.blocking.store import BlockQueries
from bot.service.meetings import Pairs
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.storage.transaction import Transaction

MOST_BLOCKED = 200
"""People that one person can block."""


class BlockRefusal(StrEnum):
    """Why there is no game, or no block: the keys of the texts."""

    NOT_NOW = "blocking-not-now"
    BLOCKED = "blocking-blocked"
    YOURSELF = "blocking-yourself"
    TOO_MANY = "blocking-too-many"


@dataclass(frozen=True, slots=True)
class Chosen:
    """With whom somebody does not want to play."""

    blocked: tuple[int, ...]
    """The last first."""
    takes_challenges: bool
    """False if they take none from anybody for now."""


class Blocking:
    """The blocks in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._now = service.now

    def register(self, service: Service) -> None:
        """Keep people apart from now on."""
        service.meetings.apart = apart
        service.meetings.checks.append(check)

    async def block(self, user: int, other: int, name: str) -> None:
        """Let ``user`` block ``other``, whose ``name`` their list shows. May refuse."""

        def work(tx: Transaction) -> None:
            if user == other:
                raise RefusedError(BlockRefusal.YOURSELF)
            blocks = BlockQueries(tx.connection)
            blocked = blocks.blocked_by(user)
            if other in blocked:
                return
            if len(blocked) >= MOST_BLOCKED:
                raise RefusedError(BlockRefusal.TOO_MANY, most=MOST_BLOCKED)
            tx.people.remember_names({other: name})
            blocks.block(user, other, self._now())

        await self._store.write(work)

    async def unblock(self, user: int, other: int) -> bool:
        """Let ``user`` block ``other`` no more. Returns True if they did."""
        return await self._store.write(lambda tx: BlockQueries(tx.connection).unblock(user, other))

    async def take_challenges(self, user: int, *, takes: bool) -> Chosen:
        """Let ``user`` take challenges, or none for now."""

        def work(tx: Transaction) -> Chosen:
            since = None if takes else self._now()
            BlockQueries(tx.connection).take_challenges(user, since)
            return _chosen(tx, user)

        return await self._store.write(work)

    async def of(self, user: int) -> Chosen:
        """What ``user`` has chosen."""
        return await self._store.read(lambda tx: _chosen(tx, user))


def _chosen(tx: Transaction, user: int) -> Chosen:
    blocks = BlockQueries(tx.connection)
    return Chosen(tuple(blocks.blocked_by(user)), blocks.takes_challenges(user))


def apart(tx: Transaction, users: Collection[int]) -> Pairs:
    """The pairs of these people of whom one has blocked the other."""
    return frozenset(map(frozenset, BlockQueries(tx.connection).between(users)))


def check(tx: Transaction, asker: int, other: int, wanted: bool) -> None:
    """Refuse ``asker`` a game with ``other`` if one of them does not want that.

    Whoever takes no challenges can challenge, and play for places that others want.
    """
    blocks = BlockQueries(tx.connection)
    if blocks.blocks(asker, other):
        raise RefusedError(BlockRefusal.BLOCKED, user=str(other))
    if blocks.blocks(other, asker) or not (wanted or blocks.takes_challenges(other)):
        raise RefusedError(BlockRefusal.NOT_NOW, user=str(other))
