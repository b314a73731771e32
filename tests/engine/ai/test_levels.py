"""How a level makes a move of what the search says."""

from itertools import pairwise
from random import Random

from engine.ai import LEVELS, Considered, Thoughts, choose
from engine.games import all_games
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


def on_keil(size: int) -> list[int]:
    """The playouts of each level on a board of Keil."""
    position = all_games()["keil"].start_unrestricted({"size": size})
    return [level.playouts_in(position) for level in LEVELS]


def test_levels_that_overlook_moves_search_more_on_large_boards_but_less_than_level_5() -> None:
    least = [level.playouts for level in LEVELS]
    assert on_keil(5) == on_keil(6) == least
    assert on_keil(7) == [11, 36, 72, 135, *least[4:]]
    assert on_keil(8) == [14, 48, 96, 150, *least[4:]]


def test_levels_that_see_everything_play_the_most_visited_move() -> None:
    assert chosen(thoughts(40, 35, 25), 5) == {"a1"}


def test_low_levels_overlook_moves() -> None:
    assert chosen(thoughts(40, 35, 25), 1) == {"a1", "a2", "a3"}


def test_no_level_overlooks_what_is_obvious() -> None:
    assert chosen(thoughts(70, 20, 10), 1) == {"a1"}


def test_a_level_that_sees_nothing_plays_the_most_visited_move() -> None:
    assert chosen(thoughts(10), 1) == {"a1"}
