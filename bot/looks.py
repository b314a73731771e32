"""How somebody wants to see boards: palette, how the board lies, coordinates, size."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast

from engine.board import Board
from render.theme import THEMES
from render.view import WIDTHS, Coordinates, View

PALETTE = "light"
Pose = tuple[int, bool]
"""How often a board is turned, and whether it is mirrored then."""


@dataclass(frozen=True, slots=True)
class Looks:
    """What one person has chosen. What nobody knows any more is as usual."""

    palette: str = PALETTE
    coordinates: str = Coordinates.EDGE.value
    size: str = "desktop"
    poses: Mapping[int, Pose] = field(default_factory=dict[int, Pose])
    """For each kind of board, by the number of ways in which it can be turned."""

    def view(self, board: Board) -> View:
        """How to draw ``board`` for this person."""
        turn, mirror = self.pose(board)
        return View(
            width=WIDTHS[self.size],
            theme=THEMES[self.palette],
            turn=turn,
            mirror=mirror,
            coordinates=Coordinates(self.coordinates),
        )

    def pose(self, board: Board) -> Pose:
        """How such a board lies."""
        return self.poses.get(board.turns, (0, False))

    def turned(self, board: Board) -> Self:
        """With such boards turned by one step."""
        turn, mirror = self.pose(board)
        return self._posed(board, ((turn + 1) % board.turns, mirror))

    def mirrored(self, board: Board) -> Self:
        """With such boards mirrored, or no more."""
        turn, mirror = self.pose(board)
        return self._posed(board, (turn, not mirror))

    def _posed(self, board: Board, pose: Pose) -> Self:
        return replace(self, poses={**self.poses, board.turns: pose})

    def chosen(self, key: str, value: str) -> Self:
        """With another palette, coordinates or size; as it was where there is none such."""
        return replace(self, **{key: value}) if value in CHOICES.get(key, ()) else self

    def write(self) -> str:
        """As it is stored."""
        poses = {str(turns): pose for turns, pose in self.poses.items()}
        kept = {key: getattr(self, key) for key in CHOICES}
        return json.dumps({**kept, "poses": poses})

    @classmethod
    def read(cls, stored: str) -> Self:
        """The inverse of `write`."""
        kept = cast(dict[str, Any], json.loads(stored))
        poses = {int(turns): (pose[0], pose[1]) for turns, pose in kept.get("poses", {}).items()}
        looks = cls(poses=poses)
        for key in CHOICES:
            looks = looks.chosen(key, kept.get(key, ""))
        return looks


CHOICES: Mapping[str, tuple[str, ...]] = {
    "palette": tuple(THEMES),
    "coordinates": tuple(Coordinates),
    "size": tuple(WIDTHS),
}
"""What there is to choose from."""
USUAL = Looks()
