"""How a level makes a move of what the search says."""

from itertools import pairwise
from random import Random

import pytest

from engine.ai import LEVELS, Considered, Thoughts, choose
from engine.game import OptionValue
from engine.games import all_games
from engine.position import Placement


def thoughts(*visits: int) -> Thoughts:
    moves = tuple(Considered(Placement(f"a{n}"), v, 0.5, 0) for n, v in enumerate(visits, 1))
    return Thoughts(moves, (0, 0), 1, (), sum(visits))


def chosen(found: Thoughts, level: int) -> set[str]:
    moves = {choose(found, LEVELS[level - 1], Random(seed)) for seed in range(100)}
    return {move.point for move in moves if isinstance(move, Placement)}


BOARDS: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("keil", {"size": 5}),
    ("kee", {"width": 9, "height": 9}),
    ("keil", {"size": 7}),
)
"""A small board, one between, and a large one."""


def playouts_on(key: str, options: dict[str, OptionValue]) -> list[int]:
    """Of each level, from the weakest to the strongest."""
    game = all_games()[key]
    position = game.start(game.settle(options, 2), 2)
    return [level.playouts_in(position) for level in LEVELS]


@pytest.mark.parametrize(("key", "options"), BOARDS)
def test_each_of_eight_levels_searches_more_and_overlooks_less_than_the_one_below(
    key: str, options: dict[str, OptionValue]
) -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for lower, upper in pairwise(playouts_on(key, options)):
        assert upper >= 1.5 * lower
    for lower, upper in pairwise(LEVELS):
        assert upper.sight >= lower.sight


def test_the_playouts_of_a_turn_go_by_the_size_of_the_board() -> None:
    found = [playouts_on(key, options) for key, options in BOARDS]
    assert [list(sizes) for sizes in zip(*found, strict=True)] == [
        list(level.playouts) for level in LEVELS
    ]
    assert playouts_on("keil", {"size": 6}) == found[1]
    assert playouts_on("keil", {"size": 8}) == found[2]


def test_on_large_boards_the_levels_are_nearer_to_each_other() -> None:
    small, _, large = (playouts_on(key, options) for key, options in BOARDS)
    assert large[-1] / large[0] < small[-1] / small[0] / 2


def test_levels_that_see_everything_play_the_most_visited_move() -> None:
    assert chosen(thoughts(40, 35, 25), 5) == {"a1"}


def test_low_levels_overlook_moves() -> None:
    assert chosen(thoughts(40, 35, 25), 1) == {"a1", "a2", "a3"}


def test_no_level_overlooks_what_is_obvious() -> None:
    assert chosen(thoughts(70, 20, 10), 1) == {"a1"}


def test_a_level_that_sees_nothing_plays_the_most_visited_move() -> None:
    assert chosen(thoughts(10), 1) == {"a1"}
