"""Exercises: lessons that a learner answers with a move on the board.

A game's exercises are in the file of this folder that is named after its key; their words are in
the catalogue under ``exercise-KEY-NAME``: the question, what praises a right answer, and what it is
good for. A game without such a file has no exercises.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from bot.messages.catalogue import text
from bot.service.goals import Goal
from engine import diagram
from engine.game import Game, Options
from engine.match import Match
from engine.turns import NO_TIME, Turn


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, and what the next move has to achieve."""

    name: str
    """In the catalogue, and in every control: it never changes."""
    options: Options
    """The options of the game; those left out have their defaults."""
    goal: Goal
    board: str = ""
    """The stones that stand there first, as `engine.diagram` draws them; empty: none."""
    mover: int = 0
    """The colour that begins."""
    moves: str = ""
    """The moves that follow, as `Position.write` gives them, joined by ", "."""
    seats: int = 0
    """The number of players; 0: the fewest."""
    rare: bool = False
    """True if few games have such a case: these come last."""


def of(game: Game) -> tuple[Exercise, ...]:
    """The exercises of a game, in their order; none if it has no file here."""
    return _exercises(game.key)


def known(game: Game, name: str) -> Exercise | None:
    """The exercise of this name."""
    return next((exercise for exercise in of(game) if exercise.name == name), None)


def with_exercises(games: Mapping[str, Game]) -> tuple[Game, ...]:
    """The ``games`` that have exercises."""
    return tuple(game for game in games.values() if of(game))


def match_of(game: Game, exercise: Exercise) -> Match:
    """The match in which the learner is to move. Raises `OptionError` and `MoveError`."""
    seats = exercise.seats or game.seats[0]
    match = Match.start(game, game.settle(exercise.options, seats), seats)
    if exercise.board:
        first = match.position
        stones = diagram.read(first.board, exercise.board, game.colours)
        position = first.set_up(stones, exercise.mover)
        assert position is not None
        match = replace(match, position=position, shown=position)
    for written in filter(None, exercise.moves.split(", ")):
        seat = match.to_move
        match = match.take(Turn(0 if seat is None else seat, written, NO_TIME))
    return match


def title(game: Game, exercise: Exercise) -> str:
    """Its title, at most 40 characters."""
    return text(f"exercise-{game.key}-{exercise.name}.title")


def question(game: Game, exercise: Exercise) -> str:
    """The question."""
    return text(f"exercise-{game.key}-{exercise.name}")


def praise(game: Game, exercise: Exercise) -> str:
    """One sentence after a right answer, which names the rule."""
    return text(f"exercise-{game.key}-{exercise.name}.right")


def use(game: Game, exercise: Exercise) -> str:
    """One sentence after that: what it is good for in a game."""
    return text(f"exercise-{game.key}-{exercise.name}.use")


@cache
def _exercises(key: str) -> tuple[Exercise, ...]:
    name = f"{__name__}.{key}"
    return import_module(name).EXERCISES if find_spec(name) else ()
