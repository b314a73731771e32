"""The purposes of a stone, as far as the rules alone can tell: its captures, rescues and threats.

No rule is here, and nothing is guessed. The captures that a colour could make are all captures
among its legal stones, in the position as it is, or as it would be with that colour to move.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from engine.effects import Edge, effects
from engine.position import IllegalMoveError, Placement, Position


@dataclass(frozen=True, slots=True)
class Threat:
    """A capture that is possible at once."""

    colour: int
    """Of the stone that would capture."""
    point: int
    """Where it would be placed."""
    stones: tuple[int, ...]
    """The stones of others that it would remove, or those of them that matter."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """The effects of a stone; a field that is empty or None means that it has no such effect."""

    captured: tuple[int, ...] = ()
    """The stones of others that it captures."""
    prevents: Threat | None = None
    """The largest capture of stones of its own colour that it makes impossible."""
    threatens: Threat | None = None
    """The largest capture that its own colour could make next, of a stone that was safe before."""
    cut: tuple[Edge, ...] = ()
    """The pairs of stones of others that it cuts, so that they are in different groups."""
    joined: int = 0
    """The number of groups of its own colour that it links into one; 0 if it links none."""
    controlled: tuple[int, ...] = ()
    """The points that its colour controls from now on, in games that have control."""


def threats(position: Position, colour: int) -> Iterator[Threat]:
    """The captures that ``colour`` could make at once if it were to move, in point order."""
    seat, colours = position.to_move, position.colours
    if seat is None or colours is None:
        return
    now = position if colours[seat] == colour else position.set_up(position.stones, colour)
    if now is None:  # nobody knows what it would be like
        return
    occupied = now.stones
    for point, name in enumerate(now.board.names):
        if point in occupied:
            continue
        try:  # to ask first whether it is legal would cost as much again
            gone = now.play(Placement(name)).captured
        except IllegalMoveError:
            continue
        if stones := tuple(sorted(p for p in gone if gone[p] != colour)):
            yield Threat(colour, point, stones)


def purpose(
    before: Position, after: Position, move: Placement, departed: Collection[int] = ()
) -> Purpose:
    """The purpose of ``move``, which leads from the position ``before`` to ``after``.

    ``departed``: the seats whose players have left, who capture nothing any more.
    """
    done = effects(before, after, move)
    own = done.colour
    playing = (c for seat, c in enumerate(before.colours or ()) if seat not in departed)
    others = [colour for colour in playing if colour != own]
    group_of = {p: n for n, group in enumerate(after.groups()) for p in group}
    mine = group_of.get(done.point)
    joined = sum(mine in {group_of.get(p) for p in group} for group in before.groups())
    return Purpose(
        captured=done.captured,
        prevents=_prevented(before, after, own, others),
        threatens=_new(before, after, own),
        cut=tuple((p, q) for p, q in done.cut if group_of[p] != group_of[q]),
        joined=joined if mine is not None and joined > 1 else 0,
        controlled=done.controlled,
    )


def escapes(position: Position, threat: Threat) -> bool:
    """True if a move of the other one of two players saves some stones of a ``threat``.

    Else, whatever they do, a stone captures all of these next. It looks at every pair of moves,
    so it takes long on large boards.
    """
    wanted, colours = set(threat.stones), position.colours
    if position.to_move is None or len(colours or ()) != 2:
        return True
    after = map(position.play, position.legal_moves())
    return any(
        not any(wanted.issubset(each.stones) for each in threats(then, threat.colour))
        for then in after
    )


def exposed(before: Position, after: Position, since: Position | None = None) -> list[Threat]:
    """The captures that the next player can make of the mover's stones after the move between the
    two: those that it has made possible, then those that it has left; each the largest first.

    ``since``: an earlier position; a capture was left if it takes a stone that was not in danger
    then. Without it, only what the move has made possible counts. A threat has all stones of the
    mover's that would go with it.
    """
    assert before.to_move is not None
    assert before.colours is not None
    own, seat, colours = before.colours[before.to_move], after.to_move, after.colours
    if seat is None or colours is None or colours[seat] == own:
        return []
    stones, found = after.stones, list[Threat]()
    for threat in threats(after, colours[seat]):
        mine = tuple(p for p in threat.stones if stones[p] == own)
        if mine:
            found.append(Threat(threat.colour, threat.point, mine))
    found.sort(key=lambda threat: -len(threat.stones))
    made, left = list[Threat](), list[Threat]()
    if found:
        now = _in_danger(before, colours[seat])
        then = now if since is None else _in_danger(since, colours[seat])
        made = [threat for threat in found if not now.issuperset(threat.stones)]
        left = [t for t in found if t not in made and not then.issuperset(t.stones)]
    return made + left


def _prevented(
    before: Position, after: Position, own: int, others: Collection[int]
) -> Threat | None:
    """The largest capture of ``own`` stones by ``others`` that is impossible now."""
    if after.to_move is None:
        return None
    standing = {p for p, colour in after.stones.items() if colour == own}
    could = [threat for colour in others for threat in threats(before, colour)]
    could = [threat for threat in could if standing.intersection(threat.stones)]
    if not could:
        return None
    safe = standing.difference(*(_in_danger(after, colour) for colour in others))
    return _largest(
        Threat(threat.colour, threat.point, stones)
        for threat in could
        if (stones := tuple(p for p in threat.stones if p in safe))
    )


def _new(before: Position, after: Position, own: int) -> Threat | None:
    """The largest capture by ``own`` of a stone that it could not capture before."""
    can = list(threats(after, own))
    earlier = _in_danger(before, own) if can else set[int]()
    return _largest(threat for threat in can if not earlier.issuperset(threat.stones))


def _in_danger(position: Position, colour: int) -> set[int]:
    """The stones that ``colour`` could capture at once if it were to move."""
    return {p for threat in threats(position, colour) for p in threat.stones}


def _largest(found: Iterable[Threat]) -> Threat | None:
    """The threat to the most stones, the first of equals."""
    return max(found, key=lambda threat: len(threat.stones), default=None)
