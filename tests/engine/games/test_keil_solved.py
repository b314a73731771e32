"""Keil on the smallest board, solved: who begins in the middle owns all seven points."""

from engine.games.keil import GAME
from engine.position import Placement, Position

BLACK, WHITE, POINTS = 0, 1, 7


def gets_all(position: Position, colour: int, plies: int) -> bool:
    """Whether ``colour`` can end the game with every point within so many plies, by full search."""
    if position.result() is not None:
        return position.score()[colour] == POINTS
    if plies == 0:
        return False
    after = (gets_all(position.play(m), colour, plies - 1) for m in position.legal_moves())
    return any(after) if position.to_move == colour else all(after)


def test_only_the_middle_wins_and_it_wins_everything() -> None:
    start = GAME.start_unrestricted({"size": 2, "button": False})
    assert start.score() == (0, 0)
    for move in start.legal_moves():
        after = start.play(move)
        if move == Placement("b2"):  # seven points are the most there are
            assert gets_all(after, BLACK, 4)
        else:  # White takes the middle
            assert gets_all(after, WHITE, 5)
