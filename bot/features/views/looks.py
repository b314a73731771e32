"""The boards on which people see their choices, and the changes that they can make."""

from collections.abc import Iterator, Mapping, Sequence

from bot.messages import lessons
from bot.service.preferences import USUAL, DisplayPreferences
from engine.board import Board
from engine.game import Game
from engine.match import Match

TURN, MIRROR, RESET, OTHER_BOARD = "turn", "mirror", "usually", "other"
"""What the buttons do."""
POSE = "pose"


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
    if key == POSE:
        poses = [
            turned for turned in _every_pose(preferences, board) if _pose(turned, board) == value
        ]
        return poses[0] if poses else preferences
    return preferences.chosen(key, value)


def to_pose(preferences: DisplayPreferences, way: str, board: Board) -> str:
    """The change to where a board stands after `TURN` or `MIRROR`: it may come twice."""
    return f"{POSE}={_pose(changed(preferences, way, board), board)}"


def _pose(preferences: DisplayPreferences, board: Board) -> str:
    turn, mirrored = preferences.pose(board)
    return f"{turn},{int(mirrored)}"


def _every_pose(preferences: DisplayPreferences, board: Board) -> Iterator[DisplayPreferences]:
    for side in (preferences, preferences.mirrored(board)):
        for _ in range(board.turns):
            side = side.turned(board)
            yield side


def is_change(wanted: str) -> bool:
    """True if it changes anything."""
    return wanted in (TURN, MIRROR, RESET) or "=" in wanted
