"""Lessons: the rules of a game in a few pages, each a text beside a position.

A game's lessons are in the file of this folder that is named after its key; their words are in the
catalogue under ``lesson-KEY-PAGE``. A game without such a file has no lessons.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from bot.messages.catalogue import text
from engine.game import Game, Options
from engine.match import Match
from engine.turns import NO_TIME, Turn


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a lesson: a name in the catalogue, and a position that play has led to."""

    name: str
    options: Options
    """The options of the game; those left out have their defaults."""
    moves: str
    """The moves from the start, as `Position.write` gives them, with ", " in between."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A page with its words in the current language."""

    title: str
    """At most 40 characters: it stands on a button."""
    text: str
    """At most 500 characters, which may include Discord's marks for bold and italics."""
    options: Options
    moves: str


def of(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game, at most five; none if it has no file here."""
    return tuple(
        Lesson(
            title=text(f"lesson-{game.key}-{page.name}.title"),
            text=text(f"lesson-{game.key}-{page.name}"),
            options=page.options,
            moves=page.moves,
        )
        for page in _pages(game.key)
    )


def match_of(game: Game, lesson: Lesson) -> Match:
    """The match that a lesson of ``game`` shows. Raises `OptionError` and `MoveError`."""
    match = Match.start(game, game.settle(lesson.options), game.seats[0])
    for written in lesson.moves.split(", "):
        seat = match.to_move
        match = match.take(Turn(0 if seat is None else seat, written, NO_TIME))
    return match


def taught(games: Mapping[str, Game]) -> frozenset[str]:
    """The keys of those ``games`` that have lessons."""
    return frozenset(key for key in games if _pages(key))


@cache
def _pages(key: str) -> tuple[Page, ...]:
    name = f"{__name__}.{key}"
    return import_module(name).PAGES if find_spec(name) else ()
