"""The picture of a move before it is played."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine.board import Board, hexhex, rectangle
from engine.position import Link
from render.board_image import draw
from render.layout import lay_out
from render.legend import LegendSign, Meaning
from render.options import Coordinates, Mark, RenderOptions, Sign
from render.preview import draw_preview, preview_signs
from render.theme import RGB, THEMES, WOOD, Theme
from tests.render.looking import distance
from tests.render.still import Still

BOARD = hexhex(4)


def at(
    png: bytes,
    point: int,
    options: RenderOptions,
    right: float = 0,
    down: float = 0,
    board: Board = BOARD,
) -> RGB:
    """The colour beside a point."""
    layout = lay_out(board, options.width, options.theme, options.pose, labelled=options.labelled)
    x, y = layout.pixel(board.centres[point])
    where = (round(x + right * layout.unit), round(y + down * layout.unit))
    found = Image.open(BytesIO(png)).convert("RGBA").getpixel(where)
    assert isinstance(found, tuple)
    red, green, blue, _ = found
    return red, green, blue


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_new_stone_shines_through(theme: Theme):
    options = RenderOptions(width=600, theme=theme)
    before = Still(BOARD, {3: 0}, {})
    after = Still(BOARD, {3: 0, 20: 1}, {}, last=None)
    png = draw_preview(before, after, options)
    empty, full = (at(draw(p, options), 20, options, 0.2, 0.2) for p in (before, after))
    shown = at(png, 20, options, 0.2, 0.2)
    assert distance(shown, empty) > 10
    assert distance(shown, full) > 5
    assert at(png, 3, options) == at(draw(before, options), 3, options)  # the others are as before


@pytest.mark.parametrize("seats", (2, 3))
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_ring_on_it_is_drawn_in_full_and_not_its_points_name(theme: Theme, seats: int):
    """So the stone is clear under its ring."""
    options = RenderOptions(width=800, theme=theme)
    before = Still(BOARD, {3: 0}, {}, seats=seats)
    after = Still(BOARD, {3: 0, 20: 1}, {}, last=20, seats=seats)
    png = draw_preview(before, after, options)
    stone = theme.stone(1, many=seats > 2)
    outer, inner = theme.glyph_ring if stone.glyph else theme.ring
    ring = at(png, 20, options, (outer + inner) / 2 * theme.radius)
    assert distance(ring, theme.last_mark(many=seats > 2)) < 12
    bare = draw_preview(before, after, replace(options, coordinates=Coordinates.EDGE))
    for right in range(-3, 4):
        for down in range(-3, 4):
            place = right / 10, down / 10
            assert at(png, 20, options, *place) == at(bare, 20, options, *place)


def test_on_a_large_board_the_points_around_it_carry_their_names():
    """As they will if it is played."""
    board, options = hexhex(7), RenderOptions(width=1000)
    before, after = Still(board, {3: 0}, {}, last=3), Still(board, {3: 0, 60: 1}, {}, last=60)
    seen, then = draw_preview(before, after, options), draw(after, options)
    for point in board.neighbours[60]:
        for right in range(-3, 4):
            assert at(seen, point, options, right / 10, board=board) == at(
                then, point, options, right / 10, board=board
            )


def test_a_captured_stone_fades_inside_a_red_outline():
    options = RenderOptions(width=600, marks={20: Mark(Sign.TRAPPED)})
    before = Still(BOARD, {20: 0, 3: 1}, {})
    after = Still(BOARD, {3: 1, 21: 1}, {}, removed={20: 0})
    png = draw_preview(before, after, options)
    assert distance(at(png, 20, options), WOOD.stones[0].body) > 20
    edge = at(png, 20, options, 0, WOOD.radius + WOOD.halo / 2)
    assert distance(edge, WOOD.mark) < 40


def test_what_an_earlier_move_captured_is_not_in_the_preview():
    options = RenderOptions(width=600)
    after = Still(BOARD, {3: 0, 20: 1}, {})
    plain = draw_preview(Still(BOARD, {3: 0}, {}), after, options)
    assert draw_preview(Still(BOARD, {3: 0}, {}, removed={12: 1}), after, options) == plain


def test_a_point_from_which_the_stone_can_be_captured_has_a_red_ring():
    options = RenderOptions(width=600, marks={21: Mark(Sign.ANSWER)})
    before, after = Still(BOARD, {3: 0}, {}), Still(BOARD, {3: 0, 20: 1}, {}, last=20)
    outer, inner = WOOD.liberty_mark
    ring = at(draw_preview(before, after, options), 21, options, (outer + inner) / 2)
    assert distance(ring, WOOD.mark) < 30


def test_a_preview_has_a_legend_for_its_stone_and_its_marks():
    options = RenderOptions(width=600, marks={5: Mark(Sign.TRAPPED), 21: Mark(Sign.ANSWER)})
    before, after = Still(BOARD, {3: 0, 5: 0}, {}), Still(BOARD, {3: 0, 20: 1}, {}, last=20)
    found = preview_signs(after, options)
    assert found == (
        LegendSign(Meaning.PREVIEWED, 1),
        LegendSign(Sign.TRAPPED, None),
        LegendSign(Sign.ANSWER),
    )
    plain = Image.open(BytesIO(draw_preview(before, after, options)))
    words = {sign: sign.meaning.value for sign in found}
    whole = Image.open(BytesIO(draw_preview(before, after, options, words=words)))
    assert whole.width == plain.width and whole.height > plain.height
    lost = Still(BOARD, {3: 0}, {}, last=None)  # a stone that its own move removes
    assert preview_signs(lost, RenderOptions()) == ()


def test_a_new_cut_is_drawn_in_full():
    options = RenderOptions(width=600)
    edge = next((p, q) for p, q in BOARD.edges if p == 18)
    stones = {edge[0]: 0, edge[1]: 0}
    before = Still(BOARD, stones, {edge: Link.OPEN})
    after = Still(BOARD, {**stones, 3: 1}, {edge: Link.CUT})
    (x, y), (u, v) = (BOARD.centres[point] for point in edge)
    middle = ((u - x) / 2, (v - y) / 2)
    told = at(draw_preview(before, after, options, [edge]), edge[0], options, *middle)
    assert distance(told, WOOD.mark) < 30
    faint = at(draw_preview(before, after, options), edge[0], options, *middle)
    assert distance(faint, WOOD.mark) > distance(told, WOOD.mark)


@pytest.mark.parametrize("board", [rectangle(2, 2), rectangle(25, 3), hexhex(13)])
def test_on_any_board_in_any_pose(board: Board):
    before = Still(board, {0: 0})
    after = Still(board, {0: 0, 1: 1})
    options = RenderOptions(width=400, turn=1, mirror=True)
    seen = Image.open(BytesIO(draw_preview(before, after, options)))
    assert seen.size == Image.open(BytesIO(draw(after, options))).size
