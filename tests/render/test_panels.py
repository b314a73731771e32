"""Two boards side by side, and the score beside its board."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from engine.board import hexhex, rectangle
from render.board_image import draw
from render.legend import LegendSign, Meaning
from render.options import Mark, Overlay, RenderOptions, Sign
from render.panels import NO_WORDS, Side, draw_beside, draw_explained, draw_score
from render.theme import RGB, THEMES, WOOD
from tests.render.still import Still, parts_of, related, scattered

ROWS = (("Stones", "30", "25"), ("Territory", "12", "13½"), ("Total", "42", "38½"))


def seen(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def where(picture: Image.Image, wanted: RGB) -> Image.Image:
    """A mask of the pixels that have exactly this colour."""
    apart = ImageChops.difference(picture.convert("RGB"), Image.new("RGB", picture.size, wanted))
    red, green, blue = apart.split()
    farthest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return farthest.point([255] + [0] * 255)


def finished(seats: int = 2) -> Still:
    board = hexhex(4) if seats == 2 else rectangle(9, 9)
    stones = scattered(board, 3, range(seats), 0.6)
    empty = [point for point in range(len(board)) if point not in stones]
    links = related(board, stones) if seats == 2 else None
    owners = {p: (None, *range(seats))[p % (seats + 1)] for p in empty}
    return Still(board, stones, links, parts=parts_of(board, owners), seats=seats)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", (400, 1000))
def test_the_score_stands_beside_or_below_the_board_by_owners_in_its_size(width: int, theme: str):
    options = RenderOptions(width, THEMES[theme])
    picture = seen(draw_score(finished(), ROWS, options))
    assert picture.width == (width if width < 700 else pytest.approx(width / 0.64, abs=1))
    board = seen(draw(finished(), replace(options, overlay=Overlay.TERRITORY)))
    top = 0 if width < 700 else (picture.height - board.height) // 2
    found = picture.crop((0, top, board.width, top + board.height))
    assert ImageChops.difference(found, board).getbbox(alpha_only=False) is None


@pytest.mark.parametrize("width", (400, 1000))
@pytest.mark.parametrize("seats", (2, 3, 6, 8))
def test_each_column_stands_under_a_stone_of_its_colour(seats: int, width: int):
    names = ("Stones", "Total")
    rows = [(name, *(str(10 * n) for n in range(seats))) for name in names]
    position = finished(seats)
    picture = seen(draw_score(position, rows, RenderOptions(width)))
    box = where(picture, WOOD.panel).getbbox()
    assert box is not None
    card = picture.crop(box)
    heads = card.crop((0, 0, card.width, card.height // 3))
    middles: list[float] = []
    for colour in range(seats):
        found = where(heads, WOOD.stones[colour].body)
        columns = found.resize((found.width, 1), Image.Resampling.BOX).tobytes()
        assert any(columns)
        middles.append(sum(x * much for x, much in enumerate(columns)) / sum(columns))
    assert middles == sorted(middles)  # by the numbers of the colours, from left to right
    assert where(card, WOOD.panel_ink).getbbox() is not None


def test_every_cell_is_written():
    """A text that differs changes the picture, and only on the card."""
    first = seen(draw_score(finished(), ROWS, RenderOptions(1000)))
    for row in range(3):
        for cell in range(3):
            rows = [list(texts) for texts in ROWS]
            rows[row][cell] = "7"
            other = seen(draw_score(finished(), rows, RenderOptions(1000)))
            box = ImageChops.difference(first, other).getbbox(alpha_only=False)
            assert box is not None and box[0] > 1000


@pytest.mark.parametrize("width", (100, 400, 1000, 2000))
def test_long_words_and_many_rows_stay_on_the_card(width: int):
    rows = [("Something with a very long name indeed", "1234.5", "-1000.5")] * 9
    picture = seen(draw_score(finished(), rows, RenderOptions(width)))
    whole = picture.width
    assert whole == (width if width < 700 else pytest.approx(width / 0.64, abs=1))
    frame = picture.getchannel("A")
    inside = frame.getbbox()
    assert inside is not None and inside[2] <= whole and inside[3] <= picture.height
    for x in (0, whole - 1):
        column = picture.crop((x, 0, x + 1, picture.height))
        assert where(column, WOOD.panel_ink).getbbox() is None


@pytest.mark.parametrize("width", (600, 1000))
def test_boards_keep_their_size_with_room_for_two_lines_of_legend(width: int):
    """On a desktop Discord reduces pictures to a height: a line more, and the board shrinks."""
    position, view = finished(), RenderOptions(width)
    several = {LegendSign(Meaning.OWNED, 0): "Black’s points", LegendSign(Meaning.NEUTRAL): "any"}
    legends = (NO_WORDS, {LegendSign(Meaning.COUNT): "number of liberties"}, several)
    pictures = [seen(draw_explained(position, view, words, lines=2)) for words in legends]
    assert len({picture.size for picture in pictures}) == 1
    board = seen(draw(position, view))
    for picture in pictures:
        found = picture.crop((0, 0, *board.size))
        assert ImageChops.difference(found, board).getbbox(alpha_only=False) is None
    blank = pictures[0].crop((0, board.height, width, pictures[0].height))
    assert blank.getchannel("A").getextrema() == (0, 0)
    if width == 1000:
        score = seen(draw_score(position, ROWS, view, words=several, lines=2))
        assert score.height == pictures[0].height
        assert score.width / 550 < score.height / 350, "its height decides there, too"


def test_two_boards_stand_side_by_side_each_with_its_marks():
    board = hexhex(4)
    stones = scattered(board, 3)
    left = Side(Still(board, stones, related(board, stones)), "Now", {12: Mark(Sign.REFUSED, 1)})
    right = Side(Still(board), "After move 0")
    picture = seen(draw_beside(left, right, RenderOptions(800)))
    assert picture.width == 800
    for n, side in enumerate((left, right)):
        alone = seen(draw(side.position, RenderOptions(400, marks=side.marks)))
        found = picture.crop((400 * n, 0, 400 * (n + 1), alone.height))
        assert ImageChops.difference(found, alone).getbbox(alpha_only=False) is None


@pytest.mark.parametrize("caption", ("", "Now", "A caption that goes on and on " * 4))
def test_a_caption_stands_under_its_board_and_nowhere_else(caption: str):
    one, other = (
        seen(draw_beside(Side(finished(), "!"), Side(finished(), text), RenderOptions(800)))
        for text in ("?", caption)
    )
    box = ImageChops.difference(one, other).getbbox(alpha_only=False)
    assert box is not None
    assert box[0] > 400 and box[1] > one.height * 0.8 and box[2] < 796


def test_boards_of_different_shapes_stand_beside_each_other():
    picture = seen(
        draw_beside(
            Side(Still(rectangle(2, 25)), "tall"),
            Side(Still(rectangle(25, 2)), "wide"),
            RenderOptions(800),
        )
    )
    assert picture.size[0] == 800


def test_the_same_gives_the_same_bytes():
    for options in (RenderOptions(300), RenderOptions(900, THEMES["dark"], turn=2, mirror=True)):
        assert draw_score(finished(), ROWS, options) == draw_score(finished(), ROWS, options)
        sides = Side(finished(), "a"), Side(finished(), "b")
        assert draw_beside(*sides, options) == draw_beside(*sides, options)
