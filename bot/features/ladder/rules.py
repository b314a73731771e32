"""The rules of the ladder. Pure: no database, no Discord, no clock."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from engine.match import End, Ending

REACH = 3
"""Places above one's own that one may challenge."""
STANDS = timedelta(days=3)
"""How long a challenge waits for its answer."""
AGAIN_AFTER = timedelta(days=7)
"""How long one may not challenge somebody again against whom one has lost."""
MOST_MISSED = 2
"""Games in a row in which somebody lets time run out without a move, before they leave."""


class Outcome(StrEnum):
    """What a challenge has done to the ladder."""

    TAKEN = "taken"
    """The challenger has the place of the challenged, and all between went down one."""
    HELD = "held"
    """The challenged person has won."""
    DRAWN = "drawn"
    VOID = "void"
    """It does not count."""


class Answer(StrEnum):
    """How a challenge ended that did not become a game."""

    DECLINED = "declined"
    SILENCE = "silence"
    """Its time is over."""
    OFF = "off"
    """The challenger took it back, or its channel has gone."""


@dataclass(frozen=True, slots=True)
class Result:
    """What the end of a game means for the ladder."""

    outcome: Outcome
    missed: int | None = None
    """The seat whose time ran out before its player had made a move."""


def within_reach(order: Sequence[int], user: int) -> Sequence[int]:
    """The people whom ``user`` may challenge as far as places go, the highest first.

    ``order``: everybody on the ladder from the top; it may begin anywhere above them.
    """
    place = order.index(user)
    return order[max(place - REACH, 0) : place]


def after_win(order: Sequence[int], challenger: int, challenged: int) -> list[int]:
    """The order after the challenger has taken the place of the challenged."""
    mine, theirs = order.index(challenger), order.index(challenged)
    if mine <= theirs:
        return [*order]
    return [*order[:theirs], challenger, *order[theirs:mine], *order[mine + 1 :]]


def unanswered(answer: Answer, *, away: bool) -> Outcome:
    """What a challenge comes to that did not become a game.

    A refusal and silence are lost, but nobody loses by silence who is ``away`` at its end.
    """
    if answer is Answer.OFF or (answer is Answer.SILENCE and away):
        return Outcome.VOID
    return Outcome.TAKEN


def played(end: End, challenger: int, moved: Collection[int]) -> Result:
    """What the end of a game comes to; ``challenger``: their seat, ``moved``: who has made a move.

    A game that was closed because time ran out is lost by whoever never made a move in it. No other
    game counts that nobody has lost.
    """
    out_of_time = end.how in (Ending.TIMEOUT, Ending.CLOSED)
    missed = end.seat if out_of_time and end.seat not in moved else None
    if end.ranks is not None:
        if len({*end.ranks}) == 1:
            return Result(Outcome.DRAWN)
        won = end.ranks[challenger] == 1
    elif missed is not None:
        won = missed != challenger
    else:
        return Result(Outcome.VOID)
    return Result(Outcome.TAKEN if won else Outcome.HELD, missed)


def has_to_leave(missed: int) -> bool:
    """True if somebody leaves who has let the time of so many games in a row run out."""
    return missed >= MOST_MISSED
