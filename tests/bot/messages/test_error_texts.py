"""Every reason why an option or a record is refused has a sentence for people."""

from datetime import timedelta

import pytest

from bot.messages import options, records
from engine.game import Option, OptionError, OptionProblem
from engine.games import all_games
from engine.games.kee import GAME
from engine.position import OutOfTurn, OutOfTurnError
from engine.record import FieldKind, RecordError, RecordProblem, read

DAY = timedelta(days=1)
ABOUT_OPTIONS: dict[str, object] = {
    "game": GAME,
    "declared": Option("size", "", 3, int, (1, 9)),
    "on_this_board": True,
    "other": "komi",
    "low": DAY,
    "high": 2 * DAY,
    "point": "z9",
    "colours": "B, W",
    "games": "kee",
}
ABOUT_RECORDS: dict[str, str | int] = {
    "points": 15,
    "board": 16,
    "bytes": 2 << 20,
    "format": "x",
    "version": 1,
    "field": "at",
    "turn": 3,
    "detail": "x",
    "encoding": "x",
    "number": "2",
    "rules": "x",
    "known": "x",
    "property": "AT",
    "point": "a1",
    "value": "x",
    "colour": "B",
    "turns": 3,
    "most": 9,
    "seats": 7,
    "seat": 7,
    "said": "x",
    "played": "y",
    "kind": FieldKind.SEAT,
}


def is_a_sentence(text: str) -> bool:
    return text[-1] in ".)" and "{" not in text.replace("“{”", "") and "\n" not in text


@pytest.mark.parametrize("problem", OptionProblem)
def test_every_problem_of_an_option_has_a_sentence(problem: OptionProblem):
    assert is_a_sentence(options.sentence(OptionError("size", problem, **ABOUT_OPTIONS)))


@pytest.mark.parametrize("problem", RecordProblem)
def test_every_problem_of_a_record_has_a_sentence(problem: RecordProblem):
    cause = OptionError("size", OptionProblem.TIME)
    of_turn = OutOfTurnError(OutOfTurn.LEFT)
    error = RecordError(
        problem,
        ply=3,
        move="b2",
        cause=of_turn if problem is RecordProblem.TURN else cause,
        game=GAME,
    )
    error.about.update(ABOUT_RECORDS)
    assert is_a_sentence(records.sentence(error))


@pytest.mark.parametrize("why", OutOfTurn)
def test_every_turn_out_of_turn_has_a_sentence(why: OutOfTurn):
    error = RecordError(RecordProblem.TURN, ply=3, move="b2", cause=OutOfTurnError(why))
    assert is_a_sentence(records.sentence(error))


@pytest.mark.parametrize("kind", FieldKind)
def test_every_kind_of_field_has_a_sentence(kind: FieldKind):
    error = RecordError(RecordProblem.FIELD, field="at", kind=kind, turn="")
    assert is_a_sentence(records.sentence(error))


def test_a_game_for_one_number_of_players_says_one_number():
    assert "2 to 8" in options.seats_error(GAME, 9)


def test_a_record_that_names_no_rules_is_told_that_and_no_empty_quotation():
    data = b"(;GM[1000]FF[4]SZ[5];B[aa])"
    with pytest.raises(RecordError) as refused:
        read(data, all_games())
    told = records.sentence(refused.value)
    assert told.startswith("It does not say by which rules it was played. I know ")
