"""The terms of a match as people write them: each of a game's options and the time, as text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.storage.rows import StoredChallenge
from engine.clock import DEFAULT_CONTROL, TimeControl
from engine.game import Game, Option, Options

TIME = "time"
"""The name of the field for the time, beside those of the options."""
USUAL_TIMES = (
    *("3d+1d max 7d", "3d+1d max 7d no nights", "3d+1d max 7d no nights no weekends"),
    *("3d+1d max 7d from first look", "3d+1d max 7d soft"),
    *("1d+12h max 3d", "12h no nights", "7d+2d max 14d"),
    *("1d", "2d", "3d", "5d", "1w", "2w"),
    *("5m", "15m", "1h", "6h", "12h", "10m+10s max 20m", "20m+5x30s", "1h total", "none"),
)
"""Time controls to choose from: a select has room for two more."""
MOST_OPTIONS = 4
"""A modal has five fields, and the time is one of them."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match."""

    game: Game
    options: Options
    """A value for every option of the game."""
    control: TimeControl = DEFAULT_CONTROL

    @classmethod
    def usual(cls, game: Game) -> Self:
        """The default terms."""
        return cls(game, {option.key: option.default for option in game.options})

    @classmethod
    def of(cls, asked: StoredChallenge, game: Game) -> Self:
        """The terms of a challenge to ``game``."""
        usual = cls.usual(game).options
        known = {key: asked.options.get(key, value) for key, value in usual.items()}
        return cls(game, known, asked.control)

    def for_anybody(self) -> Self:
        """The same for a challenge that anybody may accept: the lot decides who begins."""
        drawn = {
            one.key: one.by_lot
            for one in self.game.options
            if one.by_lot and self.options[one.key] == one.default
        }
        return replace(self, options={**self.options, **drawn})

    def write(self) -> dict[str, str]:
        """The text of each field of a form."""
        given = {option.key: option.write(self.options[option.key]) for option in form(self.game)}
        return given | {TIME: self.control.write()}

    def read(self, written: Mapping[str, str]) -> Self:
        """These terms with what was ``written``; missing fields keep their values.

        What a changed value presets goes before that, and nothing that was not written replaces
        it. Raises `OptionError`. `Game.settle` checks options that depend on each other, such as
        komi and size.
        """
        given = {
            option.key: option.read(written[option.key])
            for option in self.game.options
            if option.key in written
        }
        changed = {key: value for key, value in given.items() if value != self.options[key]}
        replaced = {one.key: None for one in self.game.options if changed.keys() & {*one.replaces}}
        given = {**replaced, **given}
        given = {**self.game.with_presets(changed), **given}
        control = TimeControl.read(written[TIME]) if TIME in written else self.control
        return replace(self, options={**self.options, **given}, control=control)


def form(game: Game) -> tuple[Option, ...]:
    """The options that a form has fields for; the others keep their values."""
    return game.options[:MOST_OPTIONS]
