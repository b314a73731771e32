"""Which games are rated, and what each says about its players: pure, from what is stored of it.

A game is rated if people or levels play all its seats to a result that they have reached
themselves, on usual terms and without help. Then, against farms (two accounts that resign to each
other) and sandbagging (losing on purpose, to be paired with weaker people):

- Somebody who has placed fewer than `FEWEST` stones is compared with nobody: a game that is given
  up at once says nothing, and would be the fastest farm.
- Of several losses on time in a row, only the first counts, for both. Somebody who stays away does
  not sink from game to game, and nobody collects points from them.
- Of the games of the same two within `WINDOW`, the first `FULL` count fully, each later one less by
  the square: the twentieth for a quarter. However many there are, they count for less than twenty
  together, so two accounts can move each other only so far. Games against the same level, too: who
  finds a weakness of a level does not gain from it without end.
- A new opponent's rating is unsure, and so counts for less (that is Glicko's own).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.features.ratings.arithmetic import anchors
from engine.game import Game, Measure, Options
from engine.match import Ending
from engine.position import names_a_point
from engine.turns import BACK, TIMEOUT, UNDO, TurnLog

UNRATED = "unrated"
"""What a challenge agrees on: see `bot.chat.base.bot.Feature.allows`."""
LEVEL_AT_START = 3
"""The level that is as strong as somebody new is taken to be: an assumption, since no people have
been measured. All ratings hang on it alike."""
FEWEST = 3
"""The stones that somebody has to have placed."""
FULL, WINDOW = 10, timedelta(days=30)
KOMI_ROOM = 3.0
"""A komi that was given may be so far from the usual one: in our measurements, a fair komi is known
no better than this."""
MARKS = (TIMEOUT, UNDO, BACK)
"""The turns, besides moves, that decide whether a game counts."""
BY_THEMSELVES = (Ending.SCORE, Ending.RESIGNATION, Ending.TIMEOUT, Ending.AGREEMENT)
"""The ends that players reach themselves. A moderator of one server decides nothing about ratings
that hold on all servers."""


MOST_BY_FIRST_MOVE = 300
"""Points of rating. Where the first move is worth more, wins say little, and losses of whoever goes
first would cost hundreds of points: it was measured by strong programs, not by people."""


class Why(StrEnum):
    """Why a game, or somebody's part in it, is not rated: parts of the keys of texts."""

    NO_RESULT = "no-result"
    RULED = "ruled"
    SOLO = "solo"
    AGREED = "agreed"
    HELP_ALLOWED = "help-allowed"
    HANDICAP = "handicap"
    FIRST_MOVE = "first-move"
    """Whoever goes first nearly always wins."""
    TAKEN_OVER = "taken-over"
    COMPUTERS = "computers"
    """Nobody knows how strong these computers are here."""
    HELPED = "helped"
    SHORT = "short"
    SERIES = "series"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the end of a game."""

    user: int
    level: int | None
    rank: int
    stones: int
    """How many its player has placed, as far as they still counted as moves at the end."""
    late: bool = False
    """True if its player ran out of time."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, as far as it says something about its players."""

    match: int
    game: str
    at: datetime
    """When its last turn was taken."""
    seats: tuple[Seat, ...] = ()
    why: Why | None = None
    """Why it is not rated; None: it is."""
    edge: float = 0.0
    """What the first seat gained by moving first."""
    strengths: tuple[float, ...] = ()
    """The fixed strength of each level."""


def strengths(game: Game) -> tuple[float, ...]:
    """The fixed strength of each level in a game, level 1 first; empty if nobody knows."""
    gaps = game.ai.gaps if game.ai else ()
    return anchors(gaps, LEVEL_AT_START) if gaps else ()


def ended(
    match: int,
    game: Game,
    options: Options,
    log: TurnLog,
    *,
    solo: bool,
    allowed: Iterable[str],
    players: Sequence[int],
    levels: Sequence[int | None],
    left_by: Sequence[int | None],
    ending: Ending,
    ranks: Sequence[int] | None,
    marks: Iterable[tuple[int, str]],
    helped: bool,
) -> Ended:
    """What a game says that is over.

    ``marks``: the seats and the texts of its turns among `MARKS`. ``helped``: somebody has asked
    for help, or changed the level of a computer.
    """
    assert log.last is not None
    levels, marks = levels or (None,) * len(players), [*marks]
    plain = Ended(match, game.key, log.last.at)
    why = _why_never(game, options, solo, frozenset(allowed), players, levels, left_by)
    if why is None and (ranks is None or ending not in BY_THEMSELVES):
        why = Why.NO_RESULT if ranks is None else Why.RULED
    if why is None and any(levels) and (helped or any(text != TIMEOUT for _, text in marks)):
        why = Why.HELPED
    if why is not None or ranks is None:
        return Ended(match, game.key, plain.at, why=why)
    stones = [0] * len(players)
    for turn in log.moves:
        stones[turn.seat] += names_a_point(turn.text)
    late = {seat for seat, text in marks if text == TIMEOUT}
    seats = tuple(
        Seat(user, levels[seat], ranks[seat], stones[seat], seat in late)
        for seat, user in enumerate(players)
    )
    edge = game.first_move(options) if len(players) == 2 else 0.0
    return Ended(match, game.key, plain.at, seats, None, edge, strengths(game))


def _why_never(
    game: Game,
    options: Options,
    solo: bool,
    allowed: frozenset[str],
    players: Sequence[int],
    levels: Sequence[int | None],
    left_by: Sequence[int | None],
) -> Why | None:
    """Why a match cannot be rated however it ends; None if it can."""
    people = [user for user, level in zip(players, levels, strict=True) if level is None]
    if solo:
        return Why.SOLO
    if any(left_by):
        return Why.TAKEN_OVER
    if UNRATED in allowed:
        return Why.AGREED
    if allowed:
        return Why.HELP_ALLOWED
    if len(people) < len(players):
        known = strengths(game)
        if (
            len(players) > 2
            or not people
            or not all(lv is None or lv <= len(known) for lv in levels)
        ):
            return Why.COMPUTERS
    if len({*people}) < len(people):
        return Why.NO_RESULT  # nobody plays against themselves
    if _is_unusual(game, options, len(players)):
        return Why.HANDICAP
    decides = len(players) == 2 and game.first_move(options) > MOST_BY_FIRST_MOVE
    return Why.FIRST_MOVE if decides else None


def _is_unusual(game: Game, options: Options, seats: int) -> bool:
    """True if the terms give somebody an advantage that is not known in points of rating."""
    if any(options.get(one.key) is not None for one in game.measured(Measure.HANDICAP)):
        return True
    usual = game.usual_komi(options, seats)
    given = [options.get(one.key) for one in game.measured(Measure.KOMI)]
    return usual is not None and any(
        isinstance(komi, int | float) and abs(komi - usual) > KOMI_ROOM for komi in given
    )


def can_be_rated(
    game: Game,
    options: Options,
    *,
    solo: bool,
    allowed: Iterable[str],
    players: Sequence[int],
    levels: Sequence[int | None],
    left_by: Sequence[int | None],
) -> bool:
    """True if a match that runs would be rated if it were played to its end without help."""
    levels = levels or (None,) * len(players)
    never = _why_never(game, options, solo, frozenset(allowed), players, levels, left_by)
    return never is None


def weight(before: int) -> float:
    """How much a game counts after so many of the same two within `WINDOW`."""
    return min(1.0, (FULL / (before + 1)) ** 2)


SCORES: Mapping[bool | None, float] = {True: 1.0, None: 0.5, False: 0.0}


def score(own: int, other: int) -> float:
    """The score of a rank against another one."""
    return SCORES[None if own == other else own < other]
