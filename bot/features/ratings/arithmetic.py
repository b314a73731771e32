"""Glicko-1 after every game: pure arithmetic, without Discord, database or clock.

The formulae are Glickman's (``glicko.net/glicko/glicko.pdf``), with two additions: a game may count
for less than one (`Met.weight`), and an opponent may have a fixed strength, a deviation of 0.
``tests/ratings/RESULTS.md`` says why this system, and where its constants come from.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp, log, pi, sqrt

START, UNKNOWN = 1500.0, 350.0
"""The rating of somebody new, and its deviation, which is also the largest."""
LEAST = 45.0
"""The smallest deviation: nobody is known better, since people change."""
GROWTH = 8.0
"""The deviation grows by this much in the first day of absence: its square by this much squared a
day."""
SETTLED = 110.0
"""A rating with a larger deviation after its last game is provisional."""

SHARE = 1.5
"""In a game of several, the results against all others count for this many games together."""

Q = log(10) / 400
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's strength in one game, as far as it is known."""

    value: float = START
    deviation: float = UNKNOWN
    at: datetime | None = None
    """The time of the last game that counted; None: there was none."""
    games: int = 0
    """The number of games that counted."""

    @property
    def provisional(self) -> bool:
        """True until enough games are known."""
        return self.deviation > SETTLED


@dataclass(frozen=True, slots=True)
class Met:
    """What one game says about a person: against whom, and the outcome."""

    value: float
    """The opponent's rating, plus what the opponent gained by the right to move first."""
    deviation: float
    """The opponent's deviation; 0 for one whose strength never moves."""
    score: float
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    weight: float = 1.0
    """How much it counts, from 0 to 1."""


def grown(rating: Rating, now: datetime, growth: float = GROWTH) -> Rating:
    """The rating as it is known ``now``: the longer ago the last game, the less surely."""
    if rating.at is None or now <= rating.at:
        return rating
    days = (now - rating.at) / DAY
    wider = sqrt(rating.deviation**2 + growth**2 * days)
    return Rating(rating.value, min(wider, UNKNOWN), rating.at, rating.games)


def damping(deviation: float) -> float:
    """How much less a result says if one is unsure of the opponent: Glickman's ``g``."""
    return 1 / sqrt(1 + 3 * (Q * deviation / pi) ** 2)


def expected(own: float, other: float, deviation: float = 0.0) -> float:
    """The expected score against ``other``, of whom one is unsure by ``deviation``."""
    return 1 / (1 + exp(-Q * damping(deviation) * (own - other)))


def after(own: Rating, met: Sequence[Met], least: float = LEAST) -> tuple[float, float]:
    """The rating and the deviation of a person after games at once, from those before them."""
    known, pull = 1 / own.deviation**2, 0.0
    for one in met:
        g = damping(one.deviation)
        hoped = 1 / (1 + exp(-Q * g * (own.value - one.value)))
        known += one.weight * Q**2 * g**2 * hoped * (1 - hoped)
        pull += one.weight * g * (one.score - hoped)
    return own.value + Q / known * pull, max(least, sqrt(1 / known))


def without(own: Rating, before: tuple[float, float], after_it: tuple[float, float]) -> Rating:
    """The rating without a game that once moved it from ``before`` to ``after_it``.

    What was won or lost is given back; and what was learned from the game is unlearned, as the sum
    of what all games say (one by the square of each deviation).
    """
    learned = 1 / after_it[1] ** 2 - 1 / before[1] ** 2
    known = max(1 / own.deviation**2 - max(learned, 0.0), 1 / UNKNOWN**2)
    value = own.value - (after_it[0] - before[0])
    return Rating(value, min(sqrt(1 / known), UNKNOWN), own.at, own.games - 1)


def anchors(gaps: Iterable[float], level: int, value: float = START) -> tuple[float, ...]:
    """The fixed strength of each level, from the gaps between them; ``level`` has ``value``."""
    heights = [0.0]
    for gap in gaps:
        heights.append(heights[-1] + gap)
    return tuple(value + height - heights[level - 1] for height in heights)
