"""Positions of Ki from diagrams, and what is asked of them."""

from typing import cast

import pytest

from engine.board import rectangle
from engine.game import OptionValue
from engine.games.ki import GAME, Ki
from tests.engine.games.helpers import LETTERS, set_up

EITHER_WAY = pytest.mark.parametrize("cascade", [True, False])


def ki(picture: str = "", *, to_move: str = "B", **options: OptionValue) -> Ki:
    """The position of a diagram, set up; without one an empty board, 5 by 5 unless asked."""
    rows = [row.split() for row in picture.split("\n") if row.strip()]
    if rows:
        options |= {"rows": len(rows), "cols": len(rows[0])}
    elif "rows" not in options:
        options.setdefault("size", 5)
    rows_cols = [cast(int, options.get(key, options.get("size"))) for key in ("rows", "cols")]
    board = rectangle(rows_cols[1], rows_cols[0])
    return cast(Ki, GAME.start_unrestricted(options, set_up(board, picture, to_move)))


def controlled(position: Ki) -> dict[str, str]:
    """The empty spaces that a colour controls, by name."""
    names = position.board.names
    return {names[point]: LETTERS[colour] for point, colour in position.controllers().items()}


def legal(position: Ki) -> list[str]:
    return sorted(position.write(move) for move in position.legal_moves())
