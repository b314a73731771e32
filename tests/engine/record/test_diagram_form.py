"""Positions as text diagrams, as people post them in forums."""

import pytest

from engine.game import Setup
from engine.games import all_games
from engine.record import FORMS, RecordError, RecordProblem, form_of, read

GAMES = all_games()
POSTED = """
kee width=4 height=3
  B . . W
  . B W .
  . . . .
W to move
"""


def position(text: str) -> Setup | None:
    return read(text.encode(), GAMES).setup


def problem(text: str) -> RecordProblem:
    with pytest.raises(RecordError) as caught:
        read(text.encode(), GAMES)
    return caught.value.problem


def test_a_diagram_is_where_the_game_begins() -> None:
    record = read(POSTED.encode(), GAMES)
    assert form_of(POSTED.encode()) == "diagram"
    assert (record.game.key, len(record.players), record.turns) == ("kee", 2, ())
    assert (record.options["width"], record.options["height"]) == (4, 3)
    assert record.setup == Setup({0: ("a3", "b2"), 1: ("d3", "c2")}, 1)
    assert record.match().position.to_move == 1


def test_it_becomes_a_record_of_every_form() -> None:
    record = read(POSTED.encode(), GAMES)
    for write in FORMS.values():
        assert read(write(record), GAMES).setup == record.setup


def test_the_first_player_begins_if_nobody_is_named() -> None:
    rows = "\r\n".join(["kee width=2 height=2", "B .", ". W", ""])
    assert position("\ufeff" + rows) == Setup({0: ("a2",), 1: ("b1",)}, 0)


def test_an_empty_board_is_no_setup() -> None:
    assert position("kee width=2 height=1\n. .") is None


def test_a_hexagon_for_three() -> None:
    record = read(b"kee side=2 players=3\n B .\nW . R\n . .\nR to move\n", GAMES)
    assert len(record.players) == 3
    assert record.setup is not None
    assert record.setup.mover == 2
    assert record.match().position.to_move == 2


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("keen width=2 height=2\n. .\n. .", RecordProblem.NEITHER),
        ("kee width=2 height=2\n. .\n.", RecordProblem.DIAGRAM),
        ("kee width=2 height=2\n", RecordProblem.DIAGRAM),
        ("kee width=2 height=2\n. .\n. X", RecordProblem.OPTION),
        ("kee width=2 height=2\n. .\n. .\nX to move", RecordProblem.OPTION),
        ("kee width=two height=2\n. .\n. .", RecordProblem.OPTION),
        ("kee breadth=2\n. .", RecordProblem.OPTION),
        ("kee width=999999999 height=9\n. .", RecordProblem.OPTION),
        ("kee width=2 height=2 players=99\n. .\n. .", RecordProblem.SEATS),
        ("kee width=2 height=2 players=two\n. .\n. .", RecordProblem.OPTION),
        ("Dear all,\n. .", RecordProblem.NEITHER),
    ],
)
def test_what_does_not_fit_is_refused(text: str, wrong: RecordProblem) -> None:
    assert problem(text) == wrong


def test_a_diagram_in_another_encoding_is_refused() -> None:
    with pytest.raises(RecordError, match="not-utf-8"):
        read(b"kee width=2 height=2\n\xff .\n. .", GAMES)
