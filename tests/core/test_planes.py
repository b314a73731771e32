"""What a net sees is what the engine says of the position, for every game that the core plays."""

from random import Random
from struct import unpack

import pytest

from engine.ai.net import STONES
from engine.position import Placement, Position
from tests.core.agreement import core, sensible, starts

ON_BOARD, PLAYABLE, CAPTURING, LATEST, OWN_EYE, OTHER_EYE, OWN_AREA, OTHER_AREA, FREEDOM = range(9)
OTHER_FREEDOM, FEW = FREEDOM + 3, 3
SAMPLE = [pytest.param(start, id=name) for name, start in starts(most_points=40)]
PLIES = 60


def seen(position: Position) -> list[set[int]]:
    """For each point the planes that have it, those of links left out."""
    seats = len(position.colours or ())
    core().load(position)
    planes = unpack(f"<{len(position.board)}I", core().seen(len(position.board), seats).planes)
    return [{plane for plane in range(STONES + seats) if bits >> plane & 1} for bits in planes]


def plain(position: Position, eyes: list[set[int]]) -> list[set[int]]:
    """The same by the engine; which points are eyes is the core's own matter."""
    assert position.colours is not None and position.to_move is not None
    mover, seats = position.colours[position.to_move], len(position.colours)
    found = [{ON_BOARD} | (marks & {OWN_EYE, OTHER_EYE}) for marks in eyes]
    for point, colour in position.stones.items():
        found[point].add(STONES + (colour - mover) % seats)
    if position.last is not None:
        found[position.last].add(LATEST)
    for part in position.territories():
        for point in part.points if part.owner is not None else ():
            found[point].add(OWN_AREA if part.owner == mover else OTHER_AREA)
    for group in position.groups():
        free = position.liberties(group)
        if free is not None and 1 <= len(free) <= FEW:
            own = position.stones[group[0]] == mover
            for point in group:
                found[point].add((FREEDOM if own else OTHER_FREEDOM) + len(free) - 1)
    for point, colour in position.controllers().items():
        found[point].add(FREEDOM if colour == mover else OTHER_FREEDOM)
    for move in position.legal_moves():
        if isinstance(move, Placement):
            after = position.play(move)
            others = [p for p in after.captured if after.captured[p] != mover]
            found[position.board.index[move.point]] |= (
                {PLAYABLE, CAPTURING} if others else {PLAYABLE}
            )
    return found


@pytest.mark.parametrize("start", SAMPLE)
def test_planes_are_what_the_engine_says(start: Position) -> None:
    random, position = Random(len(start.board)), start
    for _ in range(PLIES):
        if position.to_move is None:
            break
        ours = seen(position)
        for point, (marks, theirs) in enumerate(zip(ours, plain(position, ours), strict=True)):
            if PLAYABLE in theirs - marks:
                # A net is not asked about the mover's own eyes.
                assert OWN_EYE in marks
                theirs -= {PLAYABLE, CAPTURING}
            assert marks == theirs, f"ply {position.ply}, {position.board.names[point]}"
        stones = [
            position.board.index[m.point]
            for m in position.legal_moves()
            if isinstance(m, Placement)
        ]
        position = position.play(sensible(position, random, stones))
