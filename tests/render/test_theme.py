"""The palette holds what matters, and colours can be told apart."""

from collections.abc import Sequence
from itertools import combinations
from math import atan2, degrees, dist, hypot

import pytest

from render.sprites import GLYPHS
from render.theme import RGB, THEMES, WOOD, Stone, Theme, mix
from tests.render.looking import distance

RED, GREEN, BLUE = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
EYES: dict[str, tuple[Sequence[float], ...]] = {
    "all cones": (RED, GREEN, BLUE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear red, green and blue: Machado, Oliveira and Fernandes (2009)."""

EVERY_THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
SIX = 6
"""The first colours are further apart than all can be; most games need no others."""
THEMES_FOR_EYES = {"protanopia": "protan", "deuteranopia": "deutan", "tritanopia": "tritan"}

Lab = tuple[float, float, float]


def lab(colour: RGB, eyes: str = "all cones") -> Lab:
    """CIELAB of a colour as these eyes see it.

    How light it is, 0 to 100; how red, below 0 how green; how yellow, below 0 how blue.
    """
    linear = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (part / 255 for part in colour)
    ]
    red, green, blue = (min(1.0, max(0.0, sumprod(row, linear))) for row in EYES[eyes])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour: RGB, eyes: str = "all cones") -> float:
    """How light a colour looks, 0 to 100."""
    return lab(colour, eyes)[0]


def hue(colour: RGB) -> float:
    """Where a colour is on the wheel, in degrees: red near 30, yellow 90, green 150, purple 310."""
    _, a, b = lab(colour)
    return degrees(atan2(b, a)) % 360


def sumprod(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


@EVERY_THEME
def test_the_palette_has_85_entries_and_all_that_matters_is_in_it(theme: Theme):
    opaque = theme.palette[: -len(theme.alphas)]
    assert len(theme.palette) == 85
    assert theme.last_mark(many=True) in opaque
    assert {theme.mark, theme.ink, theme.quiet_ink, theme.line, theme.neutral, *theme.wood} <= set(
        opaque
    )
    for stone in theme.stones:
        assert {stone.body, stone.light, stone.gleam, stone.rim} <= set(opaque)


@EVERY_THEME
def test_the_wide_palette_holds_what_overlays_are_drawn_in(theme: Theme):
    assert len(theme.palette) + len(theme.more_colours) <= 256
    entries = {*theme.palette, *theme.more_colours}
    assert {theme.accent, theme.panel, theme.panel_ink, *theme.groups} <= entries
    for stone in theme.stones:
        assert {mix(tone, stone.body, theme.tint) for tone in theme.wood} <= entries


def test_the_usual_palette_has_no_entry_twice():
    opaque = WOOD.palette[: -len(WOOD.alphas)]
    assert len(set(opaque)) >= len(opaque) - 1


@EVERY_THEME
def test_the_stones_are_what_games_call_them(theme: Theme):
    """B W R G Y P M U: Black, White, Red, Green, Yellow, Purple, Magenta, Blue."""
    black, white, *coloured = (stone.body for stone in theme.stones)
    assert lightness(black) < 15 and lightness(white) > 90
    for colour, expected in zip(coloured, (30, 150, 90, 310, 340, 285), strict=True):
        assert abs(hue(colour) - expected) < 20
        _, a, b = lab(colour)
        assert hypot(a, b) > 40
    for colour in (black, white):
        _, a, b = lab(colour)
        assert hypot(a, b) < 8


def test_the_colours_of_stones_differ_in_lightness_and_in_hue():
    for one, other in combinations(WOOD.stones[:SIX], 2):
        assert abs(lightness(one.body) - lightness(other.body)) >= 10
        assert dist(lab(one.body), lab(other.body)) >= 60
    for one, other in combinations(WOOD.stones[2:SIX], 2):
        around = abs(hue(one.body) - hue(other.body))
        assert min(around, 360 - around) >= 45
    for one, other in combinations(WOOD.stones, 2):
        assert dist(lab(one.body), lab(other.body)) >= 34


@EVERY_THEME
@pytest.mark.parametrize("eyes", EYES)
def test_stones_can_be_told_apart_with_any_cones(eyes: str, theme: Theme):
    """About 2 is a difference that is just seen side by side. Each has a glyph besides."""
    for one, other in combinations(theme.stones, 2):
        least = 7 if {one, other} <= {*theme.stones[:SIX]} else 3.5
        assert abs(lightness(one.body, eyes) - lightness(other.body, eyes)) >= least
        assert dist(lab(one.body, eyes), lab(other.body, eyes)) >= 20
    for colour in range(len(theme.stones)):
        stone = theme.stone(colour, many=True)
        assert abs(lightness(stone.glyph_ink, eyes) - lightness(stone.body, eyes)) >= 36


def closest(stones: Sequence[Stone], eyes: str) -> float:
    """How far apart the two colours of stones are that these eyes confuse most easily."""
    return min(
        dist(lab(one.body, eyes), lab(other.body, eyes)) for one, other in combinations(stones, 2)
    )


@pytest.mark.parametrize(("eyes", "name"), THEMES_FOR_EYES.items())
def test_a_theme_for_eyes_without_some_cones_is_clearer_to_them_than_the_usual_one(
    eyes: str, name: str
):
    theme = THEMES[name]
    others = [THEMES[other] for other in ("light", *THEMES_FOR_EYES.values()) if other != name]
    for other in others:  # between two, stones are black and white: the marks differ
        assert dist(lab(theme.mark), lab(other.mark)) >= 20
    assert closest(theme.stones[:SIX], eyes) >= 30
    assert closest(theme.stones, eyes) >= 27
    for colours in (SIX, None):
        usual = closest(WOOD.stones[:colours], eyes)
        assert closest(theme.stones[:colours], eyes) >= 1.15 * usual
    for ground in (theme.wood[0], theme.stones[0].body, theme.stones[1].body):
        assert dist(lab(theme.mark, eyes), lab(ground, eyes)) >= 45
        assert abs(lightness(theme.mark, eyes) - lightness(ground, eyes)) >= 20


@EVERY_THEME
@pytest.mark.parametrize("eyes", EYES)
def test_the_last_move_is_marked_unmistakably_on_every_stone(eyes: str, theme: Theme):
    """The mark differs from the stone; where that is another red, its edge differs from both."""
    many = [theme.stone(colour, many=True) for colour in range(len(theme.stones))]
    marked = [(stone, theme.last_mark(many=True)) for stone in many]
    marked += [(theme.stone(colour), theme.last_mark(many=False)) for colour in (0, 1)]
    for stone, mark in marked:
        apart = dist(lab(mark, eyes), lab(stone.body, eyes))
        if not stone.glyph:
            assert apart >= 40
            continue
        edge = abs(lightness(stone.glyph_ink, eyes) - lightness(stone.body, eyes))
        assert edge >= 36
        assert apart >= 19 or edge >= 45
        assert abs(lightness(stone.glyph_ink, eyes) - lightness(mark, eyes)) >= 25


@pytest.mark.parametrize("name", ["light", "dark", "contrast", "glyph"])
def test_among_many_the_last_moves_mark_is_in_no_players_colour_and_not_in_that_of_danger(
    name: str,
):
    """Red is a player's colour there, and danger is outlined in red."""
    theme = THEMES[name]
    mark = theme.last_mark(many=True)
    for stone in theme.stones:
        assert dist(lab(mark), lab(stone.body)) >= 35
    assert dist(lab(mark), lab(theme.mark)) >= 60


@EVERY_THEME
@pytest.mark.parametrize("eyes", EYES)
def test_a_cut_is_seen_with_any_cones(eyes: str, theme: Theme):
    """The tick lies on the ground between two stones, broader than the line that it crosses."""
    for under in theme.wood:
        assert dist(lab(theme.mark, eyes), lab(under, eyes)) >= 23
        assert abs(lightness(theme.mark, eyes) - lightness(under, eyes)) >= 19
    assert theme.cut_mark[1] >= 2 * theme.line_width


@EVERY_THEME
@pytest.mark.parametrize("eyes", EYES)
def test_halos_can_be_told_apart_and_from_the_ground_with_any_cones(eyes: str, theme: Theme):
    for one, other in combinations(theme.groups, 2):
        assert dist(lab(one, eyes), lab(other, eyes)) >= 18
    for halo in theme.groups:
        assert dist(lab(halo, eyes), lab(theme.wood[0], eyes)) >= 18
    for other in (theme.wood[0], theme.mark):
        assert dist(lab(theme.accent, eyes), lab(other, eyes)) >= 20


@EVERY_THEME
@pytest.mark.parametrize("eyes", EYES)
def test_owners_marks_stand_out_from_their_cells_with_any_cones(eyes: str, theme: Theme):
    """Each is a disc with a rim on a cell that is half in its colour."""
    for stone in theme.stones:
        cell = mix(theme.wood[0], stone.body, theme.tint)
        apart = [dist(lab(part, eyes), lab(cell, eyes)) for part in (stone.body, stone.rim)]
        assert max(apart) >= 20
    for one, other in combinations(theme.stones[:2], 2):
        cells = [mix(theme.wood[0], stone.body, theme.tint) for stone in (one, other)]
        assert dist(lab(cells[0], eyes), lab(cells[1], eyes)) >= 25


@EVERY_THEME
def test_the_last_moves_mark_leaves_the_glyph_free_and_stays_within_the_stone(theme: Theme):
    outer, inner = theme.glyph_ring
    for radius in (theme.radius, theme.plain_radius):
        assert inner * radius > theme.glyph
        assert outer * radius + theme.casing < radius - theme.rim
        assert theme.wide_ring[0] * radius < radius - theme.rim


@EVERY_THEME
def test_stones_stand_out_from_the_ground_and_the_mark_from_all(theme: Theme):
    ground = theme.wood[0]
    for stone in theme.stones:
        assert distance(stone.body, ground) >= 17
        assert distance(stone.body, theme.mark) >= 60
        assert distance(stone.light, theme.mark) >= 50
        body, rim = (abs(lightness(part) - lightness(ground)) for part in (stone.body, stone.rim))
        assert rim >= 20 or body >= 30
    assert distance(ground, theme.mark) >= 60
    for ink in (theme.ink, theme.name_ink):
        assert abs(lightness(ground) - lightness(ink)) >= 45
    assert abs(lightness(theme.panel) - lightness(theme.panel_ink)) >= 60


@EVERY_THEME
@pytest.mark.parametrize("seats", (2, 6, 8))
def test_shapes_alone_tell_stones_apart_where_they_carry_glyphs(theme: Theme, seats: int):
    many = seats > 2
    glyphs = [theme.stone(colour, many=many).glyph for colour in range(seats)]
    if many or theme.glyphs:
        assert all(glyphs) and len(set(glyphs)) == seats
    else:
        assert glyphs == ["", ""]


def test_one_theme_has_glyphs_between_two():
    assert [name for name, theme in THEMES.items() if theme.glyphs] == ["glyph"]


def test_among_many_colours_each_carries_a_glyph_of_its_own():
    glyphs = [WOOD.stone(colour, many=True).glyph for colour in range(len(WOOD.stones))]
    assert sorted(glyphs) == sorted(GLYPHS)


def test_between_two_black_and_white_are_plain():
    assert [WOOD.stone(colour).glyph for colour in (0, 1)] == ["", ""]


def test_mix_goes_from_one_colour_to_the_other():
    assert mix((0, 10, 20), (100, 110, 20), 0) == (0, 10, 20)
    assert mix((0, 10, 20), (100, 110, 20), 0.5) == (50, 60, 20)
    assert mix((0, 10, 20), (100, 110, 20), 1) == (100, 110, 20)
