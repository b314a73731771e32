"""Worries: a capture is worth a warning if it costs points."""

import pytest

from engine.ai.review import SearchRequest
from engine.ai.thoughts import Considered, Thoughts
from engine.ai.worries import Cost, cost
from engine.games import all_games
from engine.position import Declare, Move, Placement, Position
from tests.engine.ai.test_review import driven, line

BEST, MOVE, ANSWER = Placement("d4"), Placement("a1"), Placement("b2")


def judged(best: Placement, after_best: float, after_capture: float, spread: float = 8.0) -> Cost:
    positions, _ = line("a1", "b2")

    def opinion(want: SearchRequest, _: Position) -> Thoughts:
        leads: dict[Move, float] = {BEST: after_best, ANSWER: after_capture}
        ahead = leads[want.more[0]] if want.more else 0.0
        return Thoughts((Considered(best, 9, 0.5, 0),), (ahead, 0.0), spread, (), 400)

    asking = cost((positions[0], positions[1]), 0, MOVE, 1, ANSWER)
    return driven(asking, positions, opinion)[0]


def test_it_costs_what_the_best_move_would_have_kept() -> None:
    found = judged(BEST, 5.0, -4.0)
    assert (found.points, found.matters) == (9.0, True)


@pytest.mark.parametrize(
    ("after_capture", "spread"),
    [(5.0, 8.0), (9.0, 8.0), (3.5, 8.0), (1.0, 60.0)],
    ids=["nothing", "the capture is a mistake", "little", "perhaps chance"],
)
def test_a_capture_that_costs_nothing_is_no_worry(after_capture: float, spread: float) -> None:
    assert not judged(BEST, 5.0, after_capture, spread).matters


@pytest.mark.parametrize(("best", "points"), [("b3", 9.0), ("d1", 0.0)])
def test_what_the_best_move_does_not_prevent_is_no_worry(best: str, points: float) -> None:
    """White's a1 threatens Black's a2, which b3 saves; c4 does not."""
    positions, _ = line("a2", "a1", "c4", "b3", size=3)

    def opinion(want: SearchRequest, _: Position) -> Thoughts:
        if not want.more:
            return Thoughts((Considered(Placement(best), 9, 0.5, 0),), (0.0, 0.0), 8.0, (), 400)
        ahead = 5.0 if want.plies == 2 else -4.0
        return Thoughts((Considered(BEST, 9, 0.5, 0),), (ahead, 0.0), 8.0, (), 400)

    asking = cost((positions[2], positions[3]), 2, Placement("c4"), 3, Placement("b3"))
    assert driven(asking, positions, opinion)[0].points == points


def test_the_stones_of_a_third_player_that_go_too_do_not_count() -> None:
    """White's b1 captures Black's a1 and Red's c1; Black's best move, d2, only saves c1."""
    game = all_games()["kee"]
    positions = [game.start(game.settle({"width": 4, "height": 4}, 3), 3)]
    moves = "c3 b2 pass a1 b3 d2 b4 c2 c1 d3 d1 a2 d4"
    for text in moves.split():
        positions.append(positions[-1].play(positions[-1].read(text)))
    before, after = positions[-2:]
    answer, gone = Placement("b1"), after.play(Placement("b1")).captured
    assert {after.board.names[point] for point in gone} == {"a1", "c1"}

    def opinion(_want: SearchRequest, _: Position) -> Thoughts:
        return Thoughts((Considered(Placement("d2"), 9, 0.5, 0),), (9.0, 0.0, 0.0), 8.0, (), 400)

    assert (
        driven(cost((before, after), 12, Placement("d4"), 13, answer), positions, opinion)[0]
        == Cost()
    )


def test_what_the_search_would_play_too_is_no_worry() -> None:
    assert judged(MOVE, 0.0, -9.0) == Cost()


def test_an_answer_that_ends_the_game_costs_what_the_end_says() -> None:
    positions, _ = line("a1", "pass")
    asking = cost((positions[0], positions[2]), 0, MOVE, 2, Declare("pass"))

    def opinion(_want: SearchRequest, _: Position) -> Thoughts:
        return Thoughts((Considered(BEST, 9, 0.5, 0),), (40.0, 0.0), 8.0, (), 400)

    found, wanted = driven(asking, positions, opinion)
    black, white = positions[2].play(Declare("pass")).score()
    assert found.points == 40.0 - (black - white)
    assert [want.plies for want in wanted] == [0, 0]
