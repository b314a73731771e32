"""The exercises of Ki: their answers, and what their words say about the positions."""

from bot.messages import exercises
from bot.service.goals import Finding
from engine.games.ki import GAME
from tests.bot.exercises.test_every_game import known, right_answers, verdicts

RIGHT = {
    "forbidden": {"b4"},
    "control": {"c2", "c4"},
    "corner": {"b1"},
    "capture": {"c2", "d3"},
    "corner-capture": {"a2"},
    "cascade": {"e3"},
    "save": {"c2", "d2", "d3"},
    "square": {"d3"},
    "pass": {"pass"},
}


def test_the_answers_are_these_and_no_others() -> None:
    assert right_answers(GAME) == RIGHT


def test_no_stone_stands_on_a_space_that_the_other_controls() -> None:
    """Such a position could not come about: it would be removed with the next stone."""
    for exercise in exercises.of(GAME):
        position = exercises.match_of(GAME, exercise).position
        stones, neighbours = position.stones, position.board.neighbours
        for point, colour in stones.items():
            beside = [stones[p] for p in neighbours[point] if p in stones]
            others = len(beside) - beside.count(colour)
            assert others < 2 or others <= beside.count(colour)


def test_two_of_each_leave_a_space_open() -> None:
    match, judged = verdicts(GAME, known(GAME, "forbidden"))
    assert judged["c3"].finding is Finding.LEGAL_OPEN
    assert judged["c3"].counts == (2, 2)
    assert match.position.controllers()[match.position.board.index["b4"]] == 0


def test_the_cascade_takes_more_than_its_first_stone() -> None:
    match, judged = verdicts(GAME, known(GAME, "cascade"))
    names = match.position.board.names
    assert {names[p] for p in judged["e3"].match.position.captured} == {"c3", "d3"}
    without = exercises.replace(known(GAME, "cascade"), options={"size": 5, "cascade": False})
    alone = verdicts(GAME, without)[1]["e3"]
    assert {names[p] for p in alone.match.position.captured} == {"d3"}


def test_a_square_of_four_can_never_be_captured() -> None:
    """Each of its stones has two friends, and so at most two opponents beside it."""
    match, judged = verdicts(GAME, known(GAME, "square"))
    assert match.position.controllers()[match.position.board.index["c4"]] == 1
    board, after = match.position.board, judged["d3"].match.position
    square = {board.index[name] for name in ("c2", "c3", "d2", "d3")}
    assert all(after.stones[point] == 0 for point in square)
    for point in square:
        assert len(square.intersection(board.neighbours[point])) == 2
        assert len(board.neighbours[point]) - 2 <= 2
    for text in ("c4",):  # what White threatened
        assert square <= {*after.play(after.read(text)).stones}


def test_all_points_that_are_left_are_refused() -> None:
    judged = verdicts(GAME, known(GAME, "pass"))[1]
    assert {text for text, verdict in judged.items() if verdict.error} == {"e2", "e5"}
