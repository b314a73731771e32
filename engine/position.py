"""What every game answers: positions, moves, options, results, and why a move is refused.

A game is one file in ``engine/games`` with one frozen `Position` subclass and one `GAME`.
Nothing here knows how many seats there are, what shape the board has or how stones are linked.

Two numberings stay apart: a *seat* is a player's place in the order of play, a *colour* is what
the stones look like. They differ where players choose sides; ``Position.colours`` joins them.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import EllipsisType
from typing import Self

from engine.board import Board

OptionValue = bool | int | float | str | None
YES_OR_NO = ("yes", "no")
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone on the point of this name; the point may turn out to be off the board."""

    point: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Say a word of the game: ``pass``, ``button``, ``komi 6``, ``black``."""

    word: str


Move = Place | Declare


@dataclass(frozen=True, slots=True)
class Word:
    """A declaration that is possible now, as people are offered it."""

    word: str
    numbers: range | None = None
    """Where given, the word is completed by one of these numbers: ``komi`` by ``komi 6``."""
    solemn: bool = False
    """Hard to take back: people are asked whether they are sure, and all are told loudly."""
    amount: float | None = None
    """Points that come with it, shown beside the word."""


class Reason(StrEnum):
    """Why a move is refused. Where several apply, the first in this order is named."""

    UNREADABLE = "unreadable"
    OVER = "over"
    EXPECTED_KOMI = "expected-komi"
    EXPECTED_SIDE = "expected-side"
    NO_BUTTON = "no-button"
    PASS_BEFORE_BUTTON = "pass-before-button"
    MUST_PLACE = "must-place"
    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    CONTROLLED = "controlled"
    REPETITION = "repetition"


class MoveError(ValueError):
    """A move that is refused: the one family of errors that a player can cause."""


class UnreadableMoveError(MoveError):
    """Names no point of any board and no word of this game."""

    reason = Reason.UNREADABLE

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:40]!r} is no move of this game")
        self.text = text


class IllegalMoveError(MoveError):
    """The rules forbid the move here."""

    def __init__(self, reason: Reason, ply: int | None = None) -> None:
        super().__init__(reason if ply is None else f"{reason} of ply {ply}")
        self.reason = reason
        self.ply = ply
        """For a repetition: the ply whose position would come back."""


class OutOfTurnError(MoveError):
    """It is another seat's turn, or the match is over."""


class OptionError(ValueError):
    """An option of a new game is impossible. ``option`` is its key, the text says what to do."""

    def __init__(self, option: str, text: str) -> None:
        super().__init__(text)
        self.option = option


class Link(Enum):
    """How two neighbouring stones of one colour stand to each other."""

    LINKED = "linked"
    """A witness is of their own colour: linked for good."""
    OPEN = "open"
    """No own witness, at least one empty: it will become a link or a cut."""
    CUT = "cut"
    """Every witness is of another colour."""


@dataclass(frozen=True, slots=True)
class Territory:
    """Empty points that belong together, and the colour that owns them (None: nobody)."""

    points: tuple[int, ...]
    owner: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game stands: ``ranks[colour]`` is 1 for the winner, ties share a rank."""

    ranks: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The colour that has won alone, or None when the first place is shared."""
        first = [colour for colour, rank in enumerate(self.ranks) if rank == 1]
        return first[0] if len(first) == 1 else None

    @classmethod
    def of(cls, score: Sequence[float]) -> Self:
        """Rank by points, most first."""
        return cls(tuple(1 + sum(other > own for other in score) for own in score))


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One part of a colour's score, such as ``stones`` or ``komi``, in points."""

    name: str
    points: float
    extra: bool = False
    """Not on the board: agreed before, or given for a word, such as komi and the button."""


class Position(ABC):
    """A position with all that the rules need of its history. A move makes a new position."""

    __slots__ = ()

    ply: int
    """How many moves have been played, those of the komi pie included."""
    last: int | None
    """The point of the stone that the last move placed, if it placed one."""

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board that the game is played on."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""

    @property
    @abstractmethod
    def colours(self) -> tuple[int, ...] | None:
        """The colour of each seat, None until sides are chosen."""

    @property
    @abstractmethod
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""

    @property
    @abstractmethod
    def captured(self) -> Mapping[int, int]:
        """Colours of the stones that the last move removed, by their points."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""

    @abstractmethod
    def words(self) -> tuple[Word, ...]:
        """The declarations that are possible now."""

    @abstractmethod
    def result(self) -> Result | None:
        """None while the game runs."""

    @abstractmethod
    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """What makes up each colour's score as the board stands."""

    @abstractmethod
    def understands(self, word: str) -> bool:
        """Whether ``word`` can be read as a declaration in this phase of this game."""

    def score(self) -> tuple[float, ...]:
        """Points of each colour as the board stands."""
        return tuple(sum(line.points for line in colour) for colour in self.score_lines())

    def territories(self) -> tuple[Territory, ...]:
        """Empty points in the parts that are scored together. Games without any have none."""
        return ()

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Stones that live and die together, each group in point order."""
        return tuple((point,) for point in sorted(self.stones))

    def liberties(self, group: Iterable[int]) -> tuple[int, ...] | None:
        """The liberties of a group in point order; None where a game knows no liberties."""
        del group

    def controllers(self) -> Mapping[int, int]:
        """The colour that controls each empty point, where the game knows such a thing."""
        return {}

    def facts(self) -> Mapping[str, object]:
        """What else a referee tells of this game's positions, as JSON values by name."""
        return {}

    def passing(self) -> tuple[int, int] | None:
        """How many passes in a row there were, and how many end the game.

        None for games that no number of passes ends.
        """
        return None

    def anchor(self) -> Mapping[int, int] | None:
        """The colours of the stones of the anchor, by their points.

        It is an earlier board that what may be played depends on. None where a game has none, or
        there is none yet.
        """
        return None

    def links(self) -> Mapping[tuple[int, int], Link] | None:
        """How neighbouring stones of one colour relate, by board edge.

        None for games in which neighbours of one colour are simply connected.
        """
        return None

    def read(self, text: str) -> Move:
        """The move that ``text`` writes, legal or not; the inverse of `write`.

        Raises `UnreadableMoveError`. What people type goes through `tidy` first.
        """
        if self.understands(text):
            return Declare(text)
        if names_a_point(text):
            return Place(text)
        raise UnreadableMoveError(text)

    def write(self, move: Move) -> str:
        """The text that `read` turns back into ``move``."""
        return move.point if isinstance(move, Place) else move.word

    def why_not(self, move: Move) -> IllegalMoveError | None:
        """Why ``move`` is illegal here, None when it is legal."""
        try:
            self.play(move)
        except IllegalMoveError as refusal:
            return refusal
        return None

    def blamed(self, move: Place) -> tuple[int, ...]:
        """The stones because of which ``move`` is refused, for people to see; none where it is not.

        They are the stone that stands there, or what the game adds: the mover's group that would
        have no liberty and the stones that see to that, those that control the point.
        """
        point = self.board.index.get(move.point)
        return (point,) if point is not None and point in self.stones else ()

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves: placements in point order, then declarations."""
        stones = self.stones
        tried = (Place(name) for point, name in enumerate(self.board.names) if point not in stones)
        yield from (move for move in tried if self.why_not(move) is None)
        for word in self.words():
            if word.numbers is None:
                yield Declare(word.word)
            else:
                yield from (Declare(f"{word.word} {number}") for number in word.numbers)


class Measure(StrEnum):
    """What an option says in terms that all programs for Go share."""

    SIDE = "side"
    """Points along every side of the board."""
    WIDTH = "width"
    HEIGHT = "height"
    KOMI = "komi"


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
    """What games were played with before there was this option, where that is not the default."""
    measure: Measure | None = None

    def check(self, value: OptionValue) -> None:
        """Raise `OptionError` where ``value`` is none that people may choose."""
        if value is None and self.default is None:
            return
        fits = type(value) is self.kind or (self.kind is float and type(value) is int)
        if not fits or (self.choices and value not in self.choices):
            expected = " or ".join(self.choices) or self.kind.__name__
            raise OptionError(self.key, f"{self.key} takes {expected}.")
        if isinstance(value, int | float) and self.bounds is not None:
            low, high = self.bounds
            if not low <= value <= high:
                raise OptionError(self.key, f"{self.key} must be from {low:g} to {high:g}.")

    def read(self, text: str) -> OptionValue:
        """The value that people write as ``text``, for `check`; the inverse of `write`.

        Nothing is the value None where that is the default. Raises `OptionError`.
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
        raise OptionError(self.key, f"{self.key} must be {self.expected()}.")

    def write(self, value: OptionValue) -> str:
        """The text that `read` turns back into ``value``."""
        if isinstance(value, bool):
            return YES_OR_NO[not value]
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return "" if value is None else str(value)

    def expected(self) -> str:
        """What people may write, in a few words."""
        if self.kind is bool or self.choices:
            return " or ".join(self.choices or YES_OR_NO)
        kind = "a whole number" if self.kind is int else "a number"
        between = "" if self.bounds is None else " from {:g} to {:g}".format(*self.bounds)
        return f"{kind}{between}{', or left empty' if self.default is None else ''}"


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones that stand before the first move, and the colour that moves first."""

    stones: Mapping[int, tuple[str, ...]]
    """The names of the points that each colour's stones stand on."""
    mover: int = 0

    def points(self, board: Board, colour: int) -> tuple[int, ...]:
        """The points of ``board`` with stones of ``colour``. Raises `OptionError`."""
        names = self.stones.get(colour, ())
        for name in names:
            if name not in board.index:
                raise OptionError("setup", f"setup names {name[:40]}, which is not on this board.")
        return tuple(board.index[name] for name in names)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One page of a game's rules: a few sentences beside a position that play has led to."""

    title: str
    """At most 40 characters: it stands on a button."""
    text: str
    """At most 500 characters; Discord's marks for bold and italics may be in it."""
    options: Options
    """What the game is played with; options left out are at their defaults."""
    moves: str
    """What is played from the start, as `Position.write` gives it, with ", " in between."""


@dataclass(frozen=True)
class Game:
    """A game that can be played: its names, options and first position."""

    key: str
    name: str
    summary: str
    """At most 100 characters."""
    ruleset: str
    """Names rules and edition; stored with every match, never reused for other rules."""
    colours: tuple[str, ...]
    """One letter for each colour of stones, in the order of `Position.colours` numbers."""
    seats: range
    """The numbers of players that the game allows."""
    options: tuple[Option, ...]
    start: Callable[[Options, int], Position]
    """The first position for these options and this number of players. Raises `OptionError`."""

    judge: Callable[[Options, Setup], Position]
    """The first position for any options that the rules allow, for the referee: wider bounds than
    people are offered, a set-up, and defaults of its own. Raises `OptionError`."""

    refusals: Mapping[Reason, str] = field(default_factory=dict[Reason, str])
    """Why a move is refused in the game's own words, after "it is not legal:", where the general
    words do not fit; ``{ply}`` is the ply that a repetition would bring back."""
    lessons: tuple[Lesson, ...] = ()
    """The rules for somebody who has never played, at most five pages."""
    like_go: bool = False
    """Whether programs for Go show games of two rightly: the board is a rectangle with Go's names,
    Black and White take turns to place a stone or to pass, and a stone removes what has no liberty.
    Such a game has all `Measure` options but the side."""

    def complete(self, stored: Options) -> dict[str, OptionValue]:
        """The options of a game that was played earlier, with those that did not exist then."""
        since = {
            option.key: option.default if option.earlier is ... else option.earlier
            for option in self.options
        }
        return {**since, **stored}

    def measured(self, *measures: Measure) -> tuple[Option, ...]:
        """The options that say these, in this order, as far as the game has them."""
        found = {option.measure: option for option in self.options}
        return tuple(found[measure] for measure in measures if measure in found)

    def settle(self, chosen: Options, seats: int | None = None) -> dict[str, OptionValue]:
        """All options of a new game: ``chosen`` ones checked, the others at their defaults.

        ``seats``: how many play; the least possible where it is not said. Raises `OptionError`.
        """
        known = {option.key: option for option in self.options}
        for key in chosen:
            if key not in known:
                raise OptionError(key, f"{self.name} has no option {key[:40]}.")
        settled = {key: chosen.get(key, option.default) for key, option in known.items()}
        for key, option in known.items():
            option.check(settled[key])
        self.start(
            settled, self.seats[0] if seats is None else seats
        )  # judges what hangs together, such as komi and size
        return settled


def tidy(text: str) -> str:
    """What a person typed as the text of a move: ``D5``, ``d-5``, ``d 5`` and ``ｄ５`` are ``d5``.

    Nothing is guessed: what is no move stays no move, for `Position.read` to refuse.
    """
    plain = unicodedata.normalize("NFKC", text[:100]).lower().strip(" \t\r\n.,;:!\"'`")
    point = re.fullmatch(r"([a-z])[\s\-_.,]*([0-9]+)", plain)
    return f"{point[1]}{point[2].lstrip('0') or '0'}" if point else re.sub(r"\s+", " ", plain)


def names_a_point(text: str) -> bool:
    """Whether ``text`` is written like a point, on this board or beside it."""
    return re.fullmatch("[a-z][0-9]+", text) is not None


def named(board: Board, points: Iterable[int]) -> list[str]:
    """The names of ``points``, sorted as strings."""
    return sorted(board.names[point] for point in points)
