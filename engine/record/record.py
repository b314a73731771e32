"""A game as a record: what was agreed, who played, and every turn, whatever file it comes from.

The forms of files are beside this module; they are described in FORMATS.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine.course import Turn, is_move
from engine.match import Match
from engine.position import (
    Game,
    IllegalMoveError,
    MoveError,
    OptionError,
    Options,
    Position,
    UnreadableMoveError,
)

LONGEST_NAME = 100
"""Characters of a name or a title that are kept."""
LONGEST_TEXT = 100
"""Characters of a turn's text; no game has a move that is as long."""
MOST_TURNS = 10_000
"""A file with more turns is refused: reading costs bounded time and memory."""


class RecordError(ValueError):
    """A record that cannot be read, or is wrong: its text is one sentence that says why."""

    def __init__(
        self,
        text: str,
        *,
        ply: int | None = None,
        move: str = "",
        cause: MoveError | None = None,
        before: tuple[Game, Position] | None = None,
    ) -> None:
        super().__init__(text)
        self.ply = ply
        """Where a turn is wrong, how many moves the board would have had with it."""
        self.move = move
        """That turn."""
        self.cause = cause
        """Why it is refused."""
        self.before = before
        """The game, and the position before that turn."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game that was played, or is still played."""

    game: Game
    options: Options
    """All of them, see `Game.complete`."""
    players: tuple[str, ...]
    """The name of each seat's player, "" where nobody knows."""
    turns: tuple[Turn, ...]
    """At `NO_TIME` where nobody knows when."""
    title: str = ""
    began: datetime | None = None
    per_move: timedelta | None = None
    """The time that there was for each move."""

    def __post_init__(self) -> None:
        """Make names plain: one line of characters that every form of file can carry."""
        object.__setattr__(self, "players", tuple(plain(name) for name in self.players))
        object.__setattr__(self, "title", plain(self.title))

    def match(self) -> Match:
        """The match, each turn judged by the rules. Raises `RecordError`."""
        seats = len(self.players)
        check_seats(self.game, seats)
        check_number(len(self.turns))
        try:
            match = Match.start(self.game, self.options, seats)
        except OptionError as error:
            raise RecordError(str(error)) from error
        for turn in self.turns:
            if turn.seat not in range(seats):
                raise RecordError(f"It has a turn of seat {turn.seat}, and there is none.")
            try:
                if turn.text != plain(turn.text):  # not every form of file can hold it
                    raise UnreadableMoveError(turn.text)
                match = match.take(turn)
            except MoveError as error:
                ply = match.position.ply + is_move(turn.text)
                raise wrong(ply, turn.text, error, self.game, match.position) from error
        return match


def wrong(ply: int, text: str, cause: MoveError, game: Game, position: Position) -> RecordError:
    """That a turn was refused in ``position``."""
    what = plain(text) or "an empty move"
    why = f"the rules forbid it ({cause})" if isinstance(cause, IllegalMoveError) else str(cause)
    said = f"Ply {ply}, {what}: {why}."
    return RecordError(said, ply=ply, move=what, cause=cause, before=(game, position))


def plain(name: str) -> str:
    """A text on one line, without characters that some file cannot carry."""
    whole = name.encode("utf-8", "replace").decode()
    printed = "".join(letter if letter.isprintable() else " " for letter in whole)
    return " ".join(printed.split())[:LONGEST_NAME].rstrip()


def game_of(ruleset: str, games: Mapping[str, Game]) -> Game:
    """The game with these rules. Raises `RecordError`."""
    for game in games.values():
        if game.ruleset == ruleset:
            return game
    known = ", ".join(sorted(game.ruleset for game in games.values()))
    raise RecordError(
        f"It was played by the rules “{plain(ruleset)}”, which I do not know: I know {known}."
    )


def settled(game: Game, options: Options, seats: int) -> Options:
    """The options of a game in a file, all of them. Raises `RecordError`."""
    check_seats(game, seats)
    try:
        return game.settle(game.complete(options), seats)
    except OptionError as error:
        raise RecordError(plain(str(error))) from error


def check_seats(game: Game, seats: int) -> None:
    """Raise `RecordError` where so many cannot play ``game``."""
    if seats not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        wanted = low if low == high else f"{low} to {high}"
        raise RecordError(f"{game.name} has {wanted} players, and the file names {seats}.")


def check_number(turns: int) -> None:
    """Raise `RecordError` where there are too many."""
    if turns > MOST_TURNS:
        raise RecordError(f"It has more than {MOST_TURNS:,} turns, which is more than I read.")
