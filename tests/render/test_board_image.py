"""What a picture shows besides the relations, and what holds for every picture."""

import zlib
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from engine.board import Board, hexhex, rectangle
from render import tiles
from render.board_image import draw
from render.layout import lay_out
from render.options import Coordinates, Overlay, RenderOptions
from render.theme import THEMES, WOOD, mix
from tests.render.looking import Seen, distance
from tests.render.still import Still, parts_of, related, scattered

COLOURS = range(len(WOOD.stones))
SHAPES = ((1, 2), (2, 1), (2, 2), (2, 25), (25, 2), (1, 25), (25, 1), (9, 9), (19, 19), (25, 25))
BOARDS = [*(hexhex(side) for side in range(2, 14)), *(rectangle(*shape) for shape in SHAPES)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
@pytest.mark.parametrize("width", (400, 1000))
def test_nothing_is_clipped(board: Board, width: int):
    """The picture's edge is see-through, and no ink touches the edge of the wood."""
    stones = dict.fromkeys(range(len(board)), 1)
    seen = Seen(Still(board, stones, related(board, stones)), RenderOptions(width))
    across, down = seen.image.size
    assert across == width
    assert 2 * down <= 2.5 * width
    opaque = seen.image.getchannel("A")
    inner = Image.new("L", (across - 2, down - 2), 0)
    frame = opaque.copy()
    frame.paste(inner, (1, 1))
    assert (frame.getextrema()) == (0, 0)
    for text, place in board.labels:
        x, y = seen.layout.pixel(place)
        reach = max(7, round(0.27 * seen.layout.unit))
        around = seen.image.crop((x - reach, y - reach, x + reach, y + reach)).convert("RGB")
        darkest = around.convert("L").getextrema()[0]
        assert isinstance(darkest, int | float) and darkest < 120, text
        half = round(0.11 * seen.layout.unit)
        corners = [(x + dx, y + dy) for dx in (-half, half) for dy in (-half, half)]
        assert all(seen.pixel(*corner)[3] == 255 for corner in corners), text


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_every_point_shows_its_stone_alone(board: Board):
    """Stones stand where the board has its points, for any board."""
    stones = {point: point % 2 for point in range(len(board))}
    seen = Seen(Still(board, stones), RenderOptions(1000))
    for point, colour in stones.items():
        look = WOOD.stones[colour]
        for right, down in ((0.3, 0.0), (0.0, 0.3), (0.2, 0.2), (-0.3, 0.1)):
            assert distance(seen.near(point, right, down), look.body) < 16


@pytest.mark.parametrize("width", (400, 700, 1000))
@pytest.mark.parametrize("board", (hexhex(5), hexhex(7), rectangle(9, 9)), ids=lambda b: b.key)
def test_a_stone_is_centred_on_its_place(board: Board, width: int):
    for point in (0, len(board) // 2, len(board) - 1):
        seen = Seen(Still(board, {point: 0}), RenderOptions(width))
        dark = seen.image.convert("L").point([255] * 40 + [0] * 216)
        x, y = seen.layout.pixel(board.centres[point])
        reach = round(0.55 * seen.layout.unit)
        box = dark.crop((x - reach, y - reach, x + reach, y + reach)).getbbox()
        assert box is not None
        centre = (box[0] + box[2]) / 2 + x - reach, (box[1] + box[3]) / 2 + y - reach
        assert centre == pytest.approx((x + seen.layout.half, y + seen.layout.half), abs=0.51)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("linked", (True, False))
def test_a_red_ring_marks_the_last_move(colour: int, linked: bool):
    board = hexhex(5)
    stones = {30: colour, 31: colour}
    links = related(board, stones) if linked else None
    radius = WOOD.radius if linked else WOOD.plain_radius
    ring = WOOD.glyph_ring if WOOD.stones[colour].glyph else WOOD.ring
    middle = sum(ring) / 2 * radius
    seen = Seen(Still(board, stones, links, last=30))
    for right, down in ((middle, 0), (-middle, 0), (0, middle), (0, -middle)):
        assert seen.near(30, right, down) == WOOD.mark
        assert seen.near(31, right, down) != WOOD.mark
    without = Seen(Still(board, stones, links))
    assert without.near(30, middle, 0) != WOOD.mark


@pytest.mark.parametrize("seats", (2, 3))
def test_black_and_white_carry_their_glyphs_where_more_than_two_play(seats: int):
    seen = Seen(Still(rectangle(5, 5), {6: 0, 18: 1}, seats=seats))
    for point, colour in ((6, 0), (18, 1)):
        plain = WOOD.stone(colour)
        ink = WOOD.stone(colour, many=True).glyph_ink
        middle = seen.near(point, 0, 0)
        assert distance(middle, ink if seats == 3 else plain.body) < 20


def test_a_last_move_whose_stone_is_gone_is_not_marked():
    assert draw(Still(hexhex(3), last=4)) == draw(Still(hexhex(3)))


@pytest.mark.parametrize("colour", COLOURS)
def test_captured_stones_are_ghosts(colour: int):
    board = hexhex(5)
    edge = RenderOptions(coordinates=Coordinates.EDGE)
    empty, ghost = Seen(Still(board), edge), Seen(Still(board, removed={30: colour}), edge)
    stone = Seen(Still(board, {30: colour}, {}), edge)
    for right, down in ((0.27, 0.1), (-0.27, -0.1), (0.25, -0.15), (-0.25, 0.15)):
        seen = ghost.near(30, right, down)
        assert seen == mix(WOOD.wood[0], WOOD.stones[colour].ghost, WOOD.ghost_opacity)
        assert distance(seen, empty.near(30, right, down)) > 15
        assert distance(seen, stone.near(30, right, down)) > 8
    assert ghost.near(30, 0.3, 0) != ghost.near(30, 0.3, 0.1)  # the line shows through
    for right, down in ((0.1, 0.1), (-0.1, -0.1), (0, 0)):  # hollow: a preview's stone is full
        assert ghost.near(30, right, down) == empty.near(30, right, down)


def test_a_stone_stands_over_the_ghost_on_its_point():
    """A move can fill a point that the same move emptied."""
    board = hexhex(3)
    assert draw(Still(board, {4: 0}, {}, removed={4: 1})) == draw(Still(board, {4: 0}, {}))


@pytest.mark.parametrize("owner", (*COLOURS, None))
def test_territory_is_marked_by_owner(owner: int | None):
    position = Still(hexhex(4), parts=parts_of(hexhex(4), {12: owner}))
    expected = None if owner is None else WOOD.stones[owner].body
    seen = Seen(position, RenderOptions(territory=True))
    if owner is None:  # hatched, see the tests of overlays
        assert seen.near(12) not in {stone.body for stone in WOOD.stones}
    else:
        assert seen.near(12, 0.1, 0.04) == expected
    assert draw(position) == draw(Still(hexhex(4)))  # only where it is asked for


def test_star_points_are_drawn():
    board = rectangle(9, 9)
    seen = Seen(Still(board))
    for star in board.stars:
        assert seen.near(star, 0.04, 0.04) == WOOD.line
    assert seen.near(0, 0.04, 0.04) != WOOD.line


def test_a_full_board_is_a_small_palette_picture():
    board = hexhex(7)
    for filled in (0.6, 0.8, 0.95):
        stones = scattered(board, 1, filled=filled)
        png = draw(Still(board, stones, related(board, stones), last=max(stones)))
        assert len(png) <= 100 * 1024
        image = Image.open(BytesIO(png))
        assert image.mode == "P"
        assert len(image.getpalette() or ()) == 3 * 85


def test_stones_carry_the_colours_of_the_palette_without_loss():
    """Nothing is approximated that has an entry: bodies, marks and wood come out exactly."""
    board = hexhex(7)
    stones = scattered(board, 5, COLOURS, 0.9)
    seen = Seen(Still(board, stones, related(board, stones)))
    for point, colour in stones.items():
        assert seen.near(point, 0.28, 0.12) == WOOD.stones[colour].body


@pytest.mark.slow
def test_any_position_can_be_drawn():
    for seed in range(40):
        board = BOARDS[seed % len(BOARDS)]
        stones = scattered(board, seed, COLOURS, (seed % 10) / 9)
        empty = [point for point in range(len(board)) if point not in stones]
        position = Still(
            board,
            stones,
            related(board, stones) if seed % 3 else None,
            last=next(iter(stones), None),
            removed=dict.fromkeys(empty[::3], seed % 6),
            parts=parts_of(board, {p: (None, *COLOURS)[p % 7] for p in empty}),
            controlled={p: p % 6 for p in empty[::2]},
            anchored=scattered(board, seed + 1, COLOURS, 0.4) if seed % 4 else None,
        )
        png = draw(position, RenderOptions(100 + 10 * seed, territory=seed % 2 == 0))
        Image.open(BytesIO(png)).verify()


@pytest.mark.slow
def test_the_same_position_gives_the_same_bytes_in_any_number_of_threads():
    positions = [
        (
            Still(
                board,
                stones,
                related(board, stones),
                last=min(stones),
                controlled=dict.fromkeys(range(len(board)), seed),
                anchored=dict(list(stones.items())[::2]),
                parts=parts_of(board, {p: p % 2 or None for p in range(len(board))}),
            ),
            RenderOptions(width, overlay=overlay),
        )
        for overlay in (Overlay.NONE, Overlay.GROUPS, Overlay.TERRITORY)
        for board in (hexhex(4), hexhex(5), rectangle(7, 7))
        for width in (300, 301)
        for seed in range(2)
        for stones in [scattered(board, seed, COLOURS)]
    ]
    tiles._others.clear()
    with ThreadPoolExecutor(8) as threads:
        at_once = list(threads.map(draw, *zip(*positions * 4, strict=True)))
    tiles._others.clear()
    one_by_one = [draw(*asked) for asked in positions]
    assert at_once == one_by_one * 4


@pytest.mark.slow
def test_sheets_of_all_themes_and_poses_are_kept_within_bounds():
    for turn, theme in enumerate(THEMES.values()):
        for mirror in (False, True):
            draw(Still(hexhex(5)), RenderOptions(1000, theme, turn=turn, mirror=mirror))
            area = sum(kept.layout.area for kept in tiles._others.values())
            assert area <= tiles.MOST_OTHER_PIXELS
    assert len(tiles._others) >= 2


def test_what_single_people_see_pushes_out_nothing_that_all_see():
    draw(Still(hexhex(5)))
    usual = tiles.tile_set(hexhex(5), WOOD, RenderOptions().width)
    for theme in THEMES.values():
        draw(Still(hexhex(5)), RenderOptions(1000, theme, turn=1))
    assert tiles.tile_set(hexhex(5), WOOD, RenderOptions().width) is usual


def test_sheets_are_kept_within_bounds():
    for side in range(2, 14):
        draw(Still(hexhex(side)))
    assert sum(kept.layout.area for kept in tiles._default.values()) <= tiles.MOST_PIXELS
    assert len(tiles._default) >= 2
    newest = tiles.tile_set(hexhex(13), WOOD, RenderOptions().width)
    assert tiles.tile_set(hexhex(13), WOOD, RenderOptions().width) is newest


def test_widths_out_of_range_and_colours_without_a_look_are_refused():
    for width in (99, 2001):
        with pytest.raises(ValueError, match="100 to 2000"):
            RenderOptions(width)
    with pytest.raises(IndexError):
        draw(Still(hexhex(2), {0: len(WOOD.stones)}))


def test_extreme_boards_stay_within_bounds():
    assert lay_out(rectangle(2, 25), 400, WOOD).height <= 500
    assert lay_out(rectangle(25, 2), 1000, WOOD).unit > 30
    assert zlib.crc32(draw(Still(rectangle(1, 2)), RenderOptions(200))) == zlib.crc32(
        draw(Still(rectangle(1, 2)), RenderOptions(200))
    )
