"""Questions to a worker and its replies, which are sent pickled between the two processes."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from time import monotonic

from engine.ai import LEVELS, Level, Thoughts
from engine.game import Options

LONGEST_THOUGHT = 8.0
"""Seconds after which a search stops, with what it has found: on a machine that is very busy."""


def limit() -> Callable[[], bool]:
    """A function that is true after `LONGEST_THOUGHT` from now."""
    until = monotonic() + LONGEST_THOUGHT
    return lambda: monotonic() >= until


class Urgency(IntEnum):
    """The order in the queue: the lowest first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


@dataclass(frozen=True, slots=True)
class Question:
    """A position in which a seat has to move: how it came about, and how well to think.

    It is all that an answer depends on, so the same question has the same answer everywhere, unless
    the machine is so busy that the search has to stop after `LONGEST_THOUGHT`.
    """

    game: str
    """The game's key."""
    options: Options
    seats: int
    moves: tuple[tuple[int, str], ...]
    """The moves that stand: seat and text."""
    level: int
    seed: int
    departed: tuple[int, ...] = ()
    """The seats whose players have left: they pass from now on."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A turn: the text of a move, or ``resign``."""

    text: str
    fallback: str = ""
    """Why the simple player has moved, if that was not meant to be; empty otherwise."""
    seconds: float = 0.0
    """How long it took to think."""


@dataclass(frozen=True, slots=True)
class Study:
    """A position to judge: how it came about, and how much to search."""

    game: str
    """The game's key."""
    options: Options
    seats: int
    moves: tuple[tuple[int, str], ...]
    """The moves that lead to it: seat and text."""
    playouts: int
    seed: int
    departed: tuple[int, ...] = ()
    """The seats whose players have left: they pass from then on."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The search's judgement of a position."""

    thoughts: Thoughts | None
    """None if nothing but the simple player knows the game, which cannot judge."""
    fallback: str = ""
    """The reason for a missing judgement that was expected; empty otherwise."""


def level_numbered(number: int) -> Level:
    """The level with this number; one from another version is the nearest."""
    return min(LEVELS, key=lambda level: abs(level.number - number))


def seed_of(match_id: int, ply: int) -> int:
    """The seed for the turn after ``ply`` turns of a match: the move can be found again."""
    return int.from_bytes(blake2b(f"{match_id} {ply}".encode(), digest_size=7).digest())
