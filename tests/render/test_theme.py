"""The palette holds what matters, and colours can be told apart."""

from itertools import combinations

from render.shapes import GLYPHS
from render.theme import RGB, WOOD, mix
from tests.render.looking import distance


def lightness(colour: RGB) -> float:
    """L* of CIELAB, 0 to 100: how light a colour looks."""
    linear = [
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in (part / 255 for part in colour)
    ]
    luminance = sum(
        share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def test_the_palette_has_64_entries_and_all_that_matters_is_in_it():
    opaque = WOOD.palette[: -len(WOOD.alphas)]
    assert len(WOOD.palette) == 64
    assert len(set(opaque)) >= len(opaque) - 1
    assert {WOOD.mark, WOOD.ink, WOOD.line, WOOD.neutral, *WOOD.wood} <= set(opaque)
    for stone in WOOD.stones:
        assert {stone.body, stone.light, stone.rim} <= set(opaque)


def test_the_colours_of_stones_differ_in_lightness_too():
    for one, other in combinations(WOOD.stones, 2):
        assert abs(lightness(one.body) - lightness(other.body)) >= 5


def test_stones_stand_out_from_the_wood_and_the_mark_from_all():
    for stone in WOOD.stones:
        assert distance(stone.body, WOOD.wood[0]) >= 30
        assert distance(stone.body, WOOD.mark) >= 60
        assert abs(lightness(stone.rim) - lightness(WOOD.wood[0])) >= 20
    assert distance(WOOD.wood[0], WOOD.mark) >= 60
    assert lightness(WOOD.wood[0]) - lightness(WOOD.ink) >= 45


def test_all_stones_but_black_and_white_carry_a_glyph_of_their_own():
    glyphs = [stone.glyph for stone in WOOD.stones]
    assert glyphs[:2] == ["", ""]
    assert sorted(glyphs[2:]) == sorted(GLYPHS)


def test_mix_goes_from_one_colour_to_the_other():
    assert mix((0, 10, 20), (100, 110, 20), 0) == (0, 10, 20)
    assert mix((0, 10, 20), (100, 110, 20), 0.5) == (50, 60, 20)
    assert mix((0, 10, 20), (100, 110, 20), 1) == (100, 110, 20)
