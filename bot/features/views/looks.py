"""The boards on which people see their choices, and the changes that they can make."""

from collections.abc import Mapping, Sequence

from bot.messages import lessons
from bot.service.preferences import USUAL, DisplayPreferences
from engine.board import Board
from engine.game import Game
from engine.match import Match

TURN, MIRROR, RESET, OTHER_BOARD = "turn", "mirror", "usually", "other"
"""What the buttons do."""


def samples(games: Mapping[str, Game]) -> Sequence[Match]:
    """A board with stones for each game that has lessons, else an empty one."""
    every = list(games.values())
    found = [lessons.match_of(game, taught[0]) for game in every if (taught := lessons.of(game))]
    return found or [Match.start(game, game.settle({}), game.seats[0]) for game in every[:1]]


def changed(preferences: DisplayPreferences, wanted: str, board: Board) -> DisplayPreferences:
    """The preferences after a change: ``turn``, ``palette=dark``, etc."""
    if wanted == TURN:
        return preferences.turned(board)
    if wanted == MIRROR:
        return preferences.mirrored(board)
    if wanted == RESET:
        return USUAL
    key, _, value = wanted.partition("=")
    return preferences.chosen(key, value)


def is_change(wanted: str) -> bool:
    """True if it changes anything."""
    return wanted in (TURN, MIRROR, RESET) or "=" in wanted
