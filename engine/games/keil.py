"""Keil (Luis Bolaños Mures, 2019): Go on hexagons, where stones must be linked, not just adjacent.

Rules: https://senseis.xmp.net/?Keil. Two wordings of *linked* are in use and a match picks one:
``current`` (the designer's latest) and ``2019``. Both allow the same moves and captures; they
differ in which stones are shown as one group and, rarely, in the final score.

Linked. The *witnesses* of two neighbouring points are the points adjacent to both.

=============  =================================  ============================
pair           current: some witness is ...       2019: some witness is ...
=============  =================================  ============================
own, own       own                                own or empty
own, empty     own or empty                       own or empty
empty, empty   empty                              anything: always linked
=============  =================================  ============================

A group is a stone and all stones of its colour that it reaches over links. A liberty of a group is
an empty point linked to one of its stones. A territory is an empty point and all empty points that
it reaches over links, owned by a colour if all stones linked to its points are of that colour.

Choices: a territory that no stone is linked to is nobody's. Nothing is marked dead. With the button
komi is whole, as the current wording says; without it halves may be named, too, which prevent ties.

Players who have not agreed on komi settle it by moves, in one of three ways. The pie: one names
komi, the other chooses a side. An auction: they bid in turn, each more than the other, until one
takes White and as many points as were bid for Black. Sealed bids: both bid once, and whoever bids
more has Black. The first of these may be kept by whoever runs the match; then ``sealed`` takes its
place, and it is said after the second. If they are equal, a lot that is drawn there decides.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Self

from engine import groups, handicap
from engine.arena import Arena, Conditions, Earlier, Family
from engine.board import Board, hexhex
from engine.game import ANY_KOMI, Game, Measure, Option, OptionError, OptionProblem, Options
from engine.masks import BLACK, PIE, WHITE, TwoColours, full_mask, mask_of, points_of
from engine.position import (
    Declaration,
    IllegalMoveError,
    IllegalReason,
    Link,
    Placement,
    ScoreLine,
    Territory,
)

CURRENT, EDITION_2019 = "current", "2019"
BUTTON_POINTS = 0.5
PASS = Declaration("pass", needs_confirmation=True)
BUTTON = Declaration("button", amount=BUTTON_POINTS)
CUT, CHOOSE, LOT, AUCTION, SEALED = "cut", "choose", "lot", "auction", "sealed"
"""The ways to settle komi: the pie, in which the first player names it or, with ``choose``, the
second; ``lot``: whoever is drawn to be the first."""
LOTS = ("lot black", "lot white")
"""After equal bids: the side of the player to move."""
NAMED_KOMI = re.compile("(komi|bid) ((?:0|[1-9][0-9]*)(?:[.]5)?)")

Key = tuple[int, int, bool]
"""A position as repetition compares it: black stones, white stones, whether the button is taken."""


def linking_witnesses(linking: str, own: int, empty: int) -> tuple[int, int, int]:
    """The witnesses that link two points: both ``own`` stones, one of them empty, both empty.

    This is the table at the head of the file for one colour, whose stones are ``own``; all are
    masks. Two neighbours are linked if one of their witnesses is among these.
    """
    # "linked if there is another point adjacent to both that is the same type as at least one of
    # them. Two points are the same type if they are either both empty or both occupied by stones
    # of the same color."
    if linking == CURRENT:
        return own, own | empty, empty
    # "Two adjacent empty points are always linked. Two adjacent same-color stones, or a stone and
    # an adjacent empty point, are linked if there is another point adjacent to both that is not
    # occupied by the other color."
    return own | empty, own | empty, ANY


ANY = -1
"""The mask of all points of any board."""


class Grid:
    """The points of one board with the witnesses of each pair of neighbours."""

    def __init__(self, board: Board) -> None:
        self.full = full_mask(len(board))
        self.beside = beside = tuple(mask_of(points) for points in board.neighbours)
        """For each point, its neighbours as a mask."""
        self.around: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple((q, 1 << q, beside[p] & beside[q]) for q in points)
            for p, points in enumerate(board.neighbours)
        )
        """For each point, its neighbours: number, bit, witnesses."""
        self.everywhere = tuple((p, 1 << p, 0) for p in range(len(board)))
        """All points in the form of ``around``, without witnesses."""


@lru_cache(maxsize=16)
def _grid(board: Board) -> Grid:
    return Grid(board)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms settled before the first stone: the options, and the choices of the pie."""

    grid: Grid
    linking: str
    button: bool
    komi: float | None
    """None until it is named; in an auction, the highest bid."""
    sides: tuple[int, int] | None
    """The colours of the first and the second player, or None until chosen."""
    settled: bool = True
    """True if every group is sure to have a liberty: always so unless stones were set up."""
    by: str = CUT
    """How komi is settled, if it is not settled already."""
    bids: tuple[float | None, float | None] = (None, None)
    """Sealed bids that have been opened."""


def _opened(terms: Terms) -> Terms:
    """``terms`` after a sealed bid was opened: if both are, the higher one has Black."""
    first, second = terms.bids
    if first is None or second is None:
        return terms
    sides = (BLACK, WHITE) if first > second else (WHITE, BLACK)
    return replace(terms, komi=max(first, second), sides=None if first == second else sides)


@dataclass(frozen=True, slots=True)
class Keil(TwoColours):
    """A position of Keil with its history."""

    terms: Terms
    taker: int | None
    """The colour that has taken the button."""
    passes: int
    """The number of passes in a row up to now."""
    lists: tuple[dict[Key, int], dict[Key, int]]
    """Each colour's list: the positions at the end of its turns, with the first ply of each."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""
        sides = self.terms.sides
        if sides is None:
            return (self.ply + (self.terms.by == CHOOSE)) % 2
        return None if self.passes == 2 else int(sides[0] != self.mover)

    @property
    def colours(self) -> tuple[int, ...] | None:
        """The colour of each seat, or None until sides are chosen."""
        return self.terms.sides

    def passing(self) -> tuple[int, int]:
        """The number of passes in a row so far, and the number that ends the game."""
        return self.passes, 2

    def set_up(self, stones: Mapping[int, int], mover: int) -> Self:
        """The position with ``stones`` on the board; it goes on neither list."""
        black, white = (mask_of(p for p in stones if stones[p] == c) for c in (BLACK, WHITE))
        terms = replace(self.terms, settled=not stones)
        return replace(self, masks=(black, white), mover=mover, terms=terms)

    # --- declarations ---

    def is_declaration(self, word: str) -> bool:
        """Pass and button always; komi, bids and sides while they are being named."""
        if word in (PASS.word, BUTTON.word):
            return True
        if self.terms.sides is not None:
            return False
        named, by = NAMED_KOMI.fullmatch(word), self.terms.by
        if named is None:
            return word in PIE or (by == SEALED and word in (SEALED, *LOTS))
        # "set komi to half a point higher than a whole number (like 6.5) or to use a whole value
        # along with the button"
        fits = not (self.terms.button and named[2].endswith(".5"))
        return fits and named[1] == ("bid" if by in (AUCTION, SEALED) else "komi")

    def declarations(self) -> tuple[Declaration, ...]:
        """The declarations that are possible now."""
        if self.terms.sides is None:
            return self._to_settle()
        if self.to_move is None:
            return ()
        return (BUTTON,) if self._button_waits else (PASS,)

    def _to_settle(self) -> tuple[Declaration, ...]:
        """The declarations by which komi and sides are settled."""
        komi, by, step = self.terms.komi, self.terms.by, 1 if self.terms.button else 0.5
        white = Declaration("white", amount=komi)
        if by == AUCTION:
            higher = self._komi_from(0 if komi is None else komi + step)
            bid = (Declaration("bid", higher),) if higher else ()
            return bid if komi is None else (white, *bid)
        if by == SEALED:
            if komi is not None:
                return Declaration(LOTS[BLACK]), Declaration(LOTS[WHITE], amount=komi)
            unseen = SEALED if self.ply == 0 else None
            return (Declaration("bid", self._komi_from(0), unseen=unseen),)
        if komi is None:
            return (Declaration("komi", self._komi_from(0)),)
        return Declaration("black"), white

    def _komi_from(self, least: float) -> Sequence[float]:
        """The komi that can be named, from ``least`` to the number of points."""
        points = len(self.board)
        if self.terms.button:
            return range(int(least), points + 1)
        return tuple(half / 2 for half in range(int(2 * least), 2 * points + 1))

    def _no_stones_yet(self) -> IllegalReason | None:
        if self.terms.sides is not None:
            return None
        if self.terms.by == AUCTION or (self.terms.by == SEALED and self.terms.komi is None):
            return IllegalReason.EXPECTED_BID
        no_komi = self.terms.komi is None
        return IllegalReason.EXPECTED_KOMI if no_komi else IllegalReason.EXPECTED_SIDE

    def _declare(self, word: str) -> Self:
        if reason := self._no_stones_yet():
            if not any(possible.allows(word) for possible in self.declarations()):
                raise IllegalMoveError(reason)
            return self._settle(word)
        if word == BUTTON.word:
            if not self._button_waits:
                raise IllegalMoveError(IllegalReason.NO_BUTTON)
            return self._end_turn(self.masks, taker=self.mover)
        if self._button_waits:
            raise IllegalMoveError(IllegalReason.PASS_BEFORE_BUTTON)
        return self._end_turn(self.masks, passes=self.passes + 1)

    @property
    def _button_waits(self) -> bool:
        """True if the button is in use and neither player has taken it."""
        return self.terms.button and self.taker is None

    def _settle(self, word: str) -> Self:
        """The next step by which komi and sides are settled; ``word`` is possible now."""
        terms, mover = self.terms, self.to_move
        if named := NAMED_KOMI.fullmatch(word):
            komi = float(named[2])
            if terms.by != SEALED:
                return self._after(terms=replace(terms, komi=komi))
            first, second = terms.bids
            bids = (komi, second) if mover == 0 else (first, komi)
            return self._after(terms=_opened(replace(terms, bids=bids)))
        if word == SEALED:
            return self._after()
        own = BLACK if word.endswith("black") else WHITE
        sides = (own, 1 - own) if mover == 0 else (1 - own, own)
        return self._after(terms=replace(terms, sides=sides))

    # --- placements ---

    def _place(self, point: int) -> Self:
        masks, dead = self._try(point)
        return self._end_turn(masks, point, dead)

    def _try(self, point: int) -> tuple[tuple[int, int], int]:
        """The stones on the board and the removed stones after a placement."""
        mover = self.mover
        own, enemy = self.masks[mover] | 1 << point, self.masks[1 - mover]

        # "After a placement, remove all enemy stones in groups without liberties."
        dead = self._dead(point, own, enemy)
        enemy ^= dead

        # "After all removals, the stone you placed must be part of a group with at least one
        # liberty": a move that captures can still be refused, since the emptied points need not be
        # linked to the stone.
        if self._without_liberties(point, own, enemy):
            raise IllegalMoveError(IllegalReason.SUICIDE)

        # "and the current board position must be different from the board positions at the end of
        # all your previous turns", where taking the button makes a position different.
        masks = (own, enemy) if mover == BLACK else (enemy, own)
        earlier = self.lists[mover].get((*masks, self.taker is not None))
        if earlier is not None:
            raise IllegalMoveError(IllegalReason.REPETITION, earlier)
        return masks, dead

    def _dead(self, point: int, own: int, enemy: int) -> int:
        """The enemy stones without liberties after a placement, which is in ``own`` already.

        A liberty is lost if the stone takes it, or takes a witness of its link; a group is split
        (2019) if the stone takes a witness of a link. Either way, an end of that link is beside the
        stone, so if every group had a liberty before, only the groups beside the stone matter.
        """
        dead, grid = 0, self.terms.grid
        for stone, bit, _ in grid.around[point] if self.terms.settled else grid.everywhere:
            if bit & enemy and not bit & dead:
                dead |= self._without_liberties(stone, enemy, own)
        return dead

    def _without_liberties(self, stone: int, own: int, enemy: int) -> int:
        """The group of ``stone``, which is among ``own``, or 0 if it has a liberty.

        It agrees with `groups` and `liberties` but takes a fraction of the time: a placement needs
        it for every group beside it.
        """
        grid = self.terms.grid
        around, beside, empty = grid.around, grid.beside, grid.full ^ own ^ enemy
        stones_link, liberty_links, _ = linking_witnesses(self.terms.linking, own, empty)
        others, members = own ^ (1 << stone), [stone]
        for member in members:
            if beside[member] & empty:
                for _, bit, witnesses in around[member]:
                    if bit & empty and witnesses & liberty_links:
                        return 0
            if beside[member] & others:
                for point, bit, witnesses in around[member]:
                    if bit & others and witnesses & stones_link:
                        others ^= bit
                        members.append(point)
        return own ^ others

    def _end_turn(
        self,
        masks: tuple[int, int],
        last: int | None = None,
        removed: int = 0,
        *,
        taker: int | None = None,
        passes: int = 0,
    ) -> Self:
        """The next position, with the one at the end of this turn on the mover's list."""
        mover, ply = self.mover, self.ply + 1
        taker = self.taker if taker is None else taker
        own_list = self.lists[mover].copy()
        own_list.setdefault((*masks, taker is not None), ply)
        return type(self)(
            self.board,
            ply,
            last,
            masks,
            1 - mover,
            removed,
            self.terms,
            taker,
            passes,
            (own_list, self.lists[WHITE]) if mover == BLACK else (self.lists[BLACK], own_list),
        )

    def stones_against(self, move: Placement) -> tuple[int, ...]:
        """The group the stone would be in, if it had no liberty, and the stones that leave it none.

        Those are the enemy witnesses between the group and the empty points beside it.
        """
        point = self.board.index.get(move.point)
        if point is None or self.occupied(point):
            return TwoColours.stones_against(self, move)
        own, enemy = self.own_and_enemy
        own |= 1 << point
        enemy ^= self._dead(point, own, enemy)
        group, empty = self._without_liberties(point, own, enemy), ~(own | enemy)
        cutting = 0
        for member in points_of(group):
            for _, bit, witnesses in self.terms.grid.around[member]:
                if bit & empty:
                    cutting |= witnesses & enemy
        return points_of(group & ~(1 << point) | cutting)

    # --- groups, territories, score ---

    def links(self) -> Mapping[tuple[int, int], Link]:
        """How neighbouring stones of one colour relate: the same in both wordings.

        `Link.LINKED` is linked in both, `Link.OPEN` in that of 2019 only, `Link.CUT` in neither.
        """
        found: dict[tuple[int, int], Link] = {}
        for own in self.masks:
            now, until_cut = (
                linking_witnesses(linking, own, self.empty)[0]
                for linking in (CURRENT, EDITION_2019)
            )
            for p in points_of(own):
                for q, bit, witnesses in self.terms.grid.around[p]:
                    if p < q and bit & own:
                        open_or_cut = Link.OPEN if witnesses & until_cut else Link.CUT
                        found[p, q] = Link.LINKED if witnesses & now else open_or_cut
        return found

    def _linked(self) -> groups.Linked:
        """The points that each point, stone or empty, is linked to by the wording of this match."""
        around, empty = self.terms.grid.around, self.empty
        tables = [(own, linking_witnesses(self.terms.linking, own, empty)) for own in self.masks]

        def linked(point: int) -> Iterator[int]:
            for q, bit, witnesses in around[point]:
                pair = bit | 1 << point
                for own, table in tables:
                    of_two_colours = pair & ~(own | empty)
                    if not of_two_colours and witnesses & table[(pair & empty).bit_count()]:
                        yield q
                        break

        return linked

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Groups by the wording of this match, Black's first."""
        return groups.groups(self.stones, self._linked())

    def liberties(self, group: Iterable[int]) -> tuple[int, ...]:
        """The empty points linked to a stone of ``group``, in point order."""
        return groups.liberties(group, self.stones, self._linked())

    def territories(self) -> tuple[Territory, ...]:
        """Connected empty points, owned if all stones linked to them are of one colour."""
        return groups.territories(points_of(self.empty), self.stones, self._linked())

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Stones, territory, komi and the button of each colour."""
        territories = self.territories()
        return tuple(
            (
                ScoreLine("stones", self.masks[colour].bit_count()),
                ScoreLine(
                    "territory", sum(len(t.points) for t in territories if t.owner == colour)
                ),
                *bonuses,
            )
            for colour, bonuses in enumerate(self.bonus_lines())
        )

    def bonus_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Komi, which is White's once it is named, and the button, if it is in use."""
        komi = [ScoreLine("komi", points) for points in (0, self.terms.komi or 0)]
        taken = [BUTTON_POINTS if self.taker == colour else 0 for colour in (BLACK, WHITE)]
        button = [[ScoreLine("button", points)] * self.terms.button for points in taken]
        return tuple((komi[colour], *button[colour]) for colour in (BLACK, WHITE))

    def facts(self) -> Mapping[str, object]:
        """Colours of the first and the second player; who has taken the button."""
        sides = self.terms.sides
        return {
            "seats": None if sides is None else [GAME.colours[colour] for colour in sides],
            "button": None if self.taker is None else GAME.colours[self.taker],
        }


WITNESSES = {wording: partial(linking_witnesses, wording) for wording in (CURRENT, EDITION_2019)}


def _conditions(position: Keil) -> Conditions:
    """The conditions of a position in which the sides are chosen, for the search."""
    points, terms = range(len(position.board)), position.terms
    return Conditions(
        Family.LINKED,
        witnesses=WITNESSES[terms.linking],
        settled=terms.settled,
        button=BUTTON_POINTS if terms.button else None,
        taken=position.taker is not None,
        earlier=(
            Earlier(bytes((black >> p & 1) + 2 * (white >> p & 1) for p in points), colour, taken)
            for colour, positions in enumerate(position.lists)
            for black, white, taken in positions
        ),
    )


def _start(options: Options, seats: int) -> Keil:
    """The first position; komi None is settled, unless the referee's ``komi_pie`` is off."""
    assert seats == 2
    board, komi, pie = hexhex(int(options["size"] or 0)), options["komi"], options.get("komi_pie")
    if pie and komi is not None:
        raise OptionError("komi", OptionProblem.CONFLICT, other="komi_pie")
    if pie is False and komi is None:
        komi = 0
    terms = Terms(
        grid=_grid(board),
        linking=str(options["linking"]),
        button=bool(options["button"]),
        komi=None if komi is None else float(komi),
        sides=None if komi is None else (BLACK, WHITE),
        by=str(options.get("komi_by", CUT)),
    )
    first = Keil(board, 0, None, (0, 0), BLACK, 0, terms, None, 0, ({}, {}))
    # The stones of a handicap stand apart, so each has a liberty.
    return replace(handicap.begun(first, options, seats), terms=terms)


LARGEST = 169
"""The points of the largest board that people are offered."""
SIZE = Option(
    "size",
    "Points on each side of the board; 7 is the published game",
    5,
    int,
    (3, 8),
    measure=Measure.SIDE,
)
LINKING = Option(
    "linking",
    "Wording of the rules; 2019 changes only the display of groups and the score",
    CURRENT,
    str,
    choices=(CURRENT, EDITION_2019),
    rare=True,
    # the current wording always uses the button
    presets={CURRENT: {"button": True}, EDITION_2019: {"button": False}},
)
KOMI = Option(
    "komi",
    "Points for White, below 0 for Black; left out, you settle it before the first stone",
    None,
    float,
    bounds=(-LARGEST, LARGEST),
    halves=True,
    up_to_board=True,
    measure=Measure.KOMI,
    # "half a point higher than a whole number (like 6.5) or use a whole value along with the
    # button": half komi with the button could tie
    presets={points + 0.5: {"button": False} for points in range(-LARGEST, LARGEST)},
    replaces=("komi_by",),
)
HANDICAP = replace(
    handicap.OPTION,
    bounds=(handicap.LEAST, 7),
    presets={stones: {"komi": None} for stones in range(handicap.LEAST, 8)},
)
KOMI_BY = Option(
    "komi_by",
    "How you settle komi, if you leave it out",
    CUT,
    str,
    choices=(CUT, CHOOSE, LOT, AUCTION, SEALED),
    by_lot=LOT,
    rare=True,
)
FAIR_KOMI = {19: 2, 37: 4, 61: 4, 91: 4, 127: 6, 169: 6}
FAIR_HALVES = {19: 1.5, 37: 4.5, 61: 3.5, 91: 3.5, 127: 5.5, 169: 6.5}
"""By the number of points, for sides 3 to 8: whole numbers where the button prevents a tie, halves
where it is not in use. On side 3 the first player leads by 1.5 with the button and by 1 without it,
which is proved (``python -m tests.strength side3``), so no whole number is even there. Elsewhere
games of the search with itself say so (``komi``, November 2026), with the net and the button: both
sides have even chances with 4.0 on side 4 (3.1 to 5.2), 3.6 on side 5 (2.5 to 4.7), 3.2 on side 6
(-0.4 to 4.7) and 6.4 on side 7 (4.3 to 8.2), where the only published game had 6. Without the
button it is 4.1 on side 4 (3.6 to 4.6) and 3.3 on side 7 (-10.1 to 6.5). Side 8 was not measured.
On sides 5 and 8 the number is what the computer names, and what begins a quick game; a challenge
leaves komi to the players.
"""


def _fair_komi(options: Options) -> Mapping[int, float]:
    """That of `FAIR_KOMI`; none beside a handicap, or the half that prevents a tie."""
    if options.get(HANDICAP.key):
        return {LARGEST: 0.0 if options["button"] else 0.5}
    return FAIR_KOMI if options["button"] else FAIR_HALVES


HANDICAP_WORTH: Mapping[object, Mapping[int, float]] = {
    5: {2: 140, 3: 400, 4: 830},
    6: {2: 100, 3: 230, 4: 300},
    7: {2: 140, 3: 200, 4: 270},
}
"""By the side of the board and the number of stones, in points of rating: how much stronger an
opponent is against whom a level that has them would win half of its games (``python -m
tests.strength handicap``, November 2026, 100 games each, so give or take 70). Other boards were not
measured."""
TAKING = Option("button", "Half a point for whoever takes the button as a turn", True, bool)
GAME = Game(
    key="keil",
    name="Keil",
    summary="Go on a hexagonal board, where stones must be linked to live",
    ruleset="keil-1",
    colours=("B", "W"),
    seats=range(2, 3),
    options=(SIZE, LINKING, KOMI, TAKING, HANDICAP, KOMI_BY),
    referee_options=(
        replace(SIZE, default=7, bounds=(2, 13)),
        LINKING,
        replace(KOMI, bounds=ANY_KOMI, halves=False),
        TAKING,
        Option("komi_pie", "Whether the players settle komi", False, bool),
    ),
    refusals={
        IllegalReason.SUICIDE: "it would be suicide, since no empty point beside the group "
        "would be linked to it",
        IllegalReason.REPETITION: "it would bring back the board after move {ply}, which a "
        "turn of yours left",
    },
    start=_start,
    order=1,
    fair_komi=_fair_komi,
    handicap_worth=lambda options: HANDICAP_WORTH.get(options[SIZE.key], {}),
    ai=Arena(Keil, "keil", _conditions, (301, 187, 203, 296, 241, 232, 290)),
)
