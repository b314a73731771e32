"""How a person wants to see boards and to enter moves."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, Self, cast

from bot.storage.database import Store
from bot.storage.transaction import Transaction
from engine.board import Board
from render.options import WIDTHS, Coordinates, RenderOptions
from render.theme import THEMES

PALETTE = "light"


class Entering(StrEnum):
    """The ways to enter a move once a point is chosen."""

    USUAL = "usual"
    """A preview in one's `FIRST_GAMES`, and if there is a lot of time for each move."""
    PREVIEW = "preview"
    ONCE = "once"
    """The move is played at once."""


FIRST_GAMES = 3
"""A newcomer's games."""
A_LOT_OF_TIME = timedelta(days=1)
Pose = tuple[int, bool]
"""By how many steps a board is turned, and whether it is then mirrored."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """One person's choices. Stored choices that no longer exist become the defaults."""

    palette: str = PALETTE
    coordinates: str = Coordinates.USUAL.value
    size: str = "desktop"
    poses: Mapping[int, Pose] = field(default_factory=dict[int, Pose])
    """The pose of each kind of board, by the number of ways in which it can be turned."""
    entering: str = Entering.USUAL.value
    """One of `Entering`."""

    def view(self, board: Board) -> RenderOptions:
        """How to draw ``board`` for this person."""
        turn, mirror = self.pose(board)
        return RenderOptions(
            width=WIDTHS[self.size],
            theme=THEMES[self.palette],
            turn=turn,
            mirror=mirror,
            coordinates=Coordinates(self.coordinates),
        )

    def pose(self, board: Board) -> Pose:
        """The pose of boards like this one."""
        return self.poses.get(board.turns, (0, False))

    def turned(self, board: Board) -> Self:
        """A copy with boards like this one turned by one step."""
        turn, mirror = self.pose(board)
        return self._posed(board, ((turn + 1) % board.turns, mirror))

    def mirrored(self, board: Board) -> Self:
        """A copy with boards like this one mirrored, or no longer mirrored."""
        turn, mirror = self.pose(board)
        return self._posed(board, (turn, not mirror))

    def with_names(self) -> Self:
        """A copy with names on all empty points, unless others than the usual were chosen."""
        usual = self.coordinates == Coordinates.USUAL
        return replace(self, coordinates=Coordinates.EVERY.value) if usual else self

    def _posed(self, board: Board, pose: Pose) -> Self:
        return replace(self, poses={**self.poses, board.turns: pose})

    def chosen(self, key: str, value: str) -> Self:
        """A copy with another value for one of `CHOICES`; unchanged if there is no such value."""
        return replace(self, **{key: value}) if value in CHOICES.get(key, ()) else self

    def write(self) -> str:
        """The preferences as they are stored."""
        poses = {str(turns): pose for turns, pose in self.poses.items()}
        kept = {key: getattr(self, key) for key in CHOICES}
        return json.dumps({**kept, "poses": poses})

    @classmethod
    def read(cls, stored: str) -> Self:
        """The inverse of `write`."""
        kept = cast(dict[str, Any], json.loads(stored))
        poses = {int(turns): (pose[0], pose[1]) for turns, pose in kept.get("poses", {}).items()}
        preferences = cls(poses=poses)
        for key in CHOICES:
            preferences = preferences.chosen(key, kept.get(key, ""))
        return preferences


CHOICES: Mapping[str, tuple[str, ...]] = {
    "palette": tuple(THEMES),
    "coordinates": tuple(Coordinates),
    "size": tuple(WIDTHS),
    "entering": tuple(Entering),
}
"""The values to choose from."""
USUAL = DisplayPreferences()


class Preferences:
    """The preferences of everybody in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, user: int) -> DisplayPreferences:
        """How ``user`` wants to see boards."""
        stored = await self._store.read(lambda tx: tx.people.preferences(user))
        return USUAL if stored is None else DisplayPreferences.read(stored)

    async def previews(self, user: int, pace: timedelta) -> bool:
        """True if ``user`` previews a move before it is played, at this pace."""
        entering = (await self.of(user)).entering
        if entering != Entering.USUAL:
            return entering == Entering.PREVIEW
        return pace >= A_LOT_OF_TIME or await self._plays_first_games(user)

    async def is_asked(self, user: int) -> bool:
        """True if ``user`` confirms what newcomers may misunderstand: in their first games."""
        entering = (await self.of(user)).entering
        return entering != Entering.ONCE and await self._plays_first_games(user)

    async def _plays_first_games(self, user: int) -> bool:
        most = FIRST_GAMES + 1
        return await self._store.read(lambda tx: tx.matches.number_of(user, most)) < most

    async def change(
        self, user: int, change: Callable[[DisplayPreferences], DisplayPreferences]
    ) -> DisplayPreferences:
        """Change how ``user`` sees boards from now on. Returns the new preferences."""

        def work(tx: Transaction) -> DisplayPreferences:
            stored = tx.people.preferences(user)
            changed = change(USUAL if stored is None else DisplayPreferences.read(stored))
            tx.people.keep_preferences(user, changed.write())
            return changed

        return await self._store.write(work)
