"""Positions of the Kee Rules of Go from diagrams, and what is asked of them."""

from typing import cast

from engine.board import rectangle
from engine.game import Options
from engine.games.kee import GAME, Kee
from engine.position import IllegalReason
from tests.engine.games.helpers import names, set_up


def kee(picture: str, players: int = 2, *, to_move: str = "B", komi: float = 0) -> Kee:
    """The position of a diagram, set up; its lines are the rows of the board."""
    rows = [row.split() for row in picture.strip().splitlines()]
    board = rectangle(len(rows[0]), len(rows))
    options: Options = {
        "rows": len(rows),
        "cols": len(rows[0]),
        "players": players,
        "komi": komi,
    }
    return cast(Kee, GAME.start_unrestricted(options, set_up(board, picture, to_move)))


def empty(rows: int, cols: int, players: int = 2) -> Kee:
    """An empty board."""
    return kee("\n".join([" ".join("." * cols)] * rows), players)


def legal(position: Kee) -> str:
    """All legal moves, in their order."""
    return " ".join(position.write(move) for move in position.legal_moves())


def repeats(position: Kee, move: str) -> int:
    """The ply that a move is refused for repeating."""
    refusal = position.why_not(position.read(move))
    assert (
        refusal is not None
        and refusal.reason is IllegalReason.REPETITION
        and refusal.ply is not None
    )
    return refusal.ply


def captures(position: Kee) -> list[str]:
    """The points that the last move emptied."""
    return names(position, position.captured)


def anchored(position: Kee) -> bool:
    """Whether the board is its own anchor."""
    return position.anchor() == position.stones
