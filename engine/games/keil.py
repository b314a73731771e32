"""Keil (Luis Bolaños Mures, 2019): Go on hexagons, where stones must be linked, not just adjacent.

Rules: https://senseis.xmp.net/?Keil. Two wordings of *linked* are in use and a match picks one:
``current`` (the designer's latest) and ``2019``. Both allow the same moves and captures; they part
in which stones are shown as one group and, rarely, in the final score.

Linked. The *witnesses* of two neighbouring points are the points adjacent to both.

=============  =================================  ============================
pair           current: some witness is ...       2019: some witness is ...
=============  =================================  ============================
own, own       own                                own or empty
own, empty     own or empty                       own or empty
empty, empty   empty                              anything: always linked
=============  =================================  ============================

A group is a stone and all stones of its colour that it reaches over links. A liberty of a group is
an empty point linked to a stone of it. A territory is an empty point and all empty points that it
reaches over links, owned by a colour if all stones linked to its points are of that colour.

Choices: a territory that no stone is linked to is nobody's. Nothing is marked dead. The komi pie
(first player names komi, second chooses the side) is played as moves.

Sets of points are whole numbers with the bit ``1 << point`` set (*masks*).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from engine.board import Board, hexhex
from engine.groups import parts
from engine.position import (
    Declare,
    Game,
    IllegalMoveError,
    Lesson,
    Link,
    Measure,
    Move,
    Option,
    OptionError,
    Options,
    Place,
    Position,
    Reason,
    Result,
    ScoreLine,
    Setup,
    Territory,
    Word,
)

BLACK, WHITE = 0, 1
CURRENT, EDITION_2019 = "current", "2019"
BUTTON_POINTS = 0.5
PASS, BUTTON = Word("pass", solemn=True), Word("button", amount=BUTTON_POINTS)

Key = tuple[int, int, bool]
"""A position as repetition sees it: black stones, white stones, whether the button is taken."""


class Grid:
    """The points of one board with the witnesses of each pair of neighbours."""

    def __init__(self, size: int) -> None:
        self.board: Board = hexhex(size)
        self.full = (1 << len(self.board)) - 1
        self.beside = beside = tuple(_mask(points) for points in self.board.neighbours)
        """For each point its neighbours as a mask."""
        self.around: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple((q, 1 << q, beside[p] & beside[q]) for q in points)
            for p, points in enumerate(self.board.neighbours)
        )
        """For each point its neighbours: number, bit, witnesses."""
        self.everywhere = tuple((p, 1 << p, 0) for p in range(len(self.board)))
        """All points in the form of ``around``, witnesses of nothing."""

    def linked(self, point: int, ends: int, witnesses: int) -> Iterator[int]:
        """The neighbours of ``point`` in ``ends`` that share one of ``witnesses`` with it."""
        return (q for q, bit, common in self.around[point] if bit & ends and common & witnesses)

    def without_liberties(self, stone: int, own: int, enemy: int, linking: str) -> int:
        """The group of ``stone``, which is of colour ``own``, or 0 if it has a liberty."""
        own_or_empty = self.full ^ enemy
        empty = own_or_empty ^ own
        joining = own if linking == CURRENT else own_or_empty
        others, members = own ^ (1 << stone), [stone]
        for member in members:
            if self.beside[member] & empty:
                for _, bit, witnesses in self.around[member]:
                    if bit & empty and witnesses & own_or_empty:
                        return 0
            if self.beside[member] & others:
                for point, bit, witnesses in self.around[member]:
                    if bit & others and witnesses & joining:
                        others ^= bit
                        members.append(point)
        return own ^ others


@lru_cache(maxsize=16)
def _grid(size: int) -> Grid:
    return Grid(size)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the first stone: options, and what the pie decides."""

    grid: Grid
    linking: str
    button: bool
    komi: float | None
    """None until it is named."""
    sides: tuple[int, int] | None
    """The colours of the first and the second player, None until chosen."""
    settled: bool
    """Whether every group has a liberty: sure after play, not in a position that was set up."""


@dataclass(frozen=True, slots=True)
class Keil(Position):
    """A position of Keil with its history."""

    terms: Terms
    ply: int
    masks: tuple[int, int]
    """The black and the white stones."""
    mover: int
    """The colour to move next."""
    taker: int | None
    """The colour that has taken the button."""
    passes: int
    """How many passes in a row were just played."""
    lists: tuple[dict[Key, int], dict[Key, int]]
    """Each colour's list: the positions at the end of its turns, with the first ply of each."""
    last: int | None
    removed: int
    """The stones that the last move removed; all are of one colour."""

    # --- what everybody sees ---

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.terms.grid.board

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        if self.terms.sides is None:
            return 0 if self.terms.komi is None else 1
        return None if self.passes == 2 else self.terms.sides.index(self.mover)

    @property
    def colours(self) -> tuple[int, ...] | None:
        """The colour of each seat, None until sides are chosen."""
        return self.terms.sides

    @property
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""
        return {p: colour for colour in (BLACK, WHITE) for p in _points(self.masks[colour])}

    @property
    def captured(self) -> Mapping[int, int]:
        """Colours of the stones that the last move removed, by their points."""
        return dict.fromkeys(_points(self.removed), self.mover)

    def passing(self) -> tuple[int, int]:
        """How many passes in a row there were, and how many end the game."""
        return self.passes, 2

    # --- moves ---

    def understands(self, word: str) -> bool:
        """Pass and button always; komi and sides while they are being named."""
        if self.terms.sides is None and word in ("black", "white"):
            return True
        return word in ("pass", "button") or (
            self.terms.sides is None and re.fullmatch("komi (0|[1-9][0-9]*)", word) is not None
        )

    def words(self) -> tuple[Word, ...]:
        """The declarations that are possible now."""
        if self.terms.komi is None:
            return (Word("komi", numbers=range(len(self.board) + 1)),)
        if self.terms.sides is None:
            return (Word("black"), Word("white", amount=self.terms.komi))
        if self.to_move is None:
            return ()
        return (BUTTON,) if self._button_waits else (PASS,)

    def play(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""
        if self.terms.sides is None:
            return self._settle_pie(move)
        if self.passes == 2:
            raise IllegalMoveError(Reason.OVER)
        if isinstance(move, Place):
            point, masks, dead = self._outcome(move.point)
            return self._end_turn(masks, last=point, removed=dead)
        if move.word == "pass":
            if self._button_waits:
                raise IllegalMoveError(Reason.PASS_BEFORE_BUTTON)
            return self._end_turn(self.masks, passes=self.passes + 1)
        if move.word == "button":
            if not self._button_waits:
                raise IllegalMoveError(Reason.NO_BUTTON)
            return self._end_turn(self.masks, taker=self.mover)
        raise IllegalMoveError(Reason.UNREADABLE)

    @property
    def _button_waits(self) -> bool:
        """Whether the button is in use and neither player has taken it."""
        return self.terms.button and self.taker is None

    def _settle_pie(self, move: Move) -> Self:
        """The first player names komi, then the second chooses sides."""
        word = move.word if isinstance(move, Declare) else ""
        if self.terms.komi is None:
            number = re.fullmatch("komi ([0-9]{1,4})", word)
            if number is None or int(number[1]) > len(self.board):
                raise IllegalMoveError(Reason.EXPECTED_KOMI)
            return replace(self, ply=self.ply + 1, terms=replace(self.terms, komi=int(number[1])))
        if word not in ("black", "white"):
            raise IllegalMoveError(Reason.EXPECTED_SIDE)
        sides = (WHITE, BLACK) if word == "black" else (BLACK, WHITE)
        return replace(self, ply=self.ply + 1, terms=replace(self.terms, sides=sides))

    def why_not(self, move: Move) -> IllegalMoveError | None:
        """Why ``move`` is illegal here, None when it is legal."""
        try:
            if isinstance(move, Place) and self.to_move is not None and self.terms.sides:
                self._outcome(move.point)  # all that `play` asks of a stone
            else:
                self.play(move)
        except IllegalMoveError as refusal:
            return refusal
        return None

    def _outcome(self, name: str) -> tuple[int, tuple[int, int], int]:
        """The point, the stones on the board and the removed stones after a placement."""
        grid, linking, mover = self.terms.grid, self.terms.linking, self.mover
        point = grid.board.index.get(name)
        if point is None:
            raise IllegalMoveError(Reason.OFF_BOARD)
        own, enemy = self.masks[mover], self.masks[1 - mover]
        if (own | enemy) >> point & 1:
            raise IllegalMoveError(Reason.OCCUPIED)
        own |= 1 << point

        # "After a placement, remove all enemy stones in groups without liberties."
        dead = self._removed(point, own, enemy)
        enemy ^= dead

        # "After all removals, the stone you placed must be part of a group with at least one
        # liberty": a move that captures can still be refused, since the emptied points need not be
        # linked to the stone.
        if grid.without_liberties(point, own, enemy, linking):
            raise IllegalMoveError(Reason.SUICIDE)

        # "and the current board position must be different from the board positions at the end of
        # all your previous turns", where taking the button makes a position different.
        masks = (own, enemy) if mover == BLACK else (enemy, own)
        earlier = self.lists[mover].get((*masks, self.taker is not None))
        if earlier is not None:
            raise IllegalMoveError(Reason.REPETITION, earlier)
        return point, masks, dead

    def _removed(self, point: int, own: int, enemy: int) -> int:
        """The enemy stones without liberties after a placement, which is in ``own`` already."""
        grid, linking, dead = self.terms.grid, self.terms.linking, 0
        for stone, bit, _ in self._threatening(point):
            if bit & enemy and not bit & dead:
                dead |= grid.without_liberties(stone, enemy, own, linking)
        return dead

    def blamed(self, move: Place) -> tuple[int, ...]:
        """The group that the stone would be in, where that has no liberty, and why it has none.

        That are the enemy stones by which the empty points beside the group are not linked to it.
        """
        point = self.board.index.get(move.point)
        if point is None or point in self.stones:
            return Position.blamed(self, move)
        own, enemy = self.masks[self.mover] | 1 << point, self.masks[1 - self.mover]
        enemy ^= self._removed(point, own, enemy)
        grid = self.terms.grid
        group, empty = (
            grid.without_liberties(point, own, enemy, self.terms.linking),
            grid.full ^ own ^ enemy,
        )
        cutting = 0
        for member in _points(group):
            for _, bit, witnesses in grid.around[member]:
                if bit & empty:
                    cutting |= witnesses & enemy
        return tuple(_points(group & ~(1 << point) | cutting))

    def _threatening(self, point: int) -> tuple[tuple[int, int, int], ...]:
        """The points where a group can lose its last liberty by a stone on ``point``.

        A liberty is lost when the stone takes it or was a witness of it, a group is split (2019)
        when the stone was the witness of a link: either way an end of that link is beside it. So
        where every group had a liberty before, only the groups beside the stone need a look.
        """
        grid = self.terms.grid
        return grid.around[point] if self.terms.settled else grid.everywhere

    def _end_turn(
        self,
        masks: tuple[int, int],
        *,
        last: int | None = None,
        removed: int = 0,
        taker: int | None = None,
        passes: int = 0,
    ) -> Self:
        """The next position, with the one at the end of this turn on the mover's list."""
        mover, ply = self.mover, self.ply + 1
        taker = self.taker if taker is None else taker
        own_list = self.lists[mover].copy()
        own_list.setdefault((*masks, taker is not None), ply)
        return type(self)(
            self.terms,
            ply,
            masks,
            1 - mover,
            taker,
            passes,
            (own_list, self.lists[WHITE]) if mover == BLACK else (self.lists[BLACK], own_list),
            last,
            removed,
        )

    # --- groups, territories, score ---

    def links(self) -> Mapping[tuple[int, int], Link]:
        """How neighbouring stones of one colour relate: the same in both wordings."""
        empty = self.terms.grid.full ^ self.masks[BLACK] ^ self.masks[WHITE]
        found: dict[tuple[int, int], Link] = {}
        for own in self.masks:
            for p in _points(own):
                for q, bit, witnesses in self.terms.grid.around[p]:
                    if p < q and bit & own:
                        found[p, q] = (
                            Link.LINKED
                            if witnesses & own
                            else Link.OPEN
                            if witnesses & empty
                            else Link.CUT
                        )
        return found

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Groups by the wording of this match, Black's first."""
        grid = self.terms.grid
        found: list[tuple[int, ...]] = []
        for own, enemy in (self.masks, self.masks[::-1]):
            joining = own if self.terms.linking == CURRENT else grid.full ^ enemy
            found += parts(_points(own), lambda p, o=own, j=joining: grid.linked(p, o, j))
        return tuple(found)

    def liberties(self, group: Iterable[int]) -> tuple[int, ...]:
        """The empty points linked to a stone of ``group``, in point order."""
        stones = _mask(group)
        own, enemy = self.masks if stones & self.masks[BLACK] else self.masks[::-1]
        own_or_empty = self.terms.grid.full ^ enemy
        return _points(
            _mask(
                q
                for p in _points(stones)
                for q in self.terms.grid.linked(p, own_or_empty ^ own, own_or_empty)
            )
        )

    def territories(self) -> tuple[Territory, ...]:
        """Empty points that hang together, owned where all stones linked to them are one colour."""
        grid, (black, white) = self.terms.grid, self.masks
        empty = grid.full ^ black ^ white
        witnesses = empty if self.terms.linking == CURRENT else grid.full

        def touches(part: tuple[int, ...], own: int, enemy: int) -> bool:
            return any(True for p in part for _ in grid.linked(p, own, grid.full ^ enemy))

        found: list[Territory] = []
        for part in parts(_points(empty), lambda p: grid.linked(p, empty, witnesses)):
            by_black, by_white = touches(part, black, white), touches(part, white, black)
            owner = None if by_black == by_white else BLACK if by_black else WHITE
            found.append(Territory(part, owner))
        return tuple(found)

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Stones, territory, komi (White, once it is named) and the button of each colour."""
        territories = self.territories()
        lines: list[tuple[ScoreLine, ...]] = []
        for colour in (BLACK, WHITE):
            owned = sum(len(part.points) for part in territories if part.owner == colour)
            of_colour = [
                ScoreLine("stones", self.masks[colour].bit_count()),
                ScoreLine("territory", owned),
                ScoreLine("komi", self.terms.komi or 0 if colour == WHITE else 0, extra=True),
            ]
            if self.terms.button:
                points = BUTTON_POINTS if self.taker == colour else 0
                of_colour.append(ScoreLine("button", points, extra=True))
            lines.append(tuple(of_colour))
        return tuple(lines)

    def result(self) -> Result | None:
        """Two passes in a row end the game; more points win."""
        return Result.of(self.score()) if self.passes == 2 else None

    def facts(self) -> Mapping[str, object]:
        """Colours of the first and the second player; who has taken the button."""
        sides = self.terms.sides
        return {
            "seats": None if sides is None else [GAME.colours[colour] for colour in sides],
            "button": None if self.taker is None else GAME.colours[self.taker],
        }


def _mask(points: Iterable[int]) -> int:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def _points(mask: int) -> tuple[int, ...]:
    """The points of ``mask``, ascending."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


def _start(options: Options, setup: Setup | None = None) -> Keil:
    """The first position for any options that the rules allow; komi None is the pie.

    A set-up enters no list. Raises `OptionError`.
    """
    size, linking, button, komi = (options[key] for key in ("size", "linking", "button", "komi"))
    if type(size) is not int or not 2 <= size <= 13:
        raise OptionError("size", "size must be a whole number from 2 to 13.")
    if linking not in (CURRENT, EDITION_2019):
        raise OptionError("linking", "linking must be current or 2019.")
    if type(button) is not bool:
        raise OptionError("button", "button must be true or false.")
    if komi is not None and (
        isinstance(komi, bool) or not isinstance(komi, int | float) or not abs(komi) < 1e9
    ):
        raise OptionError("komi", "komi must be a number of points, below a thousand million.")
    grid = _grid(size)
    black, white = (_stand(grid.board, setup, colour) for colour in (BLACK, WHITE))
    return Keil(
        terms=Terms(
            grid=grid,
            linking=str(linking),
            button=button,
            komi=None if komi is None else float(komi),
            sides=None if komi is None else (BLACK, WHITE),
            settled=not (black or white),
        ),
        ply=0,
        masks=(black, white),
        mover=setup.mover if setup else BLACK,
        taker=None,
        passes=0,
        lists=({}, {}),
        last=None,
        removed=0,
    )


def _stand(board: Board, setup: Setup | None, colour: int) -> int:
    """The mask of the stones of ``colour`` that are set up."""
    return _mask(setup.points(board, colour)) if setup else 0


def _for_people(options: Options, seats: int) -> Keil:
    """The first position of a match: komi is whole or a half, and no more than the board."""
    assert seats == 2
    position = _start(options)
    komi, points = position.terms.komi, len(position.board)
    if komi is not None and not (0 <= komi <= points and (2 * komi).is_integer()):
        raise OptionError(
            "komi", f"komi must be a whole number or a half from 0 to {points} on this board."
        )
    return position


def _for_the_referee(options: Options, setup: Setup) -> Keil:
    """Side 7 with the button and komi 0 unless said otherwise; the pie by ``komi_pie``."""
    allowed = {"size": 7, "linking": CURRENT, "button": True, "komi": 0, "komi_pie": False}
    for key, value in options.items():
        if key not in allowed:
            raise OptionError(key, f"Keil has no option {key[:40]}.")
        if value is None:
            raise OptionError(key, f"{key} must not be null.")
    pie = options.get("komi_pie", False)
    if type(pie) is not bool:
        raise OptionError("komi_pie", "komi_pie must be true or false.")
    if pie and "komi" in options:
        raise OptionError("komi", "komi is named in the pie; leave it out with komi_pie.")
    return _start({**allowed, **options, **({"komi": None} if pie else {})}, setup)


LESSONS = (
    Lesson(
        "Linking",
        "Row a is the lowest, points count from the left. Neighbours of one colour need not be "
        "linked: look at their witnesses, the points adjacent to both.\n"
        "**Linked** (b1, b2, c2: fused): a witness is of their own colour. They stay linked for "
        "good.\n"
        "**Open** (f2, f3: thin bar): no witness is, but one is empty. No link yet; it can become "
        "one or a cut. (2019 wording: a link until cut.)\n"
        "**Cut** (d5, d6: red tick): every witness is the other colour's.\n"
        "A group is a stone and all that it reaches over links.",
        {"size": 4, "komi": 0, "button": False},
        "b1, c5, b2, e5, c2, pass, d5, pass, d6, pass, f2, pass, f3, pass",
    ),
    Lesson(
        "Capture",
        "A group without liberties is taken off the board. A liberty is an empty point *linked* to "
        "a stone of the group: a point adjacent to both is empty or of the stone's colour.\n"
        "Black's d2 has just captured c3, shown as a ghost. Beside it c2, b3 and d3 were empty, "
        "but each lies between two black stones: no link, so no liberty.\n"
        "Suicide is never legal: once captures are made, your stone's own group must have a "
        "liberty. Nor may a stone bring back a position in which an earlier turn of yours ended.",
        {"size": 3, "komi": 0, "button": False},
        "b2, c3, c4, pass, d2",
    ),
    Lesson(
        "Territory",
        "The game is over and the board counts as it stands. No stone is taken for dead: capture "
        "it before you pass.\n"
        "Empty points belong together over links: a point adjacent to both is empty (2019 wording: "
        "always). They are yours if all stones linked to them are yours; dots show whose. Rows a "
        "and b are Black's, f and g White's. d4 is linked to both colours and nobody's, as it "
        "would be if linked to none.\n"
        "You score your stones, your territory and, as White, komi. More points win.",
        {"size": 4, "komi": 2, "button": False},
        "c1, e1, c2, e2, c3, e3, c4, e4, c5, e5, c6, e6, d1, d7, d2, d6, d3, d5, pass, pass",
    ),
    Lesson(
        "The button",
        "The button is half a point for whoever takes it first, once in a game. Taking it is a "
        "whole turn, but it is no pass, and nobody may pass before it is taken. Two passes in a "
        "row end the game. (A challenge can leave the button out.)\n"
        "Here Black's last stone, c3, went to the last point that counted. White took the button, "
        "both passed, and White wins by that half point.\n"
        "Komi is White's extra. Unless the challenge sets it, one player names it and the other "
        "chooses the side.",
        {"size": 3, "komi": 1, "button": True},
        "b1, d1, b2, d2, b3, d3, b4, d4, c1, c4, c2, c5, c3, button, pass, pass",
    ),
)
"""For a first game: the relations of stones have the names and the looks of `Link`."""

GAME = Game(
    key="keil",
    name="Keil",
    summary="Go on a hexagonal board, where stones must be linked to live",
    ruleset="keil-1",
    colours=("B", "W"),
    seats=range(2, 3),
    options=(
        Option(
            "size",
            "Points on each side of the board; 7 is the published game",
            5,
            int,
            (3, 8),
            measure=Measure.SIDE,
        ),
        Option(
            "linking",
            "Wording of the rules; 2019 changes only the display of groups and the score",
            CURRENT,
            str,
            choices=(CURRENT, EDITION_2019),
        ),
        Option(
            "komi",
            "Points for White; left out, one player names them and the other chooses the side",
            None,
            float,
            bounds=(0, 169),  # the points of the largest board
            measure=Measure.KOMI,
        ),
        Option("button", "Half a point for who takes the button as a turn", True, bool),
    ),
    refusals={
        Reason.SUICIDE: "it would be suicide, with no empty point linked to the stone's group (an "
        "empty point beside it is not enough)",
        Reason.REPETITION: "it repeats the position after ply {ply}, which ended a turn of yours",
    },
    start=_for_people,
    judge=_for_the_referee,
    lessons=LESSONS,
)
