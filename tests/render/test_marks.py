"""What games beside Keil show: who controls a point."""

import pytest
from PIL import ImageChops

from engine.board import Board, hexhex, rectangle
from render.board_image import View, draw
from render.theme import WOOD
from tests.render.looking import Seen, distance
from tests.render.still import Still, parts_of

COLOURS = range(len(WOOD.stones))
SHAPES = ((1, 2), (2, 2), (2, 25), (25, 2), (9, 9), (11, 11), (19, 19), (25, 25))
BOARDS = [hexhex(5), *(rectangle(*shape) for shape in SHAPES)]
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels; the last two are outside."""


def changed(one: Seen, other: Seen, box: Box | None = None) -> Box | None:
    """Where two pictures differ, within a part of them."""
    parts = [seen.image.crop(box) if box else seen.image for seen in (one, other)]
    return ImageChops.difference(parts[0], parts[1]).getbbox(alpha_only=False)


def cell(seen: Seen, point: int) -> Box:
    """The square around a point, half way to its neighbours."""
    x, y = seen.layout.pixel(seen.board.places[point])
    reach = seen.layout.unit // 2
    return x - reach, y - reach, x + reach + 1, y + reach + 1


def centre(seen: Seen, box: Box) -> tuple[float, float]:
    """The middle of a box, as distance from the exact centre of its cell in pixels."""
    half, reach = seen.layout.half, seen.layout.unit // 2
    return (box[0] + box[2]) / 2 - reach - half, (box[1] + box[3]) / 2 - reach - half


# --- control ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_dot_has_the_colour_that_controls_its_point(colour: int):
    board = rectangle(11, 11)
    stones = {0: 1, 2: 1, 60: 0}
    seen = Seen(Still(board, stones, controlled={1: colour, 49: 1 - colour % 2}))
    assert seen.near(1, 0.03, 0.03) == WOOD.stones[colour].body
    assert seen.near(49, 0.03, 0.03) == WOOD.stones[1 - colour % 2].body
    assert seen.near(3, 0.03, 0.03) not in {stone.body for stone in WOOD.stones}


@pytest.mark.parametrize("width", (400, 700, 1000))
@EVERY_BOARD
def test_a_dot_is_centred_on_its_point_and_reaches_no_other(board: Board, width: int):
    empty = Seen(Still(board), View(width))
    for point in {0, len(board) // 2, len(board) - 1}:
        seen = Seen(Still(board, controlled={point: 0}), View(width))
        square = cell(seen, point)
        dark = seen.image.crop(square).convert("L").point([255] * 50 + [0] * 206).getbbox()
        assert dark is not None
        assert centre(seen, dark) == pytest.approx((0, 0), abs=0.51)
        whole = changed(empty, seen)
        assert whole is not None
        assert whole[0] >= square[0] and whole[1] >= square[1]
        assert whole[2] <= square[2] and whole[3] <= square[3]


@pytest.mark.parametrize("colour", (0, 1))
def test_dots_are_seen_at_400_pixels(colour: int):
    """On the board that Ki is published for, also on a star point."""
    board = rectangle(11, 11)
    star = board.stars[0]
    seen = Seen(Still(board, controlled={40: colour, star: colour}), View(400))
    for point in (40, star):
        assert distance(seen.near(point), WOOD.stones[colour].body) < 12
        assert distance(seen.near(point), WOOD.line) > 30


def test_no_dot_lies_under_or_on_a_stone():
    board = rectangle(5, 5)
    stones = {12: 0, 13: 1}
    assert draw(Still(board, stones, controlled={12: 1, 13: 1})) == draw(Still(board, stones))


def test_dots_are_smaller_than_the_marks_on_territory_and_stand_clear_of_lines():
    """So neither those nor star points look like them."""
    assert WOOD.control <= 0.75 * WOOD.dot
    assert WOOD.star < WOOD.control < WOOD.clearing
    board = rectangle(9, 9)
    seen = Seen(Still(board, controlled={board.stars[0]: 0}))
    between = (WOOD.control + WOOD.clearing) / 2
    for right, down in ((between, 0), (-between, 0), (0, between), (0, -between)):
        assert seen.near(board.stars[0], right, down) == WOOD.wood[0]
        assert seen.near(board.stars[1], right, down) == WOOD.line


def test_a_dot_lies_over_the_stone_just_captured():
    """In Ki who takes a stone controls its point."""
    seen = Seen(Still(rectangle(5, 5), removed={12: 1}, controlled={12: 0}))
    assert seen.near(12, 0.03, 0.03) == WOOD.stones[0].body
    without = Seen(Still(rectangle(5, 5), removed={12: 1}))
    assert seen.near(12, 0.3, 0.1) == without.near(12, 0.3, 0.1)


# --- all of them ---


@pytest.mark.parametrize("shape", SHAPES)
def test_marks_can_be_drawn_in_the_smallest_pictures(shape: tuple[int, int]):
    board = rectangle(*shape)
    everywhere = dict.fromkeys(range(len(board)), 0)
    for marked in (
        Still(board, controlled=everywhere),
        Still(board, parts=parts_of(board, everywhere)),
    ):
        assert draw(marked, View(100, territory=True)) != draw(Still(board), View(100))


@EVERY_BOARD
def test_no_mark_is_clipped(board: Board):
    """Each changes only the cell of its point, and no mark touches the edge of the wood."""
    everywhere = range(len(board))
    for width in (400, 1000):
        empty = Seen(Still(board), View(width))
        for marked in (Still(board, controlled=dict.fromkeys(everywhere, 1)),):
            seen = Seen(marked, View(width))
            box = changed(empty, seen)
            assert box is not None
            cells = [cell(seen, point) for point in everywhere]
            assert box[0] >= min(c[0] for c in cells) and box[1] >= min(c[1] for c in cells)
            assert box[2] <= max(c[2] for c in cells) and box[3] <= max(c[3] for c in cells)
            opaque = seen.image.getchannel("A").crop(box)
            assert seen.image.getchannel("A").tobytes() == empty.image.getchannel("A").tobytes()
            if board.key.startswith("rectangle"):
                assert opaque.getextrema() == (255, 255)
