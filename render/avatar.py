"""The avatar of the bot: two stones that two others cut apart, the central rule of Keil.

Discord shows it in a circle, often as small as a fingernail, so everything is large and near the
middle.
"""

from io import BytesIO
from math import sqrt

from PIL import Image

from render.canvas import Canvas
from render.links import cut_mark
from render.sprites import Sprite, SpriteFactory
from render.theme import AVATAR

UNIT = 0.36
"""The distance between neighbours, in widths of the picture."""


def avatar(size: int) -> bytes:
    """A square, opaque PNG, ``size`` pixels wide (16 to 2048)."""
    if not 16 <= size <= 2048:
        raise ValueError("an avatar is 16 to 2048 pixels wide")
    theme, unit = AVATAR, max(2, round(UNIT * size))
    sprites = SpriteFactory(theme, unit, size % 2 / 2)
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
        stone = sprites.stone(theme.stones[colour], theme.radius)
        stone.onto(picture, (middle + at[0], middle + at[1]))
    mark = cut_mark(sprites, (2 * right, 0))
    Sprite(mark.corner, mark.colours, mark.alpha).onto(picture, (middle - right, middle))
    out = BytesIO()
    picture.save(out, "PNG", optimize=False, compress_level=9)
    return out.getvalue()
