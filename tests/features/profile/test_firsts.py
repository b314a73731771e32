"""Firsts are what one stone achieves, in any game, and how games are won."""

from dataclasses import replace
from random import Random

import pytest

from bot.features.profile.firsts import First, firsts
from engine.games import all_games
from engine.games.ki import Ki
from engine.match import Match
from engine.position import Placement
from engine.turns import NO_TIME, RESIGN, UNDO, Turn
from tests import toy

SIZES = {
    "keil": {"size": 3, "komi": 0, "button": False},
    "kee": {"width": 4, "height": 3, "komi": 0},
    "ki": {"size": 5},
}
PEOPLE: list[int | None] = [None, None]
NOTHING: list[set[str]] = [set(), set()]


def played(key: str, moves: str) -> Match:
    match = Match.start(game := all_games()[key], game.complete(SIZES[key]), 2)
    for text in moves.split():
        assert match.to_move is not None
        match = match.take(Turn(match.to_move, text, NO_TIME))
    return match


def found(match: Match, levels: list[int | None] = PEOPLE) -> list[set[First]]:
    return firsts(match, levels, NOTHING)


@pytest.mark.parametrize(
    ("key", "moves", "last"),
    [
        ("keil", "c2 e3 b3 d1 c4 a2 d2", {First.CAPTURE}),
        ("keil", "c2 e3 b3 d1 c4 a2 d2 b2 d3 b1 d4", {First.LINK}),
        ("keil", "a1 b1 e2 a2 e3 a1 b3 c4 c1 c2 e1 c3 d3", {First.CUT, First.LINK}),
        (
            "keil",
            "a3 b3 d2 d3 e1 b2 c5 e2 d4 c4",
            {First.CUT_CAPTURE, First.DOUBLE},
        ),
        ("kee", "b1 d3 a1 d1 c1 c2 b2 c3", {First.LINK}),
        ("kee", "d3 b2 a1 a3 c2 c3 b1 d1 b3 c1 a2", {First.DOUBLE}),
        ("kee", "a1 c3 d1 b3 d3 a2 d2 b2 c2 a3 b1 b2 a3 b3 c3 a2 a3", {First.SNAPBACK}),
    ],
)
def test_a_stone_achieves_what_its_effects_are(key: str, moves: str, last: set[First]) -> None:
    match = played(key, moves)
    before = found(played(key, moves.rpartition(" ")[0]))
    after = found(match)
    mover = match.turn_log.moves[-1].seat
    assert after[mover] - before[mover] == last
    assert after[1 - mover] == before[1 - mover]


def test_a_cascade_captures_more_than_the_same_stone_without_one() -> None:
    """The game's own option says what is a cascade."""
    game, seen = all_games()["ki"], [0, 0]
    for seed in range(300):
        random, match = Random(seed), Match.start(game, game.complete(SIZES["ki"]), 2)
        while match.to_move is not None:
            moves = [m for m in match.position.legal_moves() if isinstance(m, Placement)]
            if not moves:
                break
            move, before = random.choice(moves), match
            seat = match.to_move
            match = match.take(Turn(seat, match.position.write(move), NO_TIME))
            if match.position.captured and First.CASCADE not in found(before)[seat]:
                assert isinstance(before.position, Ki)
                once = replace(before.position, cascade=False).play(move)
                cascade = set(once.captured) < set(match.position.captured)
                assert (First.CASCADE in found(match)[seat]) is cascade
                seen[cascade] += 1
        if seen[True] >= 3:
            break
    assert all(seen)


def test_what_is_known_and_what_a_computer_does_is_left_out() -> None:
    match = played("keil", "c2 e3 b3 d1 c4 a2 d2")
    assert firsts(match, [None, None], [{"capture"}, set()]) == NOTHING
    assert found(match, [3, None]) == NOTHING


def test_a_move_that_was_taken_back_achieves_nothing() -> None:
    match = played("keil", "c2 e3 b3 d1 c4 a2 d2").take(Turn(0, UNDO, NO_TIME))
    assert found(match) == NOTHING


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ([None, None], {First.PERSON}),
        ([None, 5], {First.STRONG}),
        ([None, 4], set[First]()),
        ([8, None], set[First]()),
    ],
)
def test_who_resigns_lets_the_other_win(levels: list[int | None], expected: set[First]) -> None:
    match = played("keil", "a1 b1 a2").take(Turn(1, RESIGN, NO_TIME))
    assert found(match, levels) == [expected, set()]


def test_unhurt_is_who_wins_on_the_board_without_losing_a_stone() -> None:
    match = played("keil", "b3 a1 c3 pass pass")
    assert match.end is not None
    assert match.end.winners == (0,)
    assert found(match)[0] >= {First.UNHURT, First.PERSON}
    hurt = played("keil", "c2 e3 b3 d1 c4 a2 d2 pass pass")
    assert hurt.end is not None
    assert First.UNHURT in found(hurt)[0]
    assert First.UNHURT not in found(hurt)[1]


def test_games_that_nobody_knows_have_firsts_too() -> None:
    game = toy.GAME
    match = Match.start(game, game.complete({}), 3)
    while match.to_move is not None:
        move = next(iter(match.position.legal_moves()))
        match = match.take(Turn(match.to_move, match.position.write(move), NO_TIME))
    each = firsts(match, [None] * 3, [()] * 3)
    assert len(each) == 3
