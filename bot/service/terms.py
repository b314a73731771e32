"""The terms of a match as people write them: each of a game's options and the time, as text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.storage.rows import StoredChallenge
from engine.game import Game, Measure, Option, Options
from engine.time_control import DEFAULT_CONTROL, TimeControl

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
BLACK = "black"
"""The name of the choice who has Black, in a command."""
YOU, THEY = "you", "they"
SIDES: Mapping[str, bool] = {YOU: True, THEY: False}
"""Who has Black: whoever chooses, or the other. A handicap is written with one of them: ``they 3``
for three stones, ``you`` for none."""
EVEN = "even"
"""A handicap, if there is none and nobody chooses a side."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match."""

    game: Game
    options: Options
    """A value for every option of the game."""
    control: TimeControl = DEFAULT_CONTROL
    black: bool | None = None
    """Whether whoever offers these terms has Black; None if that is not chosen."""

    @classmethod
    def usual(cls, game: Game) -> Self:
        """The default terms."""
        return cls(game, {option.key: option.default for option in game.options})

    @classmethod
    def of(cls, asked: StoredChallenge, game: Game) -> Self:
        """The terms of a challenge to ``game``, for somebody who was asked to offer others."""
        usual = cls.usual(game).options
        known = {key: asked.options.get(key, value) for key, value in usual.items()}
        return cls(game, known, asked.control, None if asked.black is None else not asked.black)

    def for_anybody(self) -> Self:
        """The same for a challenge that anybody may accept: the lot decides who begins."""
        drawn = {
            one.key: one.by_lot
            for one in self.game.options
            if one.by_lot and self.options[one.key] == one.default
        }
        return replace(self, options={**self.options, **drawn})

    def write(self) -> dict[str, str]:
        """The text of each of `fields`."""
        given = {option.key: option.write(self.options[option.key]) for option in self.game.options}
        for one in self.game.measured(Measure.HANDICAP):
            who = [word for word, black in SIDES.items() if black is self.black]
            given[one.key] = " ".join(filter(None, [*who, given[one.key]])) or EVEN
        given[TIME] = self.control.write()
        return {name: given[name] for name in fields(self.game)}

    def read(self, written: Mapping[str, str]) -> Self:
        """These terms with what was ``written``; missing fields keep their values.

        What a changed value presets goes before that, and nothing that was not written replaces
        it. Raises `OptionError`. `Game.settle` checks options that depend on each other, such as
        komi and size.
        """
        written, black = dict(written), self.black
        for one in self.game.measured(Measure.HANDICAP):
            if one.key in written:
                black, written[one.key] = _parted(written[one.key])
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
        return replace(self, options={**self.options, **given}, control=control, black=black)


def form(game: Game, written: Mapping[str, str]) -> tuple[Option, ...]:
    """The options that a form has fields for; the others keep their values.

    If there is no room for all: those that are not rare, or of them those in force, by what is
    ``written``.
    """
    if len(game.options) <= MOST_OPTIONS:
        return game.options
    wanted = [one for one in game.options if not one.rare]
    if len(wanted) > MOST_OPTIONS:
        used = game.in_force({key: text or None for key, text in written.items()})
        wanted = [one for one in wanted if one.key in used]
    return tuple(wanted[:MOST_OPTIONS])


def fields(game: Game) -> list[str]:
    """The names of all options and the time, in the order in which controls keep their texts."""
    names = [option.key for option in game.options]
    return [*names[:MOST_OPTIONS], TIME, *names[MOST_OPTIONS:]]


def handicaps(option: Option) -> Iterator[str]:
    """The values of a handicap to choose from, as they are written."""
    low, high = option.bounds or (0, 0)
    yield EVEN
    yield from SIDES
    yield from (f"{who} {number}" for who in SIDES for number in range(int(low), int(high) + 1))


def _parted(text: str) -> tuple[bool | None, str]:
    """Who has Black, and the number of stones, in the text of a handicap."""
    who, _, stones = text.strip().partition(" ")
    if who in SIDES:
        return SIDES[who], stones
    return None, "" if who == EVEN else text
