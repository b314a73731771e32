"""Positions as plain numbers for the core, see ``core/core.h``: tables, stones, what they remember.

Nothing here knows a game or the shape of a board. The places around a point come from the centres
of the points; what is linked or controlled comes from the predicates of the game, which are asked
for every ring that there can be.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, dist, tau
from struct import pack

from engine.arena import Conditions, Controls, Family, Witnesses
from engine.board import Board
from engine.position import Position

MOST_POINTS, MOST_COLOURS, MOST_SLOTS = 640, 8, 8
HALF = 12
"""The bits of half a ring, if there are no more colours than usual; tables have an entry for each
of its values."""
NOWHERE = -1
CLOSE = 1.5
"""Points less than this apart are around each other: neighbours, and diagonals on squares."""


@dataclass(frozen=True, slots=True)
class RuleTables:
    """The tables that stay the same throughout a game, ready to be written into the core."""

    neighbours: int
    """How many neighbours a point has that is not at the edge."""
    settings: bytes
    around: bytes
    links: bytes
    liberties: bytes
    open_links: bytes
    touching: bytes
    controller: bytes


@dataclass(frozen=True, slots=True)
class EncodedPosition:
    """A position in numbers."""

    tables: RuleTables
    stones: bytes
    """For each point 0, or 1 + the colour of the stone on it."""
    bonus: bytes
    mover: int
    """The colour to move."""
    passes: int
    last: int
    button: int
    """`NOWHERE` if there is none, 0 if it waits, 1 if it is taken."""
    anchor: bytes | None


def has_room(board: Board, colours: int) -> bool:
    """True if the core can play on ``board`` with this number of colours."""
    return colours <= MOST_COLOURS and bits_of_a_place(board.turns, colours) is not None


def bits_of_a_place(neighbours: int, colours: int) -> int | None:
    """The bits of a ring for each place, which is empty, has a colour, or is beyond the edge.

    One more than usual if there are many colours; None if that is not enough.
    """
    usual = HALF // neighbours
    return next((bits for bits in (usual, usual + 1) if colours + 2 <= 1 << bits), None)


def encode(position: Position, conditions: Conditions) -> EncodedPosition:
    """``position``, which is not over and in which the players have colours."""
    assert position.colours is not None and position.to_move is not None
    board, colours = position.board, len(position.colours)
    passes, last_pass = position.passing() or (0, 0)
    waits = conditions.button is not None and not conditions.taken
    tables = _tables(
        board,
        conditions.family,
        conditions.witnesses,
        conditions.controls,
        colours,
        last_pass,
        conditions.cascade,
        conditions.settled,
        round(2 * (conditions.button or 0)) if waits else 0,
    )
    bonus = [sum(line.points for line in lines) for lines in position.bonus_lines()]
    anchor = position.anchor()
    return EncodedPosition(
        tables=tables,
        stones=_bytes(position.stones, board),
        bonus=pack(f"<{MOST_COLOURS}d", *bonus, *[0] * (MOST_COLOURS - len(bonus))),
        mover=position.colours[position.to_move],
        passes=passes,
        last=NOWHERE if position.last is None else position.last,
        button=NOWHERE if conditions.button is None else int(conditions.taken),
        anchor=None if anchor is None else _bytes(anchor, board),
    )


def _bytes(stones: Mapping[int, int], board: Board) -> bytes:
    return bytes(1 + stones[p] if p in stones else 0 for p in range(len(board)))


@lru_cache(maxsize=32)
def _tables(
    board: Board,
    family: Family,
    witnesses: Witnesses | None,
    controls: Controls | None,
    colours: int,
    last_pass: int,
    cascade: bool,
    settled: bool,
    halves: int,
) -> RuleTables:
    neighbours = board.turns
    bits = bits_of_a_place(neighbours, colours)
    assert bits is not None
    slots = neighbours if neighbours == 6 else 2 * neighbours
    settings = (
        *(family, len(board), colours, slots, neighbours, bits),
        *(last_pass, cascade, not settled, halves),
    )
    held = tuple(places_of(state, neighbours, bits) for state in range(1 << bits))
    links, liberties, open_links, touching = (
        _always_linked(held, colours)
        if witnesses is None
        else _linked(held, colours, neighbours, witnesses)
    )
    return RuleTables(
        neighbours=neighbours,
        settings=pack(f"<{len(settings)}i", *settings),
        around=b"".join(around(board)),
        links=links,
        liberties=liberties,
        open_links=open_links,
        touching=touching,
        controller=bytes(len(held[0])) if controls is None else _controller(held, controls),
    )


@lru_cache(maxsize=64)
def places_of(state: int, neighbours: int, bits: int) -> bytes:
    """For each ring with ``bits`` bits a place, the places that have this state, as bits."""
    found = [0]
    for place in range(neighbours):
        found = [
            places | (other == state) << place for other in range(1 << bits) for places in found
        ]
    return bytes(found)


@lru_cache(maxsize=32)
def around(board: Board) -> tuple[bytes, ...]:
    """The points around each point in ring order: neighbours first, then diagonals."""
    rows: list[bytes] = []
    neighbours = board.turns
    for point, (x, y) in enumerate(board.centres):
        row = [NOWHERE] * MOST_SLOTS
        beside = set(board.neighbours[point])
        for other, place in enumerate(board.centres):
            if other != point and dist((x, y), place) < CLOSE:
                turn = atan2(y - place[1], place[0] - x) / tau * neighbours
                if other in beside:
                    row[round(turn) % neighbours] = other
                else:
                    row[neighbours + round(turn - 0.5) % neighbours] = other
        rows.append(pack(f"<{MOST_SLOTS}h", *row))
    return tuple(rows)


def _always_linked(held: tuple[bytes, ...], colours: int) -> tuple[bytes, bytes, bytes, bytes]:
    """The tables if all neighbours are linked: links, liberties, open links, touching colours."""
    touching = [0] * len(held[0])
    for colour in range(colours):
        for ring, places in enumerate(held[1 + colour]):
            if places:
                touching[ring] |= 1 << colour
    return b"".join(held[1 : 1 + colours]), held[0] * colours, held[0], bytes(touching)


def _linked(
    held: tuple[bytes, ...], colours: int, neighbours: int, witnesses: Witnesses
) -> tuple[bytes, bytes, bytes, bytes]:
    """The tables if pairs are linked by witnesses: the places before and after a place."""
    full = (1 << neighbours) - 1
    beside = [
        sum(
            1 << place
            for place in range(neighbours)
            if places >> (place + 1) % neighbours & 1 or places >> (place - 1) % neighbours & 1
        )
        for places in range(full + 1)
    ]
    links, liberties, touching = bytearray(), bytearray(), bytearray(len(held[0]))
    open_links = bytearray()
    for colour in range(colours):
        for ring, (own, empty) in enumerate(zip(held[1 + colour], held[0], strict=True)):
            of_stones, of_liberties, of_empty = witnesses(own, empty)
            links.append(own & beside[of_stones & full])
            liberties.append(empty & beside[of_liberties & full])
            if own & beside[of_liberties & full]:
                touching[ring] |= 1 << colour
            if colour == 0:
                open_links.append(empty & beside[of_empty & full])
    return bytes(links), bytes(liberties), bytes(open_links), bytes(touching)


def _controller(held: tuple[bytes, ...], controls: Controls) -> bytes:
    """For each ring 0, or 1 + the colour that controls the point."""
    rings = zip(held[1], held[2], strict=True)
    return bytes(
        1 if controls(black, white) else 2 if controls(white, black) else 0
        for black, white in rings
    )
