"""What the examples of Kee Rules Go say about their boards is so."""

import pytest

from bot.core_files import machine
from bot.messages import examples
from engine.games import all_games
from engine.games.kee import GAME
from engine.record import Record, sgf
from engine.turns import NO_TIME, Turn
from tests.core.agreement import number
from tests.engine.games.helpers import refused

BY_NAME = {example.name: example for example in examples.of(GAME)}
every_example = pytest.mark.parametrize("name", BY_NAME)
POSITIONS = 300_000
"""How many positions a proof may look at."""


@every_example
def test_each_is_a_legal_game_with_a_title_and_words(name: str):
    example = BY_NAME[name]
    moves = examples.moves(example)
    match = examples.match_of(GAME, example, len(moves))
    assert match.turn_log.moves[-1].text == moves[-1]
    assert examples.said(GAME, example, 0) and len(examples.title(GAME, example)) <= 40
    assert any(examples.said(GAME, example, ply) for ply in range(1, len(moves) + 1))


@pytest.mark.parametrize(
    ("name", "plies", "point"),
    [
        *(("ko", 1, "f1"), ("ko", 4, "e1")),
        *(("idle", 1, "l1"), ("idle", 6, "k1")),
        *(("helped", 1, "l1"), ("helped", 9, "k1"), ("helped", 13, "l1"), ("helped", 15, "k1")),
        *(("two-first", 2, "b1"), ("one-first", 4, "b1")),
        *(("two-points", 2, "a1"), ("two-points", 10, "a1")),
    ],
)
def test_where_a_player_cannot_take_back_the_rules_refuse_it(name: str, plies: int, point: str):
    assert refused(examples.match_of(GAME, BY_NAME[name], plies).position, point) == "repetition"


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        *(("ko", 2), ("ko", 5), ("idle", 3), ("idle", 7), ("helped", 5), ("helped", 10)),
        *(("one-first", 2), ("two-points", 3), ("two-points", 6), ("two-points", 9)),
    ],
)
def test_where_the_anchor_is_said_to_change_it_does(name: str, plies: int):
    before, after = (
        examples.match_of(GAME, BY_NAME[name], ply).position for ply in (plies - 1, plies)
    )
    assert after.anchor() == after.stones != before.anchor()


@pytest.mark.parametrize(
    ("name", "turns"), [("two-points", 11), ("four-points", 44), ("six-points", 51)]
)
def test_the_player_who_plays_first_does_not_win(name: str, turns: int):
    """As many turns as the author says, and the game is over."""
    match = examples.match_of(GAME, BY_NAME[name], turns)
    assert len(examples.moves(BY_NAME[name])) == turns and match.end is not None
    assert match.end.winners == (1,)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four-points", "six-points"])
def test_each_of_whites_moves_is_proved_not_to_lose(name: str):
    """By the exact search of the core, which looks at every answer of both."""
    core = machine()
    for plies, text in enumerate(examples.moves(BY_NAME[name])):
        position = examples.match_of(GAME, BY_NAME[name], plies).position
        if position.to_move == 1:
            core.load(position)
            _, margins = core.bounds(POSITIONS)
            least, _ = margins[number(position, position.read(text))]
            assert least >= 0, f"{name}: move {plies + 1}"


@pytest.mark.parametrize("name", ["two-points", "four-points", "six-points"])
def test_the_games_from_empty_boards_are_records_too(name: str):
    example = BY_NAME[name]
    turns = tuple(Turn(ply % 2, move, NO_TIME) for ply, move in enumerate(examples.moves(example)))
    record = Record(GAME, GAME.settle(example.options), ("", ""), turns)
    assert sgf.read(sgf.write(record), all_games()).turns == turns
