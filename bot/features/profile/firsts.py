"""Firsts: what people do on a board for the first time, found by replaying a finished game.

Each is something to learn, none a number of games. No rule is here: links, groups and captures are
those of the positions, in any game.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from engine.effects import captures, effects
from engine.match import Ending, Match
from engine.position import Placement, Position

STRONG = 5
"""The least level of a strong computer."""


class First(StrEnum):
    """The firsts, in the order in which people are told about them."""

    CAPTURE = "capture"
    LINK = "link"
    """One stone made one group of several."""
    CUT = "cut"
    """Another player's stones that could be linked are in two groups for good, by one stone."""
    CUT_CAPTURE = "cut-capture"
    """Stones were captured since the same stone had cut them off."""
    DOUBLE = "double"
    """One stone captured stones of several groups."""
    SNAPBACK = "snapback"
    """Some stones were given up, and more were captured by the next stone."""
    CASCADE = "cascade"
    """A capture gave control of more stones, which were captured, too."""
    UNHURT = "unhurt"
    """A game was won on the board without losing a stone."""
    PERSON = "person"
    """A game was won against people."""
    STRONG = "strong"
    """A game was won against a strong computer."""


ON_BOARD = frozenset(
    {First.CAPTURE, First.LINK, First.CUT, First.CUT_CAPTURE, First.DOUBLE, First.SNAPBACK}
    | {First.CASCADE}
)
"""Those that a single stone achieves."""


def firsts(
    match: Match, levels: Sequence[int | None], known: Sequence[Collection[str]]
) -> list[set[First]]:
    """What each seat has achieved in a finished match, besides what its player has achieved before.

    ``levels``: of each seat that a computer plays, None for a person's. ``known``: by seat.
    """
    found: list[set[First]] = [set() for _ in range(match.seats)]
    hurt = set[int]()  # colours
    bait = 0, -1  # how many stones the move before has captured, and its point
    position = match.first
    for turn in match.turn_log.moves:
        move, before = position.read(turn.text), position
        position = before.play(move)
        seat, captured = before.to_move, position.captured
        if seat is None or before.colours is None or not isinstance(move, Placement):
            bait = 0, -1
            continue
        hurt.update(captured.values())
        missing = ON_BOARD.difference(found[seat], known[seat])
        if missing and levels[seat] is None:
            found[seat] |= missing & _of_stone(before, position, match.first, move, bait)
        taken = sum(colour != before.colours[seat] for colour in captured.values())
        bait = taken, before.board.index[move.point]
    won = match.end.winners if match.end is not None else ()
    if len(won) == 1:
        found[won[0]] |= _of_winner(match, won[0], levels, hurt)
    return [each.difference(had) for each, had in zip(found, known, strict=True)]


def _of_stone(
    before: Position, after: Position, start: Position, move: Placement, bait: tuple[int, int]
) -> set[First]:
    """What one stone achieves; ``bait``: how many stones the stone before it has captured, and
    its point."""
    found, done = set[First](), effects(before, after, move)
    group_of = {p: n for n, group in enumerate(before.groups()) for p in group}
    one = {group_of[p] for p in done.linked if p in group_of}
    if len(one) > 1 or any(
        group_of.get(p) != group_of.get(q) and before.stones.get(p) == done.colour
        for p, q in done.joined
    ):
        found.add(First.LINK)
    now = {p: n for n, group in enumerate(after.groups()) for p in group}
    if any(
        before.stones.get(p) != done.colour and p in now and q in now and now[p] != now[q]
        for p, q in done.cut
    ):
        found.add(First.CUT)
    if not done.captured:
        return found
    found.add(First.CAPTURE)
    if 0 < bait[0] < len(done.captured) and bait[1] in done.captured:
        found.add(First.SNAPBACK)
    why = captures(before, after, start, done.point)
    if any(one.cut or one.cut_off for one in why):
        found.add(First.CUT_CAPTURE)
    if len(why) > 1:
        found.add(First.DOUBLE)
    with_stone = {**before.stones, done.point: done.colour}
    if any(_not_controlled(start, with_stone, p, done.colour) for p in done.captured):
        found.add(First.CASCADE)
    return found


def _not_controlled(start: Position, stones: Mapping[int, int], point: int, colour: int) -> bool:
    """True if, of the ``stones``, those besides the one on ``point`` give ``colour`` no control of
    it, in games that have control."""
    without = start.set_up({p: c for p, c in stones.items() if p != point}, colour)
    controllers = {} if without is None else dict(without.controllers())
    return bool(controllers) and controllers.get(point) != colour


def _of_winner(
    match: Match, seat: int, levels: Sequence[int | None], hurt: Collection[int]
) -> set[First]:
    """What the only winner achieves by that."""
    found, colours = set[First](), match.position.colours
    if match.end is not None and match.end.how is Ending.SCORE and colours is not None:
        found |= set() if colours[seat] in hurt else {First.UNHURT}
    others = [level for other, level in enumerate(levels) if other != seat]
    if all(level is None for level in others):
        found.add(First.PERSON)
    elif all(level is not None and level >= STRONG for level in others):
        found.add(First.STRONG)
    return found if levels[seat] is None else set()
