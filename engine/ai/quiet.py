"""Whether there is anything left to play for, and what to say if there is not.

A search plays on for ever in its own territory if that costs nothing. People pass: once everything
on the board is owned as it stands, or if passing wins on the spot.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.ai.thoughts import Considered
from engine.position import Declare, Position

SURE = 0.75
"""A point is settled if its owner, as the board stands, owns it in so large a share of playouts."""
WORTHLESS = 0.25
"""Nobody plays on for fewer points."""
HOPELESS = 0.02
"""Nor for a smaller chance to win."""


def is_quiet(position: Position, owners: Sequence[Sequence[float]]) -> bool:
    """Whether the search agrees with the board as it stands about all stones and territories."""
    stones = position.stones
    return all(owners[p][colour] >= SURE for p, colour in stones.items()) and all(
        owners[p][part.owner] >= SURE
        for part in position.territories()
        if part.owner is not None
        for p in part.points
    )


def ends_by(position: Position, word: Considered) -> float | None:
    """The lead of the mover if its declaration ends the game, else None."""
    after = position.play(word.move)
    if after.to_move is not None or position.to_move is None or position.colours is None:
        return None
    score = list(after.score())
    own = score.pop(position.colours[position.to_move])
    return own - max(score)


def ordered(position: Position, found: Sequence[Considered], *, quiet: bool) -> list[Considered]:
    """Moves by their visits; a declaration that nothing is better than comes first.

    The visits of what gains nothing count for it then.
    """
    by_visits = sorted(found, key=lambda considered: -considered.visits)
    words = [considered for considered in by_visits if isinstance(considered.move, Declare)]
    stones = [considered for considered in by_visits if considered not in words]
    if not (words and stones):
        return by_visits
    word, best, lead = words[0], stones[0], ends_by(position, words[0])
    if lead is not None:
        word = replace(word, win=float(lead > 0) + 0.5 * (lead == 0), points=lead)
    if lead is not None and lead > 0:
        enough = True
    elif lead is not None:
        enough = best.win < HOPELESS and best.points < lead + 1
    else:
        enough = quiet and _as_good(position, word, best)
    if enough:
        everything = sum(considered.visits for considered in by_visits)
        return [replace(word, visits=everything), *(replace(c, visits=0) for c in stones)]
    # A few visits may favour a pass by chance; before the end it takes more than that.
    return [*stones, word] if best.points > word.points else by_visits


def _as_good(position: Position, word: Considered, best: Considered) -> bool:
    """Whether, in a quiet position, no stone gains anything over the declaration."""
    shared = any(part.owner is None for part in position.territories())
    return not shared or best.points < word.points + WORTHLESS
