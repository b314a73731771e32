"""How the tests of a game say what they mean: a diagram, an action, an expectation."""

from collections.abc import Iterable
from typing import TypeVar

from engine import diagram
from engine.board import Board
from engine.game import Setup
from engine.position import IllegalReason, Position

P = TypeVar("P", bound=Position)
LETTERS = ("B", "W", "R", "G", "Y", "P")
"""Of the colours in all games."""


def set_up(board: Board, picture: str, to_move: str) -> Setup:
    """The stones of a diagram; without one none."""
    stones = diagram.read(board, picture, LETTERS) if picture.split() else {}
    by_colour = {
        colour: tuple(board.names[p] for p in stones if stones[p] == colour)
        for colour in set(stones.values())
    }
    return Setup(by_colour, LETTERS.index(to_move))


def play(position: P, *moves: str) -> P:
    """The position after these moves."""
    for text in moves:
        position = position.play(position.read(text))
    return position


def refused(position: Position, move: str) -> IllegalReason | None:
    """Why a move is refused, None if it is not."""
    refusal = position.why_not(position.read(move))
    return refusal and refusal.reason


def names(position: Position, points: Iterable[int]) -> list[str]:
    return sorted(position.board.names[p] for p in points)


def drawn(position: Position) -> str:
    """The diagram of a position."""
    return diagram.draw(position.board, position.stones, LETTERS)
