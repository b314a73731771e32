"""Decides if there is anything left to play for, and what to say if there is not.

A search plays on for ever in its own territory if that costs nothing. People pass: once everything
on the board is owned as it stands, or if passing wins on the spot.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import sqrt

from engine.ai.thoughts import HOPELESS, Considered, Thoughts, lead
from engine.position import Declare, Placement, Position

SURE = 0.75
"""A point is settled if its owner, as the board stands, owns it in so large a share of playouts."""
LEFT_OVER = 0.1
"""The most that may be left on a quiet board, as a share of its points."""
BEGUN = 0.25
"""The share of points that has stones before a board can be settled: with fewer, all of it may seem
to belong to whoever moved first."""
WORSE_WIN, WORSE_POINTS = 0.05, 1.0
"""A pass that seems worse than a stone by no more than this, and by what chance makes of so few
playouts, may be as good."""


def is_quiet(position: Position, owners: Sequence[Sequence[float]]) -> bool:
    """True if the search agrees with the board as it stands about nearly every point.

    Points that are nobody's may be left, but not many.
    """
    if len(position.stones) < len(position.board) * BEGUN:
        return False
    owned = dict(position.stones)
    for part in position.territories():
        if part.owner is not None:
            owned |= dict.fromkeys(part.points, part.owner)
    points = len(position.board)
    return points - len(owned) <= points * LEFT_OVER and all(
        owners[p][colour] >= SURE for p, colour in owned.items()
    )


def ordered(
    position: Position, thoughts: Thoughts, *, quiet: bool, departed: Collection[int] = ()
) -> list[Considered]:
    """Moves by their visits; but what settles a quiet position comes first, with all visits.

    ``departed``: colours whose players have left and so cannot win.
    """
    found = thoughts.moves
    by_visits = sorted(found, key=lambda considered: -considered.visits)
    words = [considered for considered in by_visits if isinstance(considered.move, Declare)]
    stones = [considered for considered in by_visits if considered not in words]
    if not (words and stones):
        return by_visits
    (word,), best = words, stones[0]
    ahead, ends = _lead_after(position, word, departed)
    if ends:
        word = replace(word, win=0.5 * (1 + (ahead > 0) - (ahead < 0)), points=ahead)
        if ahead > 0 or (best.win < HOPELESS and best.points < ahead + 1):
            return _first(word, by_visits)
    elif quiet:
        chance = 1 / sqrt(max(1, word.visits))

        def worse(one: Considered, other: Considered) -> bool:
            return (
                one.win < other.win - WORSE_WIN - chance / 2
                or one.points < other.points - WORSE_POINTS - 3 * thoughts.spread * chance
            )

        gaining = next(
            (c for c in stones if _gains(position, c, ahead, departed) and not worse(c, word)), None
        )
        if gaining is not None:
            return _first(gaining, by_visits)
        if not worse(word, best):
            return _first(word, by_visits)
    # A few visits may favour a pass by chance; before the end it takes more than that.
    if word.visits < best.visits or best.points <= word.points:
        return by_visits
    visits = [considered.visits for considered in by_visits]
    return [replace(c, visits=v) for c, v in zip((*stones, word), visits, strict=True)]


def _first(chosen: Considered, by_visits: Sequence[Considered]) -> list[Considered]:
    """``chosen`` before the others, so clearly that no level overlooks it."""
    everything = sum(considered.visits for considered in by_visits)
    others = (c for c in by_visits if c.move != chosen.move)
    return [replace(chosen, visits=everything), *(replace(c, visits=0) for c in others)]


def _gains(position: Position, stone: Considered, ahead: float, departed: Collection[int]) -> bool:
    """True if a stone takes a point that is nobody's, as the board stands, and gains by it."""
    shared = {p for part in position.territories() if part.owner is None for p in part.points}
    return (
        isinstance(stone.move, Placement)
        and position.board.index[stone.move.point] in shared
        and _lead_after(position, stone, departed)[0] > ahead
    )


def _lead_after(
    position: Position, considered: Considered, departed: Collection[int]
) -> tuple[float, bool]:
    """The lead of the mover after a move as the board stands then, and whether it ends the game."""
    assert position.to_move is not None and position.colours is not None
    after = position.play(considered.move)
    mover = position.colours[position.to_move]
    return lead(after.score(), mover, departed), after.to_move is None
