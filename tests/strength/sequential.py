"""A sequential test: whether a share is nearer to one value or to another, in as few games as it
takes (Wald's SPRT, for pairs of games as fishtest counts them).

The two games of a pair begin with the same opening, so they are not independent, but pairs are. A
pair has one of five results, 0 to 2 points. How often each of them comes is taken from the results
themselves: of all the ways to give them chances so that the mean is as claimed, the most likely one
(Van den Bergh, "A practical introduction to the GSPRT"). The logarithm of the ratio of both
likelihoods says which claim fits better; beyond `BOUND` one is wrong in 5 % of matches at most.
"""

from collections.abc import Sequence
from enum import Enum
from math import log

ERROR = 0.05
BOUND = log((1 - ERROR) / ERROR)
"""2.94: each of the two errors happens in 5 % of matches."""
RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of a pair, as a share of its two points."""
FAINT = 1e-3
"""So many pairs are added for each result, so none is impossible."""


class Decision(Enum):
    LOWER = "the lower share fits"
    HIGHER = "the higher share fits"
    OPEN = "not decided"


def ratio(pairs: Sequence[float], lower: float, higher: float) -> float:
    """The logarithm of the likelihood ratio of two shares; positive: the higher one fits better.

    ``pairs``: what was won of each, 0 to 2.
    """
    counts = [FAINT] * len(RESULTS)
    for won in pairs:
        counts[RESULTS.index(won / 2)] += 1
    low, high = _likeliest(counts, lower), _likeliest(counts, higher)
    return sum((count - FAINT) * log(p / q) for count, p, q in zip(counts, high, low, strict=True))


def decide(pairs: Sequence[float], lower: float, higher: float) -> Decision:
    value = ratio(pairs, lower, higher)
    if value >= BOUND:
        return Decision.HIGHER
    return Decision.LOWER if value <= -BOUND else Decision.OPEN


def _likeliest(counts: Sequence[float], share: float) -> list[float]:
    """The chances of the results, with this mean, that make the counts most likely.

    They are those of the counts, each divided by 1 + tilt * (result - share); the tilt that gives
    the mean is found by halving an interval.
    """
    whole = sum(counts)
    low, high = -1 / (1 - share), 1 / share
    for _ in range(100):
        tilt = (low + high) / 2
        excess = sum(
            count * (result - share) / (1 + tilt * (result - share))
            for count, result in zip(counts, RESULTS, strict=True)
        )
        low, high = (tilt, high) if excess > 0 else (low, tilt)
    tilt = (low + high) / 2
    return [
        count / whole / (1 + tilt * (result - share))
        for count, result in zip(counts, RESULTS, strict=True)
    ]
