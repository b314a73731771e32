"""Profiles: what people have played and learned, and who may see that."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.features.profile.firsts import First, firsts
from bot.features.profile.store import Played, ProfileQueries, Seated
from bot.service.learning import EXERCISE, PUZZLE, Streak
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.transaction import Transaction
from engine.turns import NO_TIME

BATCH = 25
"""Games that are worked out in one round of the clock: each is replayed."""


_WORDS = frozenset(each.value for each in First)


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers of games."""

    won: int = 0
    drawn: int = 0
    """Others were first, too."""
    lost: int = 0

    @property
    def all(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    def __add__(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class Record:
    """The results of a person in one game."""

    people: Tally = Tally()
    """Against people only."""
    computer: Tally = Tally()
    """With a computer in a seat."""
    colours: Mapping[str, Tally] = field(default_factory=dict[str, Tally])
    """Against one other person, by one's own colour."""
    others: Mapping[int, Tally] = field(default_factory=dict[int, Tally])
    """The same by the other person."""
    row: int = 0
    """The last games against people that were won one after the other."""
    best_row: int = 0
    """The most there have been."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known about a person."""

    user: int
    shared: bool
    records: Mapping[str, Record]
    """By the keys of games."""
    firsts: Mapping[First, int]
    """The match of each first."""
    exercises: Mapping[str, int]
    """How many exercises of each game are solved."""
    puzzles: Streak


class Profiles:
    """The profiles of the people in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._cache = service.matches.cache

    def register(self, service: Service) -> None:
        """Follow what happens from now on."""
        service.shown_messages.at_end.append(_ended)
        service.deadlines.rounds.append(self.tick)

    async def of(
        self, user: int, asker: int, more: Callable[[Transaction], None] | None = None
    ) -> Profile:
        """The profile of ``user`` as ``asker`` may see it; ``more`` is called in the same
        transaction.

        If it is private, it has only the games that both have played, and ``more`` is not called.
        """

        def work(tx: Transaction) -> Profile:
            queries = ProfileQueries(tx.connection)
            shared = queries.is_shared(user)
            if not shared and user != asker:
                return Profile(
                    user, shared, records(queries.of(user, asker)), {}, {}, Streak.of({})
                )
            rows = queries.of(user)
            if more is not None:
                more(tx)
            solved = Counter(game for game, _ in tx.answered.of(user, EXERCISE))
            return Profile(
                user,
                shared,
                records(rows),
                _firsts(rows),
                solved,
                Streak.of(tx.answered.of(user, PUZZLE)),
            )

        return await self._store.read(work)

    async def share(self, user: int, *, shared: bool) -> None:
        """Let everybody see the profile of ``user``, or nobody."""
        await self._store.write(lambda tx: ProfileQueries(tx.connection).share(user, shared=shared))

    async def tick(self, there: Shards) -> list[int]:
        """Find the firsts in games that are over. No channel changes."""
        due = await self._store.read(lambda tx: ProfileQueries(tx.connection).due(BATCH, there))
        for match_id in due:
            await self._work_out(match_id)
        return []

    async def _work_out(self, match_id: int) -> None:
        def read(tx: Transaction) -> tuple[LiveMatch, list[frozenset[str]]] | None:
            if (stored := tx.matches.get(match_id)) is None:
                return None
            try:
                live = self._cache.load(tx, stored)
            except RefusedError:  # the operator has heard of it
                return None
            queries = ProfileQueries(tx.connection)
            known = [
                frozenset[str]() if live.level_of(seat) else queries.known(user)
                for seat, user in enumerate(live.players)
            ]
            return live, known

        read_all = await self._store.read(read)
        found = [] if read_all is None else await asyncio.to_thread(_with_firsts, *read_all)
        await self._store.write(lambda tx: ProfileQueries(tx.connection).work_out(match_id, found))


def records(rows: Sequence[Seated]) -> dict[str, Record]:
    """The results of a person in each game, from their seats in the order in which games ended."""
    found = dict[str, Record]()
    for _, together in groupby(rows, key=lambda row: row.match):
        game = list(together)
        before = found.get(game[0].game, Record())
        found[game[0].game] = _with(before, game)
    return found


def _with(record: Record, game: Sequence[Seated]) -> Record:
    """The results with one more game."""
    one, shared = game[0], any(row.other_rank == 1 for row in game)
    result = Tally(one.rank == 1 and not shared, one.rank == 1 and shared, one.rank != 1)
    if any(row.other_level is not None for row in game):
        return replace(record, computer=record.computer + result)
    colours, others = dict(record.colours), dict(record.others)
    if len(game) == 1:
        others[one.other] = others.get(one.other, Tally()) + result
        if one.colour is not None:
            colours[one.colour] = colours.get(one.colour, Tally()) + result
    row = record.row + 1 if result.won else 0
    best = max(record.best_row, row)
    return Record(record.people + result, record.computer, colours, others, row, best)


def _firsts(rows: Sequence[Seated]) -> dict[First, int]:
    """The earliest match of each."""
    found = dict[First, int]()
    for row in rows:
        for word in (row.firsts or "").split():
            if word in _WORDS:
                found.setdefault(First(word), row.match)
    return found


def _ended(tx: Transaction, live: LiveMatch) -> None:
    """A match has ended; what its moves have achieved is found later."""
    if live.match.end is not None and live.match.end.ranks is not None:
        ProfileQueries(tx.connection).add(_played(live))


def _played(live: LiveMatch) -> list[Played]:
    """What is known at once about the people in a finished match."""
    match = live.match
    at = match.last.at if match.last is not None else NO_TIME
    colours, names = match.position.colours, match.game.colours
    return [
        Played(live.id, seat, at, None if colours is None else names[colours[seat]])
        for seat in range(match.seats)
        if live.level_of(seat) is None
    ]


def _with_firsts(live: LiveMatch, known: Sequence[frozenset[str]]) -> list[Played]:
    """The same with what they have achieved, besides what is ``known`` of each seat."""
    levels = live.levels or (None,) * len(live.players)
    found = firsts(live.match, levels, known)
    return [replace(one, firsts=" ".join(sorted(found[one.seat]))) for one in _played(live)]
