"""What people choose: how the board lies and where its coordinates stand."""

from cmath import exp, pi

import pytest
from PIL import Image, ImageChops

from engine.board import XY, Board, hexhex, rectangle
from engine.position import Link
from render import tiles
from render.board_image import draw
from render.layout import Pose, lay_out
from render.options import WIDTHS, Coordinates, RenderOptions
from render.theme import RGB, THEMES, WOOD
from tests.render.looking import Seen, distance
from tests.render.still import Still, related, scattered

BOARDS = [hexhex(2), hexhex(5), hexhex(13), *(rectangle(*s) for s in ((2, 2), (2, 25), (9, 6)))]
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
POSES = [(0, True), (1, False), (2, True), (3, False), (4, True), (5, False)]
EVERY_POSE = pytest.mark.parametrize(("turn", "mirror"), POSES)


def as_turned(board: Board, place: XY, turn: int, mirror: bool) -> complex:
    """Where a place comes to lie, by complex numbers."""
    laid = complex(*place) * exp(2j * pi * turn / board.turns)
    return complex(-laid.real, laid.imag) if mirror else laid


@EVERY_POSE
@EVERY_BOARD
def test_each_point_lies_where_turning_and_mirroring_bring_it(
    board: Board, turn: int, mirror: bool
):
    layout = lay_out(board, 900, WOOD, Pose(turn, mirror))
    found = [complex(*layout.pixel(place)) for place in board.centres]
    expected = [as_turned(board, place, turn, mirror) for place in board.centres]
    for at, place in zip(found, expected, strict=True):
        assert abs((at - found[0]) - layout.unit * (place - expected[0])) < 2


@EVERY_POSE
@pytest.mark.parametrize("board", (hexhex(4), rectangle(5, 4)), ids=lambda board: board.key)
def test_a_stone_and_its_relations_are_drawn_alike_in_every_pose(
    board: Board, turn: int, mirror: bool
):
    middle = len(board) // 2
    for beside in board.neighbours[middle]:
        edge = min(middle, beside), max(middle, beside)
        for link in Link:
            still = Still(board, dict.fromkeys(edge, 0), {edge: link})
            seen = Seen(still, RenderOptions(800, turn=turn, mirror=mirror))
            bar = seen.on_edge(edge, 0.5)
            aside = seen.on_edge(edge, 0.5, 0.11), seen.on_edge(edge, 0.5, -0.11)
            body = WOOD.stones[0].body
            assert distance(seen.near(middle, 0.2, 0.2), body) < 16
            assert bar == (WOOD.mark if link is Link.CUT else body)
            for colour in aside:
                assert (colour == body) == (link is Link.LINKED)
                assert (colour == WOOD.mark) == (link is Link.CUT)


@pytest.mark.parametrize("board", (hexhex(4), rectangle(5, 4)), ids=lambda board: board.key)
def test_a_whole_turn_is_none(board: Board):
    still = Still(board, scattered(board, 1))
    assert draw(still, RenderOptions(400, turn=board.turns)) == draw(still, RenderOptions(400))
    assert draw(still, RenderOptions(400, turn=board.turns + 1)) == draw(
        still, RenderOptions(400, turn=1)
    )
    assert tiles.tile_set(board, WOOD, 400, Pose(board.turns)) is tiles.tile_set(board, WOOD, 400)


@pytest.mark.parametrize("turn", range(6))
def test_two_mirrors_with_a_half_turn_are_upside_down(turn: int):
    """Poses are what they are called: mirrored ones are the mirror images of the others."""
    board = hexhex(4)
    one, other = (lay_out(board, 900, WOOD, Pose(turn, mirror)) for mirror in (False, True))
    for place in board.centres:
        (x, y), (u, v) = one.pixel(place), other.pixel(place)
        assert abs(x + u - 900) <= 1 and y == v


def nearest(picture: Image.Image, wanted: RGB) -> int:
    """How far the colour of a picture that comes nearest to another is from it."""
    levels = ImageChops.difference(picture.convert("RGB"), Image.new("RGB", picture.size, wanted))
    red, green, blue = levels.split()
    least = ImageChops.lighter(ImageChops.lighter(red, green), blue).getextrema()[0]
    assert isinstance(least, int)
    return least


def ink(seen: Seen, place: XY, reach: float = 0.22) -> Image.Image:
    """What is as dark as the ink around a place."""
    x, y = seen.layout.pixel(place)
    pixels = round(reach * seen.layout.unit)
    part = seen.image.crop((x - pixels, y - pixels, x + pixels + 1, y + pixels + 1))
    level = (3 * sum(seen.options.theme.ink) + sum(seen.options.theme.wood[0])) // 12
    return part.convert("L").point([255 * (n < level) for n in range(256)])


@EVERY_POSE
@pytest.mark.parametrize("board", (hexhex(3), rectangle(4, 3)), ids=lambda board: board.key)
def test_coordinates_stay_with_their_rows_and_upright(board: Board, turn: int, mirror: bool):
    upright = Seen(Still(board), RenderOptions(700))
    seen = Seen(Still(board), RenderOptions(700, turn=turn, mirror=mirror))
    if seen.layout.unit != upright.layout.unit:  # a rectangle that stands on its short side
        upright = Seen(Still(board), RenderOptions(700, turn=turn % 2))
    for text, place in board.labels:
        one, other = ink(upright, place), ink(seen, place)
        assert one.getbbox() is not None, text
        apart = ImageChops.difference(one, other).histogram()[255]
        assert apart <= 0.12 * one.histogram()[255], text


@EVERY_POSE
@EVERY_BOARD
def test_no_coordinate_is_clipped_in_any_pose(board: Board, turn: int, mirror: bool):
    seen = Seen(Still(board), RenderOptions(300, turn=turn, mirror=mirror))
    assert seen.image.width == 300 and seen.image.height <= 375
    for text, place in board.labels:
        x, y = seen.layout.pixel(place)
        half = round(0.11 * seen.layout.unit)
        corners = [(x + dx, y + dy) for dx in (-half, half) for dy in (-half, half)]
        assert all(seen.pixel(*corner)[3] == 255 for corner in corners), text


@pytest.mark.parametrize("theme", THEMES)
def test_every_empty_point_carries_its_name_and_no_stone_does(theme: str):
    look = THEMES[theme]
    board = hexhex(5)
    stones = scattered(board, 4, filled=0.5)
    still = Still(board, stones, related(board, stones))
    plain = Seen(still, RenderOptions(700, look))
    seen = Seen(still, RenderOptions(700, look, coordinates=Coordinates.EVERY))
    for point in range(len(board)):
        x, y = seen.layout.pixel(board.centres[point])
        reach = round(0.3 * seen.layout.unit)
        box = (x - reach, y - reach, x + reach, y + reach)
        before, after = (picture.image.crop(box) for picture in (plain, seen))
        differs = ImageChops.difference(before, after).getbbox(alpha_only=False)
        assert (differs is None) == (point in stones)
        if point not in stones:
            assert nearest(after, look.name_ink) < 16


def test_names_are_written_on_the_largest_board_at_full_size_and_left_out_on_a_small_picture():
    """Below 8.5 pixels nobody could read them; the coordinates at the edge stay."""
    board = rectangle(25, 25)
    large, small = (RenderOptions(width, coordinates=Coordinates.EVERY) for width in (1000, 400))
    assert draw(Still(board), large) != draw(Still(board), RenderOptions(1000))
    assert draw(Still(board), small) == draw(Still(board), RenderOptions(400))
    without = Seen(Still(board), RenderOptions(1000))
    seen = Seen(Still(board), large)
    apart = ImageChops.difference(without.image, seen.image)
    for point in range(len(board)):  # each within the cell of its point, and on all of them
        x, y = seen.layout.pixel(board.centres[point])
        reach = seen.layout.unit // 2
        box = apart.crop((x - reach, y - reach, x + reach + 1, y + reach + 1)).getbbox(
            alpha_only=False
        )
        assert box is not None
        assert box[0] > 1 and box[2] < 2 * reach, board.names[point]


def test_a_name_stands_below_a_dot():
    board = rectangle(9, 9)
    dotted = Still(board, controlled={40: 0})
    options = RenderOptions(1000, coordinates=Coordinates.EVERY)
    seen = Seen(dotted, options)
    assert seen.near(40) == WOOD.stones[0].body
    x, y = seen.layout.pixel(board.centres[40])
    unit = seen.layout.unit
    below = seen.image.crop((x - unit // 3, y + unit // 5, x + unit // 3, y + unit // 2))
    assert nearest(below, WOOD.name_ink) == 0


@EVERY_BOARD
def test_without_coordinates_the_board_is_larger_and_nothing_is_written(board: Board):
    bare = Seen(Still(board), RenderOptions(800, coordinates=Coordinates.OFF))
    usual = Seen(Still(board), RenderOptions(800))
    assert bare.layout.unit >= usual.layout.unit
    assert nearest(bare.image, WOOD.ink) > 0
    assert nearest(usual.image, WOOD.ink) == 0


def test_on_a_phone_a_full_board_takes_about_half_the_bytes():
    board = hexhex(7)
    stones = scattered(board, 2, filled=0.8)
    still = Still(board, stones, related(board, stones))
    phone, desktop = (draw(still, RenderOptions(WIDTHS[size])) for size in ("phone", "desktop"))
    assert len(phone) <= 0.6 * len(desktop)
