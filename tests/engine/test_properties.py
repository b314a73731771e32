"""What holds in every position of every game, and of Keil, tried on random ones."""

from dataclasses import replace
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import diagram
from engine.board import hexhex
from engine.game import Setup
from engine.games import all_games
from engine.games.keil import Keil
from engine.position import Declare, IllegalMoveError, Move, Placement, Position, tidy
from tests.engine.random_play import (
    SMALL,
    WORDINGS,
    keil,
    random_game,
    random_move,
    small_starts,
)

seeds = st.integers(0, 1 << 32)
sides = st.sampled_from([2, 3, 4])
wordings = st.sampled_from(WORDINGS)
starts = st.sampled_from(small_starts())
thorough = settings(deadline=None, max_examples=60)


def a_position(seed: int, start: Position) -> Position:
    """The position after some random moves."""
    random = Random(seed)
    return [start, *(after for _, after in random_game(start, random, random.randrange(60)))][-1]


def everything_declared() -> list[Move]:
    return [Declare(word) for word in ("pass", "button", "black", "komi 3")]


def test_every_game_is_among_those_that_are_tried():
    assert set(SMALL) >= {"kee", "keil", "ki"}


def every_move(position: Position) -> list[Move]:
    """Every placement and declaration, legal or not."""
    return [*map(Placement, position.board.names), *everything_declared()]


@thorough
@given(seeds, sides)
def test_both_wordings_allow_the_same_moves_and_give_the_same_captures(seed: int, side: int):
    then = keil(side, "2019")
    for move, now in random_game(keil(side, "current"), Random(seed), 80):
        then = then.play(move)
        assert (now.stones, now.captured) == (then.stones, then.captured)
        for each in every_move(now):
            assert str(now.why_not(each)) == str(then.why_not(each))


@thorough
@given(seeds, sides, wordings)
def test_after_a_legal_move_every_group_has_a_liberty(seed: int, side: int, wording: str):
    for _, position in random_game(keil(side, wording), Random(seed), 80):
        assert all(position.liberties(group) for group in position.groups())


@thorough
@given(seeds, sides, wordings)
def test_every_stone_is_in_one_group_and_every_empty_point_in_one_territory(
    seed: int, side: int, wording: str
):
    position = a_position(seed, keil(side, wording))
    grouped = sorted(p for group in position.groups() for p in group)
    owned = sorted(p for part in position.territories() for p in part.points)
    assert grouped == sorted(position.stones)
    assert sorted(grouped + owned) == list(range(len(position.board)))


@thorough
@given(seeds, sides, wordings)
def test_looking_only_beside_the_stone_finds_all_that_the_whole_board_shows(
    seed: int, side: int, wording: str
):
    near = cast(Keil, keil(side, wording))
    wide = replace(near, terms=replace(near.terms, settled=False))
    random = Random(seed)
    for _ in range(60):
        if near.to_move is None:
            break
        for each in every_move(near):
            assert str(near.why_not(each)) == str(wide.why_not(each))
        move = random_move(near, random)
        near, wide = near.play(move), wide.play(move)
        assert (near.masks, near.removed) == (wide.masks, wide.removed)
    assert not wide.terms.settled


@thorough
@given(seeds, starts)
def test_why_not_and_play_refuse_the_same_moves_for_the_same_reason(seed: int, start: Position):
    position = a_position(seed, start)
    for move in every_move(position):
        expected = position.why_not(move)
        if expected is None:
            position.play(move)
        else:
            with pytest.raises(IllegalMoveError) as refused:
                position.play(move)
            assert (refused.value.reason, refused.value.ply) == (expected.reason, expected.ply)


@thorough
@given(seeds, sides)
def test_a_move_leaves_the_position_that_it_was_played_in_as_it_was(seed: int, side: int):
    position = cast(Keil, a_position(seed, keil(side)))
    before, lists = repr(position), [dict(seen) for seen in position.lists]
    for move in list(position.legal_moves()):
        position.play(move)
    assert (repr(position), [dict(seen) for seen in position.lists]) == (before, lists)


@thorough
@given(seeds, starts)
def test_what_is_written_is_read_back(seed: int, start: Position):
    position = a_position(seed, start)
    for move in position.legal_moves():
        assert position.read(position.write(move)) == move
        assert tidy(position.write(move)) == position.write(move)


@thorough
@given(st.data(), st.sampled_from([2, 3, 5]))
def test_a_diagram_reads_back_as_the_stones_it_was_drawn_from(data: st.DataObject, side: int):
    board = hexhex(side)
    points = st.integers(0, len(board) - 1)
    stones = data.draw(st.dictionaries(points, st.integers(0, 1)))
    drawn = diagram.draw(board, stones, ("B", "W"))
    assert diagram.read(board, drawn, ("B", "W")) == stones


@thorough
@given(st.data(), st.sampled_from([2, 3]), wordings)
def test_the_first_placement_in_a_set_up_position_removes_only_groups_without_liberties(
    data: st.DataObject, side: int, wording: str
):
    names = hexhex(side).names
    colours = data.draw(st.dictionaries(st.sampled_from(names), st.integers(0, 1)))
    setup = Setup({c: tuple(name for name in colours if colours[name] == c) for c in (0, 1)})
    position = all_games()["keil"].start_unrestricted({"size": side, "linking": wording}, setup)
    starved = {p for group in position.groups() for p in group if not position.liberties(group)}
    for move in position.legal_moves():
        after = position.play(move)
        if isinstance(move, Declare):
            assert after.captured == {}
            continue
        own = {p for p, colour in position.stones.items() if colour == 0}
        assert starved - own <= set(after.captured) and not own & set(after.captured)


@settings(deadline=None, max_examples=300)
@given(st.text(), starts)
def test_any_text_is_a_move_or_unreadable_and_nothing_else_happens(text: str, position: Position):
    for each in (text, tidy(text)):
        try:
            move = position.read(each)
        except ValueError as refusal:
            assert len(str(refusal)) < 300
        else:
            assert position.write(move) == each
