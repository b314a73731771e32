"""Pictures of more than one board: two side by side, and the score beside the board it is of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from engine.position import Position
from render.board_image import encode, paint
from render.canvas import SCALE
from render.ground import typeface
from render.sheet import Sheet, sheet
from render.theme import RGB
from render.view import Mark, Overlay, View

Rows = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Side:
    """One of two boards that are shown together."""

    position: Position
    caption: str
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    lately: Position | None = None
    """See `render.board_image.draw`."""


def draw_beside(left: Side, right: Side, view: View) -> bytes:
    """Two boards with a caption each, together as wide as the view, as a PNG.

    The marks are those of the sides.
    """
    half = replace(view, width=max(100, view.width // 2))
    sheets = [_sheet(side.position, half) for side in (left, right)]
    boards = [
        _numbers(paint(side.position, replace(half, marks=side.marks), made, side.lately))
        for side, made in zip((left, right), sheets, strict=True)
    ]
    theme, made = view.theme, sheets[0]
    height = max(board.height for board in boards)
    strip = round(theme.caption * half.width)
    pad = round(theme.panel_gap * half.width)
    whole = _clear(made, (2 * half.width, height + strip + 2 * pad))
    for n, (side, board) in enumerate(zip((left, right), boards, strict=True)):
        whole.paste(board, (n * half.width, (height - board.height) // 2))
        card = _Card(made, (half.width - 2 * pad, strip))
        card.write(side.caption, strip * 0.5, (card.width / 2, strip / 2), card.width - strip, "m")
        whole.paste(card.numbers(), (n * half.width + pad, height + pad))
    return _encoded(whole, made)


def draw_score(
    position: Position, rows: Rows, view: View, *, lately: Position | None = None
) -> bytes:
    """The board by owners and the arithmetic of the score, as a PNG as wide as the view.

    ``rows``: the first cell says what is counted, then comes one for each colour, in the order of
    their numbers. The last row is the sum. The table stands beside the board or, where that leaves
    too little room for either, below.
    """
    theme, width = view.theme, view.width
    view = replace(view, overlay=Overlay.TERRITORY)
    part = round(width * (1 - theme.panel_part))
    narrow = replace(view, width=max(100, part))
    beside = _sheet(position, narrow)
    columns = max(len(row) for row in rows) - 1
    if width >= theme.panel_least and columns <= 3 and beside.layout.height >= part * 0.7:
        made, view = beside, narrow
        room = width - part
    else:
        made = _sheet(position, view)
        room = width
    board = _numbers(paint(position, view, made, lately))
    pad = round(theme.panel_gap * width)
    most = theme.panel_text[0] * room if room < width else theme.panel_text[1] * width
    size = _text_size(rows, room - 2 * pad, most)
    card = _table(made, position, rows, min(room - 2 * pad, round(size * _needed(rows))), size)
    if room < width:
        whole = _clear(made, (width, max(board.height, card.height + 2 * pad)))
        whole.paste(board, (0, (whole.height - board.height) // 2))
        whole.paste(card, (part + (room - card.width) // 2, (whole.height - card.height) // 2))
    else:
        whole = _clear(made, (width, board.height + card.height + pad))
        whole.paste(board, (0, 0))
        whole.paste(card, ((width - card.width) // 2, board.height))
    return _encoded(whole, made)


# --- the table ---

LINE, EDGE = 1.7, 0.9
"""Height of a row and width of the empty edge of the table, in heights of its font."""


def _text_size(rows: Rows, room: int, most: float) -> float:
    """The height of the font with which the widest row fits, at most ``most``."""
    return max(6, min(most, room / _needed(rows)))


def _needed(rows: Rows) -> float:
    """How wide the table is, in heights of its font."""
    font = typeface(100)
    first = max(font.getlength(row[0]) for row in rows) / 100
    cell = max(font.getlength(text) for row in rows for text in row[1:]) / 100 + 0.9
    return first + max(2.6, cell) * (max(len(row) for row in rows) - 1) + 2 * EDGE


def _table(made: Sheet, position: Position, rows: Rows, width: int, size: float) -> Image.Image:
    """The rows under a stone of each colour, a line over the last one."""
    many = len(position.colours or ()) > 2
    line, edge = LINE * size, EDGE * size
    columns = max(len(row) for row in rows) - 1
    card = _Card(made, (width, round(line * (len(rows) + 1) + 2 * edge)))
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
    return card.numbers()


class _Card:
    """A sheet of paper with round corners to write on."""

    def __init__(self, made: Sheet, size: tuple[int, int]) -> None:
        self.made, self.width = made, size[0]
        self.theme = made.theme
        self._picture = Image.new("RGB", size, self.theme.panel)
        self._draw = ImageDraw.Draw(self._picture)

    def write(
        self, text: str, size: float, at: tuple[float, float], room: float, side: str
    ) -> None:
        """Text within ``room``: smaller where it is too long, cut off where it would be tiny."""
        length = typeface(size).getlength(text) or 1
        font = typeface(max(size * min(1, room / length), size * 0.6))
        shown = text
        while shown and font.getlength(shown) > room:
            text = text[:-1]
            shown = text.rstrip() + "…"
            if not text:
                shown = ""
        x, y = at
        rise = -font.getbbox("0", anchor="ls")[1] / 2
        self._draw.text((x, y + rise), shown, self.theme.panel_ink, font, anchor=f"{side}s")

    def rule(self, left: float, right: float, y: float) -> None:
        """A level line."""
        self._draw.rectangle((left, y, right, y + max(1, self.width // 300)), self.theme.panel_ink)

    def stone(self, colour: int, at: tuple[float, float], radius: float, *, many: bool) -> None:
        """A stone of a colour, with its glyph where stones have one."""
        brush = self.made.brush.sized(max(4, round(radius / self.theme.radius)))
        sprite = brush.stone(self.theme.look(colour, many=many), self.theme.radius)
        sprite.onto(self._picture, (round(at[0]), round(at[1])))

    def numbers(self) -> Image.Image:
        """The card in numbers of the wide palette (mode ``L``)."""
        made = self.made
        numbers = made.numbered(self._picture, Image.new("L", self._picture.size))
        whole = _clear(made, numbers.size)
        whole.paste(_number_of(made, self.theme.edge_dark), mask=self._rounded(0).point(_OPAQUE))
        whole.paste(numbers, mask=self._rounded(max(1, round(self.width / 250))).point(_OPAQUE))
        # Pixels that the card covers in part are see-through in part, as those of the board are.
        clear, edges = _clear_entry(made), len(self.theme.edge_alphas)
        soft = [clear] * 32 + [clear + 1 + (level - 32) * edges // 198 for level in range(32, 230)]
        rim = self._rounded(0)
        whole.paste(
            rim.point([*soft, *[clear] * 26]), mask=rim.point([0] * 32 + [255] * 198 + [0] * 26)
        )
        return whole

    def _rounded(self, inset: int) -> Image.Image:
        """How much of each pixel the card covers, ``inset`` pixels smaller on every side."""
        width, height = self._picture.size
        mask = Image.new("L", (width * SCALE, height * SCALE))
        radius = (self.theme.card_corner * min(width, height) - inset) * SCALE
        edge = inset * SCALE
        box = (edge, edge, width * SCALE - 1 - edge, height * SCALE - 1 - edge)
        ImageDraw.Draw(mask).rounded_rectangle(box, max(1, radius), 255)
        return mask.reduce(SCALE)


_OPAQUE = [0] * 230 + [255] * 26


# --- numbers of palette entries ---


def _sheet(position: Position, view: View) -> Sheet:
    return sheet(position.board, view.theme, view.width, view.pose, labelled=view.labelled)


def _numbers(picture: Image.Image) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def _clear(made: Sheet, size: tuple[int, int]) -> Image.Image:
    """A picture that is see-through all over."""
    return Image.new("L", size, _clear_entry(made))


def _clear_entry(made: Sheet) -> int:
    """The number of the palette's entry that is see-through altogether."""
    return len(made.theme.palette) - len(made.theme.alphas)


def _number_of(made: Sheet, colour: RGB) -> int:
    return made.theme.palette.index(colour)


def _encoded(numbers: Image.Image, made: Sheet) -> bytes:
    picture = Image.frombytes("P", numbers.size, numbers.tobytes())
    picture.putpalette(made.wide_palette)
    return encode(picture, made)
