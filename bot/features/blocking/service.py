"""Blocks: two people between whom no game begins, without the blocked one being told.

Whoever is blocked is refused with the sentence that everybody reads who wants to play with somebody
that takes no challenges for now.

A block outlives the deletion of the blocked person's data: it keeps whoever has blocked them safe,
and would else be gone with one command. A keyed hash then takes the place of their id.
"""

import hmac
from collections.abc import Collection, Sequence
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
    """The last first; a negative number is somebody who has deleted their data."""
    takes_challenges: bool
    """False if they take none from anybody for now."""


class Blocking:
    """The blocks in one database."""

    def __init__(self, service: Service, secret: str = "") -> None:
        """``secret``: what only the bot knows, so that the database alone tells nobody who was
        blocked before they deleted their data."""
        self._key = hmac.digest(secret.encode(), b"who is blocked", "sha256")
        self._store = service.store
        self._now = service.now

    def register(self, service: Service) -> None:
        """Keep people apart from now on."""
        service.meetings.apart = self.apart
        service.meetings.checks.append(self.check)
        service.erasures.append(self._erase)

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
            blocks.unblock(user, self._known_as(other))
            blocks.block(user, other, self._now())

        await self._store.write(work)

    async def unblock(self, user: int, other: int) -> bool:
        """Let ``user`` block ``other`` no more. Returns True if they did."""
        known_as = self._known_as(other)
        return await self._store.write(
            lambda tx: BlockQueries(tx.connection).unblock(user, known_as)
        )

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

    def apart(self, tx: Transaction, users: Collection[int]) -> Pairs:
        """The pairs of these people of whom one has blocked the other."""
        known = {number: user for user in users for number in self._known_as(user)}
        blocks = BlockQueries(tx.connection).by(users)
        return frozenset(frozenset({by, known[of]}) for by, of in blocks if of in known)

    def check(self, tx: Transaction, asker: int, other: int, wanted: bool) -> None:
        """Refuse ``asker`` a game with ``other`` if one of them does not want that.

        Whoever takes no challenges can challenge, and play for places that others want.
        """
        blocks = BlockQueries(tx.connection)
        if blocks.blocks(asker, self._known_as(other)):
            raise RefusedError(BlockRefusal.BLOCKED, user=str(other))
        shut = blocks.blocks(other, self._known_as(asker))
        if shut or not (wanted or blocks.takes_challenges(other)):
            raise RefusedError(BlockRefusal.NOT_NOW, user=str(other))

    def _erase(
        self, tx: Transaction, user: int, pseudonym: int, seats: Sequence[tuple[int, int]]
    ) -> None:
        """Let blocks of ``user`` hold without their id. Their pseudonym in games would not do:
        it is drawn by lot, so that nobody who comes back is known by it."""
        del pseudonym, seats
        BlockQueries(tx.connection).rename(user, self._hash(user))

    def _known_as(self, user: int) -> tuple[int, ...]:
        """The numbers that stand for ``user`` in blocks: the last one since they left."""
        return (user,) if user < 0 else (user, self._hash(user))

    def _hash(self, user: int) -> int:
        digest = hmac.digest(self._key, str(user).encode(), "sha256")
        return -1 - (int.from_bytes(digest[:8]) >> 2)


def _chosen(tx: Transaction, user: int) -> Chosen:
    blocks = BlockQueries(tx.connection)
    return Chosen(tuple(blocks.blocked_by(user)), blocks.takes_challenges(user))
