"""Patterns around a point, and the weights that were learned of them."""

from math import e
from struct import unpack

import pytest

from engine.ai.patterns import BEYOND, EVEN, OWN, PATTERNS, classes, count, factors, written


@pytest.mark.parametrize(("neighbours", "number"), [(6, 430), (4, 1117)])
def test_patterns_that_turn_or_mirror_into_each_other_are_one_class(
    neighbours: int, number: int
) -> None:
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


def test_without_weights_all_patterns_are_even() -> None:
    for table in factors(6, None):
        assert set(unpack(f"<{PATTERNS}H", table)) == {EVEN}


def test_a_weight_is_a_factor() -> None:
    """A weight of 1 makes a point e times as likely; what nobody learned stays even."""
    answers, anywhere = [0.0] * 430, [0.0] * 430
    number = classes(6)[OWN]
    answers[number], anywhere[number] = 1.0, -100.0
    tables = [unpack(f"<{PATTERNS}H", table) for table in factors(6, written(answers, anywhere))]
    assert tables[0][OWN] == round(EVEN * e)
    assert tables[1][OWN] == round(EVEN * e**-5.5)
    assert {table[0] for table in tables} == {EVEN}
