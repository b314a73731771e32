"""Patterns around a point, and the weights that were learned of them."""

from math import e
from struct import unpack

import pytest

from engine.ai.patterns import (
    BEYOND,
    EVEN,
    OWN,
    PATTERNS,
    TRAITS,
    VALUES,
    classes,
    count,
    factors,
    written,
)


@pytest.mark.parametrize(("neighbours", "number"), [(6, 430), (4, 1117)])
def test_patterns_that_turn_or_mirror_into_each_other_are_one_class(
    neighbours: int, number: int
) -> None:
    classes.cache_clear()  # what another test has computed may have been out of coverage's sight
    numbers = classes(neighbours)
    assert count(neighbours) == number == len(set(numbers) - {-1})
    one_stone = {numbers[OWN << 2 * place] for place in range(neighbours)}
    assert len(one_stone) == 1
    two_together = {numbers[OWN | OWN << 2], numbers[OWN | OWN << 2 * (neighbours - 1)]}
    assert len(two_together) == 1
    assert two_together != {numbers[OWN | OWN << 4]}


def test_on_squares_a_diagonal_is_beyond_the_edge_with_the_places_beside_it() -> None:
    numbers = classes(4)
    edge = BEYOND | BEYOND << 8 | BEYOND << 14
    assert numbers[edge] >= 0
    assert numbers[BEYOND] == -1
    assert numbers[BEYOND << 8] == -1


def test_without_weights_all_is_even() -> None:
    even = factors(6, None)
    for table in (even.answers, even.priors):
        assert set(unpack(f"<{PATTERNS}H", table)) == {EVEN}
    assert set(unpack(f"<{PATTERNS}f", even.leans)) == {0}
    assert set(unpack(f"<{TRAITS * VALUES}f", even.traits)) == {1}


def test_a_weight_is_a_factor() -> None:
    """A weight of 1 makes a point e times as likely; what nobody learned stays even."""
    answers, anywhere, traits = [0.0] * 430, [0.0] * 430, [0.0] * TRAITS * VALUES
    number = classes(6)[OWN]
    answers[number], anywhere[number], traits[VALUES + 2] = 1.0, -100.0, 2.0
    told = factors(6, written(answers, anywhere, traits))
    tables = [unpack(f"<{PATTERNS}H", table) for table in (told.answers, told.priors)]
    assert tables[0][OWN] == round(EVEN * e)
    assert tables[1][OWN] == round(EVEN * e**-5.5)
    assert {table[0] for table in tables} == {EVEN}
    leans = unpack(f"<{PATTERNS}f", told.leans)
    assert (leans[OWN], leans[0]) == (-5.5, 0)
    of_traits = unpack(f"<{TRAITS * VALUES}f", told.traits)
    assert of_traits[VALUES + 2] == pytest.approx(e**2)
    assert sum(factor == 1 for factor in of_traits) == TRAITS * VALUES - 1
