"""The positions of a game, read in any order."""

from random import Random

import pytest

from engine.games import all_games
from engine.match import Match
from engine.position import Position
from engine.positions import EVERY, LazyPositions, replayed
from engine.turns import NO_TIME, Turn
from tests.engine.random_play import random_game

KEE = all_games()["kee"]


def game(plies: int) -> tuple[Match, list[Position]]:
    """A match, and its positions."""
    options = KEE.settle({"width": 5, "height": 5})
    start = KEE.start(options, 2)
    line, turns = [start], list[Turn]()
    for move, position in random_game(start, Random(3), plies):
        turns.append(Turn(line[-1].to_move or 0, position.write(move), NO_TIME))
        line.append(position)
    return Match.replay(KEE, options, 2, turns), line


def test_all_positions_at_once_are_those_that_were_played() -> None:
    match, line = game(40)
    texts = [turn.text for turn in match.turn_log.moves]
    positions, moves = replayed(line[0], texts)
    assert positions == line
    assert [line[0].write(move) for move in moves] == texts
    assert replayed(line[0], []) == ([line[0]], [])


def test_any_position_is_the_one_that_was_played() -> None:
    match, line = game(3 * EVERY)
    last = len(line) - 1
    assert last > 2 * EVERY
    positions, random = LazyPositions(match, 0, last), Random(1)
    assert len(positions) == len(line)
    for index in [*range(len(line)), *(random.randrange(len(line)) for _ in range(60)), -1, -last]:
        assert positions[index] == line[index]
    assert list(LazyPositions(match, 5, 9)) == line[5:10]
    assert LazyPositions(match, 5, 9)[1:3] == line[6:8]


def test_what_is_beyond_its_ends_is_no_position() -> None:
    match, _ = game(20)
    for index in (6, -7):
        with pytest.raises(IndexError):
            LazyPositions(match, 2, 7)[index]
