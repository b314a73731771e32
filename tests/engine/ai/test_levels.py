"""How a level makes a move of what the search says."""

from itertools import pairwise
from random import Random

from engine.ai import LEVELS, Considered, Thoughts, choose
from engine.position import Placement


def thoughts(*visits: int) -> Thoughts:
    moves = tuple(Considered(Placement(f"a{n}"), v, 0.5, 0) for n, v in enumerate(visits, 1))
    return Thoughts(moves, (0, 0), 1, (), sum(visits))


def chosen(found: Thoughts, level: int) -> set[str]:
    moves = {choose(found, LEVELS[level - 1], Random(seed)) for seed in range(100)}
    return {move.point for move in moves if isinstance(move, Placement)}


def test_there_are_eight_levels_and_each_searches_more_and_overlooks_less_than_the_one_below() -> (
    None
):
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for lower, upper in pairwise(LEVELS):
        assert upper.playouts >= (3 if upper.number > 5 else 1.5) * lower.playouts
        assert upper.sight >= lower.sight


def test_levels_that_see_everything_play_the_most_visited_move() -> None:
    assert chosen(thoughts(40, 35, 25), 5) == {"a1"}


def test_low_levels_overlook_moves() -> None:
    assert chosen(thoughts(40, 35, 25), 1) == {"a1", "a2", "a3"}


def test_no_level_overlooks_what_is_obvious() -> None:
    assert chosen(thoughts(70, 20, 10), 1) == {"a1"}


def test_a_level_that_sees_nothing_plays_the_most_visited_move() -> None:
    assert chosen(thoughts(10), 1) == {"a1"}
