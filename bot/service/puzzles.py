"""Puzzles: positions in which one move is better than all others, by points.

They are JSON files, one for each game, named after its key; `FORMATS.md` describes them. Whoever
finds puzzles, by whatever search, adds them there; tests see that each can be asked and answered.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from bot.service.goals import Finding, MoveGoal, Verdict
from engine.game import Game, Options
from engine.match import Match
from engine.turns import NO_TIME, PASS, Turn

FOLDER = Path(__file__).parent.parent / "puzzles"
NUMBERS = FOLDER / "numbers.json"
"""By game, the names of all puzzles that there have ever been: the first has number 1."""


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of a move, compared with the best one."""

    points: float
    """The least number of points that it loses."""
    reply: str
    """The answer that takes them; empty if the game is over, or none is known."""


class Difficulty(IntEnum):
    """The difficulty of finding the best move."""

    EASY = 1
    MEDIUM = 2
    HARD = 3


EASY, MEDIUM = 0.4, 0.15
"""How likely the best move of such a puzzle looks at least."""


@dataclass(frozen=True, eq=False)
class Puzzle(MoveGoal):
    """A position, its best move, and what each other one loses."""

    name: str
    """Unique in its game. It is in every control, so it never changes. People see `title`."""
    options: Options
    best: str
    wrong: Mapping[str, Loss]
    moves: Sequence[str] = ()
    """The moves that were played before."""
    stones: Mapping[str, Sequence[str]] | None = None
    """By the letter of each colour, the points on which stones stood before those moves."""
    reaches: float = 0
    """The lead at the end that the best move reaches at least."""
    mover: str = ""
    """The letter of the colour that began after a set-up."""
    seats: int = 0
    """The number of players; 0: the fewest."""
    line: Sequence[str] = ()
    """The moves that the computer expects after the best one."""
    searched: int = 0
    """The playouts of the searches that agree about the best move; 0: it is proved."""
    likely: float = 0
    """How likely the best move looks to the net before any search, among stones, 0 to 1; 0: nobody
    knows, so it is hard."""

    @property
    def difficulty(self) -> Difficulty:
        """Its difficulty, judged by how likely the best move looks."""
        if self.likely >= EASY:
            return Difficulty.EASY
        return Difficulty.MEDIUM if self.likely >= MEDIUM else Difficulty.HARD

    @property
    def loss(self) -> float:
        """The points that the second-best move loses at least."""
        return min(loss.points for loss in self.wrong.values())

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """A puzzle of a file."""
        wrong = {
            move: Loss(of["loss"], of.get("reply", "")) for move, of in stored["wrong"].items()
        }
        rest = {key: stored[key] for key in ("name", "options", "best", "moves")}
        began = {"stones": stored.get("setup"), "mover": stored.get("to_move", "")}
        numbers = ("reaches", "searched", "likely", "seats")
        rest |= {key: stored.get(key, 0) for key in numbers}
        return cls(wrong=wrong, line=stored.get("line", ()), **began, **rest)

    def start(self, game: Game) -> Match:
        """The match in which the best move is asked. Raises `OptionError` and `MoveError`."""
        seats = self.seats or game.seats[0]
        match = Match.start(game, game.settle(self.options, seats), seats)
        if self.stones:
            index, letters = match.position.board.index, game.colours
            stones = {index[p]: letters.index(c) for c, on in self.stones.items() for p in on}
            position = match.position.set_up(stones, letters.index(self.mover))
            assert position is not None
            match = replace(match, position=position, shown=position)
        for text in self.moves:
            seat = match.to_move
            match = match.take(Turn(0 if seat is None else seat, text, NO_TIME))
        return match

    def followed(self, game: Game, moves: int) -> Match:
        """The match after the best move and so many of the line."""
        match = self.start(game)
        for text in (self.best, *self.line[:moves]):
            assert match.to_move is not None
            match = match.take(Turn(match.to_move, text, NO_TIME))
        return match

    def shown(self, game: Game, moves: int) -> Verdict:
        """The same, for a picture."""
        match = self.followed(game, moves)
        return Verdict(Finding.RIGHT, match, scored=match.end is not None)

    @property
    def usual_reply(self) -> tuple[str, int, str]:
        """The stone that answers the most of the other moves, empty if none answers any; the number
        of these moves, and one of them: a pass rather than a stone."""
        replies = {move: loss.reply for move, loss in self.wrong.items()}
        given = [reply for reply in replies.values() if reply not in ("", PASS)]
        usual = max(given, key=given.count, default="")
        answered = [move for move, reply in replies.items() if usual and reply == usual]
        such = PASS if PASS in answered else next(iter(answered), "")
        return usual, len(answered), such

    def of_legal(self, before: Match, after: Match, point: int | None) -> Verdict:
        """The verdict: right if the move is the best one, else its loss and the refuting reply."""
        del before, point
        last, seat = after.last, after.to_move
        assert last is not None
        if last.text == self.best:
            return Verdict(Finding.RIGHT, after)
        loss = self.wrong.get(last.text, Loss(self.loss, ""))
        if not loss.reply or seat is None:
            return Verdict(Finding.LOSES, after, counts=(loss.points, 0), scored=seat is None)
        shown = after.take(Turn(seat, loss.reply, NO_TIME))
        counts, scored = (loss.points, 0), shown.end is not None
        return Verdict(Finding.LOSES_TO, shown, counts=counts, reply=loss.reply, scored=scored)


def of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if it has no file, or one for other rules."""
    return _read(FOLDER / f"{game.key}.json", game.ruleset)


@cache
def _read(file: Path, ruleset: str) -> tuple[Puzzle, ...]:
    if not file.exists():
        return ()
    stored = json.loads(file.read_text(encoding="utf-8"))
    return tuple(map(Puzzle.read, stored["puzzles"])) if stored["ruleset"] == ruleset else ()


def known(game: Game, name: str) -> Puzzle | None:
    """The puzzle of this name."""
    return next((puzzle for puzzle in of(game) if puzzle.name == name), None)


ONE_IN, SEED = 3, 17
"""One in three puzzles is kept for the puzzle of the day; the seed leaves at least
half of each difficulty for `to_practise`."""


def of_days(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that are kept for the puzzle of the day, so that nobody has seen them before.

    The name decides, so that it stays so when others are added.
    """
    every = of(game)
    return tuple(one for one in every if _is_of_days(one)) or every


def to_practise(game: Game) -> tuple[Puzzle, ...]:
    """All other puzzles of a game, which people get one after the other."""
    every = of(game)
    return tuple(one for one in every if not _is_of_days(one)) or every


def _is_of_days(puzzle: Puzzle) -> bool:
    return _mixed(SEED, puzzle)[0] % ONE_IN == 0


def title(game: Game, name: str) -> str:
    """The title of this puzzle for people: its number, or its name if it has none."""
    names = numbered().get(game.key, [])
    return str(names.index(name) + 1) if name in names else name


@cache
def numbered() -> Mapping[str, Sequence[str]]:
    """The names of the puzzles of each game, in the order of their numbers."""
    found: Mapping[str, Sequence[str]] = json.loads(NUMBERS.read_text(encoding="utf-8"))
    return found


def in_order_of(
    user: int, puzzles: Sequence[Puzzle], hardness: Callable[[Puzzle], tuple[int, ...]]
) -> list[Puzzle]:
    """The puzzles in the order in which ``user`` gets them: easy ones first, hard ones last.

    Those of equal ``hardness`` have another order for everybody.
    """
    return sorted(puzzles, key=lambda one: (hardness(one), _mixed(user, one)))


def of_day(
    games: Mapping[str, Game],
    day: int,
    key: str | None,
    had: Callable[[str], Mapping[str, int]] = lambda _: {},
) -> tuple[Game, Puzzle] | None:
    """The puzzle of a day, of the game with this ``key``; else the games take turns.

    ``had``: by the key of a game, the days on which its puzzles were asked last, by name. Every
    puzzle of days has had its turn before one comes again. None: there are no puzzles.
    """
    playable = [game for game in games.values() if of(game)]
    chosen = [game for game in playable if game.key == key] or playable
    if not chosen:
        return None
    turn, number = divmod(day, len(chosen))
    game = chosen[number]
    every, before = sorted(of_days(game), key=lambda one: _mixed(0, one)), had(game.key)
    turn %= len(every)
    return game, min((*every[turn:], *every[:turn]), key=lambda one: before.get(one.name, 0))


def named(games: Mapping[str, Game], key: str, name: str) -> tuple[Game, Puzzle] | None:
    """The puzzle with this name of the game with this ``key``; None: it is not known any more."""
    game = games.get(key)
    puzzle = None if game is None else known(game, name)
    return None if game is None or puzzle is None else (game, puzzle)


def _mixed(seed: int, puzzle: Puzzle) -> bytes:
    return sha256(f"{seed} {puzzle.name}".encode()).digest()
