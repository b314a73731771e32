"""The palette holds what matters, and colours can be told apart."""

from collections.abc import Sequence
from itertools import combinations
from math import atan2, degrees, dist, hypot

import pytest

from render.shapes import GLYPHS
from render.theme import RGB, WOOD, mix
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


def test_the_palette_has_64_entries_and_all_that_matters_is_in_it():
    opaque = WOOD.palette[: -len(WOOD.alphas)]
    assert len(WOOD.palette) == 64
    assert len(set(opaque)) >= len(opaque) - 1
    assert {WOOD.mark, WOOD.ink, WOOD.line, WOOD.neutral, *WOOD.wood} <= set(opaque)
    for stone in WOOD.stones:
        assert {stone.body, stone.light, stone.gleam, stone.rim} <= set(opaque)


def test_the_stones_are_what_games_call_them():
    """B W R G Y P: Black, White, Red, Green, Yellow, Purple."""
    black, white, *coloured = (stone.body for stone in WOOD.stones)
    assert lightness(black) < 15 and lightness(white) > 90
    for colour, expected in zip(coloured, (30, 145, 90, 310), strict=True):
        assert abs(hue(colour) - expected) < 15
        _, a, b = lab(colour)
        assert hypot(a, b) > 50
    for colour in (black, white):
        _, a, b = lab(colour)
        assert hypot(a, b) < 8


def test_the_colours_of_stones_differ_in_lightness_and_in_hue():
    for one, other in combinations(WOOD.stones, 2):
        assert abs(lightness(one.body) - lightness(other.body)) >= 10
        assert dist(lab(one.body), lab(other.body)) >= 60
    for one, other in combinations(WOOD.stones[2:], 2):
        around = abs(hue(one.body) - hue(other.body))
        assert min(around, 360 - around) >= 45


@pytest.mark.parametrize("eyes", EYES)
def test_stones_can_be_told_apart_with_any_cones(eyes: str):
    """About 2 is a difference that is just seen side by side. Each has a glyph besides."""
    for one, other in combinations(WOOD.stones, 2):
        assert abs(lightness(one.body, eyes) - lightness(other.body, eyes)) >= 8
        assert dist(lab(one.body, eyes), lab(other.body, eyes)) >= 20
    for colour in range(len(WOOD.stones)):
        stone = WOOD.look(colour, many=True)
        assert abs(lightness(stone.glyph_ink, eyes) - lightness(stone.body, eyes)) >= 45


@pytest.mark.parametrize("eyes", EYES)
def test_the_last_move_is_marked_unmistakably_on_every_stone(eyes: str):
    """The mark differs from the stone; where that is another red, its edge differs from both."""
    among_many = [WOOD.look(colour, many=True) for colour in (0, 1)]
    for stone in (*WOOD.stones, *among_many):
        assert dist(lab(WOOD.mark, eyes), lab(stone.body, eyes)) >= 20
        if stone.glyph:
            assert abs(lightness(stone.glyph_ink, eyes) - lightness(stone.body, eyes)) >= 45
            assert abs(lightness(stone.glyph_ink, eyes) - lightness(WOOD.mark, eyes)) >= 30
        else:
            assert dist(lab(WOOD.mark, eyes), lab(stone.body, eyes)) >= 40


def test_the_last_moves_mark_leaves_the_glyph_free_and_stays_within_the_stone():
    outer, inner = WOOD.glyph_ring
    for radius in (WOOD.radius, WOOD.plain_radius):
        assert inner * radius > WOOD.glyph
        assert outer * radius + WOOD.casing < radius - WOOD.rim


def test_stones_stand_out_from_the_wood_and_the_mark_from_all():
    for stone in WOOD.stones:
        assert distance(stone.body, WOOD.wood[0]) >= 30
        assert distance(stone.body, WOOD.mark) >= 60
        assert distance(stone.light, WOOD.mark) >= 50
        assert abs(lightness(stone.rim) - lightness(WOOD.wood[0])) >= 20
    assert distance(WOOD.wood[0], WOOD.mark) >= 60
    assert lightness(WOOD.wood[0]) - lightness(WOOD.ink) >= 45


def test_among_many_colours_each_carries_a_glyph_of_its_own():
    glyphs = [WOOD.look(colour, many=True).glyph for colour in range(len(WOOD.stones))]
    assert sorted(glyphs) == sorted(GLYPHS)


def test_between_two_black_and_white_are_plain():
    assert [WOOD.look(colour).glyph for colour in (0, 1)] == ["", ""]


def test_mix_goes_from_one_colour_to_the_other():
    assert mix((0, 10, 20), (100, 110, 20), 0) == (0, 10, 20)
    assert mix((0, 10, 20), (100, 110, 20), 0.5) == (50, 60, 20)
    assert mix((0, 10, 20), (100, 110, 20), 1) == (100, 110, 20)
