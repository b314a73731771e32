"""Simulated people who play each other and the levels, and games of several.

Strengths are on the scale of ratings. People begin at different strengths, learn, drift, stay away
and come back weaker; some play every day, most once in a while, and nearly all on one server.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log
from random import Random

from bot.features.ratings.arithmetic import START, Q, anchors

GAPS = (196, 186, 308, 301, 263, 191, 205)
"""Between the levels, as the ladder of tests/strength has measured them on Keil of side 5."""
LEVELS = anchors(GAPS, level=3)
SPREAD, LEARNED, LEARNING, DRIFT, RUST = 250.0, 250.0, 40.0, 3.0, 40.0
"""Of beginners; what somebody learns in the end, and in how many games two thirds of it; drift by
the square root of a day; what an absence of two months costs."""
SLOPES, FIRST = (0.7, 1.0, 1.37), 108.0
"""How much strength decides on small, middling and large boards, as the ladders' sums say; what the
right to move first is worth where there is no komi (Ki of side 9)."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game: who took part, on which day, and how it ended."""

    day: float
    seats: tuple[int, ...]
    """People by number; a level is negative."""
    ranks: tuple[int, ...]
    edge: float = 0.0
    """What the first seat gained by moving first, as far as systems can know."""
    slope: float = 1.0

    @property
    def score(self) -> float:
        """Of the first of two."""
        return 1.0 if self.ranks[0] < self.ranks[1] else 0.0


@dataclass
class Person:
    """Somebody, with a strength that nobody sees."""

    server: int
    talent: float
    joined: float
    a_week: float
    games: int = 0
    drift: float = 0.0
    next: float = 0.0
    last: float = 0.0
    rust: float = 0.0

    @property
    def strength(self) -> float:
        return self.talent + LEARNED * (1 - exp(-self.games / LEARNING)) + self.drift - self.rust

    def wakes(self, day: float, random: Random) -> None:
        """They come to play: they have drifted, and are rusty after a long absence."""
        away = max(day - self.last, 0.0)
        self.drift += random.gauss(0, DRIFT * away**0.5)
        self.rust = RUST * min(away / 60, 1.0) if away > 14 else self.rust * 0.7
        self.last, self.games = day, self.games + 1


@dataclass
class World:
    """People on some servers; ``means``: how much stronger each server is."""

    random: Random
    people: list[Person] = field(default_factory=list[Person])

    @classmethod
    def of(cls, seed: int, number: int, means: Sequence[float], days: float) -> "World":
        random = Random(seed)
        world = cls(random)
        for _ in range(number):
            server, joined = random.randrange(len(means)), random.uniform(0, days * 0.6)
            talent = START - LEARNED / 2 + means[server] + random.gauss(0, SPREAD)
            person = Person(server, talent, joined, min(random.lognormvariate(0.3, 1.1), 30))
            person.next = joined + random.expovariate(person.a_week / 7)
            person.last = joined
            world.people.append(person)
        return world

    def games(self, days: float, levels: float = 0.12) -> list[Played]:
        """What they play, in order; ``levels``: the part of games against levels."""
        random, people, played = self.random, self.people, list[Played]()
        by_server = {p.server: [n for n, o in enumerate(people) if o.server == p.server]
                     for p in people}  # fmt: skip
        while True:
            number = min(range(len(people)), key=lambda n: people[n].next)
            one = people[number]
            day = one.next
            if day > days:
                return played
            pause = random.expovariate(1 / 60) if random.random() < 0.02 else 0.0
            one.next = day + random.expovariate(one.a_week / 7) + pause
            one.wakes(day, random)
            if random.random() < levels:
                wanted = one.strength + random.gauss(0, 200)
                level = min(range(8), key=lambda n: abs(LEVELS[n] - wanted))
                played.append(self._of_two(day, number, -1 - level, LEVELS[level]))
                continue
            there = by_server[one.server] if random.random() < 0.95 else range(len(people))
            others = [n for n in there if n != number and people[n].joined < day]
            if not others:
                continue
            some = random.sample(others, min(len(others), 6))
            near = [exp(-abs(people[n].strength - one.strength) / 300) for n in some]
            other = random.choices(some, near)[0]
            people[other].wakes(day, random)
            played.append(self._of_two(day, number, other, people[other].strength))

    def _of_two(self, day: float, one: int, other: int, strength: float) -> Played:
        random, slope = self.random, self.random.choice(SLOPES)
        edge = random.choice((0.0, 0.0, FIRST, -FIRST))
        gap = slope * (self.people[one].strength - strength) + edge + random.gauss(0, 30)
        won = random.random() < 1 / (1 + exp(-Q * gap))
        return Played(day, (one, other), (1, 2) if won else (2, 1), edge, slope)

    def games_of_several(self, days: float) -> list[Played]:
        """What they play in threes to sixes, in order."""
        random, people, played = self.random, self.people, list[Played]()
        for day in sorted(random.uniform(0, days) for _ in range(len(people) * 20)):
            there = [n for n, one in enumerate(people) if one.joined < day]
            seats = random.randint(3, 6)
            if len(there) < seats:
                continue
            chosen = random.choices(there, [people[n].a_week for n in there], k=seats * 3)
            table = list(dict.fromkeys(chosen))[:seats]
            for number in table:
                people[number].wakes(day, random)
            done = [Q * people[n].strength - log(random.expovariate(1)) for n in table]
            ranks = tuple(1 + sum(other > own for other in done) for own in done)
            played.append(Played(day, tuple(table), ranks))
        return played
