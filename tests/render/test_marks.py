"""What games beside Keil show: who controls a point, and where the anchor differs."""

from itertools import product

import pytest
from PIL import ImageChops

from engine.board import Board, hexhex, rectangle
from render.board_image import draw
from render.options import RenderOptions
from render.theme import RGB, WOOD
from tests.render.looking import Seen, distance
from tests.render.still import Still, parts_of, related, scattered

COLOURS = range(len(WOOD.stones))
SHAPES = ((1, 2), (2, 2), (2, 25), (25, 2), (9, 9), (11, 11), (19, 19), (25, 25))
BOARDS = [hexhex(5), *(rectangle(*shape) for shape in SHAPES)]
RADII = pytest.mark.parametrize("linked", (True, False))
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels; the last two are outside."""


def changed(one: Seen, other: Seen, box: Box | None = None) -> Box | None:
    """Where two pictures differ, within a part of them."""
    parts = [seen.image.crop(box) if box else seen.image for seen in (one, other)]
    return ImageChops.difference(parts[0], parts[1]).getbbox(alpha_only=False)


def cell(seen: Seen, point: int) -> Box:
    """The square around a point, half way to its neighbours."""
    x, y = seen.layout.pixel(seen.board.centres[point])
    reach = seen.layout.unit // 2
    return x - reach, y - reach, x + reach + 1, y + reach + 1


def centre(seen: Seen, box: Box) -> tuple[float, float]:
    """The middle of a box, as distance from the exact centre of its cell in pixels."""
    half, reach = seen.layout.half, seen.layout.unit // 2
    return (box[0] + box[2]) / 2 - reach - half, (box[1] + box[3]) / 2 - reach - half


def signal(colour: int | None) -> RGB:
    """The colour of marks that stand for a colour, or for none."""
    return WOOD.neutral if colour is None else WOOD.stones[colour].body


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
    empty = Seen(Still(board), RenderOptions(width))
    for point in {0, len(board) // 2, len(board) - 1}:
        seen = Seen(Still(board, controlled={point: 0}), RenderOptions(width))
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
    seen = Seen(Still(board, controlled={40: colour, star: colour}), RenderOptions(400))
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


# --- the anchor ---


def corner_pixels(seen: Seen, point: int, radius: float) -> list[RGB]:
    """The colours in the tips of the four corners of a point, the lower right one last."""
    unit, half = seen.layout.unit, seen.layout.half
    x, y = seen.layout.pixel(seen.board.centres[point])
    out = round(WOOD.corner[0] * radius * unit) - 1
    back = -out if half else -out - 1
    return [seen.pixel(x + dx, y + dy)[:3] for dx, dy in product((back, out), repeat=2)]


@RADII
@pytest.mark.parametrize("before", COLOURS)
@pytest.mark.parametrize("now", (*COLOURS, None))
def test_four_corners_have_the_colour_of_the_stone_of_the_anchor(
    before: int, now: int | None, linked: bool
):
    board = hexhex(4) if linked else rectangle(7, 7)
    stones = {} if now is None else {24: now}
    links = related(board, stones) if linked else None
    seen = Seen(Still(board, stones, links, anchored={24: before}))
    found = corner_pixels(seen, 24, WOOD.radius if linked else WOOD.plain_radius)
    if before == now:
        assert seen.png == draw(Still(board, stones, links))
    else:
        assert found == [signal(before)] * 4


@RADII
@pytest.mark.parametrize("now", COLOURS)
def test_one_corner_of_wood_lies_on_a_stone_that_came_after_the_anchor(now: int, linked: bool):
    board = hexhex(4) if linked else rectangle(7, 7)
    links = related(board, {24: now}) if linked else None
    seen = Seen(Still(board, {24: now}, links, anchored={}))
    plain = Seen(Still(board, {24: now}, links))
    radius = WOOD.radius if linked else WOOD.plain_radius
    *others, last = corner_pixels(seen, 24, radius)
    assert last == WOOD.neutral
    assert others == corner_pixels(plain, 24, radius)[:3]


@pytest.mark.parametrize("width", (400, 1000))
@EVERY_BOARD
def test_corners_are_where_the_anchor_differs_and_nowhere_else(board: Board, width: int):
    stones = scattered(board, 1, COLOURS, 0.6)
    anchor = {**scattered(board, 2, COLOURS, 0.4), **{p: stones[p] for p in list(stones)[::2]}}
    seen = Seen(Still(board, stones, anchored=anchor), RenderOptions(width))
    without = Seen(Still(board, stones), RenderOptions(width))
    for point in range(len(board)):
        box = changed(seen, without, cell(seen, point))
        assert (box is not None) == (stones.get(point) != anchor.get(point)), point


@pytest.mark.parametrize("width", (400, 700, 701, 1000))
@EVERY_BOARD
def test_four_corners_are_centred_on_their_point_and_within_a_stone(board: Board, width: int):
    empty = Seen(Still(board), RenderOptions(width))
    for point in {0, len(board) // 2, len(board) - 1}:
        seen = Seen(Still(board, anchored={point: 0}), RenderOptions(width))
        box = changed(empty, seen, cell(seen, point))
        assert box is not None
        assert centre(seen, box) == (0, 0)
        radius = WOOD.plain_radius * seen.layout.unit
        assert box[2] - box[0] == box[3] - box[1] <= 1.5 * radius + 2


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("before", (None, *COLOURS))
def test_corners_leave_the_mark_of_the_last_move_alone(colour: int, before: int | None):
    board = rectangle(9, 9)
    anchor = {} if before is None else {40: before}
    plain = Seen(Still(board, {40: colour}, last=40))
    seen = Seen(Still(board, {40: colour}, last=40, anchored=anchor))
    unit, (x, y) = plain.layout.unit, plain.layout.pixel(board.centres[40])
    for right, down in product(range(-unit // 2, unit // 2), repeat=2):
        if plain.pixel(x + right, y + down)[:3] == WOOD.mark:
            assert seen.pixel(x + right, y + down)[:3] == WOOD.mark


def test_an_anchor_like_the_board_shows_nothing_and_none_neither():
    board = rectangle(9, 9)
    stones = scattered(board, 3, COLOURS)
    assert draw(Still(board, stones, anchored=dict(stones))) == draw(Still(board, stones))
    assert draw(Still(board, anchored={})) == draw(Still(board))


# --- all of them ---


@pytest.mark.parametrize("shape", SHAPES)
def test_marks_can_be_drawn_in_the_smallest_pictures(shape: tuple[int, int]):
    board = rectangle(*shape)
    everywhere = dict.fromkeys(range(len(board)), 0)
    for marked in (
        Still(board, controlled=everywhere),
        Still(board, anchored=everywhere),
        Still(board, parts=parts_of(board, everywhere)),
    ):
        assert draw(marked, RenderOptions(100, territory=True)) != draw(
            Still(board), RenderOptions(100)
        )


@EVERY_BOARD
def test_no_mark_is_clipped(board: Board):
    """Each changes only the cell of its point, and no mark touches the edge of the wood."""
    everywhere = range(len(board))
    for width in (400, 1000):
        empty = Seen(Still(board), RenderOptions(width))
        for marked in (
            Still(board, controlled=dict.fromkeys(everywhere, 1)),
            Still(board, anchored=dict.fromkeys(everywhere, 1)),
        ):
            seen = Seen(marked, RenderOptions(width))
            box = changed(empty, seen)
            assert box is not None
            cells = [cell(seen, point) for point in everywhere]
            assert box[0] >= min(c[0] for c in cells) and box[1] >= min(c[1] for c in cells)
            assert box[2] <= max(c[2] for c in cells) and box[3] <= max(c[3] for c in cells)
            opaque = seen.image.getchannel("A").crop(box)
            assert seen.image.getchannel("A").tobytes() == empty.image.getchannel("A").tobytes()
            if board.key.startswith("rectangle"):
                assert opaque.getextrema() == (255, 255)


# --- letters that people put on points ---


@EVERY_BOARD
def test_a_letter_stands_in_the_middle_of_its_point_and_changes_nothing_else(board: Board):
    stones = {0: 0}
    position = Still(board, stones)
    plain, free = Seen(position), len(board) - 1
    for point in (0, free):
        lettered = Seen(position, RenderOptions(labels={point: "A"}))
        box = changed(plain, lettered)
        assert box is not None
        left, top, right, _ = cell(lettered, point)
        assert left <= box[0] and box[2] <= right and top <= box[1], "the name may go below it"
        assert changed(plain, lettered, cell(lettered, 1 - point if point else free)) is None
        seen = lettered.near(point, 0.18, 0)
        assert distance(seen, WOOD.panel) < 40, "on a disc that hides what is there"


def test_a_long_text_stays_on_its_disc_and_an_empty_one_draws_it_bare():
    position = Still(rectangle(9, 9), {})
    bare, one, many = (
        Seen(position, RenderOptions(labels={40: text})) for text in ("", "A", "1234567")
    )
    discs = [changed(Seen(position), seen) for seen in (bare, one, many)]
    assert discs[0] == discs[1] == discs[2]
    assert changed(one, many) is not None


def test_a_dot_gives_way_to_a_letter():
    position = Still(rectangle(9, 9), {}, controlled={40: 1})
    letter = Seen(position, RenderOptions(labels={40: "A"}))
    assert (
        changed(letter, Seen(Still(rectangle(9, 9), {}), RenderOptions(labels={40: "A"}))) is None
    )
