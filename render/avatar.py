"""The bot's own picture: two stones cut apart by two others, the rule that the first game is about.

Discord shows it within a circle, often no larger than a fingernail, so all of it stands in the
middle and nothing is small.
"""

from io import BytesIO
from math import sqrt

from PIL import Image

from render.canvas import Canvas
from render.shapes import Brush, Sprite
from render.theme import AVATAR

UNIT = 0.36
"""The distance between neighbours, in widths of the picture."""


def avatar(size: int) -> bytes:
    """A square PNG, ``size`` pixels wide (16 to 2048), all of it opaque."""
    if not 16 <= size <= 2048:
        raise ValueError("an avatar is 16 to 2048 pixels wide")
    theme, unit = AVATAR, max(2, round(UNIT * size))
    brush = Brush(theme, unit, size % 2 / 2)
    picture = Image.new("RGB", (size, size), theme.wood[0])
    middle = size // 2
    lines = Canvas((-middle, -middle), (size, size), unit, size % 2 / 2)
    height = sqrt(3) / 2
    for row in range(-2, 3):
        lines.bar((-4, row * height), (4, row * height), theme.line_width, 255)
        for lean in (-1, 1):
            x = row + 0.5
            lines.bar(
                (x - 2 * lean, -4 * height), (x + 2 * lean, 4 * height), theme.line_width, 255
            )
    picture.paste(theme.line, mask=lines.small())
    down, right = round(height * unit), round(unit / 2)
    for colour, at in ((0, (0, -down)), (0, (0, down)), (1, (-right, 0)), (1, (right, 0))):
        stone = brush.stone(theme.stones[colour], theme.radius)
        stone.onto(picture, (middle + at[0], middle + at[1]))
    tick = brush.tick((2 * right, 0))
    Sprite(tick.corner, tick.colours, tick.alpha).onto(picture, (middle - right, middle))
    out = BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=9)
    return out.getvalue()
