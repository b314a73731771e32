"""Ki (Corey Clark, 2010): fill a square board, where two stones beside a space can make it yours.

Rules: https://www.analog.games, Ki. Black begins. On any square board of odd size:

Control. A colour controls a space if at least two of its stones are orthogonally adjacent to it,
and more of them than of the other colour. Nobody controls a space with equal numbers beside it.

Turn. Place a stone on an empty space that the opponent does not control, as the board stands before
the placement: a capture is no excuse. Pass if and only if there is no such space. A space that
nobody controls is open to both.

Capture. After a placement, enemy stones on spaces that the mover controls are removed, anywhere on
the board. With ``cascade`` this is repeated until none is left: removing stones can give control
of more of them. Without it there is one round, judged at once for the whole board.

End. The board is full; more stones win. The number of spaces is odd, so nobody ever draws.

What follows, and needs no rule: at most one player controls a space, so while one is empty somebody
can place a stone, and two passes in a row cannot be. A placement never costs the mover a stone. No
position comes back, so no game is endless (``tests/engine/games/test_ki_properties.py`` has why).

Choices, where the text is silent: cascade is on unless the players turn it off, for the text says
that a stone on a space its opponent controls is removed, not when. What a round without cascade
leaves standing is removed after the capturer's next placement, if it is controlled then; so are
stones that were set up like that. Only who places a stone captures. Boards that are not square are
for the referee alone; what the rules need is an odd number of spaces.

Sets of spaces are whole numbers with the bit ``1 << point`` set (*masks*).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from engine.board import Board, rectangle
from engine.position import (
    Declare,
    Game,
    IllegalMoveError,
    Lesson,
    Measure,
    Move,
    Option,
    OptionError,
    Options,
    OptionValue,
    Place,
    Position,
    Reason,
    Result,
    ScoreLine,
    Setup,
    Word,
)

BLACK, WHITE = 0, 1
PASS = Word("pass")


class Grid:
    """The spaces of one board and what is adjacent to them."""

    def __init__(self, rows: int, cols: int) -> None:
        self.board: Board = rectangle(cols, rows)
        self.full = (1 << len(self.board)) - 1
        self.cols = cols
        left_edge = _mask(range(0, rows * cols, cols))
        self.not_left, self.not_right = self.full ^ left_edge, self.full ^ left_edge << cols - 1

    def controlled(self, own: int, enemy: int) -> int:
        """The spaces, empty or not, that the stones ``own`` control against ``enemy``."""
        # "At least 2 stones" and "a majority" is two of one's own and not two of the other's, since
        # no more than four stones are adjacent to a space.
        return self._beside_two(own) & ~self._beside_two(enemy)

    def _beside_two(self, stones: int) -> int:
        """The spaces that two or more of ``stones`` are adjacent to."""
        # Points are numbered row by row: a mask that is shifted by one row has each stone's bit
        # where the stone is adjacent from one side. Bits that leave the board meet no others.
        above, below = stones << self.cols, stones >> self.cols
        left, right = (stones & self.not_right) << 1, (stones & self.not_left) >> 1
        return above & below | left & right | (above | below) & (left | right)


@lru_cache(maxsize=16)
def _grid(rows: int, cols: int) -> Grid:
    return Grid(rows, cols)


@dataclass(frozen=True, slots=True)
class Ki(Position):
    """A position of Ki. Its history does not matter."""

    grid: Grid
    cascade: bool
    ply: int
    masks: tuple[int, int]
    """The black and the white stones."""
    mover: int
    """The colour to move next; seats have the colour of their number."""
    last: int | None
    removed: int
    """The stones that the last move removed; all are of one colour."""

    # --- what everybody sees ---

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.grid.board

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the board is full."""
        return self.mover if self._empty else None

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat."""
        return (BLACK, WHITE)

    @property
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""
        return {p: colour for colour in (BLACK, WHITE) for p in _points(self.masks[colour])}

    @property
    def captured(self) -> Mapping[int, int]:
        """Colours of the stones that the last move removed, by their points."""
        return dict.fromkeys(_points(self.removed), self.mover)

    def controllers(self) -> Mapping[int, int]:
        """The colour that controls each empty point, for those that one does."""
        black, white = self.masks
        return {
            p: colour
            for colour, own, enemy in ((BLACK, black, white), (WHITE, white, black))
            for p in _points(self.grid.controlled(own, enemy) & self._empty)
        }

    # --- moves ---

    @property
    def _empty(self) -> int:
        return self.grid.full ^ self.masks[BLACK] ^ self.masks[WHITE]

    @property
    def _open(self) -> int:
        """The empty spaces that the opponent of who is to move does not control."""
        own, enemy = self.masks[self.mover], self.masks[1 - self.mover]
        return self._empty & ~self.grid.controlled(enemy, own)

    def understands(self, word: str) -> bool:
        """Pass, whether it is possible now or not."""
        return word == PASS.word

    def words(self) -> tuple[Word, ...]:
        """Pass, where it is all that is left."""
        return () if self.to_move is None or self._open else (PASS,)

    def legal_moves(self) -> Iterator[Move]:
        """All legal moves: placements in point order, or a pass."""
        yield from (Place(self.board.names[point]) for point in _points(self._open))
        yield from (Declare(word.word) for word in self.words())

    def play(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""
        if self.to_move is None:
            raise IllegalMoveError(Reason.OVER)
        if isinstance(move, Place):
            return self._place(move.point)
        if move.word != PASS.word:
            raise IllegalMoveError(Reason.UNREADABLE)
        # "If a player has no legal move on his turn he must pass. Passing is otherwise not
        # permitted."
        if self._open:
            raise IllegalMoveError(Reason.MUST_PLACE)
        return self._end_turn(self.masks)

    def _place(self, name: str) -> Self:
        """The position after a placement."""
        point = self.board.index.get(name)
        if point is None:
            raise IllegalMoveError(Reason.OFF_BOARD)
        # "It is forbidden for a player to place a stone on a space controlled by his opponent, even
        # to make a capture."
        bit = 1 << point
        if not bit & self._open:
            raise IllegalMoveError(Reason.CONTROLLED if bit & self._empty else Reason.OCCUPIED)
        own, enemy = self.masks[self.mover] | bit, self.masks[1 - self.mover]

        # "If the space is occupied by his opponent, the enemy stone is removed from play."
        left = enemy
        while fallen := left & self.grid.controlled(own, left):
            left ^= fallen
            if not self.cascade:
                break
        masks = (own, left) if self.mover == BLACK else (left, own)
        return self._end_turn(masks, last=point, removed=enemy ^ left)

    def blamed(self, move: Place) -> tuple[int, ...]:
        """The stones by which the opponent controls the space."""
        point, opponent = self.board.index.get(move.point), 1 - self.mover
        if point is None or self.controllers().get(point) != opponent:
            return Position.blamed(self, move)
        stones = self.stones
        return tuple(p for p in self.board.neighbours[point] if stones.get(p) == opponent)

    def _end_turn(self, masks: tuple[int, int], last: int | None = None, removed: int = 0) -> Self:
        return type(self)(
            self.grid, self.cascade, self.ply + 1, masks, 1 - self.mover, last, removed
        )

    # --- the end ---

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """A point for each stone."""
        return tuple((ScoreLine("stones", own.bit_count()),) for own in self.masks)

    def result(self) -> Result | None:
        """A full board ends the game; more stones win."""
        return Result.of(self.score()) if self.to_move is None else None


def _mask(points: Iterable[int]) -> int:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def _points(mask: int) -> tuple[int, ...]:
    """The points of ``mask``, ascending."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


def _start(grid: Grid, cascade: OptionValue, setup: Setup | None = None) -> Ki:
    """The first position on this board. Raises `OptionError`."""
    if type(cascade) is not bool:
        raise OptionError("cascade", "cascade must be true or false.")
    black, white = (_stand(grid.board, setup, colour) for colour in (BLACK, WHITE))
    return Ki(
        grid=grid,
        cascade=cascade,
        ply=0,
        masks=(black, white),
        mover=setup.mover if setup else BLACK,
        last=None,
        removed=0,
    )


def _stand(board: Board, setup: Setup | None, colour: int) -> int:
    """The mask of the stones of ``colour`` that are set up."""
    return _mask(setup.points(board, colour)) if setup else 0


def _for_people(options: Options, seats: int) -> Ki:
    """The first position of a match, on a square board."""
    assert seats == 2
    side = _odd("size", options["size"], 5, 15)
    return _start(_grid(side, side), options["cascade"])


def _for_the_referee(options: Options, setup: Setup) -> Ki:
    """11 by 11 with cascade unless said otherwise; ``rows`` and ``cols`` for other rectangles."""
    for key, value in options.items():
        if key not in ("size", "rows", "cols", "cascade"):
            raise OptionError(key, f"Ki has no option {key[:40]}.")
        if value is None:
            raise OptionError(key, f"{key} must not be null.")
    if "rows" in options or "cols" in options:
        if "size" in options:
            raise OptionError("size", "size goes without rows and cols.")
        rows, cols = (_odd(key, options.get(key), 1, 25) for key in ("rows", "cols"))
        if rows * cols == 1:
            raise OptionError("cols", "rows and cols must not both be 1.")
    else:
        rows = cols = _odd("size", options.get("size", 11), 3, 25)
    return _start(_grid(rows, cols), options.get("cascade", True), setup)


def _odd(key: str, value: OptionValue, low: int, high: int) -> int:
    """The value of an option that must be odd. Raises `OptionError`."""
    if type(value) is not int or not low <= value <= high or value % 2 == 0:
        raise OptionError(key, f"{key} must be an odd number from {low} to {high}.")
    return value


LESSONS = (
    Lesson(
        "Placing",
        "Black begins. In turn, each player puts one stone on an empty space. When the board is "
        "full, more stones win.\n"
        "A space that a player *controls* is closed to the other, even for a capture. Dots show "
        "who controls what. A space without a dot is open to both.\n"
        "Here White is to play, anywhere but on b2 and c3, which Black controls. Black could still "
        "place there later, but need not hurry.",
        {"size": 5},
        "c2, d4, b3",
    ),
    Lesson(
        "Control",
        "You control a space if **at least two** of your stones are next to it along the lines, "
        "and **more** of yours than of your opponent's.\n"
        "Black controls a1 (two stones to none) and b2 (two to one). White controls d2 (two to "
        "none) and c3 (two to one).\n"
        "d4 has two of each beside it and is open to both. So is b4: one stone alone controls "
        "nothing. Diagonals do not count.",
        {"size": 5},
        "a2, d5, b1, d3, c4, c2, e4",
    ),
    Lesson(
        "Capture and cascade",
        "When you have placed a stone, all enemy stones on spaces that you control are removed, "
        "wherever they are.\n"
        "Black's e3 took d3, which had two black stones beside it and one white. With d3 gone, c3 "
        "had two to one as well, and went too: a *cascade*. It goes on until nothing is left to "
        "take. (A challenge can turn cascades off; then c3 stays at least until Black's next "
        "stone.)\n"
        "The emptied spaces are Black's now: nothing is ever taken back at once.",
        {"size": 5},
        "b3, c3, d4, d3, e5, c2, c4, a1, e3",
    ),
    Lesson(
        "Pass and end",
        "The board is full, so the game is over: 12 black stones, 13 white. White wins. There is "
        "nothing else to count, and as the number of spaces is odd there is never a draw.\n"
        "You pass only when your opponent controls every empty space, and then you must. Here c1 "
        "was the last space, with two white stones beside it and one black: Black passed and White "
        "filled it. So a space you control is a point you can leave for later, as long as you keep "
        "control of it.",
        {"size": 5},
        "e3, e5, d3, c3, d4, c5, a4, c2, a5, b1, d2, a2, e1, a3, b5, b2, e2, c4, d1, a1, b4, b3, "
        "e4, d5, pass, c1",
    ),
)

GAME = Game(
    key="ki",
    name="Ki",
    summary="Fill a square board, where two stones beside a space can make it yours",
    ruleset="ki-1",
    colours=("B", "W"),
    seats=range(2, 3),
    options=(
        Option(
            "size",
            "Spaces on each side of the board, an odd number",
            11,
            int,
            (5, 15),
            measure=Measure.SIDE,
        ),
        Option(
            "cascade",
            "Captures that give control of more enemy stones take those too",
            True,
            bool,
        ),
    ),
    start=_for_people,
    judge=_for_the_referee,
    lessons=LESSONS,
)
