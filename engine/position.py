"""Positions of any game: moves, results, and why a move is refused.

A game is one file in ``engine/games`` with one frozen `Position` subclass and one `GAME` (game.py).
Nothing here knows how many seats there are, what shape the board has or how stones are linked.

Two numberings are kept apart: a *seat* is a player's place in the order of play, a *colour* is what
the stones look like. They differ if players choose sides; ``Position.colours`` joins them.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from itertools import islice
from typing import Any, ClassVar, Self, final

from engine.board import Board


@dataclass(frozen=True, slots=True)
class Placement:
    """Put a stone on the point with this name, which may be off the board."""

    point: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Say a word of the game: ``pass``, ``button``, ``komi 6``, ``black``."""

    word: str


Move = Placement | Declare


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration that is possible now, as offered to people."""

    word: str
    numbers: Sequence[float] | None = None
    """If given, one of these numbers completes the word: ``komi`` becomes ``komi 6``."""
    needs_confirmation: bool = False
    """Hard to take back, so people are asked whether they are sure."""
    amount: float | None = None
    """Points that come with it, shown beside the word."""
    unseen: str | None = None
    """The word that takes its place while it is kept from the others; it can be said as well."""

    @property
    def whole(self) -> bool:
        """True if whole numbers alone complete the word."""
        return all(float(number).is_integer() for number in self.numbers or ())

    def complete(self, number: float) -> str:
        """The declaration with one of `numbers`: ``komi 6``, ``komi 6.5``."""
        return f"{self.word} {number:g}"

    def allows(self, text: str) -> bool:
        """True if ``text``, in the form that the game reads, is this declaration."""
        word, _, number = text.rpartition(" ")
        if self.numbers is None:
            return text == self.word
        # A number of thousands of digits would be slow to read.
        fits = word == self.word and len(number) < LONGEST_NUMBER
        return text == self.unseen or (fits and float(number) in self.numbers)


LONGEST_NUMBER = 6


class IllegalReason(StrEnum):
    """Why a move is refused. If several reasons apply, the first in this order is given."""

    UNREADABLE = "unreadable"
    OVER = "over"
    EXPECTED_KOMI = "expected-komi"
    EXPECTED_BID = "expected-bid"
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
    """A refused move: the one family of errors that a player can cause."""


class UnreadableMoveError(MoveError):
    """The text is neither the name of a point on any board nor a word of this game."""

    reason = IllegalReason.UNREADABLE

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:40]!r} is no move of this game")
        self.text = text


class IllegalMoveError(MoveError):
    """The rules forbid the move here."""

    def __init__(self, reason: IllegalReason, ply: int | None = None) -> None:
        super().__init__(reason if ply is None else f"{reason} of ply {ply}")
        self.reason = reason
        self.ply = ply
        """For a repetition: the ply whose position would recur."""


class OutOfTurn(StrEnum):
    """Why a seat may not take a turn at all."""

    OVER = "over"
    OTHER_SEAT = "other-seat"
    OTHER_CLOCK = "other-clock"
    """Only the seat to move can run out of time."""
    BEGUN = "begun"
    """Then who runs out of time has lost."""
    LEFT = "left"
    """The player of this seat has left the match."""


class OutOfTurnError(MoveError):
    """A turn that this seat may not take now."""

    def __init__(self, why: OutOfTurn) -> None:
        super().__init__(why)
        self.why = why


class Link(Enum):
    """How two neighbouring stones of one colour relate."""

    LINKED = "linked"
    """At least one witness is of their own colour: they are linked for good."""
    OPEN = "open"
    """No witness is of their own colour, at least one is empty: they may still be linked or cut."""
    CUT = "cut"
    """Every witness is of another colour."""


@dataclass(frozen=True, slots=True)
class Territory:
    """Empty points that belong together, and the colour that owns them (None if nobody does)."""

    points: tuple[int, ...]
    owner: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game: ``ranks[colour]`` is 1 for the winner; ties share a rank."""

    ranks: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The colour that won alone, or None if first place is shared."""
        first = [colour for colour, rank in enumerate(self.ranks) if rank == 1]
        return first[0] if len(first) == 1 else None

    @classmethod
    def of(cls, score: Sequence[float]) -> Self:
        """Rank by points, highest first."""
        return cls(tuple(1 + sum(other > own for other in score) for own in score))


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One part of a colour's score, such as ``stones`` or ``komi``, in points."""

    name: str
    points: float


@dataclass(frozen=True, slots=True)
class Position(ABC):
    """A position with as much of its history as the rules need. A move makes a new position.

    A game defines what its stones are, who is to move, and what a stone or a declaration does. This
    base class does the rest: it reads moves, and refuses them in the same order in every game.
    """

    DECLARATIONS: ClassVar[tuple[str, ...]] = ()
    """The words that the game can read as declarations, possible now or not."""

    board: Board
    ply: int
    """The number of moves played, including those of the komi pie."""
    last: int | None
    """The point of the stone that the last move placed, if it placed one."""

    # --- each game's own ---

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""

    @property
    @abstractmethod
    def colours(self) -> tuple[int, ...] | None:
        """The colour of each seat, or None until sides are chosen."""

    @property
    @abstractmethod
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""

    @abstractmethod
    def _place(self, point: int) -> Self:
        """The position after placing a stone on the empty ``point``. Raises `IllegalMoveError`."""

    def _declare(self, word: str) -> Self:
        """The position after ``word``, for which `is_declaration` holds.

        Raises `IllegalMoveError`.
        """
        raise NotImplementedError(word)

    def _try(self, point: int) -> object:
        """Raise the `IllegalMoveError` of `_place`, if any. Games with a faster way override it."""
        return self._place(point)

    def _no_stones_yet(self) -> IllegalReason | None:
        """Why no stone at all may be placed in this phase of the game; None if one may."""
        return None

    # --- what some games add ---

    @property
    def sides_follow(self) -> bool:
        """True if sides are chosen after the next stone: then nobody wants to place the best."""
        return False

    def set_up(self, stones: Mapping[int, int], mover: int) -> Self | None:
        """This first position with ``stones`` (colour by point) on it and ``mover`` to move.

        ``mover`` is a colour. Of a later position with its own stones: what it would be like with
        another colour to move. None for games that cannot be set up.
        """
        del stones, mover
        return None

    @property
    def captured(self) -> Mapping[int, int]:
        """The colours of the stones that the last move removed, by point."""
        return {}

    def is_declaration(self, word: str) -> bool:
        """True if ``word`` can be read as a declaration in this phase of this game."""
        return word in self.DECLARATIONS

    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations that are possible now."""
        return ()

    def result(self) -> Result | None:
        """The result; None while the game runs. Games that are not won by points override this."""
        return Result.of(self.score()) if self.to_move is None else None

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """The parts of each colour's score as the board stands; empty for games without points."""
        return ()

    def bonus_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """The parts in `score_lines` that are not on the board, such as komi and the button."""
        return ()

    def decided(self) -> int | None:
        """The colour that is proved to win alone, whatever is played from here on.

        None if nothing is proved. An estimate would be wrong some day: this has to be a proof.
        """
        return None

    def filling(self) -> Iterator[Move]:
        """Moves that bring a decided game to its end; none if the rules demand no such moves.

        They may be anybody's, and depend on the position alone: after the first of them, the others
        follow.
        """
        yield from ()

    def territories(self) -> tuple[Territory, ...]:
        """The empty points, in parts that are scored together; none for games without territory."""
        return ()

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Stones that live and die together, each group in point order."""
        return tuple((point,) for point in sorted(self.stones))

    def liberties(self, group: Iterable[int]) -> tuple[int, ...] | None:
        """The liberties of a group in point order; None if the game has no liberties."""
        del group

    def controllers(self) -> Mapping[int, int]:
        """The colour that controls each empty point, in games that have control."""
        return {}

    def facts(self) -> Mapping[str, object]:
        """Further facts about the position for the referee to report, as JSON values by name."""
        return {}

    def passing(self) -> tuple[int, int] | None:
        """The number of passes in a row so far, and the number that ends the game.

        None for games that passes do not end.
        """
        return None

    def anchor(self) -> Mapping[int, int] | None:
        """The colours of the anchor's stones, by point.

        The anchor is an earlier board on which the legality of moves depends. None if the game has
        no anchor, or none yet.
        """
        return None

    def links(self) -> Mapping[tuple[int, int], Link] | None:
        """How neighbouring stones of one colour relate, by edge (see `Board.edges`).

        None for games in which neighbours of one colour are simply connected.
        """
        return None

    def stones_against(self, move: Placement) -> tuple[int, ...]:
        """The stones that make ``move`` illegal, for people to see; none if it is legal.

        They are the stone on that point, or what the game adds: the mover's group that would have
        no liberty and the stones that deprive it of them, or the stones that control the point.
        """
        point = self.board.index.get(move.point)
        return (point,) if point is not None and point in self.stones else ()

    # --- the same in every game ---

    def occupied(self, point: int) -> bool:
        """True if a stone stands on ``point``."""
        return point in self.stones

    @final
    def play(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""
        return self._place(self._point(move)) if isinstance(move, Placement) else self._say(move)

    @final
    def why_not(self, move: Move) -> IllegalMoveError | None:
        """Why ``move`` is illegal here, or None if it is legal."""
        try:
            if isinstance(move, Placement):
                self._try(self._point(move))
            else:
                self._say(move)
        except IllegalMoveError as refusal:
            return refusal
        return None

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves: placements in point order, then declarations."""
        if self.to_move is not None and self._no_stones_yet() is None:
            stones = self.stones
            for point, name in enumerate(self.board.names):
                if point not in stones and self._is_legal(point):
                    yield Placement(name)
        for word in self.declarations():
            if word.numbers is None:
                yield Declare(word.word)
            else:
                yield from (Declare(word.complete(number)) for number in word.numbers)
            if word.unseen is not None:
                yield Declare(word.unseen)

    def forced(self, move: Move) -> bool:
        """True if ``move`` is the only legal one."""
        return list(islice(self.legal_moves(), 2)) == [move]

    def score(self) -> tuple[float, ...]:
        """The points of each colour as the board stands; empty for games without points."""
        return tuple(sum(line.points for line in colour) for colour in self.score_lines())

    def read(self, text: str) -> Move:
        """The move written as ``text``, legal or not; the inverse of `write`.

        Raises `UnreadableMoveError`. What people type goes through `tidy` first.
        """
        if self.is_declaration(text):
            return Declare(text)
        if names_a_point(text):
            return Placement(text)
        raise UnreadableMoveError(text)

    def write(self, move: Move) -> str:
        """The text that `read` turns back into ``move``."""
        return move.point if isinstance(move, Placement) else move.word

    def _point(self, move: Placement) -> int:
        """The empty point of ``move``. Raises the refusals that all games share, in their order."""
        if self.to_move is None:
            raise IllegalMoveError(IllegalReason.OVER)
        if reason := self._no_stones_yet():
            raise IllegalMoveError(reason)
        point = self.board.index.get(move.point)
        if point is None:
            raise IllegalMoveError(IllegalReason.OFF_BOARD)
        if self.occupied(point):
            raise IllegalMoveError(IllegalReason.OCCUPIED)
        return point

    def _say(self, move: Declare) -> Self:
        if not self.is_declaration(move.word):
            raise IllegalMoveError(IllegalReason.UNREADABLE)
        if self.to_move is None:
            raise IllegalMoveError(IllegalReason.OVER)
        return self._declare(move.word)

    def _is_legal(self, point: int) -> bool:
        try:
            self._try(point)
        except IllegalMoveError:
            return False
        return True

    def _after(self, *, last: int | None = None, **changes: Any) -> Self:
        """The next position, a ply later; ``last`` is the point of the stone that was placed."""
        return replace(self, ply=self.ply + 1, last=last, **changes)


HALF = unicodedata.normalize("NFKC", "½")


TURNED = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What lets text run the other way: nobody types it to name a point."""


def visible(text: str) -> str:
    """The text with nothing in it that does not show.

    A character such as a zero-width space becomes a space; one that hides or turns the others, or
    is no character, becomes U+FFFD, so that nothing can be read from it.
    """
    return "".join(each if each.isprintable() else _shown(each) for each in text)


def _shown(unseen: str) -> str:
    blank = unseen.isspace() or unicodedata.category(unseen) == "Cf"
    return " " if blank and not TURNED.match(unseen) else "\ufffd"


def tidy(text: str) -> str:
    """The text of a move that a person typed: ``D5``, ``d-5``, ``d 5`` and ``ｄ５`` become ``d5``.

    ``Komi 6,5`` and ``komi 6½`` become ``komi 6.5``. Nothing is guessed: what is not a move stays
    that way, for `Position.read` to refuse.
    """
    plain = visible(unicodedata.normalize("NFKC", text[:100])).lower().strip(" \t\r\n.,;:!\"'`")
    plain = re.sub(r"([0-9]),([0-9])", r"\1.\2", plain).replace(HALF, ".5")
    point = re.fullmatch(r"([a-z])[\s\-_.,]*([0-9]+)", plain)
    return f"{point[1]}{point[2].lstrip('0') or '0'}" if point else re.sub(r"\s+", " ", plain)


def names_a_point(text: str) -> bool:
    """True if ``text`` looks like the name of a point, on the board or off it."""
    return re.fullmatch("[a-z][0-9]+", text) is not None


def named(board: Board, points: Iterable[int]) -> list[str]:
    """The names of ``points``, sorted as strings."""
    return sorted(board.names[point] for point in points)
