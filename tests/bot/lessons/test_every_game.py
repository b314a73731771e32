"""What the lessons of every game promise; a game without lessons has none, and no harm is done."""

import pytest

from bot.messages import lessons
from bot.messages.lessons import Lesson
from engine.game import Game
from engine.games import all_games
from engine.games.keil import GAME as KEIL
from engine.position import MoveError
from tests.toy import GAME as TRIO

LESSONS = [
    pytest.param(game, lesson, id=f"{key}-{lesson.title}")
    for key, game in all_games().items()
    for lesson in lessons.of(game)
]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_is_played_by_the_rules_and_says_something(game: Game, lesson: Lesson):
    match = lessons.match_of(game, lesson)
    assert match.ply == len(lesson.moves.split(", ")) and match.position.stones
    assert 0 < len(lesson.title.strip()) <= 40 and 0 < len(lesson.text.strip()) <= 500


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_the_lessons_of_a_game_fit_into_one_row_and_have_different_titles(game: Game):
    taught = lessons.of(game)
    assert len({lesson.title for lesson in taught}) == len(taught) <= 5


def test_a_game_without_a_file_of_lessons_has_none():
    assert lessons.of(TRIO) == ()
    assert lessons.taught({"trio": TRIO, "keil": KEIL}) == {"keil"}


def test_a_lesson_is_played_from_the_start_by_whose_turn_it_is() -> None:
    shown = lessons.match_of(KEIL, Lesson("", "", {"size": 3}, "komi 6, black, c3, b2"))
    names = shown.position.board.names
    assert {names[p]: c for p, c in shown.position.stones.items()} == {"c3": 0, "b2": 1}
    assert shown.to_move == 1  # the second player has chosen Black


@pytest.mark.parametrize("moves", ["c3, c3", "c3, foo", "button, pass, pass, c3"])
def test_a_lesson_that_the_rules_forbid_is_refused(moves: str) -> None:
    with pytest.raises(MoveError):
        lessons.match_of(KEIL, Lesson("", "", {"size": 3, "komi": 0}, moves))
