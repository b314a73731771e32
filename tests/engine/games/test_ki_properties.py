"""What is proved of Ki, tried on random games and on random positions that were set up.

Why no game is endless: let S be the pairs of adjacent stones of one colour, D those of two colours,
N the stones, and F = S - D + N. A placement changes F by own - enemy + 1 neighbours, which is not
negative: a space that the enemy does not control has no more enemies than own stones beside it, or
one enemy. Each removal changes F by captors - friends - 1, which is not negative either, and by
more for friends that go together. Where F stays, the placed stone had one neighbour, an enemy, and
each removed stone fell two against one, so that N - S rose by one. Both are bounded.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Options, Setup
from engine.games import all_games
from engine.games.ki import Ki
from engine.position import Declare, Placement, Position
from tests.engine.naive import Stones
from tests.engine.naive_ki import controls
from tests.engine.random_play import SMALL

thorough = settings(deadline=None, max_examples=100)
seeds = st.integers(0, 1 << 32)
options = st.sampled_from(SMALL["ki"])


def first(chosen: Options, stones: Stones | None = None, mover: int = 0) -> Ki:
    start = all_games()["ki"].start_unrestricted
    names, stood = start(chosen).board.names, stones or {}
    by_colour = {c: tuple(names[p] for p in stood if stood[p] == c) for c in (0, 1)}
    return cast(Ki, start(chosen, Setup(by_colour, mover)))


@st.composite
def set_ups(draw: st.DrawFn) -> Ki:
    """Positions with stones anywhere, also where play would have removed them."""
    chosen = draw(options)
    points = st.integers(0, len(first(chosen).board) - 1)
    stones = draw(st.dictionaries(points, st.integers(0, 1)))
    return first(chosen, stones, draw(st.integers(0, 1)))


def whole_game(position: Ki, seed: int) -> list[Ki]:
    """All positions of a random game from here, this one included."""
    random, positions = Random(seed), [position]
    while positions[-1].to_move is not None:
        moves = list(positions[-1].legal_moves())
        assert moves, "stuck"
        positions.append(positions[-1].play(random.choice(moves)))
    return positions


starts = st.one_of(options.map(first), set_ups())


def potential(position: Ki) -> tuple[int, int]:
    """F and N - S."""
    stones = position.stones
    pairs = [(p, q) for p, q in position.board.edges if p in stones and q in stones]
    same = sum(stones[p] == stones[q] for p, q in pairs)
    return same - (len(pairs) - same) + len(stones), len(stones) - same


@thorough
@given(starts, seeds)
def test_a_game_ends_with_a_full_board_and_nobody_draws(start: Ki, seed: int):
    last = whole_game(start, seed)[-1]
    assert len(last.stones) == len(last.board)
    result = last.result()
    assert result is not None and sorted(result.ranks) == [1, 2]


@thorough
@given(starts, seeds)
def test_each_placement_raises_what_cannot_rise_for_ever(start: Ki, seed: int):
    for before, after in pairwise(whole_game(start, seed)):
        if after.last is None:
            assert potential(after) == potential(before)
        else:
            assert potential(after) > potential(before)


@thorough
@given(starts, seeds)
def test_two_passes_in_a_row_cannot_be(start: Ki, seed: int):
    for before, after in pairwise(whole_game(start, seed)[1:]):
        assert before.last is not None or after.last is not None


@thorough
@given(set_ups())
def test_every_empty_space_is_open_to_one_player_or_to_both(position: Ki):
    open_to = [
        {
            move.point
            for move in replace(position, mover=mover).legal_moves()
            if isinstance(move, Placement)
        }
        for mover in (0, 1)
    ]
    names = position.board.names
    empty = {name for point, name in enumerate(names) if point not in position.stones}
    assert open_to[0] | open_to[1] == empty
    own = [{names[p] for p, c in position.controllers().items() if c == x} for x in (0, 1)]
    assert open_to == [empty - own[1], empty - own[0]]


@thorough
@given(starts, seeds)
def test_a_placement_captures_only_enemies_and_endangers_none_of_ones_own(start: Ki, seed: int):
    for before, after in pairwise(whole_game(start, seed)):
        mover, board = before.mover, before.board
        assert set(after.captured.values()) <= {1 - mover}
        own = {p for p, colour in before.stones.items() if colour == mover}
        assert own <= after.stones.keys()
        safe = {p for p in own if not controls(board, dict(before.stones), 1 - mover, p)}
        for p in safe | ({after.last} if after.last is not None else set[int]()):
            assert not controls(board, dict(after.stones), 1 - mover, p)


@thorough
@given(starts, seeds)
def test_what_was_captured_cannot_be_taken_back_at_once(start: Ki, seed: int):
    for position in whole_game(start, seed)[:-1]:
        for point in position.captured:
            refusal = position.why_not(Placement(position.board.names[point]))
            assert refusal is not None and refusal.reason == "controlled"


@thorough
@given(set_ups(), seeds)
def test_a_cascade_ends_the_same_in_whatever_order_stones_are_removed(start: Ki, seed: int):
    random, board, start = Random(seed), start.board, replace(start, cascade=True)
    for move in start.legal_moves():
        if isinstance(move, Declare):
            continue
        stones = dict(start.stones) | {board.index[move.point]: start.mover}
        while lost := [
            p
            for p, colour in stones.items()
            if colour != start.mover and controls(board, stones, start.mover, p)
        ]:
            del stones[random.choice(lost)]
        assert start.play(move).stones == stones


@thorough
@given(set_ups())
def test_without_cascade_those_fall_that_are_controlled_once_the_stone_stands(start: Ki):
    board, start = start.board, replace(start, cascade=False)
    for move in start.legal_moves():
        if isinstance(move, Placement):
            stones = dict(start.stones) | {board.index[move.point]: start.mover}
            enemies = {p for p, colour in stones.items() if colour != start.mover}
            lost = {p for p in enemies if controls(board, stones, start.mover, p)}
            assert start.play(move).captured.keys() == lost


@thorough
@given(starts, seeds)
def test_the_legal_moves_are_those_that_can_be_played(start: Ki, seed: int):
    for position in whole_game(start, seed)[:30]:
        assert list(position.legal_moves()) == list(Position.legal_moves(position))
