"""What the exercises of every game promise: exactly the right answers are right, by the engine."""

import pytest

from bot.features.learning import texts as learning_texts
from bot.features.learning.asking import answers
from bot.messages import exercises, lessons
from bot.messages.exercises import Exercise
from bot.service.goals import Captures, Counts, Declares, Finding, Verdict
from engine.game import Game
from engine.games import all_games
from engine.match import Match
from engine.position import IllegalMoveError, IllegalReason
from tests.toy import GAME as TRIO

GAMES = [pytest.param(game, id=key) for key, game in all_games().items()]
EXERCISES = [
    pytest.param(game, exercise, id=f"{key}-{exercise.name}")
    for key, game in all_games().items()
    for exercise in exercises.of(game)
]
EACH = pytest.mark.parametrize(("game", "exercise"), EXERCISES)


def verdicts(game: Game, exercise: Exercise) -> tuple[Match, dict[str, Verdict]]:
    """The position, and what is said about everything that can be answered."""
    match = exercises.match_of(game, exercise)
    return match, {text: exercise.goal.judge(match, text) for text in answers(match, exercise)}


def right_answers(game: Game) -> dict[str, set[str]]:
    """The right answers to each exercise of a game, by its name."""
    return {
        exercise.name: {text for text, v in verdicts(game, exercise)[1].items() if v.right}
        for exercise in exercises.of(game)
    }


def known(game: Game, name: str) -> Exercise:
    """The exercise of a game with this name."""
    exercise = exercises.known(game, name)
    assert exercise is not None
    return exercise


@EACH
def test_an_exercise_has_a_few_right_answers_and_some_that_are_not(
    game: Game, exercise: Exercise
) -> None:
    match, judged = verdicts(game, exercise)
    right = [text for text, verdict in judged.items() if verdict.right]
    assert match.to_move is not None
    assert 1 <= len(right) <= 3
    assert len(right) < len(judged)


@EACH
def test_every_wrong_answer_is_explained(game: Game, exercise: Exercise) -> None:
    """In words, and by marks, a score or the picture of a refusal."""
    for text, verdict in verdicts(game, exercise)[1].items():
        if verdict.right:
            continue
        told = learning_texts.wrong(game, exercise, verdict, text)
        assert 0 < len(told) <= 600
        assert text in told
        captured = verdict.match.position.captured
        shown = verdict.marks or verdict.scored or verdict.error or captured
        assert shown or verdict.finding in (Finding.NO_STONE, Finding.LEGAL_NEW), text


@EACH
def test_the_pictures_point_at_what_the_words_name(game: Game, exercise: Exercise) -> None:
    for verdict in verdicts(game, exercise)[1].values():
        named = {*verdict.stones, *verdict.points}
        assert verdict.right or named <= {*verdict.marks, *verdict.match.position.captured}


@EACH
def test_what_is_to_be_captured_is_all_that_is_captured(game: Game, exercise: Exercise) -> None:
    """A right answer captures these stones and no others, but for itself in a suicide."""
    match, judged = verdicts(game, exercise)
    for verdict in judged.values():
        if verdict.right and isinstance(exercise.goal, Captures):
            names = match.position.board.names
            gone = {names[p] for p in verdict.match.position.captured}
            own = {text for text, one in judged.items() if one is verdict}
            assert gone - own == {*exercise.goal.stones}


@EACH
def test_the_engine_refuses_exactly_what_is_called_illegal(game: Game, exercise: Exercise) -> None:
    match, judged = verdicts(game, exercise)
    if isinstance(exercise.goal, Counts):
        return
    position = match.position
    for text, verdict in judged.items():
        refused = position.why_not(position.read(text))
        assert isinstance(verdict.error, IllegalMoveError) == (refused is not None)


@EACH
def test_a_repetition_is_of_a_board_that_was_played(game: Game, exercise: Exercise) -> None:
    """Its picture shows that board, which a replay of the moves leads to."""
    for verdict in verdicts(game, exercise)[1].values():
        if verdict.error is not None and verdict.error.reason is IllegalReason.REPETITION:
            assert not exercise.board


@EACH
def test_where_a_word_is_wanted_no_stone_is_legal(game: Game, exercise: Exercise) -> None:
    match, _ = verdicts(game, exercise)
    if isinstance(exercise.goal, Declares):
        assert [*map(match.position.write, match.position.legal_moves())] == [exercise.goal.word]


@EACH
def test_the_words_of_an_exercise_fit(game: Game, exercise: Exercise) -> None:
    assert 0 < len(exercises.title(game, exercise)) <= 40
    assert 0 < len(exercises.question(game, exercise)) <= 500
    praise = exercises.praise(game, exercise)
    assert 0 < len(praise) <= 200 and "\n" not in praise
    assert not praise.startswith(("It ", "Its ")), "it also follows “One answer is d3.”"
    use = exercises.use(game, exercise)
    assert 0 < len(use) <= 160 and "\n" not in use
    for said in (praise, use):
        assert said.endswith(".") and ". " not in said, "one sentence"
    assert len(learning_texts.form_title(game, exercise)) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_some_with_different_names(game: Game) -> None:
    every = exercises.of(game)
    assert 8 <= len(every) <= 20
    assert len({one.name for one in every}) == len({exercises.title(game, one) for one in every})
    assert all(" " not in one.name and len(one.name) <= 20 for one in every)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_exercise_of_every_game_tells_its_aim(game: Game) -> None:
    first, *others = exercises.of(game)
    assert exercises.question(game, first).startswith("**Aim:** ")
    assert not any("**Aim" in exercises.question(game, each) for each in others)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_first_game_needs_comes_before_rare_cases(game: Game) -> None:
    """Liberties or control, captures, when to pass; then people are told to play."""
    every = exercises.of(game)
    needed = [each for each in every if not each.rare]
    assert every[: len(needed)] == (*needed,)
    assert any(isinstance(each.goal, Captures) for each in needed)
    passes = [each for each in needed if "pass" in right_answers(game)[each.name]]
    assert passes and passes[-1] is needed[-1]
    enough = learning_texts.right(game, needed[-1], {each.name for each in needed})
    assert "/practice" in enough
    assert "all you need for a first game" in enough or len(needed) == len(every)
    if len(needed) > 1:
        one_less = {each.name for each in needed[1:]}
        assert "/practice" not in learning_texts.right(game, needed[-1], one_less)


def test_all_games_have_points_and_opponents() -> None:
    """What one text calls a point or an opponent, no other one calls a space or an enemy."""
    for game in all_games().values():
        said = [page.text for page in lessons.of(game)]
        for exercise in exercises.of(game):
            said += [part(game, exercise) for part in (exercises.question, exercises.praise)]
            said.append(exercises.use(game, exercise))
        words = {word.strip(".,;:*’s").lower() for each in said for word in each.split()}
        assert not words & {"space", "enemy", "enemie", "field", "cell", "intersection"}


def test_a_game_without_a_file_of_exercises_has_none() -> None:
    assert exercises.of(TRIO) == ()
    assert exercises.with_exercises({"trio": TRIO, **all_games()}) == (*all_games().values(),)
