"""Charts and tables are drawn on paper with round corners, in few colours."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.png import encode_png
from render.theme import RGB, Theme

SCALE = 3
"""The factor by which everything is drawn larger, for soft edges."""
CORNER = 0.02
"""Radius of the corners, in widths of the picture."""
ALPHAS = (0, 64, 128, 192)
"""Opacity of the pixels that the corners leave free, or cover in part."""


def paper_png(picture: Image.Image, theme: Theme, colours: Sequence[RGB]) -> bytes:
    """A picture in RGB, `SCALE` times as large as the PNG that is returned.

    It has the nearest of ``colours``, which are at most 252, and translucent pixels around its
    corners.
    """
    known = Image.new("P", (1, 1))
    known.putpalette([level for colour in colours for level in colour])
    small = picture.reduce(SCALE).quantize(palette=known, dither=Image.Dither.NONE)
    indices = Image.frombytes("L", small.size, small.tobytes())
    indices = indices.point(lambda index: index + len(ALPHAS))
    mask = Image.new("L", picture.size)
    box = 0, 0, picture.width - 1, picture.height - 1
    ImageDraw.Draw(mask).rounded_rectangle(box, CORNER * picture.width, 255)
    mask = mask.reduce(SCALE)
    step = 256 // len(ALPHAS)
    edge = mask.point([min(level // step, len(ALPHAS) - 1) for level in range(256)])
    indices.paste(edge, mask=mask.point([255] * 255 + [0]))
    paletted = Image.frombytes("P", indices.size, indices.tobytes())
    entries = [*[theme.panel] * len(ALPHAS), *colours]
    paletted.putpalette([level for colour in entries for level in colour])
    return encode_png(paletted, bytes(ALPHAS))
