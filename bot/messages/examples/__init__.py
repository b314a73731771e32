"""Examples: games that show what the rules of a game are for, with words after some turns.

A game's examples are in the file of this folder that is named after its key; their words are in the
catalogue under ``example-KEY-NAME``. A game without such a file has none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from bot.messages.catalogue import has, text
from engine import diagram
from engine.game import Game, Options, Setup
from engine.match import Match
from engine.turns import NO_TIME, Turn


@dataclass(frozen=True, slots=True)
class Example:
    """A game from its first position, which may be set up."""

    name: str
    """In the catalogue."""
    options: Options
    """The options of the game; those left out have their defaults."""
    moves: str
    """The moves, as `Position.write` gives them, with ", " in between."""
    seats: int = 2
    board: str = ""
    """The stones that stand at first, as `engine.diagram` draws them; "" for none."""


def of(game: Game) -> tuple[Example, ...]:
    """The examples of a game, at most ten, since each has a button; none if it has no file here."""
    return _examples(game.key)


def with_examples(games: Mapping[str, Game]) -> tuple[Game, ...]:
    """The ``games`` that have examples."""
    return tuple(game for game in games.values() if of(game))


def moves(example: Example) -> list[str]:
    """The moves of an example."""
    return example.moves.split(", ")


def match_of(game: Game, example: Example, plies: int) -> Match:
    """An example after ``plies`` moves. Raises `OptionError` and `MoveError`."""
    options = game.settle(example.options, example.seats)
    match = Match.start(game, options, example.seats, _setup(game, options, example))
    for written in moves(example)[:plies]:
        seat = match.to_move
        match = match.take(Turn(0 if seat is None else seat, written, NO_TIME))
    return match


def _setup(game: Game, options: Options, example: Example) -> Setup | None:
    if not example.board:
        return None
    board = game.start(options, example.seats).board
    stones = diagram.read(board, example.board, game.colours)
    colours = range(example.seats)
    return Setup({c: tuple(board.names[p] for p in stones if stones[p] == c) for c in colours})


def title(game: Game, example: Example) -> str:
    """At most 40 characters: it stands on a button."""
    return text(f"example-{game.key}-{example.name}.title")


def said(game: Game, example: Example, plies: int) -> str:
    """The text about the board after ``plies`` moves; empty if it needs none."""
    if plies == 0:
        return text(f"example-{game.key}-{example.name}")
    if not has(f"example-{game.key}-{example.name}.after-{plies}"):
        return ""
    return text(f"example-{game.key}-{example.name}.after-{plies}")


@cache
def _examples(key: str) -> tuple[Example, ...]:
    name = f"{__name__}.{key}"
    return import_module(name).EXAMPLES if find_spec(name) else ()
