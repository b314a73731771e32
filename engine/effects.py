"""The effects of a stone on the stones around it: two positions compared, in any game.

No rule is here: links, groups, liberties, control and captures are those of the positions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.position import Link, Placement, Position

Edge = tuple[int, int]
"""Two neighbouring points, as in `Board.edges`."""


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of the stone on ``point``."""

    point: int
    colour: int
    """Of the stone."""
    linked: tuple[int, ...]
    """The stones beside it that it is linked to."""
    not_yet: tuple[int, ...]
    """The stones of its colour beside it that it is neither linked to nor cut from."""
    apart: tuple[int, ...]
    """The stones of its colour beside it that it is cut from."""
    joined: tuple[Edge, ...]
    """The other pairs of stones that it links."""
    cut: tuple[Edge, ...]
    """The other pairs of stones that it cuts."""
    captured: tuple[int, ...]
    """The stones of others that it captures."""
    lost: tuple[int, ...]
    """The stones of its own colour that are removed, perhaps itself among them."""
    controlled: tuple[int, ...]
    """The points that its colour controls from now on, in games that have control."""


def effects(before: Position, after: Position, move: Placement) -> Effects:
    """The effects of ``move``, which leads from the position ``before`` to ``after``."""
    point, seat = before.board.index[move.point], before.to_move
    assert seat is not None
    assert before.colours is not None
    colour = before.colours[seat]
    earlier, now = relations(before), relations(after)
    new = {edge: link for edge, link in now.items() if earlier.get(edge) is not link}

    def beside(kind: Link) -> tuple[int, ...]:
        return tuple(
            p + q - point for (p, q), link in new.items() if link is kind and point in (p, q)
        )

    def elsewhere(kind: Link) -> tuple[Edge, ...]:
        return tuple(edge for edge, link in new.items() if link is kind and point not in edge)

    controllers, controlled = before.controllers(), after.controllers()
    gone = after.captured
    return Effects(
        point=point,
        colour=colour,
        linked=beside(Link.LINKED),
        not_yet=beside(Link.OPEN),
        apart=beside(Link.CUT),
        joined=elsewhere(Link.LINKED),
        cut=elsewhere(Link.CUT),
        captured=tuple(sorted(p for p in gone if gone[p] != colour)),
        lost=tuple(sorted(p for p in gone if gone[p] == colour)),
        controlled=tuple(
            sorted(
                p
                for p, owner in controlled.items()
                if owner == colour and controllers.get(p) != colour and p not in gone
            )
        ),
    )


def capturing_answers(after: Position, point: int) -> tuple[int, ...]:
    """The points at which the next player could capture the stone on ``point`` at once.

    ``after``: the position after that stone was placed. None if the same player moves again.
    """
    seat, colours, stones = after.to_move, after.colours, after.stones
    if seat is None or colours is None or colours[seat] == stones.get(point, colours[seat]):
        return ()
    return tuple(
        after.board.index[move.point]
        for move in after.legal_moves()
        if isinstance(move, Placement) and point in after.play(move).captured
    )


def relations(position: Position) -> Mapping[Edge, Link]:
    """How neighbouring stones of one colour relate; in games without links, groups are linked."""
    links = position.links()
    if links is not None:
        return links
    group_of = {p: n for n, group in enumerate(position.groups()) for p in group}
    return {
        (p, q): Link.LINKED
        for p, q in position.board.edges
        if p in group_of and group_of[p] == group_of.get(q)
    }


@dataclass(frozen=True, slots=True)
class Capture:
    """Why stones that belonged together were captured."""

    stones: tuple[int, ...]
    liberties: tuple[int, ...] | None
    """Their liberties before the capturing stone; None in games without liberties."""
    cut: tuple[Edge, ...]
    """The links of their group that the capturing stone cut."""
    cut_off: tuple[Edge, ...]
    """The pairs of one of them and a stone of another group that could be linked until then."""
    against: tuple[int, ...]
    """The stones that control their points, in games that have control."""


def captures(before: Position, after: Position, start: Position, point: int) -> tuple[Capture, ...]:
    """Why the stone on ``point``, placed between the two positions, captured what it did.

    ``start``: the first position of the game, on which stones can be set up.
    """
    assert before.to_move is not None
    assert before.colours is not None
    colour, gone = before.colours[before.to_move], set(after.captured)
    with_stone = start.set_up({**before.stones, point: colour}, colour) or before
    group_of = {p: n for n, group in enumerate(before.groups()) for p in group}
    earlier = relations(before)
    cut = [
        edge
        for edge, link in relations(with_stone).items()
        if link is Link.CUT and earlier.get(edge, Link.CUT) is not Link.CUT
    ]
    split = [(p, q) for p, q in cut if group_of[p] == group_of[q]]
    found: list[Capture] = []
    for group in with_stone.groups():
        stones = tuple(sorted(gone.intersection(group)))
        if not stones:
            continue
        standing = [p for p in stones if p in before.stones]
        found.append(
            Capture(
                stones=stones,
                liberties=before.liberties(standing) if standing else (),
                cut=tuple(edge for edge in split if gone.intersection(edge)),
                cut_off=tuple(
                    edge for edge in cut if edge not in split and set(stones).intersection(edge)
                ),
                against=_against(after, stones),
            )
        )
    return tuple(found)


def _against(after: Position, stones: Sequence[int]) -> tuple[int, ...]:
    """The stones by which the empty points of ``stones`` are controlled now."""
    controllers, names = after.controllers(), after.board.names
    controlling = {
        stone
        for point in stones
        if point in controllers
        for stone in after.stones_against(Placement(names[point]))
    }
    return tuple(sorted(controlling))
