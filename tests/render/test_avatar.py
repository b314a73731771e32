"""The bot's own picture."""

from io import BytesIO

import pytest
from PIL import Image

from render.avatar import UNIT, avatar
from render.theme import AVATAR
from tests.render.looking import distance

SIZES = pytest.mark.parametrize("size", (128, 129, 512))


def at(picture: Image.Image, right: float, down: float) -> tuple[int, int, int]:
    """The colour at a place, in distances between neighbours from the middle."""
    middle, unit = picture.width / 2, UNIT * picture.width
    found = picture.getpixel((int(middle + right * unit), int(middle + down * unit)))
    assert isinstance(found, tuple)
    red, green, blue = (int(level) for level in found)
    return red, green, blue


@SIZES
def test_two_white_stones_are_cut_by_two_black_ones(size: int):
    picture = Image.open(BytesIO(avatar(size)))
    assert picture.size == (size, size) and picture.mode == "RGB"
    black, white = (stone.body for stone in AVATAR.stones[:2])
    for side in (-1, 1):
        assert distance(at(picture, 0.2, 0.87 * side), black) < 16
        assert distance(at(picture, 0.5 * side, 0.25), white) < 16
    for down in (-0.18, 0, 0.18):
        assert distance(at(picture, 0, down), AVATAR.mark) < 12


@SIZES
def test_all_of_it_is_seen_in_a_circle(size: int):
    """Discord cuts the corners off: no stone reaches into them."""
    farthest = 3**0.5 / 2 * UNIT + AVATAR.radius * UNIT
    assert farthest < 0.49
    picture = Image.open(BytesIO(avatar(size)))
    for right in (-1.3, 1.3):
        for down in (-1.2, 1.2):
            assert at(picture, right, down) == AVATAR.wood[0]


def test_it_is_drawn_alike_each_time_and_from_16_to_2048_pixels():
    assert avatar(64) == avatar(64)
    for size in (15, 2049):
        with pytest.raises(ValueError, match="16 to 2048"):
            avatar(size)
    levels = Image.open(BytesIO(avatar(16))).convert("L").histogram()
    assert sum(levels[:60]) > 10 and sum(levels[215:]) > 10
