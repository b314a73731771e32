"""A game that can be played: its names, its options and its first position.

Options are checked here and nowhere else, for people, records and programs alike. A game declares
what a value may be; the errors carry a reason and data, and whoever talks to people finds the
words. The names and summaries in a game's file are English.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import isfinite
from types import EllipsisType
from typing import cast

from engine.arena import Arena
from engine.position import IllegalReason, Position

OptionValue = bool | int | float | str | None
Options = Mapping[str, OptionValue]
YES_OR_NO = ("yes", "no")
PLAYERS = "players"
"""The key under which programs give the number of players, beside the options."""


ANY_KOMI = (-999_999_999, 999_999_999)
"""The bounds of komi for the referee: more than any game needs, and exact in every format."""


class OptionProblem(StrEnum):
    """Why an option is refused, with the data that each reason has in `OptionError.about`."""

    UNKNOWN = "unknown"
    """``game``: the `Game` that has no such option."""
    NULL = "null"
    """A program has given null, which is never a value."""
    VALUE = "value"
    """``declared``: the `Option`, which says what its values may be; ``on_this_board``: whether its
    bounds are those of the chosen board."""
    PLAYERS = "players"
    """``game``: the `Game`, which says how many may play."""
    GAME = "game"
    """``games``: the keys of all games, separated by commas."""
    CONFLICT = "conflict"
    """``other``: the key of an option that excludes this one."""
    INCOMPLETE = "incomplete"
    """``other``: the key of an option that this one needs."""
    BOARD_TOO_SMALL = "board-too-small"
    """The board would have a single point."""
    TIME = "time"
    """A time control that cannot be read."""
    TIME_BOUNDS = "time-bounds"
    """``low``, ``high``: the shortest and the longest time for a move (`datetime.timedelta`)."""
    SETUP_POINT = "setup-point"
    """``point``: a name that is not on this board."""
    SETUP_COLOUR = "setup-colour"
    """``colour``: a letter that nobody plays; ``colours``: those in play, separated by commas."""
    FOR_TWO = "for-two"
    """Only for two players."""
    NO_PLACES = "no-places"
    """The board has no places for the stones of a handicap."""
    NO_SETUP = "no-setup"
    """The game starts from its own first position only."""


class OptionError(ValueError):
    """An option of a new game that is refused."""

    def __init__(self, option: str, problem: OptionProblem, **about: object) -> None:
        short = option[:40]
        self.option = short if short.isprintable() else repr(short)
        """Its key, on one line, with which a sentence can be written; a wrong one is cut."""
        super().__init__(f"{self.option}: {problem}")
        self.problem = problem
        self.about = about


class Measure(StrEnum):
    """The meaning of an option, in terms that all Go programs share."""

    SIDE = "side"
    """Points along every side of the board."""
    WIDTH = "width"
    HEIGHT = "height"
    KOMI = "komi"
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game that people choose before it starts."""

    key: str
    summary: str
    """At most 100 characters, shown where the option is chosen."""
    default: OptionValue
    kind: type[bool] | type[int] | type[float] | type[str]
    bounds: tuple[float, float] | None = None
    """The lowest and the highest number."""
    choices: tuple[str, ...] = ()
    earlier: OptionValue | EllipsisType = ...
    """The value in games older than this option, if that is not the default."""
    measure: Measure | None = None
    odd: bool = False
    """Only odd numbers."""
    halves: bool = False
    """Only whole numbers and halves."""
    up_to_board: bool = False
    """At most as many as the board has points; where it may be negative, at least minus as many."""
    rare: bool = False
    """Forms leave it out if the game has more options than they have room for."""
    replaces: tuple[str, ...] = ()
    """The keys of options that mean nothing where this one is set."""
    presets: Mapping[OptionValue, Options] = field(default_factory=dict[OptionValue, Options])
    """What is usual for other options beside a value, where that is chosen and they are not."""
    by_lot: str | None = None
    """The value with which the lot decides who has the first seat, even before there are colours:
    what is usual if anybody may accept."""

    def check(self, value: object, points: int | None = None) -> None:
        """Raise `OptionError` if ``value``, which may be of any type, may not be chosen.

        ``points``: how many the board has, once that is known.
        """
        declared = self
        if points is not None:
            lowest = self.bounds[0] if self.bounds else 0
            declared = replace(self, bounds=(max(lowest, -points), points))
        if not (value is None and self.default is None) and not declared._allows(value):
            on_board = points is not None
            raise OptionError(
                self.key, OptionProblem.VALUE, declared=declared, on_this_board=on_board
            )

    def _allows(self, value: object) -> bool:
        if type(value) is not self.kind and not (self.kind is float and type(value) is int):
            return False
        if self.choices and value not in self.choices:
            return False
        if isinstance(value, int | float):
            low, high = self.bounds or (-float("inf"), float("inf"))
            return (
                low <= value <= high
                and isfinite(value)
                and not (self.odd and value % 2 != 1)
                and not (self.halves and value * 2 % 1)
            )
        return True

    def read(self, text: str) -> OptionValue:
        """The value that people write as ``text``, for `check`; the inverse of `write`.

        Empty text is None if that is the default. Raises `OptionError`.
        """
        plain = unicodedata.normalize("NFKC", text.replace("½", ".5")).strip()
        if not plain and self.default is None:
            return None
        if self.kind is bool and plain.lower() in YES_OR_NO:
            return plain.lower() == YES_OR_NO[0]
        if self.kind is str and (not self.choices or plain in self.choices):
            return plain
        if self.kind is int and re.fullmatch(r"[+-]?[0-9]{1,9}", plain):
            return int(plain)
        if self.kind is float and re.fullmatch(r"[+-]?[0-9]{0,9}([0-9]|[.,][0-9]{1,9})", plain):
            return float(plain.replace(",", "."))
        raise OptionError(self.key, OptionProblem.VALUE, declared=self, on_this_board=False)

    def write(self, value: OptionValue) -> str:
        """The text that `read` turns back into ``value``."""
        if isinstance(value, bool):
            return YES_OR_NO[not value]
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones that stand before the first move, and the colour that moves first."""

    stones: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """The names of the points that each colour's stones stand on."""
    mover: int = 0


@dataclass(frozen=True)
class Game:
    """A game that can be played."""

    key: str
    name: str
    summary: str
    """At most 100 characters."""
    ruleset: str
    """Names the rules and their edition; stored with every match, never reused for other rules."""
    colours: tuple[str, ...]
    """One letter for each colour of stones, in the order of their numbers."""
    seats: range
    """The numbers of players that the game allows."""
    options: tuple[Option, ...]
    start: Callable[[Options, int], Position]
    """The first position for checked options and this number of players.

    Raises `OptionError` for options that do not go together."""
    referee_options: tuple[Option, ...] = ()
    """The options of the referee, which judges all that the rules allow: with wider bounds than
    people are offered, and its own defaults. ``start`` takes these too. If empty: ``options``."""
    referee_colours: tuple[str, ...] = ()
    """The letters for the referee of a game that it judges for one player or more, up to as many as
    there are letters; they begin with ``colours``. If empty: ``colours`` and ``seats``."""
    refusals: Mapping[IllegalReason, str] = field(default_factory=dict[IllegalReason, str])
    """Why a move is refused in the game's own words, after "it is not legal:", if the general
    words do not fit; ``{ply}`` is the ply that a repetition would return to."""
    like_go: bool = False
    """True if Go programs show games for two correctly: the board is a rectangle with Go's names,
    unless an option replaces its measures, Black and White take turns to place a stone or to pass,
    and a stone removes stones without a liberty. Such a game has every `Measure` except the side.
    """
    order: int = 100
    """Games are offered in this order, those with the same number in that of their keys."""
    fair_komi: Callable[[Options], Mapping[int, float]] = lambda _: {}
    """Komi for two players who begin at once, by the number of points of the board. The game's file
    says where the numbers come from."""
    first_move: Callable[[Options], float] = lambda _: 0.0
    """How much the first of two players gains by moving first, in points of rating, where neither
    komi nor a choice of sides makes up for it. The game's file says where the numbers come from."""
    handicap_worth: Callable[[Options], Mapping[int, float]] = lambda _: {}
    """What the stones of a handicap make up for, in points of rating, by how many there are; empty
    for a board on which that was not measured."""
    ai: Arena | None = None
    """How the search plays it; without this it is left to the simple player."""

    def option(self, key: str) -> Option:
        """The option with this key. Raises `OptionError`."""
        return _known(self, self.options, key)

    def complete(self, stored: Options) -> dict[str, OptionValue]:
        """The options of an earlier game, completed with those that did not exist then."""
        since = {
            option.key: option.default if option.earlier is ... else option.earlier
            for option in self.options
        }
        return {**since, **stored}

    def with_presets(self, given: Options) -> dict[str, OptionValue]:
        """``given``, with what goes with its values for options that it leaves out."""
        presets: dict[str, OptionValue] = {}
        for option in self.options:
            presets |= option.presets.get(given.get(option.key), {})
        return {**presets, **given}

    def replacing(self, options: Options) -> tuple[Option, ...]:
        """The options that are set and replace others."""
        return tuple(
            one for one in self.options if one.replaces and options.get(one.key) is not None
        )

    def by_lot(self, options: Options) -> bool:
        """True if the lot decides who has the first seat, even before there are colours."""
        return any(one.by_lot and options.get(one.key) == one.by_lot for one in self.options)

    def in_force(self, options: Options) -> Options:
        """``options`` without those that mean nothing, since others replace them, or do not."""
        unset = {one.key for one in self.options if one.replaces} - {
            one.key for one in self.replacing(options)
        }
        replaced = {key for one in self.replacing(options) for key in one.replaces}
        return {key: value for key, value in options.items() if key not in unset | replaced}

    def usual_komi(self, options: Options, seats: int) -> float | None:
        """The komi that is fair with these ``options``, as far as is known; None if there is none.

        It is that of the board in `fair_komi` that is nearest in size.
        """
        known = self.fair_komi(options)
        if seats != 2 or not known or not self.measured(Measure.KOMI):
            return None
        points = len(self.start(options, seats).board)
        return known[min(known, key=lambda size: (abs(size - points), size))]

    def measured(self, *measures: Measure) -> tuple[Option, ...]:
        """The options with these measures, in this order, as far as the game has them."""
        found = {option.measure: option for option in self.options}
        return tuple(found[measure] for measure in measures if measure in found)

    def check_seats(self, seats: int) -> None:
        """Raise `OptionError` if the game is not for this number of players."""
        if seats not in self.seats:
            raise OptionError(PLAYERS, OptionProblem.PLAYERS, game=self)

    def settle(
        self, chosen: Mapping[str, object], seats: int | None = None
    ) -> dict[str, OptionValue]:
        """All options of a new game: the ``chosen`` ones, checked, the others at their defaults.

        Komi beside a handicap is not left open. ``seats``: the number of players; the fewest
        possible if None. Raises `OptionError`.
        """
        seats = self.seats[0] if seats is None else seats
        bound = {option.key for option in self.options if option.up_to_board}
        free = {key: value for key, value in chosen.items() if key not in bound}
        settled = _settled(self, self.options, free)
        try:
            points = len(self.start(settled, seats).board)
        except OptionError as error:
            if error.problem is OptionProblem.NO_PLACES:
                error.about["smallest"] = self._smallest_with_handicap(settled, seats)
            raise
        settled = _settled(self, self.options, chosen, points)
        if self.with_handicap(settled):
            usual = self.usual_komi(settled, seats)
            open_komi = (o.key for o in self.measured(Measure.KOMI) if settled[o.key] is None)
            settled |= dict.fromkeys(open_komi, usual)
        return settled

    def _smallest_with_handicap(self, settled: Options, seats: int) -> dict[str, int]:
        """The sizes of the smallest board, with all sides alike, that has places for handicap
        stones; empty if none has."""
        measures = (Measure.SIDE, Measure.WIDTH, Measure.HEIGHT)
        sizes = tuple(self.replacing(settled)) or self.measured(*measures)
        few = {o.key: int(o.bounds[0]) for o in self.measured(Measure.HANDICAP) if o.bounds}
        bounds = [option.bounds for option in sizes if option.bounds is not None]
        low = int(max((least for least, _ in bounds), default=0))
        high = int(min((most for _, most in bounds), default=-1))

        def has_places(board: Mapping[str, int]) -> bool:
            try:
                self.start({**settled, **few, **board}, seats)
            except OptionError:
                return False
            return True

        boards = ({option.key: side for option in sizes} for side in range(low, high + 1))
        return next(filter(has_places, boards), dict[str, int]())

    def with_handicap(self, options: Options) -> bool:
        """True if stones stand before the first move by these ``options``."""
        return any(options.get(one.key) for one in self.measured(Measure.HANDICAP))

    def begin(self, options: Options, seats: int, setup: Setup | None = None) -> Position:
        """The first position for checked options, with the stones of ``setup`` on it.

        Raises `OptionError`.
        """
        if setup is not None and self.with_handicap(options):
            (one,) = self.measured(Measure.HANDICAP)
            raise OptionError(one.key, OptionProblem.CONFLICT, other="setup")
        first = self.start(options, seats)
        return first if setup is None else _set_up(first, setup, self.colours, seats)

    def start_unrestricted(
        self, given: Mapping[str, object], setup: Setup | None = None
    ) -> Position:
        """The first position, from anything that the rules allow; for the referee.

        ``given``: some of `referee_options`, and ``players`` if that may vary; none may be None.
        Raises `OptionError`.
        """
        options, letters = self.referee_options or self.options, self.judged_colours
        if len(self.seats) > 1:
            usual = self.seats[0]
            bounds = (1, len(letters)) if self.referee_colours else (usual, self.seats[-1])
            options = (*options, Option(PLAYERS, "Players", usual, int, bounds))
        for key, value in given.items():
            if value is None:
                raise OptionError(_known(self, options, key).key, OptionProblem.NULL)
        settled = _settled(self, options, given)
        seats = cast(int, settled.pop(PLAYERS, self.seats[0]))
        return _set_up(self.start(settled, seats), setup or Setup(), letters, seats)

    @property
    def judged_colours(self) -> tuple[str, ...]:
        """One letter for each colour of stones that the referee knows."""
        return self.referee_colours or self.colours


def _known(game: Game, options: Iterable[Option], key: str) -> Option:
    for option in options:
        if option.key == key:
            return option
    raise OptionError(key, OptionProblem.UNKNOWN, game=game)


def _settled(
    game: Game, options: tuple[Option, ...], chosen: Mapping[str, object], points: int | None = None
) -> dict[str, OptionValue]:
    """The value of each option, checked; ``points``: how many the board has, if that is known."""
    for key in chosen:
        _known(game, options, key)
    for option in options:
        option.check(chosen.get(option.key, option.default), points if option.up_to_board else None)
    given = cast(Options, chosen)
    return {option.key: given.get(option.key, option.default) for option in options}


def _set_up(first: Position, setup: Setup, letters: tuple[str, ...], seats: int) -> Position:
    """``first``, the start of a game with this many ``seats``, with the stones of ``setup``."""
    for key, colour in (*(("setup", colour) for colour in setup.stones), ("to_move", setup.mover)):
        if colour >= seats:
            raise OptionError(
                key,
                OptionProblem.SETUP_COLOUR,
                colour=letters[colour],
                colours=", ".join(letters[:seats]),
            )
    index, stones = first.board.index, dict[int, int]()
    for colour, names in setup.stones.items():
        for name in names:
            if name not in index:
                raise OptionError("setup", OptionProblem.SETUP_POINT, point=name)
            stones[index[name]] = colour
    if not stones and setup.mover == 0:
        return first
    placed = first.set_up(stones, setup.mover)
    if placed is None:
        raise OptionError("setup", OptionProblem.NO_SETUP)
    return placed
