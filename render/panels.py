"""Pictures with panels: two boards side by side, a board with its score, or with a legend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from engine.position import Position
from render.background import typeface
from render.board_image import paint
from render.canvas import SCALE
from render.legend import LegendSign, draw_swatch
from render.options import Mark, Overlay, RenderOptions
from render.png import encode_png
from render.tiles import TileSet, tile_set

Rows = Sequence[Sequence[str]]
Words = Mapping[LegendSign, str]
NO_WORDS: Words = {}


@dataclass(frozen=True, slots=True)
class Side:
    """One of two boards in a picture."""

    position: Position
    caption: str
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    shown_since: Position | None = None
    """See `render.board_image.draw`."""


def draw_beside(left: Side, right: Side, options: RenderOptions, words: Words = NO_WORDS) -> bytes:
    """Two boards, each with a caption, as a PNG of the width in ``options``.

    The marks are those of the sides; ``words``: for their signs, at the bottom.
    """
    half = replace(options, width=max(100, options.width // 2))
    tile_sets = [_tiles(side.position, half) for side in (left, right)]
    boards = [
        _indices(paint(side.position, replace(half, marks=side.marks), tiles, side.shown_since))
        for side, tiles in zip((left, right), tile_sets, strict=True)
    ]
    theme, tiles = options.theme, tile_sets[0]
    height = max(board.height for board in boards)
    strip = round(theme.caption * half.width)
    pad = round(theme.panel_gap * half.width)
    whole = _transparent(tiles, (2 * half.width, height + strip + 2 * pad))
    for n, (side, board) in enumerate(zip((left, right), boards, strict=True)):
        whole.paste(board, (n * half.width, (height - board.height) // 2))
        card = _Card(tiles, (half.width - 2 * pad, strip))
        card.write(side.caption, strip * 0.5, (card.width / 2, strip / 2), card.width - strip, "m")
        whole.paste(card.indices(), (n * half.width + pad, height + pad))
    return encode_explained(whole, tiles, left.position, words)


def draw_explained(
    position: Position,
    options: RenderOptions,
    words: Words,
    *,
    shown_since: Position | None = None,
    lines: int = 0,
) -> bytes:
    """The board and, below it, ``words`` for each sign of its overlay and its marks; a PNG.

    ``lines``: room for at least so many lines of them, whether they are needed or not.
    """
    tiles = _tiles(position, options)
    board = _indices(paint(position, options, tiles, shown_since))
    return encode_explained(board, tiles, position, words, lines)


def draw_score(
    position: Position,
    rows: Rows,
    options: RenderOptions,
    *,
    shown_since: Position | None = None,
    words: Words = NO_WORDS,
    lines: int = 0,
) -> bytes:
    """The board with its territories and a table of the score, as a PNG.

    ``rows``: a name, then a value for each colour by its number; the last row is the sum. The table
    stands beside the board, which is as large as without, or below it if the board is too low for
    that, or its width is that of a phone. ``words``: for the signs of the territories, at the
    bottom, with room for at least ``lines`` lines.
    """
    theme, width = options.theme, options.width
    options = replace(options, overlay=Overlay.TERRITORY)
    tiles = _tiles(position, options)
    columns = max(len(row) for row in rows) - 1
    beside = width >= theme.panel_least and columns <= 3 and tiles.layout.height >= width * 0.7
    room = round(width * theme.panel_part / (1 - theme.panel_part)) if beside else width
    board = _indices(paint(position, options, tiles, shown_since))
    pad = round(theme.panel_gap * width)
    most = theme.panel_text[0] * room if beside else theme.panel_text[1] * width
    size = _text_size(rows, room - 2 * pad, most)
    card = _table(tiles, position, rows, min(room - 2 * pad, round(size * _needed(rows))), size)
    if beside:
        whole = _transparent(tiles, (width + room, max(board.height, card.height + 2 * pad)))
        whole.paste(board, (0, (whole.height - board.height) // 2))
        whole.paste(card, (width + (room - card.width) // 2, (whole.height - card.height) // 2))
    else:
        whole = _transparent(tiles, (width, board.height + card.height + pad))
        whole.paste(board, (0, 0))
        whole.paste(card, ((width - card.width) // 2, board.height))
    return encode_explained(whole, tiles, position, words, lines, size_of=width)


# --- the legend ---


def encode_explained(
    indices: Image.Image,
    tiles: TileSet,
    position: Position,
    words: Words,
    lines: int = 0,
    *,
    size_of: int = 0,
) -> bytes:
    """A picture in indices of the wide palette (mode ``L``) with a legend below it, as a PNG.

    ``lines``: room for at least so many. ``size_of``: the width of the picture for which the text
    is as large as in this one, by default its own.
    """
    indices = _with_legend(indices, tiles, position, words, lines, size_of or indices.width)
    picture = Image.frombytes("P", indices.size, indices.tobytes())
    picture.putpalette(tiles.wide_palette)
    return encode_png(picture, tiles.transparency)


def _with_legend(
    above: Image.Image,
    tiles: TileSet,
    position: Position,
    words: Words,
    least_lines: int,
    size_of: int,
) -> Image.Image:
    """A picture with the legend below it, in as many lines as it needs."""
    if not words and not least_lines:
        return above
    theme, width = tiles.theme, above.width
    pad = round(theme.panel_gap * size_of)
    size = max(theme.legend_least, theme.legend_text * size_of)
    swatch, gap, line = round(1.5 * size), 0.45 * size, 2 * size
    room = width - 2 * pad - 2 * size
    font = typeface(size)
    lines: list[list[tuple[Image.Image, str, float]]] = []
    used = 0.0
    for sign, text in words.items():
        picture = draw_swatch(tiles, position, sign, swatch)
        wide = min(picture.width + gap + font.getlength(text), room)
        if not lines or used + 1.2 * size + wide > room:
            lines.append([])
            used = -1.2 * size
        lines[-1].append((picture, text, wide))
        used += 1.2 * size + wide

    def height(number: int) -> int:
        return round(line * number + 0.6 * size)

    rows = max(len(lines), least_lines)
    whole = _transparent(tiles, (width, above.height + height(rows) + pad))
    whole.paste(above, (0, 0))
    if not lines:
        return whole
    card = _Card(tiles, (width - 2 * pad, height(len(lines))))
    for n, items in enumerate(lines):
        across = sum(wide for *_, wide in items) + 1.2 * size * (len(items) - 1)
        x, y = (card.width - across) / 2, 0.3 * size + line * (n + 0.5)
        for picture, text, wide in items:
            card.paste(picture, (round(x), round(y - swatch / 2)))
            at = x + picture.width + gap, y
            card.write(text, size, at, wide - picture.width - gap + 1, "l")
            x += wide + 1.2 * size
    whole.paste(card.indices(), (pad, above.height))
    return whole


# --- the table ---

LINE, EDGE = 1.7, 0.9
"""Height of a row and width of the margin of the table, in heights of its font."""


def _text_size(rows: Rows, room: int, most: float) -> float:
    """The height of the font at which the widest row fits, at most ``most``."""
    return max(6, min(most, room / _needed(rows)))


def _needed(rows: Rows) -> float:
    """The width of the table, in heights of its font."""
    font = typeface(100)
    first = max(font.getlength(row[0]) for row in rows) / 100
    cell = max(font.getlength(text) for row in rows for text in row[1:]) / 100 + 0.9
    return first + max(2.6, cell) * (max(len(row) for row in rows) - 1) + 2 * EDGE


def _table(tiles: TileSet, position: Position, rows: Rows, width: int, size: float) -> Image.Image:
    """The rows below a stone of each colour, with a line above the last row."""
    many = len(position.colours or ()) > 2
    line, edge = LINE * size, EDGE * size
    columns = max(len(row) for row in rows) - 1
    card = _Card(tiles, (width, round(line * (len(rows) + 1) + 2 * edge)))
    first = max(typeface(size).getlength(row[0]) for row in rows)
    step = (width - 2 * edge - first) / max(1, columns)
    right = [width - edge - step * (columns - 1 - n) for n in range(columns)]
    for colour in range(columns):
        card.stone(colour, (right[colour] - size * 0.55, edge + line / 2), size * 0.62, many=many)
    for n, row in enumerate(rows):
        middle = edge + line * (n + 1.5)
        last = n == len(rows) - 1
        if last:
            card.rule(edge * 0.7, width - edge * 0.7, middle - line / 2)
        card.write(row[0], size, (edge, middle), first + 1, "l")
        for text, x in zip(row[1:], right, strict=False):
            card.write(text, size, (x, middle), step, "r")
    return card.indices()


class _Card:
    """A rectangle with rounded corners, text and small pictures."""

    def __init__(self, tiles: TileSet, size: tuple[int, int]) -> None:
        self.tiles, self.width = tiles, size[0]
        self.theme = tiles.theme
        self._picture = Image.new("RGB", size, self.theme.panel)
        self._draw = ImageDraw.Draw(self._picture)

    def write(
        self, text: str, size: float, at: tuple[float, float], room: float, side: str
    ) -> None:
        """Text of at most ``room`` pixels: reduced if too long, cut off if it would be tiny."""
        length = typeface(size).getlength(text) or 1
        font = typeface(max(size * min(1, room / length), size * 0.6))
        line = text
        while line and font.getlength(line) > room:
            text = text[:-1]
            line = text.rstrip() + "…"
            if not text:
                line = ""
        x, y = at
        rise = -font.getbbox("0", anchor="ls")[1] / 2
        self._draw.text((x, y + rise), line, self.theme.panel_ink, font, anchor=f"{side}s")

    def rule(self, left: float, right: float, y: float) -> None:
        """A horizontal line."""
        self._draw.rectangle((left, y, right, y + max(1, self.width // 300)), self.theme.panel_ink)

    def stone(self, colour: int, at: tuple[float, float], radius: float, *, many: bool) -> None:
        """A stone of a colour, with its glyph if its stones have one."""
        sprites = self.tiles.sprites.sized(max(4, round(radius / self.theme.radius)))
        sprite = sprites.stone(self.theme.stone(colour, many=many), self.theme.radius)
        sprite.onto(self._picture, (round(at[0]), round(at[1])))

    def paste(self, picture: Image.Image, corner: tuple[int, int]) -> None:
        """A small picture in RGB, its upper left pixel at ``corner``."""
        self._picture.paste(picture, corner)

    def indices(self) -> Image.Image:
        """The card in indices of the wide palette (mode ``L``)."""
        tiles = self.tiles
        indices = tiles.to_palette(self._picture, Image.new("L", self._picture.size))
        whole = _transparent(tiles, indices.size)
        whole.paste(
            self.theme.palette.index(self.theme.edge_dark), mask=self._rounded(0).point(_OPAQUE)
        )
        whole.paste(indices, mask=self._rounded(max(1, round(self.width / 250))).point(_OPAQUE))
        # Pixels that the card covers in part are translucent, like those at the edge of a board.
        clear, edges = _transparent_entry(tiles), len(self.theme.edge_alphas)
        soft = [clear] * 32 + [clear + 1 + (level - 32) * edges // 198 for level in range(32, 230)]
        rim = self._rounded(0)
        whole.paste(
            rim.point([*soft, *[clear] * 26]), mask=rim.point([0] * 32 + [255] * 198 + [0] * 26)
        )
        return whole

    def _rounded(self, inset: int) -> Image.Image:
        """How much of each pixel the card covers if every side is ``inset`` pixels further in."""
        width, height = self._picture.size
        mask = Image.new("L", (width * SCALE, height * SCALE))
        radius = (self.theme.card_corner * min(width, height) - inset) * SCALE
        edge = inset * SCALE
        box = (edge, edge, width * SCALE - 1 - edge, height * SCALE - 1 - edge)
        ImageDraw.Draw(mask).rounded_rectangle(box, max(1, radius), 255)
        return mask.reduce(SCALE)


_OPAQUE = [0] * 230 + [255] * 26


# --- palette indices ---


def _tiles(position: Position, options: RenderOptions) -> TileSet:
    return tile_set(
        position.board, options.theme, options.width, options.pose, labelled=options.labelled
    )


def _indices(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def _transparent(tiles: TileSet, size: tuple[int, int]) -> Image.Image:
    """A fully transparent picture."""
    return Image.new("L", size, _transparent_entry(tiles))


def _transparent_entry(tiles: TileSet) -> int:
    """The index of the palette entry that is fully transparent."""
    return len(tiles.theme.palette) - len(tiles.theme.alphas)
