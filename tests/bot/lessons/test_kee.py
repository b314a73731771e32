"""What the lessons of Kee Rules Go say about their positions is so."""

from typing import cast

from bot.messages import lessons
from engine.games.kee import GAME, Kee
from engine.match import Ending
from tests.engine.games.helpers import names, play, refused
from tests.engine.games.kee_helpers import anchored, captures, repeats

CAPTURE, SITUATION, ANCHOR, PASSING, AREA = lessons.of(GAME)


def shown(lesson: lessons.Lesson) -> Kee:
    return cast(Kee, lessons.match_of(GAME, lesson).position)


def test_both_stones_of_the_suicide_are_gone_and_one_alone_is_refused():
    position = shown(CAPTURE)
    assert captures(position) == ["a1", "b1"] and set(position.captured.values()) == {1}
    assert repeats(play(position, "b1"), "a1") == 7


def test_a_lone_stone_has_as_many_liberties_as_are_told():
    for stone, liberties in (("b2", 4), ("b1", 3), ("a1", 2)):
        position = shown(lessons.Lesson("", "", {}, stone))
        (group,) = position.groups()
        assert len(position.liberties(group)) == liberties


def test_white_may_not_take_back_and_the_refusal_names_whites_last_stone():
    position = shown(SITUATION)
    assert captures(position) == ["b2"] and position.to_move == 1
    assert repeats(position, "b2") == 8
    assert position.anchor() is None and refused(position, "pass") is None


def test_after_two_passes_white_has_retaken_and_black_may_not():
    position = shown(ANCHOR)
    assert captures(position) == ["c2"]
    assert position.anchor() == shown(SITUATION).stones
    assert repeats(position, "c2") == 10


def test_at_pass_two_of_three_white_may_take_or_end_the_game():
    position = shown(PASSING)
    assert position.passing() == (2, 3) and position.to_move == 1
    assert anchored(position)
    assert captures(play(position, "b2")) == ["c2"]
    assert play(position, "pass").to_move is None


def test_the_regions_are_whose_they_are_said_to_be_and_white_wins_by_komi():
    match = lessons.match_of(GAME, AREA)
    assert match.end is not None and match.end.how is Ending.SCORE and match.end.winners == (1,)
    position = match.position
    assert position.score() == (9, 9.5)
    owners = {tuple(names(position, t.points)): t.owner for t in position.territories()}
    assert owners == {
        ("a1", "a2", "a3", "a4"): 0,
        ("e1", "e2", "e3", "e4"): 1,
        ("c2", "c3"): None,
    }


def test_the_numbers_of_passes_that_are_told():
    assert "3 passes in a row for two players, 5 for three, 11 for six" in PASSING.text.replace(
        "\n", " "
    )
    told = {seats: GAME.start(GAME.settle({}), seats).passing() for seats in (2, 3, 6)}
    assert told == {2: (0, 3), 3: (0, 5), 6: (0, 11)}
