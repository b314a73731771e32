"""A game as a record: what was agreed, who played, and every turn, whatever file it comes from.

The modules beside this one read and write the forms of files; FORMATS.md describes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, cast

from engine import handicap
from engine.game import Game, OptionError, OptionProblem, Options, Setup
from engine.match import Match
from engine.position import MoveError, Position, UnreadableMoveError
from engine.record.tree import Tree
from engine.time_control import TimeControl
from engine.turns import Turn, is_move

LONGEST_NAME = 100
"""The most characters of a name or a title that are kept."""
LONGEST_TEXT = 100
"""The most characters of a turn's text; no game has a move that long."""
MOST_TURNS = 10_000
"""A file with more turns is refused, which bounds the time and memory that reading takes."""


class RecordProblem(StrEnum):
    """Why a file is refused, with the data that each reason has in `RecordError.about`."""

    EMPTY = "empty"
    TOO_LARGE = "too-large"
    """``bytes``: the most that are read."""
    UTF_16 = "utf-16"
    NEITHER = "neither"
    """Neither SGF nor JSON nor a diagram."""
    DIAGRAM = "diagram"
    """``points``: how many the diagram has; ``board``: how many the board has."""
    NOT_UTF_8 = "not-utf-8"
    NOT_JSON = "not-json"
    NOT_A_RECORD = "not-a-record"
    """JSON of another format. ``format``: ours."""
    VERSION = "version"
    """``version``: the only one that is read."""
    OTHER_GAME = "other-game"
    """``game``: the key of the game to which the rules belong."""
    FIELD = "field"
    """``field``: what is wrong; ``turn``: in which turn, "" for none; ``kind``: a `FieldKind`."""
    NOT_SGF = "not-sgf"
    """``detail``: what the library says."""
    TOO_MANY_PARTS = "too-many-parts"
    UNKNOWN_ENCODING = "unknown-encoding"
    WRONG_ENCODING = "wrong-encoding"
    """``encoding``: the one that the file names."""
    NOT_GO = "not-go"
    """``number``: SGF's number for its game."""
    SAYS_GO = "says-go"
    """``game``: the `Game`, which is not like Go."""
    NO_RULES = "no-rules"
    OTHER_RULES = "other-rules"
    """``rules``: those of a Go file, which could be read by ours."""
    UNKNOWN_RULES = "unknown-rules"
    """``rules``: those that the file names; ``known``: the rulesets that can be read."""
    PAIR = "pair"
    """``property``, ``value``: it has no colon."""
    SEATS_IN_ORDER = "seats-in-order"
    UNREADABLE = "unreadable"
    """``property``, ``value``."""
    STONES_PUT = "stones-put"
    """After the first move; before it they are where the game begins."""
    TWO_STONES = "two-stones"
    """``point``: two stones are put there."""
    TWO_MOVES = "two-moves"
    """``ply``: a node has more than one move."""
    NO_COLOUR = "no-colour"
    """``ply``, ``colour``: nobody has that colour there."""
    MISSING_TURNS = "missing-turns"
    """``turn``: its number; ``turns``: how many there are."""
    TOO_MANY_TURNS = "too-many-turns"
    """``most``: how many may be read."""
    SEATS = "seats"
    """``game``: the `Game`; ``seats``: how many the file names."""
    NO_SUCH_SEAT = "no-such-seat"
    """``seat``: that of a turn."""
    OPTION = "option"
    """`RecordError.cause` says what is wrong with an option."""
    VARIATION = "variation"
    """``field``: ``variations`` or ``notes``; ``number``: which of them."""
    TURN = "turn"
    """`RecordError.cause` says why a turn is refused."""
    RESULT = "result"
    """``said``: the result in the file; ``played``: that of its turns."""


class FieldKind(StrEnum):
    """The kinds of values that fields of a JSON record must have."""

    TEXT = "text"
    LIST = "list"
    OBJECT = "object"
    NAMES = "names"
    SEAT = "seat"
    MOVE = "move"
    """A text of at most `LONGEST_TEXT` characters."""
    MOMENT = "moment"
    SECONDS = "seconds"
    PER_MOVE = "per-move"
    """A whole number of seconds within the bounds of time controls."""
    TIME_CONTROL = "time-control"
    """A text that `TimeControl.read` reads."""


class RecordError(ValueError):
    """A record that cannot be read, or is wrong."""

    def __init__(
        self,
        problem: RecordProblem,
        *,
        ply: int | None = None,
        move: str = "",
        cause: MoveError | OptionError | None = None,
        before: tuple[Game, Position] | None = None,
        **about: str | int | Game,
    ) -> None:
        fields = {"ply": ply, "move": move, "cause": cause, **about}
        parts = [f"{key}={getattr(value, 'key', value)}" for key, value in fields.items()]
        super().__init__(
            " ".join([problem, *(p for p in parts if p[-1] != "=" and p[-5:] != "=None")])
        )
        self.problem = problem
        self.about = about
        self.ply = ply
        """If a turn is wrong, how many moves the board would have had with it."""
        self.move = move
        """The text of that turn."""
        self.cause = cause
        """Why that turn, or an option, is refused."""
        self.before = before
        """The game, and the position before that turn."""
        self.legal: Record | None = None
        """The record up to that turn."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played, or is still played."""

    game: Game
    options: Options
    """All of them, see `Game.complete`."""
    players: tuple[str, ...]
    """The name of each seat's player, "" if unknown."""
    turns: tuple[Turn, ...]
    """At `NO_TIME` if nobody knows when."""
    title: str = ""
    began: datetime | None = None
    control: TimeControl | None = None
    """None if the file does not say it, or has one that only other programs have."""
    setup: Setup | None = None
    """The stones that stood before the first move, if there were any besides a handicap."""
    tree: Tree | None = None
    """Variations, comments and marks, if there are any; its main line are the moves that stand."""

    def __post_init__(self) -> None:
        """Make names plain: one line of characters that every form of file can carry."""
        object.__setattr__(self, "players", tuple(plain(name) for name in self.players))
        object.__setattr__(self, "title", plain(self.title))

    def stones_at_first(self) -> Setup | None:
        """The stones that stood before the first move of a possible game, with its handicap."""
        first = self.game.start(self.options, len(self.players))
        return self.setup or handicap.of(first, self.options)

    def match(self) -> Match:
        """The match, each turn judged by the rules. Raises `RecordError`."""
        seats = len(self.players)
        check_seats(self.game, seats)
        check_number(len(self.turns))
        try:
            match = Match.start(self.game, self.game.settle(self.options, seats), seats, self.setup)
        except OptionError as error:
            raise RecordError(RecordProblem.OPTION, cause=error) from error
        for number, turn in enumerate(self.turns):
            if turn.seat not in range(seats):
                raise RecordError(RecordProblem.NO_SUCH_SEAT, seat=turn.seat)
            try:
                if turn.text != plain(turn.text):  # not every form of file can hold it
                    raise UnreadableMoveError(turn.text)
                match = match.take(turn)
            except MoveError as error:
                ply = match.position.ply + is_move(turn.text)
                refused = wrong(ply, turn.text, error, self.game, match.position)
                refused.legal = replace(self, turns=self.turns[:number], tree=None)
                raise refused from error
        return match


def wrong(ply: int, text: str, cause: MoveError, game: Game, position: Position) -> RecordError:
    """The error for a turn that was refused in ``position``."""
    return RecordError(
        RecordProblem.TURN, ply=ply, move=plain(text), cause=cause, before=(game, position)
    )


def plain(name: str) -> str:
    """A text on one line, without characters that some form of file cannot carry."""
    whole = name.encode("utf-8", "replace").decode()
    printed = "".join(letter if letter.isprintable() else " " for letter in whole)
    return " ".join(printed.split())[:LONGEST_NAME].rstrip()


def game_of(ruleset: str, games: Mapping[str, Game]) -> Game:
    """The game with these rules. Raises `RecordError`."""
    for game in games.values():
        if game.ruleset == ruleset:
            return game
    known = ", ".join(sorted(game.ruleset for game in games.values()))
    raise RecordError(RecordProblem.UNKNOWN_RULES, rules=plain(ruleset), known=known)


def settled(game: Game, options: Mapping[str, Any], seats: int) -> Options:
    """The options of a game in a file, all of them. Raises `RecordError`."""
    check_seats(game, seats)
    try:
        return game.settle(game.complete(options), seats)
    except OptionError as error:
        raise RecordError(RecordProblem.OPTION, cause=error) from error


def colour_of(game: Game, letter: object) -> int:
    """The number of the colour with this letter. Raises `RecordError`."""
    if letter in game.colours:
        return game.colours.index(cast(str, letter))
    cause = OptionError(
        "setup",
        OptionProblem.SETUP_COLOUR,
        colour=plain(str(letter)),
        colours=", ".join(game.colours),
    )
    raise RecordError(RecordProblem.OPTION, cause=cause)


def checked(setup: Setup) -> Setup:
    """``setup``, if no point has two stones. Raises `RecordError`."""
    points = set[str]()
    for point in (point for names in setup.stones.values() for point in names):
        if point in points:
            raise RecordError(RecordProblem.TWO_STONES, point=plain(point))
        points.add(point)
    return setup


def besides_handicap(setup: Setup | None, first: Position, options: Options) -> Setup | None:
    """``setup``, or None if it is what the handicap of ``options`` puts on the ``first`` position.

    The inverse of `Record.stones_at_first`; other programs may have put the stones in order.
    """
    own = handicap.of(first, options)
    if setup is None or own is None or setup.mover != own.mover:
        return setup
    said, known = ({c: {*names} for c, names in s.stones.items() if names} for s in (setup, own))
    return None if said == known else setup


def check_seats(game: Game, seats: int) -> None:
    """Raise `RecordError` if this many cannot play ``game``."""
    if seats not in game.seats:
        raise RecordError(RecordProblem.SEATS, game=game, seats=seats)


def check_number(turns: int) -> None:
    """Raise `RecordError` if there are too many turns."""
    if turns > MOST_TURNS:
        raise RecordError(RecordProblem.TOO_MANY_TURNS, most=MOST_TURNS)
