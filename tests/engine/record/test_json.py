"""JSON: the versioned schema, and one sentence for everything that does not fit it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.games import all_games
from engine.position import Game, Option, OptionError
from engine.record import FORMS, Record, RecordError, read
from tests.engine.record.test_round_trips import VALIDATOR
from tests.toy import GAME as TRIO

GAMES = all_games()
DOCUMENT: dict[str, Any] = {
    "format": "keil-record",
    "version": 1,
    "title": "Keil #3",
    "game": "keil",
    "ruleset": "keil-1",
    "options": {"size": 3, "linking": "current", "komi": 0, "button": False},
    "players": ["Ada", "Bo"],
    "began": "2026-11-21T14:00:00.000000Z",
    "seconds_per_move": 259200,
    "turns": [
        {"seat": 0, "text": "b2", "at": "2026-11-21T14:01:00.000000Z", "left": 259140},
        {"seat": 1, "text": "resign", "at": "2026-11-21T16:01:00+02:00"},
    ],
    "result": {"how": "resignation", "ranks": [1, 2]},
}


def refusal(document: object) -> str:
    with pytest.raises(RecordError) as error:
        read(json.dumps(document).encode(), GAMES)
    return str(error.value)


def test_a_document_by_the_page_is_read() -> None:
    VALIDATOR.validate(DOCUMENT)
    record = read(json.dumps(DOCUMENT).encode(), GAMES)
    assert record.players == ("Ada", "Bo")
    assert [turn.text for turn in record.turns] == ["b2", "resign"]
    assert record.turns[1].at == record.turns[0].at, "the same moment, told from elsewhere"


def test_what_may_be_missing_may_be_missing() -> None:
    least = {k: DOCUMENT[k] for k in ("format", "version", "game", "ruleset", "options", "players")}
    document = {**least, "turns": [{"seat": 0, "text": "b2"}]}
    VALIDATOR.validate(document)
    record = read(json.dumps(document).encode(), GAMES)
    assert (record.title, record.began, record.per_move) == ("", None, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "chess"}, "It is JSON, but no record: format must be “keil-record”."),
        ({"version": 2}, "Its version must be 1, the only one that I know."),
        ({"version": True}, "Its version must be 1, the only one that I know."),
        ({"ruleset": 5}, "ruleset must be a text."),
        ({"game": "ki"}, "Its game must be “keil”: those are the rules that it names."),
        ({"players": "Ada"}, "players must be a list."),
        ({"players": [1, 2]}, "players must be a list of names."),
        ({"players": ["Ada"]}, "Keil has 2 players, and the file names 1."),
        ({"options": []}, "options must be an object."),
        ({"options": {"size": [3]}}, "The option size must be a text, a number, true or false."),
        ({"options": {"size": 99}}, "size must be from 3 to 8."),
        ({"options": {"size": True}}, "size takes int."),
        ({"options": {"taste": 1}}, "Keil has no option taste."),
        ({"title": None}, "title must be a text."),
        ({"began": "yesterday"}, "began must be a moment such as 2026-11-21T14:00:00.000000Z."),
        ({"began": 5}, "began must be a moment such as 2026-11-21T14:00:00.000000Z."),
        ({"seconds_per_move": "3d"}, "seconds_per_move must be a whole number from 60 to 2592000."),
        ({"seconds_per_move": 1e12}, "seconds_per_move must be a whole number from 60 to 2592000."),
        ({"seconds_per_move": True}, "seconds_per_move must be a whole number from 60 to 2592000."),
        ({"turns": None}, "turns must be a list."),
        ({"turns": ["b2"]}, "Turn 1 must be an object."),
        ({"turns": [{"text": "b2"}]}, "Turn 1: seat must be a whole number; the first seat is 0."),
        ({"turns": [{"seat": 2, "text": "b2"}]}, "It has a turn of seat 2, and there is none."),
        ({"turns": [{"seat": 0}]}, "Turn 1: text must be a move of at most 100 letters."),
        (
            {"turns": [{"seat": 0, "text": "x" * 101}]},
            "Turn 1: text must be a move of at most 100 letters.",
        ),
        ({"turns": [{"seat": 0, "text": ""}]}, "Ply 1, an empty move: '' is no move of this game."),
        (
            {"turns": [{"seat": 0, "text": "b2", "at": 1}]},
            "Turn 1: at must be a moment such as 2026-11-21T14:00:00.000000Z.",
        ),
        (
            {"turns": [{"seat": 0, "text": "b2", "left": "1"}]},
            "Turn 1: left must be a number of seconds.",
        ),
        (
            {"turns": [{"seat": 0, "text": "ask\tcancel"}]},
            "Ply 0, ask cancel: 'ask\\tcancel' is no move of this game.",
        ),
        ({"turns": [{"seat": 1, "text": "b2"}]}, "Ply 1, b2: it is another seat's turn."),
        ({"turns": [{"seat": 0, "text": "z9"}]}, "Ply 1, z9: the rules forbid it (off-board)."),
        (
            {"result": {"how": "score", "ranks": [2, 1]}},
            'Its result is {"how": "score", "ranks": [2, 1]}, but by its turns it is '
            '{"how": "resignation", "ranks": [1, 2]}.',
        ),
        (
            {"turns": [], "result": {"how": "x"}},
            'Its result is {"how": "x"}, but by its turns it is null.',
        ),
    ],
)
def test_what_does_not_fit_is_said_in_one_sentence(changes: dict[str, Any], said: str) -> None:
    assert refusal({**DOCUMENT, **changes}) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("1e999", "The option komi must be finite."),
        ("NaN", "It is not JSON, or its end is missing."),
        ("9" * 5000, "It is not JSON, or its end is missing."),
        ("1e308", "komi must be from 0 to 169."),
    ],
)
def test_numbers_that_are_none_are_refused(number: str, said: str) -> None:
    text = json.dumps({**DOCUMENT, "options": {"komi": 7}}).replace("7", number, 1)
    with pytest.raises(RecordError) as error:
        read(text.encode(), GAMES)
    assert str(error.value) == said


@pytest.mark.parametrize("document", [{}, {"turns": []}])
def test_other_json_is_no_record(document: object) -> None:
    assert refusal(document) == "It is JSON, but no record: format must be “keil-record”."


# --- games of earlier days ---


def later(game: Game) -> Game:
    """``game`` as it may become: with one more option that changes what is usual."""
    new = Option("tempo", "How fast", "fast", str, choices=("fast", "slow"), earlier="slow")
    return replace(game, options=(*game.options, new))


def test_a_game_from_before_there_was_an_option_is_read_as_it_was_played() -> None:
    then = Record(TRIO, TRIO.settle({}), ("A", "B", "C"), ())
    for form in ("sgf", "json"):
        record = read(FORMS[form](then), {"trio": later(TRIO)})
        assert record.options == {"side": 5, "tempo": "slow"}, form
    assert later(TRIO).settle({}) == {"side": 5, "tempo": "fast"}


def test_an_option_may_have_been_nothing_earlier() -> None:
    nothing = Option("tempo", "How fast", "fast", str, choices=("fast", "slow"), earlier=None)
    assert replace(TRIO, options=(nothing,)).complete({}) == {"tempo": None}


def test_options_that_hang_together_are_judged_together() -> None:
    kee = GAMES["kee"]
    with pytest.raises(OptionError) as error:
        kee.settle({"width": 2, "height": 2, "komi": 5})
    nothing: dict[str, Any] = {"turns": [], "result": None}
    document = {**DOCUMENT, "game": "kee", "ruleset": "kee-1", **nothing}
    assert refusal({**document, "options": {"width": 2, "height": 2, "komi": 5}}) == str(
        error.value
    )
