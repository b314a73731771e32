"""The curve of a game: the lead after each move, and the mistakes on it."""

from collections.abc import Sequence
from io import BytesIO

import pytest
from PIL import Image

from render.curve import draw_curve
from render.theme import RGB, THEMES, WOOD, Theme
from tests.render.looking import distance

EVERY_THEME = pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
Scores = Sequence[Sequence[float] | None]


def opened(
    scores: Scores, marks: dict[int, int] | None = None, look: Theme = WOOD, width: int = 600
) -> Image.Image:
    return Image.open(BytesIO(draw_curve(scores, marks or {}, look, width))).convert("RGBA")


def leads(*values: float) -> Scores:
    return [(20.0 + value, 20.0) for value in values]


def near(picture: Image.Image, colour: RGB, apart: int = 24) -> list[tuple[int, int]]:
    """The pixels that nearly have a colour."""
    found: list[tuple[int, int]] = []
    for y in range(picture.height):
        for x in range(picture.width):
            pixel = picture.getpixel((x, y))
            assert isinstance(pixel, tuple)
            if pixel[3] == 255 and distance((pixel[0], pixel[1], pixel[2]), colour) < apart:
                found.append((x, y))
    return found


@EVERY_THEME
@pytest.mark.parametrize("width", (600, 1000))
def test_it_is_half_as_high_as_wide_with_transparent_corners(look: Theme, width: int) -> None:
    picture = opened(leads(0, 3, -2, 5), look=look, width=width)
    assert picture.size == (width, width // 2)
    corner, middle = picture.getpixel((0, 0)), picture.getpixel((width // 2, 4))
    assert isinstance(corner, tuple) and isinstance(middle, tuple)
    assert corner[3] == 0 and middle[3] == 255


def test_a_mistake_is_a_red_dot_at_its_move() -> None:
    places = [near(opened(leads(*[0.0] * 11), {ply: 0}), WOOD.mark) for ply in (2, 5, 8)]
    middles = [sum(x for x, _ in place) / len(place) for place in places]
    assert middles == sorted(middles)
    assert middles[2] - middles[1] == pytest.approx(middles[1] - middles[0], abs=2)
    assert near(opened(leads(0, 1, 2)), WOOD.mark) == []


def test_what_black_leads_by_is_above_and_dark_what_white_leads_by_below_and_light() -> None:
    above, below = (opened(leads(0, value, value, 0)) for value in (9.0, -9.0))

    def filled(picture: Image.Image, lower: bool) -> tuple[int, int, int]:
        y = round(picture.height * (0.62 if lower else 0.25))
        pixel = picture.getpixel((picture.width // 2, y))
        assert isinstance(pixel, tuple)
        return pixel[0], pixel[1], pixel[2]

    assert sum(filled(above, False)) < sum(WOOD.panel) - 150
    assert distance(filled(below, True), WOOD.stones[1].body) < 12


def test_the_dot_is_at_the_height_of_the_lead() -> None:
    rows = [
        min(y for _, y in near(opened(leads(0, lead, 0, 20, -20), {1: 0}), WOOD.mark))
        for lead in (-15.0, 0.0, 15.0)
    ]
    assert rows[0] > rows[1] > rows[2]


@EVERY_THEME
def test_with_more_than_two_colours_everybody_has_a_line(look: Theme) -> None:
    scores: Scores = [None, *((10.0 + n, 20.0 - n, 30.0) for n in range(8))]
    picture = opened(scores, {4: 2}, look)
    for colour in range(3):
        assert near(picture, look.stones[colour].body, 40)
    assert near(picture, look.mark)


@pytest.mark.parametrize(
    "scores", [[], [None], [None, None], leads(0), leads(4), [None, (3.0, 9.0)], leads(0.2, -0.3)]
)
def test_short_games_have_pictures_too(scores: Scores) -> None:
    assert opened(scores, {0: 0, 1: 1, 7: 0}).size == (600, 300)


def test_the_same_game_has_the_same_picture() -> None:
    scores = leads(1, 5, -3, 8)
    assert draw_curve(scores, {2: 1}, WOOD, 700) == draw_curve(scores, {2: 1}, WOOD, 700)


def test_thousands_of_moves_and_points_fit() -> None:
    picture = opened([(float(n % 300), 100.0) for n in range(3000)], {2000: 1})
    assert picture.size == (600, 300)
