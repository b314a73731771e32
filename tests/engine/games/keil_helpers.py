"""Positions of Keil from diagrams, and what is asked of them."""

from typing import cast

import pytest

from engine.board import hexhex
from engine.game import OptionValue
from engine.games.keil import GAME, Keil
from tests.engine.games.helpers import names, set_up

BOTH_WORDINGS = pytest.mark.parametrize("linking", ["current", "2019"])


def keil(picture: str = "", *, to_move: str = "B", **options: OptionValue) -> Keil:
    """The position of a diagram, set up; without one an empty board. No button unless asked."""
    tokens = picture.split()
    if tokens:
        options["size"] = next(n for n in range(2, 14) if 3 * n * (n - 1) + 1 == len(tokens))
    size = cast(int, options.setdefault("size", 3))
    setup = set_up(hexhex(size), picture, to_move)
    return cast(Keil, GAME.start_unrestricted({"button": False, **options}, setup))


def groups(position: Keil, colour: str) -> list[list[str]]:
    """The groups of one colour."""
    own = GAME.colours.index(colour)
    found = (group for group in position.groups() if position.stones[group[0]] == own)
    return sorted(names(position, group) for group in found)


def liberties(position: Keil, stone: str) -> list[str]:
    """The liberties of the group of a stone."""
    point = position.board.index[stone]
    (group,) = (group for group in position.groups() if point in group)
    return names(position, position.liberties(group))


def territories(position: Keil) -> list[tuple[list[str], str | None]]:
    """All territories with the letters of their owners, the first by name first."""
    return sorted(
        (
            (names(position, part.points), None if part.owner is None else "BW"[part.owner])
            for part in position.territories()
        ),
        key=str,
    )
