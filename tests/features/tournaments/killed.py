"""A tournament that goes on through kills: whole processes on one database, and what must hold.

Every process is the clock and all players at once, with a time that goes by quickly and is the same
for all of them. It dies at a statement that is asked for, or when it is killed.
"""

import asyncio
import os
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from bot.features.tournaments.model import System
from bot.features.tournaments.rounds import A_PAGE, END, ROUND
from bot.features.tournaments.service import View
from bot.features.tournaments.standings import standings
from bot.features.tournaments.store import OVER, pairing, tournament
from bot.service.refusals import RefusedError
from bot.shards import WHOLE
from bot.storage.database import Store
from bot.storage.schema import match, message
from bot.storage.transaction import Transaction
from engine.position import MoveError
from engine.turns import Wish
from tests.bot.house import House
from tests.features.tournaments.club import Club
from tests.features.tournaments.simulated import check_rounds, naive_breaks, naive_points

SPEED = 200
"""So much faster goes the time of the players."""
AT_A_TIME = 40
"""Games that a process ends between two looks at the clock."""
DRAWN, LEAVE = 0.15, 0.01
"""The parts of the games that are drawn, and after which the loser withdraws."""
_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])


@dataclass
class Evening:
    """A tournament on the database at ``url``."""

    url: str
    people: int
    rounds: int
    key: int = 0
    began: float = field(default_factory=time.time)
    kills: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """At each kill the round, and how many of its pairings had not begun."""

    async def sign_up(self) -> None:
        """Everybody signs up, and the sign-up ends."""
        async with Store.open(self.url) as store:
            club = Club(House(store))
            until = club.house.time + timedelta(minutes=1)
            people = range(1, self.people + 1)
            self.key = await club.create(
                System.SWISS, people, rounds=self.rounds, until=until, time="30d"
            )
        self.began = time.time()

    def start(self, die: int = 0, part: tuple[int, int] = (0, 1)) -> ForkServerProcess:
        """A process; with ``die`` it dies before the statement of a change with this number.

        ``part``: which process it is, and of how many: each plays some of the games.
        """
        process = _FORKS.Process(target=_live, args=(self, die, part))
        process.start()
        return process

    async def killed(self) -> None:
        """Note where a kill has met the tournament."""
        async with Store.open(self.url) as store:
            self.kills.append(await store.read(self._state))

    def _state(self, tx: Transaction) -> tuple[int, int]:
        here = pairing.c.tournament == self.key
        left = here, pairing.c.result.is_(None), pairing.c.match.is_(None)
        waits = sa.select(sa.func.count()).select_from(pairing).where(*left)
        last = sa.select(tournament.c.round).where(tournament.c.id == self.key)
        return tx.connection.execute(last).scalar_one(), tx.connection.execute(waits).scalar_one()

    async def check(self) -> View:
        """Everything that must hold at the end, counted anew."""
        async with Store.open(self.url) as store:
            view = await Club(House(store)).view(self.key)
            counted = await store.read(self._counted)
        whole = view.whole
        assert (view.stored.state, view.stored.round) == (OVER, self.rounds)
        assert len(whole.players) == self.people
        check_rounds(whole)
        for number in range(1, self.rounds + 1):
            there = Counter(user for one in whole.in_round(number) for user in one.players)
            assert {one.id for one in whole.players if one.out is None} <= {*there}
        order, points = standings(whole), naive_points(whole)
        assert [Fraction(line.points) for line in order] == sorted(points.values(), reverse=True)
        for line in order[:: max(1, self.people // 100)]:
            naive = naive_breaks(whole, line.player.id)
            assert (line.breaks[0], line.breaks[1], line.breaks[3]) == naive
        games = [one for one in view.pairings if one.match is not None]
        assert all(one.pairing.result for one in view.pairings)
        assert all(one.match or one.pairing.forfeit for one in view.pairings)
        pages = [-(-len(view.in_round(number)) // A_PAGE) for number in range(1, self.rounds + 1)]
        assert counted == {"games": len(games), ROUND: sum(pages), END: 1}
        return view

    def _counted(self, tx: Transaction) -> dict[str, int]:
        games = sa.select(sa.func.count()).select_from(match)
        kinds = sa.select(message.c.kind, sa.func.count()).group_by(message.c.kind)
        told = {row[0]: row[1] for row in tx.connection.execute(kinds)}
        counted = {kind: told[kind] for kind in (ROUND, END)}
        return {"games": tx.connection.execute(games).scalar_one(), **counted}


def _live(evening: Evening, die: int, part: tuple[int, int]) -> None:
    if die:
        _die_at(die)
    asyncio.run(_play(evening, *part))


def _die_at(number: int) -> None:
    """Die before the statement with this number that changes something."""
    count = 0

    def counted(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        nonlocal count
        count += statement.startswith(("INSERT", "UPDATE", "DELETE"))
        if count == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(sa.Engine, "before_cursor_execute", counted)


async def _play(evening: Evening, part: int, parts: int) -> None:
    """Be the clock, and end games, until the tournament is over."""
    async with Store.open(evening.url) as store:
        club, random = Club(House(store)), Random()
        begun = club.house.time
        while True:
            gone = timedelta(seconds=(time.time() - evening.began) * SPEED)
            club.house.time = begun + gone
            await club.rounds.tick(WHOLE)
            going_on, there = await store.read(lambda tx: _games(tx, evening.key))
            if not going_on:
                return
            there = [one for one in there if one[0] % parts == part]
            for one in random.sample(there, min(AT_A_TIME, len(there))):
                await _end(club, evening.key, *one)
            if not there:
                await asyncio.sleep(0.01)


def _games(tx: Transaction, key: int) -> tuple[bool, list[tuple[int, int, int]]]:
    state = sa.select(tournament.c.state).where(tournament.c.id == key)
    runs = pairing.c.tournament == key, pairing.c.result.is_(None), pairing.c.match.is_not(None)
    wanted = sa.select(pairing.c.match, pairing.c.first, pairing.c.second).where(*runs)
    there = [(row[0], row[1], row[2]) for row in tx.connection.execute(wanted)]
    return tx.connection.execute(state).scalar_one() != OVER, there


async def _end(club: Club, key: int, match_id: int, first: int, second: int) -> None:
    """End a game, whatever of that was done before a kill, or by another process meanwhile."""
    chance, matches, ids = Random(match_id), club.house.service.matches, match_id * 10 + 10**9
    loser = chance.choice((first, second))
    try:
        if chance.random() < DRAWN:
            for number, (user, move) in enumerate(((first, "a1"), (second, "c3"))):
                await matches.play(match_id, user, move, event_id=ids + number, confirmed=True)
            await matches.ask(match_id, first, Wish.DRAW, event_id=ids + 2)
            await matches.answer(match_id, second, allow=True, event_id=ids + 3)
            return
    except (RefusedError, MoveError):
        pass
    try:
        await matches.resign(match_id, loser, event_id=ids + 4)
        if chance.random() < LEAVE:
            await club.tournaments.withdraw(key, loser, event_id=ids + 5)
    except RefusedError:
        pass
