"""Ki (Corey Clark, 2010): fill a square board, where two stones beside a point can make it yours.

Rules: https://www.analog.games, Ki. Black begins. On any square board of odd size:

Control. A colour controls a space if at least two of its stones are orthogonally adjacent to it,
and more of them than of the other colour. Nobody controls a space with equal numbers beside it.

Turn. Place a stone on an empty space that the opponent does not control, as the board stands before
the placement: a capture is no excuse. Pass if and only if there is no such space. A space that
nobody controls is open to both.

Capture. After a placement, enemy stones on spaces that the mover controls are removed, anywhere on
the board. With ``cascade`` this is repeated until no such stone is left: removing stones can give
control of more of them. Without it there is one round, judged at once for the whole board.

End. The game ends when the board is full, and the player with more stones wins. The number of
spaces is odd, so there are no draws.

Before the end. "Completely filling the board will not be necessary to determine the outcome of a
game": `Ki.decided` proves who wins, whatever is played. It counts the spaces that a colour *holds*:
those where its stones stand when the board is full (`Grid.held`, `Grid.held_at_last`).

These follow, and need no rule: at most one player controls a space, so while one is empty somebody
can place a stone, and there are never two passes in a row. A placement never costs the mover a
stone. No position recurs, so no game is endless (``tests/engine/games/test_ki_properties.py`` says
why).

Choices where the text is silent: cascade is on unless the players turn it off, since the text says
that a stone on a space its opponent controls is removed, but not when. Stones that a round without
cascade leaves standing are removed after the capturer's next placement, if they are controlled
then; so are stones that were set up that way. Only the player who places a stone captures. Boards
that are not square are for the referee alone; the rules need only an odd number of spaces.

The swap is an option of ours, which is not in the text: that has no komi, and Black, who begins,
wins most games. With ``swap`` the first player places one black stone on the empty board, then the
second says ``black`` or ``white``, which is a move. Whoever has White moves next, and from there on
it is Ki: if the second player took ``black``, the first has White and moves again. So the better
the first stone is, the likelier it is lost.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Self

from engine.arena import Arena, Conditions, Family
from engine.board import Board, rectangle
from engine.game import Game, Measure, Option, OptionError, OptionProblem, Options
from engine.masks import BLACK, PIE, WHITE, TwoColours, full_mask, mask_of, points_of
from engine.position import (
    Declaration,
    Declare,
    IllegalMoveError,
    IllegalReason,
    Move,
    Placement,
    ScoreLine,
)


class Grid:
    """The spaces of one board and what is adjacent to them."""

    def __init__(self, board: Board, cols: int) -> None:
        self.full, self.cols = full_mask(len(board)), cols
        left_edge = mask_of(range(0, len(board), cols))
        self.not_left, self.not_right = self.full ^ left_edge, self.full ^ left_edge << cols - 1

    def controlled(self, own: int, enemy: int) -> int:
        """The spaces, empty or not, that the stones ``own`` control against ``enemy``."""
        # "At least 2 stones" and "a majority" mean two of one's own and not two of the other's,
        # since no more than four stones are adjacent to a space.
        return self._beside_two(own) & ~self._beside_two(enemy)

    def held(self, own: int, empty: int) -> int:
        """Spaces, with a stone of ``own`` or ``empty``, that the enemy can never again stand on.

        Each stone among them has two other such stones beside it, or at most one space beside it
        that is not among them: so the enemy, who needs two and the majority, never controls it.
        Each empty space has both: so it is controlled, and the enemy may not place a stone there.
        The first exception would need an earlier one, so there is none, whatever both play. Found
        by taking away what has no such support until nothing more goes.
        """
        stones, spaces = own, empty
        while True:
            backed = self._beside_two(stones)
            closed = ~self._beside_two(self.full & ~(stones | spaces))
            left = stones & (backed | closed), spaces & backed & closed
            if left == (stones, spaces):
                return stones | spaces
            stones, spaces = left

    def held_at_last(self, held: int) -> int:
        """Spaces that have stones of the same colour as ``held`` when the board is full.

        Then no stone stands on a space that the enemy controls. So a space with two of these beside
        it, and at most one other space, cannot be the enemy's.
        """
        while True:
            more = self._beside_two(held) & ~self._beside_two(self.full & ~held)
            if not more & ~held:
                return held
            held |= more

    def _beside_two(self, stones: int) -> int:
        """The spaces that two or more of ``stones`` are adjacent to."""
        # Points are numbered row by row, so in a mask that is shifted by one row, each stone's bit
        # is on the space that the stone is adjacent to on one side. Bits that leave the board meet
        # no others.
        above, below = stones << self.cols, stones >> self.cols
        left, right = (stones & self.not_right) << 1, (stones & self.not_left) >> 1
        return above & below | left & right | (above | below) & (left | right)


@lru_cache(maxsize=16)
def _grid(board: Board, cols: int) -> Grid:
    return Grid(board, cols)


@dataclass(frozen=True, slots=True)
class Ki(TwoColours):
    """A position of Ki. Its history does not matter."""

    DECLARATIONS = ("pass",)

    grid: Grid
    cascade: bool
    swap: bool = False
    """True before the first stone, if the other player chooses the side after it."""
    sides: tuple[int, int] | None = (BLACK, WHITE)
    """The colours of the first and the second player, or None while they are chosen."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the board is full."""
        if not self.empty:
            return None
        return self.mover if self.sides is None else self.sides.index(self.mover)

    @property
    def colours(self) -> tuple[int, ...] | None:
        """The colour of each seat, or None while the second player chooses."""
        return self.sides

    @property
    def sides_follow(self) -> bool:
        """True before the first stone, if there is a swap."""
        return self.swap

    def set_up(self, stones: Mapping[int, int], mover: int) -> Self:
        """The position with ``stones`` on the board. With any, or if White begins, there is no
        swap: no black stone is the first any more."""
        masks = (mask_of(p for p in stones if stones[p] == colour) for colour in (BLACK, WHITE))
        swap = self.swap and not stones and mover == BLACK
        return replace(self, masks=tuple(masks), mover=mover, swap=swap)

    # --- moves ---

    def controllers(self) -> Mapping[int, int]:
        """The controlling colour of each empty point that has one."""
        black, white = self.masks
        return {
            p: colour
            for colour, own, enemy in ((BLACK, black, white), (WHITE, white, black))
            for p in points_of(self.grid.controlled(own, enemy) & self.empty)
        }

    @property
    def _open(self) -> int:
        """The empty spaces that the opponent of the player to move does not control."""
        own, enemy = self.own_and_enemy
        return self.empty & ~self.grid.controlled(enemy, own)

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves: placements in point order, or a pass; the sides while one is chosen."""
        if self.sides is not None:
            yield from (Placement(self.board.names[point]) for point in points_of(self._open))
        yield from (Declare(word.word) for word in self.declarations())

    def is_declaration(self, word: str) -> bool:
        """Pass always; the sides while one is chosen."""
        return word in self.DECLARATIONS or (self.sides is None and word in PIE)

    def declarations(self) -> tuple[Declaration, ...]:
        """Pass, if there is no legal placement; the sides while one is chosen."""
        if self.sides is None:
            return tuple(map(Declaration, PIE))
        return () if self.to_move is None or self._open else (Declaration("pass"),)

    def _no_stones_yet(self) -> IllegalReason | None:
        return IllegalReason.EXPECTED_SIDE if self.sides is None else None

    def _declare(self, word: str) -> Self:
        if self.sides is None:
            if word not in PIE:
                raise IllegalMoveError(IllegalReason.EXPECTED_SIDE)
            # The other seat chooses, and moves next if it takes White.
            own = PIE.index(word)
            sides = (1 - own, own) if self.mover else (own, 1 - own)
            return self._after(sides=sides, removed=0)
        # "If a player has no legal move on his turn he must pass. Passing is otherwise not
        # permitted."
        if self._open:
            raise IllegalMoveError(IllegalReason.MUST_PLACE)
        return self._after(mover=1 - self.mover, removed=0)

    def _place(self, point: int) -> Self:
        # "It is forbidden for a player to place a stone on a space controlled by his opponent, even
        # to make a capture."
        bit = 1 << point
        if not bit & self._open:
            raise IllegalMoveError(IllegalReason.CONTROLLED)
        own, enemy = self.own_and_enemy
        own |= bit

        # "If the space is occupied by his opponent, the enemy stone is removed from play."
        left = enemy
        while fallen := left & self.grid.controlled(own, left):
            left ^= fallen
            if not self.cascade:
                break
        return self._after(
            last=point,
            masks=self.masks_with(own, left),
            mover=1 - self.mover,
            removed=enemy ^ left,
            swap=False,
            sides=None if self.swap else self.sides,
        )

    def stones_against(self, move: Placement) -> tuple[int, ...]:
        """The stones by which the opponent controls the space."""
        point, opponent = self.board.index.get(move.point), 1 - self.mover
        if point is None or self.controllers().get(point) != opponent:
            return TwoColours.stones_against(self, move)
        stones = self.stones
        return tuple(p for p in self.board.neighbours[point] if stones.get(p) == opponent)

    # --- before the board is full ---

    @property
    def settled(self) -> bool:
        """True if no stone stands on a space that the opponent controls.

        Such a stone was set up there, or is left over by a round without cascade.
        """
        black, white = self.masks
        grid = self.grid
        return not (black & grid.controlled(white, black) or white & grid.controlled(black, white))

    def held(self) -> tuple[int, int]:
        """The spaces on which in the end black and white stones stand, as far as that is proved."""
        black, white = (self.grid.held(own, self.empty) for own in self.masks)
        if not (self.cascade and self.settled):
            return black, white
        return self.grid.held_at_last(black), self.grid.held_at_last(white)

    def decided(self) -> int | None:
        """The colour that holds more than half of the board: the other has less, come what may."""
        for colour, held in enumerate(self.held()):
            if 2 * held.bit_count() > len(self.board):
                return colour
        return None

    def filling(self) -> Iterator[Move]:
        """Moves until the board is full, each the one after which its player holds the most.

        Spaces that nobody holds come first; what somebody holds is as good as filled.
        """
        position = self
        while position.to_move is not None:
            move = position._next_filling()
            yield move
            position = position.play(move)

    def _next_filling(self) -> Move:
        if not self._open:
            return Declare("pass")
        names, (black, white) = self.board.names, self.held()
        undecided = points_of(self._open & ~(black | white))
        places = [Placement(names[p]) for p in undecided or points_of(self._open)[:1]]
        return max(places, key=self._lead_after)

    def _lead_after(self, place: Placement) -> int:
        """How many more spaces the player who places a stone there holds than the other."""
        held = self.play(place).held()
        return held[self.mover].bit_count() - held[1 - self.mover].bit_count()

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """A point for each stone."""
        return tuple((ScoreLine("stones", own.bit_count()),) for own in self.masks)

    def facts(self) -> Mapping[str, object]:
        """Colours of the first and the second player."""
        return {"seats": None if self.sides is None else [GAME.colours[c] for c in self.sides]}


CROSS = rectangle(3, 3)
MIDDLE = 4


def _controls(own: int, others: int) -> bool:
    """True if ``own`` controls the space between four, both being bits in ring order."""
    beside = CROSS.neighbours[MIDDLE]
    own, others = (mask_of(beside[p] for p in points_of(bits)) for bits in (own, others))
    return bool(_grid(CROSS, 3).controlled(own, others) >> MIDDLE & 1)


def _conditions(position: Ki) -> Conditions:
    """The conditions for the search; stones that a round has left may stand on the board."""
    return Conditions(
        Family.CONTROL,
        controls=_controls,
        cascade=position.cascade,
        settled=position.settled,
    )


def _start(options: Options, seats: int) -> Ki:
    """The first position: ``size`` makes a square, ``rows`` and ``cols`` any rectangle."""
    assert seats == 2
    size, rows, cols = (options.get(key) for key in ("size", "rows", "cols"))
    if rows is None and cols is None:
        rows = cols = SIZE.default if size is None else size
    elif size is not None:
        raise OptionError("size", OptionProblem.CONFLICT, other="rows" if rows else "cols")
    if rows is None or cols is None:
        given, missing = ("rows", "cols") if cols is None else ("cols", "rows")
        raise OptionError(given, OptionProblem.INCOMPLETE, other=missing)
    if rows == cols == 1:
        raise OptionError("cols", OptionProblem.BOARD_TOO_SMALL)
    board, cascade = rectangle(int(cols), int(rows)), bool(options["cascade"])
    grid, swap = _grid(board, int(cols)), bool(options["swap"])
    return Ki(board, 0, None, (0, 0), BLACK, 0, grid, cascade, swap)


SIZE = Option(
    "size",
    "Points on each side of the board, an odd number",
    11,
    int,
    (5, 19),
    odd=True,
    measure=Measure.SIDE,
)
CASCADE = Option(
    "cascade", "If a capture gives control of more stones, they are captured too", True, bool
)
SWAP = Option(
    "swap", "Black places the first stone, then the other player picks a side", False, bool
)
FIRST_MOVE = {5: 881, 7: 191, 9: 108, 11: 48}
"""By the side of the board: Black won 159, 120, 104 and 91 of 160 games of the search with itself
(tests/strength/RESULTS.md). Larger boards were not measured; they are taken to be like 11."""


def _first_move(options: Options) -> float:
    """What Black gains by moving first; nothing if the other player picks a side."""
    size = options.get(SIZE.key)
    if options.get(SWAP.key) or not isinstance(size, int):
        return 0.0
    return FIRST_MOVE[min(FIRST_MOVE, key=lambda side: (abs(side - size), side))]


GAME = Game(
    key="ki",
    name="Ki",
    summary="Fill a square board, where two stones beside a point can make it yours",
    ruleset="ki-1",
    colours=("B", "W"),
    seats=range(2, 3),
    options=(SIZE, CASCADE, SWAP),
    referee_options=(
        replace(SIZE, default=None, bounds=(3, 25)),
        Option("rows", "Spaces from top to bottom", None, int, (1, 25), odd=True),
        Option("cols", "Spaces from left to right", None, int, (1, 25), odd=True),
        CASCADE,
        SWAP,
    ),
    start=_start,
    order=3,
    first_move=_first_move,
    ai=Arena(Ki, "ki", _conditions, (315, 319, 334, 319, 313, 338, 352)),
)
