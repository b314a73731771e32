"""Why two players are paired and one of them goes first, as data."""

from dataclasses import dataclass
from enum import StrEnum

from bot.features.tournaments.history import histories
from bot.features.tournaments.knockout import losses
from bot.features.tournaments.model import Pairing, System, Tournament


class Why(StrEnum):
    """Why these two meet."""

    TABLE = "table"
    """Everybody meets everybody."""
    SEEDS = "seeds"
    """The first round: by seeds."""
    EQUAL = "equal"
    """They have equal points and had not met."""
    FLOAT = "float"
    """Their points differ, as somebody's must in the round as a whole."""
    BRACKET = "bracket"
    """They have won neighbouring games."""
    LOSSES = "losses"
    """They have lost equally often."""
    FINAL = "final"
    """Nobody else is left."""
    SITS_OUT = "sitsout"
    """Round robin: an odd number, and everybody sits out once."""
    BYE = "bye"
    """An odd number, and they have the fewest points of those without a bye."""
    WAITS = "waits"
    """Double knockout: one more than can be paired; they have waited least."""
    FREE = "free"
    """Nobody is left whom they could meet."""
    GONE = "gone"
    """They were to meet, but one of them, or both, had left before their game began."""


class First(StrEnum):
    """Why one of them goes first."""

    TABLE = "table"
    DUE = "due"
    """Nobody is to go first, or second, three times running or three times more often."""
    BALANCE = "balance"
    """They have gone first less often."""
    LAST = "last"
    """They went second in their last game."""
    SEED = "seed"
    """Both have gone first as often, and last in the same way."""
    OTHERS = "others"
    """It was the other's turn, but then two others would not be balanced."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pairing is what it is."""

    why: Why
    pairing: Pairing
    first: First | None = None
    points: tuple[float, float] = (0, 0)
    """The points of both when they were paired."""
    seeds: tuple[int, int] = (0, 0)
    losses: int = 0


def reason(of: Tournament, one: Pairing, *, played: bool = True) -> Reason:
    """Why ``one``, a pairing of this tournament, is what it is. ``played``: False if no game of it
    has ever begun.

    The same is said of everybody whose points are the same: who does not want to meet whom is one
    of the things that decide, and nobody is told.
    """
    then = of.before(one.round)
    known = histories(then)
    if one.second is None:
        alone = {System.KNOCKOUT: Why.FREE, System.DOUBLE: Why.WAITS, System.SWISS: Why.BYE}
        points = known[one.first].points, 0
        return Reason(alone.get(of.system, Why.SITS_OUT), one, points=points)
    first, second = of.player(one.first), of.player(one.second)
    ours, theirs = known[one.first], known[one.second]
    points, seeds = (ours.points, theirs.points), (first.seed, second.seed)
    if one.forfeit and not played:
        return Reason(Why.GONE, one, None, points, seeds)
    if of.system is System.ROUND_ROBIN:
        return Reason(Why.TABLE, one, First.TABLE, points, seeds)
    why, lost = _why(of, then, one, points)
    if ours.due is not theirs.due:
        how = First.DUE if ours.due or theirs.due is False else First.OTHERS
    elif ours.balance != theirs.balance:
        how = First.BALANCE if ours.balance < theirs.balance else First.OTHERS
    elif ours.last is not theirs.last and None not in (ours.last, theirs.last):
        how = First.OTHERS if ours.last else First.LAST
    else:
        how = First.SEED
    return Reason(why, one, how, points, seeds, lost)


def _why(
    of: Tournament, then: Tournament, one: Pairing, points: tuple[float, float]
) -> tuple[Why, int]:
    if one.round == 1:
        return Why.SEEDS, 0
    if of.system is System.KNOCKOUT:
        return Why.BRACKET, 0
    if of.system is System.DOUBLE:
        assert one.second is not None
        lost = [losses(then, of.player(player)) for player in (one.first, one.second)]
        return (Why.LOSSES if lost[0] == lost[1] else Why.FINAL), lost[0]
    return (Why.EQUAL if points[0] == points[1] else Why.FLOAT), 0
