"""Colours and proportions of the pictures: every one of them is written here and nowhere else."""

from dataclasses import dataclass, replace
from functools import cached_property

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


def mix(one: RGB, other: RGB, part: float) -> RGB:
    """The colour that is ``part`` (0 to 1) of ``other`` and the rest of ``one``."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Stone:
    """How the stones of one colour look."""

    body: RGB
    light: RGB
    """Towards the light, which comes from the upper left."""
    gleam: RGB
    rim: RGB
    ghost: RGB
    """A captured stone, before the wood shines through."""
    glyph: str = ""
    """A sign on the stone, one of `render.shapes.GLYPHS`: colours alone do not tell many apart."""
    glyph_ink: RGB = (0, 0, 0)
    """Of the sign, and of the edge around the last move's mark."""


BLACK = Stone((30, 31, 36), (58, 60, 68), (122, 125, 136), (8, 8, 11), (89, 69, 48))
WHITE = Stone((238, 234, 224), (250, 246, 240), (255, 255, 255), (122, 110, 92), (251, 251, 244))
RED = Stone(
    (146, 18, 32), (172, 48, 60), (222, 142, 146), (66, 6, 14), (162, 51, 50),
    "triangle", (255, 255, 255),
)  # fmt: skip
GREEN = Stone(
    (66, 160, 84), (106, 186, 118), (178, 226, 182), (20, 78, 34), (98, 165, 91),
    "cross", (8, 8, 11),
)  # fmt: skip
YELLOW = Stone(
    (242, 200, 32), (248, 214, 80), (255, 240, 160), (128, 98, 6), (242, 200, 60),
    "diamond", (8, 8, 11),
)  # fmt: skip
PURPLE = Stone(
    (128, 84, 192), (158, 120, 214), (212, 192, 242), (58, 30, 102), (124, 80, 196),
    "square", (255, 255, 255),
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """Colours, and lengths in distances between neighbours unless they are said to be pixels."""

    stones: tuple[Stone, ...] = (BLACK, WHITE, RED, GREEN, YELLOW, PURPLE)
    """By colour number, in the order in which games name colours. Their lightness differs as well
    as their hue. Red is dark, so that the mark of the last move stays another red."""
    among_many: tuple[tuple[str, RGB], ...] = (("bar", (255, 255, 255)), ("hexagon", (8, 8, 11)))
    """Glyph and ink of the colours that are plain between two, where more than two play."""
    wood: tuple[RGB, ...] = ((226, 184, 120), (220, 177, 112), (231, 191, 129), (215, 171, 106))
    """The ground first, then the tones of the grain."""
    edge_light: RGB = (245, 214, 160)
    edge_dark: RGB = (158, 113, 58)
    line: RGB = (112, 76, 36)
    ink: RGB = (74, 46, 18)
    mark: RGB = (226, 34, 38)
    """Of cuts and the last move; reserved, no stone and no wood comes near it."""
    neutral: RGB = (226, 184, 120)
    """Of the marks on nobody's points, inside their rim in the colour of the lines."""

    radius: float = 0.40
    """Of stones where relations are drawn."""
    plain_radius: float = 0.47
    """Of stones in games whose neighbours are simply connected."""
    rim: float = 0.026
    linked: float = 0.30
    """Width of the bar between stones that are linked for good, its rim included."""
    open: float = 0.135
    open_pixels: float = 4.2
    """That bar is at least so many pixels wide, ..."""
    open_most: float = 0.18
    """... unless it would be wider than this."""
    tick: tuple[float, float] = (0.40, 0.078)
    """Length and width of the mark across a cut."""
    ring: tuple[float, float] = (0.58, 0.37)
    """Outer and inner radius of the last move's mark, in radii of the stone."""
    glyph_ring: tuple[float, float] = (0.64, 0.44)
    """The same on stones that carry a glyph, which stays free in the middle."""
    casing: float = 0.03
    """Width of the edge around that mark on stones that carry a glyph."""
    glyph: float = 0.15
    dot: float = 0.165
    """Radius of the marks on territory."""
    control: float = 0.115
    """Radius of the dots on points that a colour controls, ..."""
    clearing: float = 0.175
    """... and of the bare wood around them, by which no star point looks like one."""
    corner: tuple[float, float] = (0.67, 0.28)
    """Of the corners that tell of the anchor: how far out they are, to the right and down, and how
    long their arms are, in radii of the stone. They stay within its disc."""
    corner_width: float = 0.045
    """Of those arms without their rim, at least a pixel."""
    line_width: float = 0.030
    star: float = 0.085
    veil: float = 0.67
    """How much of the board ghosts hide: 0 nothing, 1 all."""
    shadow: tuple[float, float, float] = (0.018, 0.030, 0.022)
    """Of stones: how far to the right, how far down, how soft."""
    shadow_strength: float = 0.42
    clear: float = 0.20
    """Half the width of the strip that a bar with its shadow may use. Two strips that leave a
    stone at 60 degrees stay apart outside of it as long as this is at most half its radius."""

    margin: float = 1.04
    """From the outermost points to the edge of the wood."""
    bevel: float = 0.045
    label: float = 0.36
    """Height of the coordinates' font."""
    label_pixels: float = 10
    """That font is at least so many pixels high, ..."""
    label_most: float = 0.55
    """... unless it would be higher than this."""
    surround: float = 0.012
    """Transparent space around the wood for its shadow, in widths of the picture."""
    largest_unit: float = 0.14
    """The distance between neighbours is at most this part of the picture's width ..."""
    tallest: float = 1.25
    """... and such that the picture is at most this many times as high as wide."""

    edge_alphas: tuple[int, ...] = (64, 128, 192)
    """How opaque the pixels are that the wood's edge covers in part."""
    shade_alphas: tuple[int, ...] = (16, 34, 52, 70)
    """The same for the wood's own shadow."""

    def look(self, colour: int, *, many: bool = False) -> Stone:
        """The stones of a colour; ``many``: of more than two, all of which carry a glyph."""
        stone = self.stones[colour]
        if not many or stone.glyph:
            return stone
        glyph, ink = self.among_many[colour]
        return replace(stone, glyph=glyph, glyph_ink=ink)

    @cached_property
    def palette(self) -> tuple[RGB, ...]:
        """The 64 colours of every picture. The last ones, see `alphas`, are see-through.

        It is written out, not derived from pictures: an automatic palette has no entry to spare
        for the few red pixels that matter most.
        """
        ground, black, white = self.wood[0], self.stones[0], self.stones[1]
        entries: list[RGB] = [
            *self.wood,
            self.edge_light,
            self.edge_dark,
            *(mix(ground, (0, 0, 0), part) for part in (0.12, 0.26)),
            self.line,
            *(mix(ground, self.line, part) for part in (0.25, 0.5, 0.75)),
            self.ink,
            self.mark,
            *(mix(under, self.mark, 0.5) for under in (ground, white.body, black.light)),
            *(mix(self.line, stone.ghost, self.veil) for stone in (black, white)),
        ]
        for stone in (black, white):
            entries += [
                stone.body,
                stone.light,
                stone.gleam,
                stone.rim,
                mix(ground, stone.ghost, self.veil),
            ]
            entries.append(mix(stone.body, stone.light, 0.5))
        entries += [
            mix(ground, black.rim, 0.6),
            mix(ground, black.rim, 0.8),
            mix(ground, white.rim, 0.5),
            mix(white.body, white.rim, 0.35),
            mix(white.body, white.rim, 0.7),
        ]
        for stone in self.stones[2:]:
            entries += [stone.body, stone.light, stone.gleam, stone.rim]
            entries.append(mix(ground, stone.ghost, self.veil))
        entries += [(0, 0, 0), *([self.edge_dark] * len(self.edge_alphas))]
        entries += [(0, 0, 0)] * len(self.shade_alphas)
        return tuple(entries)

    @property
    def alphas(self) -> tuple[int, ...]:
        """How opaque the last entries of the palette are (0 to 255); all others are fully."""
        return (0, *self.edge_alphas, *self.shade_alphas)


WOOD = Theme()
