"""What somebody chooses about a game against the bot."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from bot.service.computers import LEVEL_NUMBERS
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import SOLO
from engine.game import Game
from engine.time_control import MOST, TimeControl

LOT, YOU, ME = "lot", "you", "me"
"""Choices of the first player: by lot, the person, or the computer."""
BEGINS: Mapping[str, bool | None] = {LOT: None, YOU: True, ME: False}
HERE, PANEL = "here", "panel"
WHERE: Mapping[str, str | None] = {HERE: None, SOLO: SOLO}
"""Where the game is played: as every other game here, or on a board that nobody else sees."""
LONGEST_TIME = TimeControl(MOST)
"""The time per move of a game that nobody else sees: it keeps nobody waiting."""


@dataclass(frozen=True, slots=True)
class PracticeChoice:
    """The choices in the panel."""

    game: str
    level: int
    begins: str = LOT
    where: str = HERE

    def write(self, **changes: str) -> str:
        """The text of a control: ``keil 3 lot here``; some of it may be the place of a choice."""
        parts = {
            "game": self.game,
            "level": str(self.level),
            "begins": self.begins,
            "where": self.where,
        }
        return " ".join({**parts, **changes}.values())

    @classmethod
    def read(cls, text: str, games: Mapping[str, Game]) -> Self:
        """The inverse of `write`. Raises `RefusedError` for what was forged."""
        match text.split(" "):
            case [game, level, begins, where] if game in games and begins in BEGINS:
                if level in map(str, LEVEL_NUMBERS) and where in WHERE:
                    return cls(game, int(level), begins, where)
            case _:
                pass
        raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
