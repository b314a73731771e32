"""Why a move was played: what the search expects of it, and of the next best."""

from collections.abc import Collection, Generator
from dataclasses import dataclass

from engine.ai.review import COMPARE_PLAYOUTS, Comparison, SearchRequest, compare
from engine.ai.thoughts import Thoughts, lead
from engine.position import Move, Placement, Position

LINE = 3
"""How many moves after the explained one are told."""
LINE_PLAYOUTS = 400
"""Playouts for each of them."""
CLEAR = 0.35
"""The least difference between two moves in the chance that a group stays."""
LEAST_AREA = 3.0
"""Points: a smaller area is not worth a sentence."""


@dataclass(frozen=True, slots=True)
class Fate:
    """A group that stays on the board, or does not, because of the move."""

    colour: int
    stones: tuple[int, ...]
    kept: tuple[float, float]
    """The chance, 0 to 1, that its points are its colour's at the end: after the move, after the
    other one."""


@dataclass(frozen=True, slots=True)
class Area:
    """Empty points that the move makes its player's."""

    points: float
    """How many more than the other move, on average."""
    surest: int
    """The point for which the move makes the largest difference."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move beside another one."""

    move: Move
    lead: float
    """The points by which its player leads at the end, on average."""
    other: Move | None
    """The best other move; None if there is no other."""
    better: float
    """By how many points the move is better than ``other``; negative if it is worse."""
    error: float
    """The standard error of that."""
    fate: Fate | None = None
    """What the move does for a group; None if it does not matter for one."""
    area: Area | None = None
    line: tuple[Move, ...] = ()
    """The moves that are expected next."""


def explain(
    position: Position, plies: int, move: Move, departed: Collection[int] = ()
) -> Generator[SearchRequest, Thoughts, Explanation]:
    """Compare ``move`` with the best other one in ``position``, which comes after ``plies``.

    ``departed``: colours whose players have left.
    """
    assert position.to_move is not None
    assert position.colours is not None
    colour = position.colours[position.to_move]
    thoughts = yield SearchRequest(plies, (), COMPARE_PLAYOUTS)
    other = next((found.move for found in thoughts.moves if found.move != move), None)
    if other is None:
        return Explanation(move, lead(thoughts.score, colour, departed), None, 0.0, 0.0)
    found = yield from compare(position, plies, move, other, departed)
    line = yield from follow(position, plies, move, departed, found.thoughts[0])
    return Explanation(
        move,
        lead(found.first, colour, departed),
        other,
        found.gain,
        found.error,
        _fate(position, move, other, colour, found),
        _area(position, move, other, colour, found),
        line,
    )


def follow(
    position: Position,
    plies: int,
    move: Move,
    departed: Collection[int] = (),
    thoughts: Thoughts | None = None,
) -> Generator[SearchRequest, Thoughts, tuple[Move, ...]]:
    """The moves that the search expects after ``move``; it stops where nobody would place one, or
    somebody is to move who has left.

    ``thoughts``: of the position after it, if that has been searched.
    """
    line, after = [move], position.play(move)
    while len(line) <= LINE and after.to_move is not None:
        if after.colours is None or after.colours[after.to_move] in departed:
            break
        if thoughts is None:
            thoughts = yield SearchRequest(plies, tuple(line), LINE_PLAYOUTS)
        best, thoughts = thoughts.moves[0].move, None
        if not isinstance(best, Placement):
            break
        line.append(best)
        after = after.play(best)
    return tuple(line[1:])


def _fate(
    position: Position, move: Move, other: Move, mover: int, found: Comparison
) -> Fate | None:
    """The group that gains most for the player of ``move``: it stays, or another one does not."""
    with_it, without = found.thoughts
    if with_it is None or without is None or found.gain <= 0:
        return None
    standing = position.play(move).stones.keys() & position.play(other).stones.keys()
    fates = list[tuple[float, Fate]]()
    for group in position.groups():
        stones = tuple(sorted(group))
        if not standing.issuperset(stones):  # it is captured at once, which is said elsewhere
            continue
        colour = position.stones[stones[0]]
        kept = tuple(
            sum(each.owners[point][colour] for point in stones) / len(stones)
            for each in (with_it, without)
        )
        gain = (kept[0] - kept[1]) * (1 if colour == mover else -1)
        if gain >= CLEAR:
            fates.append((gain * len(stones), Fate(colour, stones, (kept[0], kept[1]))))
    return max(fates, key=lambda one: one[0])[1] if fates else None


def _area(
    position: Position, move: Move, other: Move, mover: int, found: Comparison
) -> Area | None:
    """The empty points that are rather the mover's after ``move`` than after ``other``."""
    with_it, without = found.thoughts
    if with_it is None or without is None or found.gain <= 0:
        return None
    index = position.board.index
    taken = {index[one.point] for one in (move, other) if isinstance(one, Placement)}
    more = {
        point: with_it.owners[point][mover] - without.owners[point][mover]
        for point in range(len(position.board))
        if point not in position.stones and point not in taken
    }
    gained = sum(more.values())
    if gained < LEAST_AREA:
        return None
    return Area(gained, max(more, key=lambda point: more[point]))
