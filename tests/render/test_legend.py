"""The legend under a board: a small picture and words for each sign of an overlay."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.board import rectangle
from engine.position import Position
from render.board_image import draw
from render.legend import LegendSign, Meaning, draw_swatch, mark_signs, signs
from render.options import Mark, Overlay, RenderOptions, Sign
from render.panels import draw_explained, draw_score
from render.theme import THEMES, WOOD
from render.tiles import tile_set
from tests.render.scenes import anchored, colourful, kee_game, keil_game, ki_game, score_rows
from tests.render.still import Still

KEIL, KI, KEE = keil_game(5, 36, 7), ki_game(60, 5), kee_game(9, 2, 60, 4)
COLOURED = (
    "owned",
    "controlled",
    "dotted",
    "other-there",
    "captured",
    "previewed",
    "expected",
    "likely",
)
EVERY_SIGN = [
    LegendSign(meaning, colour)
    for meaning in Meaning
    for colour in ((0, 1) if meaning in COLOURED else (None,))
]
EVERY_MARK = [LegendSign(sign) for sign in Sign]


def found(position: Position, overlay: Overlay, group: int | None = None) -> list[str]:
    options = RenderOptions(overlay=overlay, group=group)
    return [
        sign.meaning.value + ("" if sign.colour is None else f" {sign.colour}")
        for sign in signs(position, options)
    ]


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def words(position: Position, options: RenderOptions) -> dict[LegendSign, str]:
    return {sign: sign.meaning.value for sign in signs(position, options)}


def test_the_signs_of_each_overlay():
    assert found(KEIL, Overlay.NONE) == []
    assert found(KEIL, Overlay.GROUPS) == ["group", "linked", "open", "cut"]
    assert found(KEE, Overlay.GROUPS) == ["group"]
    assert found(KEIL, Overlay.LIBERTIES) == ["count"]
    assert found(KEIL, Overlay.LIBERTIES, next(iter(KEIL.groups()))[0]) == ["count", "liberty"]
    assert found(KEIL, Overlay.ATARI) == ["atari", "last-liberty"]
    assert found(KEIL, Overlay.TERRITORY) == ["owned 0", "owned 1", "neutral"]
    assert found(KI, Overlay.CONTROL) == ["controlled 0", "controlled 1", "captured 0"]
    assert found(anchored(range(2)), Overlay.ANCHOR) == [
        *("differs", "only-there", "other-there 0", "other-there 1", "new", "captured 0"),
    ]
    owned, captured = ([f"{what} {c}" for c in range(6)] for what in ("owned", "captured"))
    assert found(colourful(), Overlay.TERRITORY) == [*owned, "neutral", *captured]


def test_the_dots_of_every_board_on_controlled_points_are_signs():
    assert found(KI, Overlay.NONE) == ["dotted 0", "dotted 1", "captured 0"]
    board = rectangle(5, 5)
    still = Still(board, {0: 0}, controlled={3: 1, 0: 0})  # a stone covers one of the dots
    assert found(still, Overlay.NONE) == ["dotted 1"]
    hidden = signs(still, RenderOptions(marks={3: Mark(Sign.FREE)}))
    assert hidden == (LegendSign(Sign.FREE),)
    assert signs(still, RenderOptions(labels={3: "A"})) == ()


def test_the_corners_at_which_the_anchor_differs_are_signs():
    board = rectangle(5, 5)
    moved = Still(board, {0: 0, 7: 1}, anchored={0: 0, 3: 1, 4: 0})
    assert found(moved, Overlay.NONE) == ["corners 0", "corners 1", "corner"]
    same = Still(board, {0: 0}, anchored={0: 0})
    assert found(same, Overlay.NONE) == []
    hidden = signs(moved, RenderOptions(marks={7: Mark(Sign.WATCHED)}))
    assert hidden == (
        LegendSign(Sign.WATCHED, 1),
        LegendSign(Meaning.CORNERS, 0),
        LegendSign(Meaning.CORNERS, 1),
    )
    for sign in (LegendSign(Meaning.CORNERS, 1), LegendSign(Meaning.CORNER)):
        options = RenderOptions(400)
        assert opened(draw_explained(moved, options, {sign: "anchor"})).height > 0


def test_stones_that_were_captured_just_now_are_signs():
    board = rectangle(5, 5)
    assert found(Still(board, {0: 0}, removed={3: 1, 4: 1, 7: 0}), Overlay.NONE) == [
        *("captured 0", "captured 1"),
    ]
    filled = Still(board, {3: 0}, removed={3: 1})  # a stone covers the ghost
    assert found(filled, Overlay.NONE) == []
    later, since = Still(board, {0: 0}), Still(board, {0: 0}, removed={3: 1})
    shown = signs(later, RenderOptions(), since)
    assert shown == (LegendSign(Meaning.CAPTURED, 1),)


def test_marks_are_signs_each_once_in_the_colour_of_its_first_stone():
    marks = {
        0: Mark(Sign.WATCHED),
        1: Mark(Sign.WATCHED),
        2: Mark(Sign.REFUSED, 0),
        3: Mark(Sign.FREE),
    }
    position = Still(rectangle(5, 5), {0: 1, 1: 0})
    assert signs(position, RenderOptions(marks=marks)) == (
        LegendSign(Sign.REFUSED, 0),
        LegendSign(Sign.WATCHED, 1),
        LegendSign(Sign.FREE),
    )


def test_a_finished_game_has_the_signs_of_its_territories():
    position = keil_game(4, 30, 2, over=True)
    assert signs(position, RenderOptions(territory=True)) == signs(
        position, RenderOptions(overlay=Overlay.TERRITORY)
    )


@pytest.mark.parametrize("overlay", Overlay)
def test_a_board_on_which_an_overlay_shows_nothing_has_no_legend(overlay: Overlay):
    empty = Still(rectangle(5, 5))
    assert found(empty, overlay) == []
    options = RenderOptions(400, overlay=overlay)
    plain, explained = draw(empty, options), draw_explained(empty, options, {})
    assert opened(plain).tobytes() == opened(explained).tobytes()


@pytest.mark.parametrize("width", (400, 600, 1000))
@pytest.mark.parametrize("theme", THEMES)
def test_the_board_is_as_without_a_legend_and_the_legend_below_it(theme: str, width: int):
    options = RenderOptions(width, THEMES[theme], overlay=Overlay.GROUPS)
    board = opened(draw(KEIL, options))
    whole = opened(draw_explained(KEIL, options, words(KEIL, options)))
    assert whole.width == board.width == width
    assert board.height < whole.height <= 1.25 * board.height
    difference = ImageChops.difference(whole.crop((0, 0, *board.size)), board)
    assert difference.getbbox(alpha_only=False) is None
    below = whole.crop((0, board.height, *whole.size)).getchannel("A")
    assert below.getextrema()[1] == 255
    for x, y in ((0, 0), (below.width - 1, below.height - 1)):
        assert below.getpixel((x, y)) == 0  # its corners are round, and it touches no edge


def test_long_words_make_more_lines_and_none_is_wider_than_the_picture():
    options = RenderOptions(400, overlay=Overlay.TERRITORY)
    short, long = (
        opened(draw_explained(colourful(), options, dict.fromkeys(signs(colourful(), options), w)))
        for w in ("mine", "one of the many points that belong to somebody")
    )
    assert short.width == long.width == 400 and long.height > short.height
    opened(draw_explained(colourful(), options, {LegendSign(Meaning.NEUTRAL): "x" * 500}))


def test_a_score_has_the_legend_of_the_territories():
    position, options = keil_game(4, 30, 2, over=True), RenderOptions(720)
    rows = score_rows(position)
    signed = RenderOptions(720, overlay=Overlay.TERRITORY)
    plain = opened(draw_score(position, rows, options))
    whole = opened(draw_score(position, rows, options, words=words(position, signed)))
    assert whole.width == plain.width and whole.height > plain.height


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", (19, 30, 50))
def test_every_sign_has_a_small_picture_of_its_own(theme: str, size: int):
    tiles = tile_set(KEIL.board, THEMES[theme], 1000)
    drawn = {sign: draw_swatch(tiles, KEIL, sign, size) for sign in EVERY_SIGN}
    assert all(picture.height == size <= picture.width <= 2 * size for picture in drawn.values())
    assert len({picture.tobytes() for picture in drawn.values()}) == len(EVERY_SIGN)
    marks = {draw_swatch(tiles, KEIL, sign, size).tobytes() for sign in EVERY_MARK}
    assert len(marks) == len(EVERY_MARK)


def test_a_mark_on_a_captured_stone_has_the_colour_of_that_stone():
    after = next(
        position
        for position in (keil_game(5, plies, 3) for plies in range(100))
        if 1 in position.captured.values()
    )
    gone = next(iter(after.captured))
    (sign,) = mark_signs(after, {gone: Mark(Sign.TRAPPED)})
    assert sign == LegendSign(Sign.TRAPPED, 1)


def test_signs_have_the_colours_that_they_have_on_the_board():
    tiles = tile_set(KEIL.board, WOOD, 1000)
    for meaning, ink in (
        (Meaning.ATARI, WOOD.mark),
        (Meaning.LAST_LIBERTY, WOOD.mark),
        (Meaning.LIBERTY, WOOD.accent),
        (Meaning.CUT, WOOD.mark),
        (Meaning.GROUP, WOOD.groups[0]),
        (Meaning.GROUP, WOOD.groups[1]),  # neighbouring groups have both
        (Sign.TRAPPED, WOOD.mark),
        (Sign.WATCHED, WOOD.accent),
        (Sign.REFUSED, WOOD.mark),
        (Sign.FREE, WOOD.accent),
        (Sign.ANSWER, WOOD.mark),
    ):
        colours = draw_swatch(tiles, KEIL, LegendSign(meaning), 40).getcolors(4000) or ()
        assert ink in {colour for _, colour in colours}, meaning
