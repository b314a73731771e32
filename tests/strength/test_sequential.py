"""The sequential test decides rightly, early, and no oftener wrongly than it says."""

from math import log
from random import Random

import pytest

from tests.strength.sequential import BOUND, Decision, decide, ratio

LOWER, HIGHER, MATCHES = 0.58, 0.72, 60


def test_pairs_that_are_won_or_lost_as_a_whole_count_like_single_games() -> None:
    """Then the ratio is that of two coins, which is known."""
    won, lost = 30, 14
    known = won * log(HIGHER / LOWER) + lost * log((1 - HIGHER) / (1 - LOWER))
    assert ratio([2.0] * won + [0.0] * lost, LOWER, HIGHER) == pytest.approx(known, abs=0.01)


def test_nothing_is_known_without_games_and_much_is_not_by_a_few() -> None:
    assert ratio([], LOWER, HIGHER) == 0
    assert decide([2.0] * 5, LOWER, HIGHER) is Decision.OPEN
    assert pytest.approx(2.944, abs=0.001) == BOUND


def test_the_order_of_pairs_does_not_matter_and_the_middle_says_nothing() -> None:
    pairs = [2.0, 1.0, 0.0, 1.5, 1.0, 0.5]
    assert ratio(pairs, LOWER, HIGHER) == pytest.approx(ratio(pairs[::-1], LOWER, HIGHER))
    even = [2.0, 1.0] * 20
    assert ratio(even, 0.70, 0.80) == pytest.approx(0, abs=0.05)
    assert ratio(even, 0.60, 0.75) > 0 > ratio(even, 0.75, 0.90)


def test_even_pairs_say_more_than_the_same_share_by_chance() -> None:
    """Seven in ten with little spread leaves less doubt than whole pairs won and lost."""
    steady, wild = [1.5] * 16 + [1.0] * 4, [2.0] * 14 + [0.0] * 6
    assert sum(steady) == sum(wild)
    assert ratio(steady, LOWER, HIGHER) > ratio(wild, LOWER, HIGHER)


@pytest.mark.parametrize(("share", "right"), [(LOWER, Decision.LOWER), (HIGHER, Decision.HIGHER)])
def test_it_is_hardly_ever_wrong_and_mostly_early(share: float, right: Decision) -> None:
    """Of matches whose share is one of the two, no more than about 5 % end with the other one."""
    wrong = games = 0
    for seed in range(MATCHES):
        random, pairs = Random(seed), list[float]()
        while decide(pairs, LOWER, HIGHER) is Decision.OPEN:
            pairs.append(float(sum(random.random() < share for _ in range(2))))
        wrong += decide(pairs, LOWER, HIGHER) is not right
        games += 2 * len(pairs)
    assert wrong <= 7
    assert games / MATCHES < 120
