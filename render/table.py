"""A table of figures as a picture, such as standings: the second column has names."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.background import typeface
from render.paper import SCALE, paper_png
from render.theme import Theme, mix

TEXT = 0.036
"""Height of the font, in widths of the picture: it can be read on a phone."""
LINE = 1.75
"""Height of a row, in heights of the font."""
EDGE = 0.028
"""The margin, in widths of the picture."""
GAP = 0.9
"""Between two columns, in heights of the font."""
LEAST_NAME = 0.3
"""The room for names, in widths of the picture, even if the figures are written smaller."""
BAND, QUIET = 2 / 16, 12 / 16
"""The ground of the reader's own row, and the ink of headings, between ground and ink."""

Row = Sequence[str]


def draw_table(
    headings: Row, rows: Sequence[Row], theme: Theme, width: int, own: int | None = None
) -> bytes:
    """The table as a PNG with transparent corners.

    ``own``: the row to point out. Names that are too long are cut off.
    """
    full = width * SCALE
    size = TEXT * full
    edge = EDGE * full
    room = full * (1 - 2 * EDGE - LEAST_NAME)
    while (needed := _figures(headings, rows, size)) > room and size > 0.02 * full:
        size *= 0.95
    line = LINE * size
    height = round(line * (len(rows) + 1) + 2 * edge)
    picture = Image.new("RGB", (full, height), theme.panel)
    pen, font = ImageDraw.Draw(picture), typeface(size)
    rise = -font.getbbox("0", anchor="ls")[1] / 2
    ink, quiet = theme.panel_ink, mix(theme.panel, theme.panel_ink, QUIET)
    rights, left = _columns(headings, rows, size, full - edge, edge)
    names = full - 2 * edge - needed - GAP * size
    if own is not None:
        top = edge + line * (own + 1)
        pen.rectangle((0, top, full, top + line), mix(theme.panel, ink, BAND))
    for number, row in enumerate((headings, *rows)):
        y, colour = edge + line * (number + 0.5), quiet if number == 0 else ink
        for column, cell in enumerate(row):
            if column == 1:
                pen.text((left, y + rise), _cut(cell, size, names), colour, font, "ls")
            else:
                pen.text((rights[column], y + rise), cell, colour, font, "rs")
    rule = edge + line
    pen.rectangle((edge, rule, full - edge, rule + max(1, full // 500)), quiet)
    shades = [mix(theme.panel, theme.panel_ink, part / 16) for part in range(17)]
    return paper_png(picture, theme, shades)


def _widest(headings: Row, rows: Sequence[Row], column: int, size: float) -> float:
    font = typeface(size)
    return max(font.getlength(row[column]) for row in (headings, *rows))


def _figures(headings: Row, rows: Sequence[Row], size: float) -> float:
    """The width of all columns but that of names, with their gaps."""
    columns = [column for column in range(len(headings)) if column != 1]
    return sum(_widest(headings, rows, column, size) + GAP * size for column in columns)


def _columns(
    headings: Row, rows: Sequence[Row], size: float, right: float, edge: float
) -> tuple[dict[int, float], float]:
    """The right end of each column of figures, and the left end of the names."""
    rights = {0: edge + _widest(headings, rows, 0, size)}
    for column in range(len(headings) - 1, 1, -1):
        rights[column] = right
        right -= _widest(headings, rows, column, size) + GAP * size
    return rights, rights[0] + GAP * size


def _cut(name: str, size: float, room: float) -> str:
    font, shown = typeface(size), name
    while name and font.getlength(shown) > room:
        name = name[:-1]
        shown = name.rstrip() + "…"
    return shown
