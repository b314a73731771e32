"""Random records: games in which people also undo, ask, refuse, leave."""

from datetime import UTC, datetime, timedelta
from random import Random

from engine.game import Game, Options
from engine.match import Match
from engine.position import MoveError
from engine.record import Record
from engine.time_control import TimeControl
from engine.turns import (
    ALLOW,
    GIVE,
    GONE,
    NO_TIME,
    OVERDUE,
    PASS,
    REFUSE,
    RESIGN,
    TIMEOUT,
    UNDO,
    VOID,
    Turn,
    Wish,
    adjudging,
    asking,
    asking_for_computer,
)
from tests.engine.random_play import random_move

TALK = (
    *(UNDO, asking(Wish.TAKE_BACK), asking(Wish.CANCEL), asking(Wish.DRAW), asking(Wish.FILL)),
    *(ALLOW, ALLOW, REFUSE, OVERDUE, OVERDUE, GIVE),
)
LEAVING = (RESIGN, TIMEOUT, GONE, VOID, adjudging(0), adjudging(1), adjudging(None))
BEGAN = datetime(2026, 11, 21, 14, 0, 0, 250, tzinfo=UTC)
CONTROLS = (
    "3d",
    "5d+1d max 7d",
    "10m+5x30s",
    "3x1d",
    "1h total",
    "none",
    "3d from first look soft",
)
NAMES = ("Ada", "Bo [3k]", r"C\y: the “third”", "王さん", "", "e;(f)", "Müller", "Ed")


def random_record(game: Game, options: Options, seats: int, random: Random) -> Record:
    """A game of these options, to its end or for a while."""
    match, at, turns = Match.start(game, options, seats), BEGAN, list[Turn]()
    for _ in range(random.choice((0, 5, 60, 200))):
        at += timedelta(microseconds=random.randrange(30_000_000))
        turn = _turn(match, at, random)
        try:
            match = match.take(turn)
        except MoveError:
            continue  # there was nothing to take back, to allow and so on
        turns.append(turn)
        if match.end:
            break
    timed = random.random() < 0.8
    if not timed:
        turns = [Turn(turn.seat, turn.text, NO_TIME) for turn in turns if turn.text != UNDO]
        turns = _legal(game, options, seats, turns)
    return Record(
        game=game,
        options=options,
        players=tuple(random.sample(NAMES, seats)),
        turns=tuple(turns),
        title=random.choice(("", "Keil #12")),
        began=BEGAN if timed else None,
        control=TimeControl.read(random.choice(CONTROLS)) if timed else None,
    )


def _legal(game: Game, options: Options, seats: int, turns: list[Turn]) -> list[Turn]:
    """As many of ``turns`` as are still possible one after the other."""
    match, legal = Match.start(game, options, seats), list[Turn]()
    for turn in turns:
        try:
            match = match.take(turn)
        except MoveError:
            break
        legal.append(turn)
    return legal


def _turn(match: Match, at: datetime, random: Random) -> Turn:
    seat, anybody, chance = match.to_move, random.randrange(match.seats), random.random()
    assert seat is not None
    if seat in match.turn_log.departed:
        return Turn(seat, PASS, at)
    if chance < 0.1:
        return Turn(anybody, random.choice(TALK), at)
    if chance < 0.105:
        return Turn(anybody, asking(Wish.WIN, random.randrange(match.seats)), at)
    if chance < 0.107:
        seat = random.choice((anybody, *match.turn_log.departed))
        return Turn(anybody, asking_for_computer(seat, 3), at)
    if chance < 0.11:
        return Turn(anybody, random.choice(LEAVING), at)
    text = match.position.write(random_move(match.position, random))
    left = timedelta(microseconds=random.randrange(10**11))
    return Turn(seat, text, at, left, planned=random.random() < 0.1)
