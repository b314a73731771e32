"""What holds in every position of the Kee Rules of Go, tried on random ones."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.kee import GAME, Kee, Situation
from engine.position import Declare, IllegalReason, Placement
from tests.engine.random_play import random_game, random_move

seeds = st.integers(0, 1 << 32)
shapes = st.sampled_from([(1, 2), (1, 4), (2, 2), (2, 3), (3, 3), (2, 7), (4, 5)])
players = st.integers(2, 6)
thorough = settings(deadline=None, max_examples=60)


def start(shape: tuple[int, int], seats: int) -> Kee:
    rows, cols = shape
    return cast(Kee, GAME.start_unrestricted({"rows": rows, "cols": cols, "players": seats}))


def game(position: Kee, seed: int, plies: int = 120) -> Iterator[Kee]:
    """A random game; where somebody has passed, the others like to join in."""
    random = Random(seed)
    for _ in range(plies):
        if position.to_move is None:
            return
        joins_in = position.passes > 0 and random.random() < 0.6
        position = position.play(Declare("pass") if joins_in else random_move(position, random))
        yield position


def situation(position: Kee) -> Situation:
    return position.placed, position.anchored


@thorough
@given(seeds, shapes, players)
def test_the_game_ends_exactly_when_all_have_passed_the_same_situation(
    seed: int, shape: tuple[int, int], seats: int
):
    """Rule 6 as it is written, for every run of passes; it comes to 2N-1 of them."""
    before, faced = start(shape, seats), list[Situation]()
    for position in game(before, seed):
        faced = [*faced, situation(before)] if position.passes else []
        last = faced[-seats:]
        assert (position.to_move is None) == (len(last) == seats and len(set(last)) == 1)
        assert (position.to_move is None) == (len(faced) == 2 * seats - 1)
        before = position


@thorough
@given(seeds, shapes, players)
def test_the_game_does_not_end_while_an_untried_stone_is_banned(
    seed: int, shape: tuple[int, int], seats: int
):
    """Principle 5: what is refused at the end has been tried since that board became the anchor."""
    first = start(shape, seats)
    positions = [first, *game(first, seed)]
    if positions[-1].to_move is not None:
        return
    faced = positions[-2]
    for name in faced.board.names:
        refusal = faced.why_not(Placement(name))
        if refusal is not None and refusal.reason is IllegalReason.REPETITION:
            assert refusal.ply is not None
            assert positions[refusal.ply].anchored == faced.placed


@thorough
@given(seeds, shapes, players)
def test_a_stone_always_makes_a_new_situation_and_never_the_anchor(
    seed: int, shape: tuple[int, int], seats: int
):
    first = position = start(shape, seats)
    seen = {situation(first): 0}
    for position in game(first, seed):
        if position.last is not None:
            assert situation(position) not in seen
            assert position.placed != position.anchored
        seen.setdefault(situation(position), position.ply)
        for known, ply in seen.items():
            assert position.history.ply(known) == ply
    assert sum(map(len, position.history.layers)) == len(seen)


@thorough
@given(seeds, shapes, players)
def test_the_anchor_is_the_last_board_that_all_but_one_have_passed(
    seed: int, shape: tuple[int, int], seats: int
):
    run, expected = 0, None
    for position in game(start(shape, seats), seed):
        run = 0 if position.last is not None else run + 1
        expected = position.stones if run >= seats - 1 else expected
        assert position.anchor() == expected


@thorough
@given(seeds, shapes, players)
def test_passing_is_always_legal_and_every_group_has_a_liberty(
    seed: int, shape: tuple[int, int], seats: int
):
    for position in game(start(shape, seats), seed):
        assert all(position.liberties(group) for group in position.groups())
        assert (position.why_not(Declare("pass")) is None) == (position.to_move is not None)


@thorough
@given(seeds, shapes, players)
def test_looking_only_beside_the_stone_finds_all_that_the_whole_board_shows(
    seed: int, shape: tuple[int, int], seats: int
):
    near = start(shape, seats)
    wide = replace(near, settled=False)
    random = Random(seed)
    for _ in range(60):
        if near.to_move is None:
            break
        for name in near.board.names:
            assert str(near.why_not(Placement(name))) == str(wide.why_not(Placement(name)))
        move = random_move(near, random)
        near, wide = near.play(move), wide.play(move)
        assert (near.placed, near.removed) == (wide.placed, wide.removed)


@settings(deadline=None, max_examples=25)
@given(seeds, st.sampled_from([(1, 2), (1, 3)]), st.integers(2, 4))
def test_a_game_ends_even_if_nobody_passes_who_could_place_a_stone(
    seed: int, shape: tuple[int, int], seats: int
):
    """Each stone uses up a board with an anchor, and there are only so many of them."""
    position, random, stones = start(shape, seats), Random(seed), 0
    boards = (seats + 1) ** len(position.board)
    while position.to_move is not None:
        moves = [move for move in position.legal_moves() if isinstance(move, Placement)]
        stones += bool(moves)
        position = position.play(random.choice(moves) if moves else Declare("pass"))
        assert stones <= boards * (boards + 1)
        assert position.ply < 2 * seats * (stones + 1)


@thorough
@given(seeds, shapes, players)
def test_a_move_leaves_the_position_that_it_was_played_in_as_it_was(
    seed: int, shape: tuple[int, int], seats: int
):
    random, position = Random(seed), start(shape, seats)
    for _, after in random_game(position, random, random.randrange(80)):
        position = cast(Kee, after)
    before, known = repr(position), [dict(layer) for layer in position.history.layers]
    for move in list(position.legal_moves()):
        position.play(move)
    assert (repr(position), [dict(layer) for layer in position.history.layers]) == (before, known)
