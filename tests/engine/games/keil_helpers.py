"""How the tests of Keil say what they mean: a diagram, an action, an expectation."""

from collections.abc import Iterable
from typing import cast

import pytest

from engine import diagram
from engine.board import hexhex
from engine.games.keil import GAME, Keil
from engine.position import OptionValue, Reason, Setup

BOTH_WORDINGS = pytest.mark.parametrize("linking", ["current", "2019"])


def keil(picture: str = "", *, to_move: str = "B", **options: OptionValue) -> Keil:
    """The position of a diagram, set up; without one an empty board. No button unless asked."""
    tokens = picture.split()
    if tokens:
        options["size"] = next(n for n in range(2, 14) if 3 * n * (n - 1) + 1 == len(tokens))
    size = cast(int, options.setdefault("size", 3))
    stones = diagram.read(hexhex(size), picture, GAME.colours) if tokens else {}
    by_colour = {
        colour: tuple(hexhex(size).names[p] for p in stones if stones[p] == colour)
        for colour in (0, 1)
    }
    setup = Setup(by_colour, GAME.colours.index(to_move))
    return cast(Keil, GAME.judge({"button": False, **options}, setup))


def play(position: Keil, *moves: str) -> Keil:
    """The position after these moves."""
    for text in moves:
        position = position.play(position.read(text))
    return position


def refused(position: Keil, move: str) -> Reason | None:
    """Why a move is refused, None if it is not."""
    refusal = position.why_not(position.read(move))
    return refusal and refusal.reason


def names(position: Keil, points: Iterable[int]) -> list[str]:
    return sorted(position.board.names[p] for p in points)


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


def drawn(position: Keil) -> str:
    """The diagram of a position."""
    return diagram.draw(position.board, position.stones, GAME.colours)
