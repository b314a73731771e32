"""JSON: the versioned schema, and one sentence for everything that does not fit it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game, Option, OptionError
from engine.games import all_games
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
    assert (record.title, record.began, record.control) == ("", None, None)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "chess"}, "not-a-record format=keil-record"),
        ({"version": 2}, "version version=1"),
        ({"version": True}, "version version=1"),
        ({"ruleset": 5}, "field field=ruleset kind=text"),
        ({"game": "ki"}, "other-game game=keil"),
        ({"players": "Ada"}, "field field=players kind=list"),
        ({"players": [1, 2]}, "field field=players kind=names"),
        ({"players": ["Ada"]}, "seats game=keil seats=1"),
        ({"options": []}, "field field=options kind=object"),
        ({"options": {"size": [3]}}, "option cause=size: value"),
        ({"options": {"size": 99}}, "option cause=size: value"),
        ({"options": {"size": True}}, "option cause=size: value"),
        ({"options": {"taste": 1}}, "option cause=taste: unknown"),
        ({"title": None}, "field field=title kind=text"),
        ({"began": "yesterday"}, "field field=began kind=moment"),
        ({"began": 5}, "field field=began kind=moment"),
        ({"seconds_per_move": "3d"}, "field field=seconds_per_move kind=per-move"),
        ({"seconds_per_move": 1e12}, "field field=seconds_per_move kind=per-move"),
        ({"seconds_per_move": True}, "field field=seconds_per_move kind=per-move"),
        ({"time_control": "soon"}, "field field=time_control kind=time-control"),
        ({"time_control": 3}, "field field=time_control kind=text"),
        ({"turns": None}, "field field=turns kind=list"),
        ({"turns": ["b2"]}, "field kind=object turn=1"),
        ({"turns": [{"text": "b2"}]}, "field field=seat kind=seat turn=1"),
        ({"turns": [{"seat": 2, "text": "b2"}]}, "no-such-seat seat=2"),
        ({"turns": [{"seat": 0}]}, "field field=text kind=move turn=1"),
        (
            {"turns": [{"seat": 0, "text": "x" * 101}]},
            "field field=text kind=move turn=1",
        ),
        ({"turns": [{"seat": 0, "text": ""}]}, "turn ply=1 cause='' is no move of this game"),
        (
            {"turns": [{"seat": 0, "text": "b2", "at": 1}]},
            "field field=at kind=moment turn=1",
        ),
        (
            {"turns": [{"seat": 0, "text": "b2", "left": "1"}]},
            "field field=left kind=seconds turn=1",
        ),
        (
            {"turns": [{"seat": 0, "text": "ask\tcancel"}]},
            "turn ply=0 move=ask cancel cause='ask\\tcancel' is no move of this game",
        ),
        ({"turns": [{"seat": 1, "text": "b2"}]}, "turn ply=1 move=b2 cause=other-seat"),
        ({"turns": [{"seat": 0, "text": "z9"}]}, "turn ply=1 move=z9 cause=off-board"),
        (
            {"result": {"how": "score", "ranks": [2, 1]}},
            'result said={"how": "score", "ranks": [2, 1]} '
            'played={"how": "resignation", "ranks": [1, 2]}',
        ),
        (
            {"turns": [], "result": {"how": "x"}},
            'result said={"how": "x"} played=null',
        ),
    ],
)
def test_what_does_not_fit_is_said_in_one_sentence(changes: dict[str, Any], said: str) -> None:
    assert refusal({**DOCUMENT, **changes}) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("1e999", "option cause=komi: value"),
        ("NaN", "not-json"),
        ("9" * 5000, "not-json"),
        ("1e308", "option cause=komi: value"),
    ],
)
def test_numbers_that_are_none_are_refused(number: str, said: str) -> None:
    text = json.dumps({**DOCUMENT, "options": {"komi": 7}}).replace("7", number, 1)
    with pytest.raises(RecordError) as error:
        read(text.encode(), GAMES)
    assert str(error.value) == said


@pytest.mark.parametrize("document", [{}, {"turns": []}])
def test_other_json_is_no_record(document: object) -> None:
    assert refusal(document) == "not-a-record format=keil-record"


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
    with pytest.raises(RecordError) as refused:
        refused_by = {**document, "options": {"width": 2, "height": 2, "komi": 5}}
        read(json.dumps(refused_by).encode(), GAMES)
    cause = refused.value.cause
    assert isinstance(cause, OptionError)
    assert (cause.option, cause.about) == ("komi", error.value.about)
