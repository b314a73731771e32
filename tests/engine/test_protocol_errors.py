"""What programs are answered when an option is impossible, or when we are at fault."""

import json
import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.game import Option, OptionError, OptionProblem, Options
from engine.games.kee import GAME
from engine.match import Match
from engine.outcome import margin
from engine.position import Position
from engine.protocols import referee
from engine.protocols.errors import expected, option_error
from tests.atari_go import GAME as ATARI_GO

ABOUT: dict[str, object] = {
    "game": GAME,
    "declared": Option("size", "", 3, int, (1, 9)),
    "on_this_board": True,
    "other": "komi",
    "low": timedelta(minutes=1),
    "high": timedelta(days=30),
    "point": "z9",
    "colour": "R",
    "colours": "B, W",
    "games": "kee",
}


@pytest.mark.parametrize("problem", OptionProblem)
def test_every_problem_of_an_option_is_one_technical_sentence(problem: OptionProblem):
    told = option_error(OptionError("size", problem, **ABOUT))
    assert told.endswith(".")
    assert "\n" not in told


def test_a_free_text_is_expected_in_words_too():
    assert expected(Option("title", "", "", str)) == "a text"


def test_an_unforeseen_fault_is_an_answer_and_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
):
    def start(options: Options, seats: int) -> Position:
        raise RuntimeError(f"{len(options)} options for {seats}")

    broken = replace(GAME, start=start)
    request = json.dumps({"id": 7, "game": "kee"}).encode()
    with caplog.at_level(logging.ERROR):
        told = referee.answer(request, {"kee": broken})
    assert told["error"] == "internal-fault"
    assert told["message"].startswith("RuntimeError: ")
    assert told["id"] == 7
    assert "a fault of ours" in caplog.text


def test_a_game_without_points_has_no_margin():
    match = Match.start(ATARI_GO, ATARI_GO.settle({}), 2)
    assert margin(match) is None


def test_a_game_has_to_say_what_its_words_do():
    position = ATARI_GO.start(ATARI_GO.settle({}), 2)
    with pytest.raises(NotImplementedError, match="pass"):
        Position._declare(position, "pass")
