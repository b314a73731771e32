"""Colours of the pictures, and the proportions that differ between themes or decide the layout.

Proportions that belong to a single shape, such as the points of a glyph, the gleam on a stone or
the waves of the grain, stand beside the code that draws the shape.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


def mix(one: RGB, other: RGB, part: float) -> RGB:
    """The mixture of two colours with ``part`` (0 to 1) of ``other``."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Stone:
    """The appearance of the stones of one colour."""

    body: RGB
    light: RGB
    """The side towards the light, which comes from the upper left."""
    gleam: RGB
    rim: RGB
    ghost: RGB
    """A captured stone; the wood shows through."""
    glyph: str = ""
    """A sign on the stone, one of `render.sprites.GLYPHS`, since many colours alone are hard to
    distinguish."""
    glyph_ink: RGB = (0, 0, 0)
    """Of the sign, and of the edge around the mark of the last move."""


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
MAGENTA = Stone(
    (255, 136, 252), (255, 156, 253), (255, 201, 254), (102, 54, 101), (248, 148, 219),
    "pillar", (8, 8, 11),
)  # fmt: skip
BLUE = Stone(
    (25, 59, 122), (64, 92, 145), (152, 167, 195), (10, 24, 49), (75, 90, 122),
    "hourglass", (255, 255, 255),
)  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """Colours and proportions. Lengths are in distances between neighbours, or as stated."""

    stones: tuple[Stone, ...] = (BLACK, WHITE, RED, GREEN, YELLOW, PURPLE, MAGENTA, BLUE)
    """By colour number, in the order in which games name colours. They differ in lightness as well
    as in hue. Red is dark, so that the mark of the last move is a different red."""
    among_many: tuple[tuple[str, RGB], ...] = (("bar", (255, 255, 255)), ("hexagon", (8, 8, 11)))
    """Glyph and ink of black and white in games of more than two colours."""
    wood: tuple[RGB, ...] = ((226, 184, 120), (220, 177, 112), (231, 191, 129), (215, 171, 106))
    """The main tone, then the tones of the grain."""
    edge_light: RGB = (245, 214, 160)
    edge_dark: RGB = (158, 113, 58)
    line: RGB = (112, 76, 36)
    ink: RGB = (74, 46, 18)
    mark: RGB = (226, 34, 38)
    """Of cuts and the last move. No stone or wood has a similar colour."""
    mark_among_many: RGB | None = None
    """Of the last move in games of more than two, in which red is a player's colour, too; as `mark`
    if it is None."""
    groups: tuple[RGB, ...] = (
        (0, 84, 236), (200, 250, 30), (236, 64, 214), (64, 240, 250), (142, 2, 60), (84, 16, 130)
    )  # fmt: skip
    """Of the halos around groups; neighbouring groups have different ones."""
    accent: RGB = (0, 104, 214)
    """Of neutral hints: liberties, stones to look at."""
    name_ink: RGB = (74, 46, 18)
    """Of the names on empty points."""
    quiet_ink: RGB = (104, 70, 30)
    """The same in the usual picture, which shall not be full of letters."""
    panel: RGB = (250, 240, 222)
    """The ground of captions and score tables, ..."""
    panel_ink: RGB = (58, 36, 14)
    """... and their text."""
    neutral: RGB = (226, 184, 120)
    """Of marks on points without an owner; their rim has the colour of the lines."""

    radius: float = 0.40
    """Of stones in games with links."""
    plain_radius: float = 0.47
    """Of stones in games in which neighbours are simply connected."""
    rim: float = 0.026
    linked: float = 0.30
    """Width of the bar between linked stones, including its rim."""
    open: float = 0.135
    """Width of the bar between open pairs."""
    open_pixels: float = 4.2
    """Least width of that bar, in pixels, ..."""
    open_most: float = 0.18
    """... unless that is wider than this."""
    cut_mark: tuple[float, float] = (0.40, 0.078)
    """Length and width of the mark across a cut, ..."""
    cut_mark_room: float = 0.05
    """... and the free space between it and a halo."""
    glyphs: bool = False
    """True if stones have glyphs in games of two colours too."""
    ring: tuple[float, float] = (0.58, 0.37)
    """Outer and inner radius of the mark of the last move, in radii of the stone."""
    glyph_ring: tuple[float, float] = (0.64, 0.44)
    """The same on stones with a glyph, which stays visible in the middle."""
    wide_ring: tuple[float, float] = (0.90, 0.74)
    """The same on stones with a number."""
    casing: float = 0.03
    """Width of the edge around that mark on stones with a glyph."""
    glyph: float = 0.15
    dot: float = 0.165
    """Radius of the marks on territory."""
    control: float = 0.115
    """Radius of the dots on controlled points, ..."""
    clearing: float = 0.175
    """... and of the bare wood around them, which distinguishes them from star points."""
    corner: tuple[float, float] = (0.67, 0.28)
    """Of the corners that mark differences from the anchor: distance to the right and down, and
    length of the arms, in radii of the stone. They stay within its disc."""
    corner_width: float = 0.045
    """Width of those arms without their rim, at least a pixel."""
    halo: float = 0.095
    """Width of the halo of a group, and of the outlines of marks, beyond the stones."""
    narrow_halo: tuple[float, float] = (0.06, 0.055)
    """The same around stones that nearly touch others, and how much of it lies on them."""
    tint: float = 0.46
    """Opacity of the owner's colour on the cells of a territory."""
    hatch: tuple[float, float] = (0.15, 0.03)
    """Of neutral points: distance between strokes, and their width, ..."""
    hatching: float = 0.75
    """... and their opacity."""
    large_control: float = 0.19
    """Radius of the dots in the overlay of control."""
    liberty_mark: tuple[float, float] = (0.20, 0.095)
    """Outer and inner radius of the mark on a liberty."""
    highlight: float = 0.67
    """Opacity of the accent on cells at which the anchor differs."""
    area: float = 0.67
    """Opacity of the accent on the cells of a region to look at."""
    estimate: float = 0.21
    """Greatest radius of the dots on points that somebody is expected to own."""
    phantom_opacity: float = 0.62
    """Opacity of illegal stones, and of stones that are only in the anchor."""
    cross: tuple[float, float] = (0.21, 0.10)
    """On an illegal stone: reach to the right and down, and width of the strokes."""
    number: float = 0.46
    """Height of the numbers on stones, ..."""
    number_most: float = 0.80
    """... and their greatest width, in diameters of the stone."""
    number_badge: float = 0.17
    """Radius of the badge with the number on stones with a glyph, ..."""
    note: float = 0.23
    """Radius of the disc with a letter on a point."""
    badge_place: float = 0.28
    """... and its distance to the right and down of the middle of the stone."""
    name: float = 0.25
    """Height of the names on empty points, ..."""
    name_part: float = 0.024
    """... or this part of the picture's width, so that they can be read on a phone, ..."""
    name_most: float = 0.40
    """... unless that is higher than this, ..."""
    name_width: float = 0.80
    """... and their greatest width, ..."""
    name_pixels: float = 8.5
    """... and the height, in pixels, below which they are left out."""
    name_drop: float = 0.31
    """Their distance below a point with a dot, ..."""
    low_name: float = 0.26
    """... and their greatest height there."""
    name_clearing: float = 0.035
    """Bare wood around them."""
    line_width: float = 0.030
    guide_width: float = 0.062
    """Of the heavier lines that show how a number bends."""
    star: float = 0.085
    ghost_opacity: float = 0.67
    """Opacity of captured stones, ..."""
    ghost_hole: float = 0.52
    """... and the radius of the hole in them, in radii of the stone."""
    shadow: tuple[float, float, float] = (0.018, 0.030, 0.022)
    """Of stones: distance to the right, distance down, and blur."""
    shadow_strength: float = 0.42
    clear: float = 0.20
    """Half the width of the strip for a bar with its shadow. Two strips that leave a stone at 60
    degrees do not overlap outside it if this is at most half its radius."""

    margin: float = 1.04
    """From the outermost points to the edge of the wood, ..."""
    bare_margin: float = 0.82
    """... and the same without coordinates."""
    bevel: float = 0.045
    label: float = 0.36
    """Height of the coordinates' font."""
    label_part: float = 0.028
    """Least height of that font, in widths of the picture, for phones, ..."""
    label_pixels: float = 10
    """... and in pixels, ..."""
    label_most: float = 0.55
    """... unless that is higher than this."""
    panel_part: float = 0.36
    """Width of a table beside the board, in widths of the picture."""
    panel_least: int = 700
    """Least width, in pixels, of a board with the table beside it, not below."""
    panel_text: tuple[float, float] = (0.085, 0.044)
    """Greatest height of its font: in widths of a table beside, in widths of a picture above."""
    legend_text: float = 0.033
    """Height of the legend's font, in widths of the picture, ..."""
    legend_least: float = 13
    """... and its least height, in pixels."""
    panel_gap: float = 0.014
    """Space around panels, in widths of the picture."""
    card_corner: float = 0.12
    """Radius of the corners of panels, in lengths of the shorter side."""
    caption: float = 0.10
    """Height of the caption below a board, in widths of the board."""
    surround: float = 0.012
    """Transparent space around the wood for its shadow, in widths of the picture."""
    largest_unit: float = 0.14
    """Greatest distance between neighbours, in widths of the picture."""
    tallest: float = 1.25
    """Greatest height of a picture, in its widths."""

    edge_alphas: tuple[int, ...] = (64, 128, 192)
    """Opacity of the pixels that the edge of the wood covers in part."""
    shade_alphas: tuple[int, ...] = (16, 34, 52, 70)
    """Opacity of the shadow of the wood."""

    def stone(self, colour: int, *, many: bool = False) -> Stone:
        """The stones of a colour; ``many``: in a game of more than two, where all have glyphs."""
        stone = self.stones[colour]
        if stone.glyph or not (many or self.glyphs):
            return stone
        glyph, ink = self.among_many[colour]
        return replace(stone, glyph=glyph, glyph_ink=ink)

    def mark_colours(self, colour: int) -> tuple[RGB, RGB]:
        """Inside and rim of the small marks that stand for a colour."""
        return self.stones[colour].body, self.stones[colour].rim

    def last_mark(self, *, many: bool) -> RGB:
        """The colour of the mark of the last move; ``many``: in a game of more than two."""
        return self.mark_among_many or self.mark if many else self.mark

    @property
    def mark_outline(self) -> RGB:
        """The colour around `mark` that makes it visible on every ground."""
        return self.stones[1].body

    @cached_property
    def palette(self) -> tuple[RGB, ...]:
        """The 85 colours of every plain picture. The last ones are translucent, see `alphas`.

        It is not derived from pictures: an automatic palette has no entry to spare for the few red
        pixels that matter most.
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
            self.quiet_ink,
            mix(ground, self.quiet_ink, 0.5),
            self.mark,
            *(mix(under, self.mark, 0.5) for under in (ground, white.body, black.light)),
            self.last_mark(many=True),
            *(mix(under, self.last_mark(many=True), 0.5) for under in (white.body, black.light)),
            *(mix(self.line, stone.ghost, self.ghost_opacity) for stone in self.stones),
        ]
        for stone in (black, white):
            entries += [
                stone.body,
                stone.light,
                stone.gleam,
                stone.rim,
                mix(ground, stone.ghost, self.ghost_opacity),
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
            entries.append(mix(ground, stone.ghost, self.ghost_opacity))
        entries += [(0, 0, 0), *([self.edge_dark] * len(self.edge_alphas))]
        entries += [(0, 0, 0)] * len(self.shade_alphas)
        return tuple(entries)

    @cached_property
    def more_colours(self) -> tuple[RGB, ...]:
        """Further colours of the palette of pictures with overlays, marks or panels."""
        ground, black, white = self.wood[0], self.stones[0], self.stones[1]
        entries: list[RGB] = []
        for stone in self.stones:
            entries += [mix(tone, stone.body, self.tint) for tone in self.wood]
            entries += [
                mix(self.line, stone.body, self.tint),
                mix(ground, stone.body, self.tint / 2),
            ]
            entries += [
                mix(ground, stone.body, self.phantom_opacity),
                mix(ground, stone.rim, self.phantom_opacity),
            ]
            ink = stone.glyph_ink if stone.glyph else self.contrast_ink(stone)
            entries += [mix(stone.body, ink, 0.33), mix(stone.body, ink, 0.67)]
        for halo in (*self.groups, self.accent, self.mark):
            entries += [halo, *(mix(ground, halo, part) for part in (0.33, 0.67))]
            entries += [mix(self.line, halo, 0.5), mix(black.rim, halo, 0.5)]
            entries += [mix(white.rim, halo, 0.5)]
        entries += [mix(self.panel, self.panel_ink, part / 4) for part in range(5)]
        return tuple(entries)

    @staticmethod
    def contrast_ink(stone: Stone) -> RGB:
        """Black or white, whichever contrasts with a stone."""
        return (255, 255, 255) if sum(stone.body) < 384 else (8, 8, 11)

    @property
    def alphas(self) -> tuple[int, ...]:
        """Opacity (0 to 255) of the last entries of the palette. All others are opaque."""
        return (0, *self.edge_alphas, *self.shade_alphas)


WOOD = Theme(mark_among_many=(0, 150, 255))
"""Light: the board of the channel."""


def _stone(body: RGB, rim: RGB, ground: RGB, glyph: str = "", ink: RGB = (255, 255, 255)) -> Stone:
    """A stone with light, gleam and ghost derived from its body and the ground."""
    light, gleam = (mix(body, (255, 255, 255), part) for part in (0.17, 0.55))
    return Stone(body, light, gleam, rim, mix(body, ground, 0.25), glyph, ink)


def _coloured(ground: RGB, *bodies: RGB, rims: tuple[RGB, ...] = ()) -> tuple[Stone, ...]:
    """The stones besides black and white: red, green, yellow, purple, magenta and blue.

    ``rims``: one for each; dark ones by default.
    """
    rims = rims or tuple(mix(body, (0, 0, 0), 0.6) for body in bodies)
    signs = [(stone.glyph, stone.glyph_ink) for stone in WOOD.stones[2:]]
    return tuple(
        _stone(body, rim, ground, *sign)
        for body, rim, sign in zip(bodies, rims, signs, strict=True)
    )


_SLATE: RGB = (62, 52, 46)
DARK = Theme(
    stones=(
        _stone((21, 19, 18), (158, 148, 136), _SLATE),
        _stone((232, 228, 218), (20, 16, 12), _SLATE),
        *_coloured(
            _SLATE, RED.body, GREEN.body, YELLOW.body, PURPLE.body, (247, 142, 211), (22, 59, 122),
            rims=(
                *((236, 150, 150), (14, 52, 22), (70, 52, 0), (216, 198, 246)),
                *((98, 54, 82), (146, 176, 210)),
            ),
        ),
    ),
    wood=(_SLATE, (58, 48, 42), (67, 57, 50), (54, 45, 40)),
    edge_light=(98, 82, 70),
    edge_dark=(28, 23, 20),
    line=(136, 116, 96),
    ink=(222, 204, 178),
    name_ink=(232, 216, 192),
    quiet_ink=(178, 160, 137),
    mark=(255, 92, 78),
    mark_among_many=(0, 150, 255),
    neutral=_SLATE,
    accent=(92, 184, 255),
    groups=(
        (48, 96, 255), (250, 180, 10), (27, 241, 219),
        (198, 134, 255), (206, 246, 160), (160, 66, 6),
    ),
    panel=(44, 38, 34),
    panel_ink=(232, 220, 200),
    shadow_strength=0.6,
    tint=0.55,
)  # fmt: skip

_PAPER: RGB = (238, 233, 218)
CONTRAST = Theme(
    stones=(
        _stone((0, 0, 0), (0, 0, 0), _PAPER),
        _stone((255, 255, 255), (0, 0, 0), _PAPER),
        *_coloured(
            _PAPER, RED.body, GREEN.body, YELLOW.body, PURPLE.body, (255, 128, 252), (24, 59, 122),
            rims=((0, 0, 0),) * 6,
        ),
    ),
    wood=(_PAPER,) * 4,
    edge_light=(255, 255, 255),
    edge_dark=(0, 0, 0),
    line=(84, 84, 84),
    ink=(0, 0, 0),
    name_ink=(0, 0, 0),
    quiet_ink=(64, 64, 64),
    mark=(226, 0, 26),
    mark_among_many=(0, 150, 255),
    neutral=_PAPER,
    accent=(0, 84, 214),
    groups=(
        (0, 84, 236), (255, 176, 0), (236, 64, 214), (0, 146, 90), (142, 2, 60), (84, 16, 130)
    ),
    panel=(255, 255, 255),
    panel_ink=(0, 0, 0),
    rim=0.05,
    linked=0.33,
    open=0.17,
    open_most=0.2,
    cut_mark=(0.44, 0.10),
    wide_ring=(0.84, 0.66),
    shadow_strength=0,
)  # fmt: skip


def _for_eyes(*coloured: RGB, mark: RGB, accent: RGB) -> Theme:
    """Light, with colours optimized for one kind of colour blindness."""
    return replace(
        WOOD,
        stones=(BLACK, WHITE, *_coloured(WOOD.wood[0], *coloured)),
        mark=mark,
        mark_among_many=None,
        accent=accent,
    )


PROTAN = _for_eyes(
    (200, 80, 30), (50, 173, 126), (221, 198, 3), (78, 0, 172),
    (242, 144, 250), (39, 83, 148),
    mark=(40, 72, 236), accent=(255, 240, 0),
)  # fmt: skip
DEUTAN = _for_eyes(
    (186, 56, 30), (13, 170, 107), (219, 192, 6), (113, 10, 128),
    (250, 140, 214), (104, 121, 215),
    mark=(135, 30, 245), accent=(255, 240, 0),
)  # fmt: skip
TRITAN = _for_eyes(
    (180, 48, 30), (6, 167, 94), (233, 185, 42), (119, 3, 116),
    (250, 80, 251), (9, 72, 176),
    mark=(210, 0, 165), accent=(14, 67, 255),
)  # fmt: skip
GLYPH = replace(WOOD, glyphs=True, glyph=0.205, glyph_ring=(0.76, 0.59))

THEMES: Mapping[str, Theme] = {
    "light": WOOD,
    "dark": DARK,
    "contrast": CONTRAST,
    "protan": PROTAN,
    "deutan": DEUTAN,
    "tritan": TRITAN,
    "glyph": GLYPH,
}
"""By the name that people choose. Protan, deutan and tritan are for people with weak red, green or
blue vision; with "glyph" every stone shows a sign of its colour."""

AVATAR = replace(WOOD, radius=0.46, line_width=0.02, cut_mark=(0.5, 0.12))
"""For the avatar: larger pieces, to be told apart in a small circle."""
