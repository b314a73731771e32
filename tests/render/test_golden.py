"""Pictures that people have looked at and found good, one for each shape and feature.

Where one changes on purpose: ``GOLDEN=accept make test``, look at the new files, commit them.
"""

import os
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.position import Position
from render.avatar import avatar
from render.board_image import draw
from render.course import draw_course
from render.curve import draw_curve
from render.options import Coordinates, Mark, Overlay, RenderOptions, Sign
from render.panels import Side, draw_beside, draw_score
from render.table import draw_table
from render.theme import THEMES, WOOD
from tests.render.scenes import (
    anchored,
    colourful,
    course,
    go,
    kee_game,
    keil_game,
    ki_game,
    ki_lesson,
    last_of,
    owners_of,
    related_still,
    score_rows,
)

GOLDEN = Path(__file__).with_name("golden")
NEARLY = 0.3
"""The mean difference of a channel (0 to 255) that other versions of FreeType and zlib may make."""


MARKS = {
    5: Mark(Sign.TRAPPED),
    6: Mark(Sign.TRAPPED),
    12: Mark(Sign.REFUSED, 0),
    20: Mark(Sign.WATCHED),
    21: Mark(Sign.WATCHED),
    26: Mark(Sign.FREE),
    30: Mark(Sign.REFUSED, 1),
}

STANDINGS = (
    ("#", "Player", "Points", "Buchholz", "S-B", "Wins"),
    [
        ("1", "Ada", "4½", "14", "12¾", "4"),
        ("2", "A name that is much too long for it", "4", "13½", "11", "4"),
        ("2", "Bo", "4", "13½", "11", "4"),
        ("4", "Émile Žižek", "½", "10", "0", "0"),
    ],
)
PICTURES: dict[str, tuple[Position, RenderOptions]] = {
    "keil-start": (keil_game(4, 0, 0), RenderOptions(320)),
    "keil-capture": (keil_game(5, 49, 7), RenderOptions(400)),
    "keil-over": (keil_game(4, 30, 2, over=True), RenderOptions(320, territory=True)),
    "ki-capture": (ki_game(60, 5), RenderOptions(400)),
    "ki-lesson": (ki_lesson(2), RenderOptions(320)),
    "side-2": (related_still(2, 3), RenderOptions(300)),
    "side-13": (related_still(13, 1), RenderOptions(400)),
    "relations": (related_still(5, 3), RenderOptions(400)),
    "six-colours": (colourful(), RenderOptions(400, territory=True)),
    "go-9x9": (go(9, 9, 1), RenderOptions(320)),
    "go-19x19": (go(19, 19, 1), RenderOptions(400)),
    "go-5x3-territory": (go(5, 3, 1), RenderOptions(320, territory=True)),
    "go-2x9": (go(2, 9, 3), RenderOptions(300)),
    "go-six-colours": (go(9, 9, 5, range(6)), RenderOptions(400, territory=True)),
    "go-eight-colours": (go(9, 9, 5, range(8)), RenderOptions(400, territory=True)),
    **{f"go-last-{colour}": (last_of(colour), RenderOptions(300)) for colour in range(6)},
    "anchor": (anchored(range(2)), RenderOptions(400)),
    "anchor-six-colours": (anchored(range(6)), RenderOptions(400)),
    **{
        f"keil-{overlay}": (keil_game(5, 36, 7), RenderOptions(400, overlay=overlay))
        for overlay in (Overlay.GROUPS, Overlay.LIBERTIES, Overlay.ATARI, Overlay.TERRITORY)
    },
    "keil-one-group": (
        keil_game(5, 36, 7),
        RenderOptions(400, overlay=Overlay.LIBERTIES, group=14),
    ),
    "kee-groups": (kee_game(9, 2, 60, 4), RenderOptions(400, overlay=Overlay.GROUPS)),
    "kee-atari": (kee_game(9, 2, 60, 4), RenderOptions(400, overlay=Overlay.ATARI)),
    "kee-liberties": (kee_game(9, 4, 60, 4), RenderOptions(400, overlay=Overlay.LIBERTIES)),
    "ki-control": (ki_game(60, 5), RenderOptions(400, overlay=Overlay.CONTROL)),
    "anchor-large": (anchored(range(2)), RenderOptions(400, overlay=Overlay.ANCHOR)),
    **{
        f"theme-{name}": (colourful(), RenderOptions(400, theme, territory=True))
        for name, theme in THEMES.items()
        if theme is not WOOD
    },
    **{
        f"theme-{name}-two": (keil_game(5, 49, 7), RenderOptions(400, theme))
        for name, theme in THEMES.items()
        if theme is not WOOD
    },
    **{
        f"turned-{turn}{'-mirrored' * mirror}": (
            related_still(4, 3),
            RenderOptions(320, turn=turn, mirror=mirror, coordinates=Coordinates.EVERY),
        )
        for turn in range(6)
        for mirror in (False, True)
    },
    **{
        f"go-turned-{turn}{'-mirrored' * mirror}": (
            go(7, 4, 2),
            RenderOptions(320, turn=turn, mirror=mirror),
        )
        for turn in range(1, 4)
        for mirror in (False, True)
    },
    "names-of-dotted-points": (ki_game(60, 5), RenderOptions(500, coordinates=Coordinates.EVERY)),
    "bare": (related_still(5, 3), RenderOptions(320, coordinates=Coordinates.OFF)),
    "marks": (keil_game(5, 36, 7), RenderOptions(400, marks=MARKS)),
    "moves": (
        kee_game(9, 3, 40, 4),
        RenderOptions(400, marks={24: Mark(Sign.BETTER, 2), 40: Mark(Sign.WORSE, 2)}),
    ),
    "region": (
        keil_game(4, 12, 2),
        RenderOptions(400, marks={p: Mark(Sign.AREA) for p in (10, 11, 16, 17, 18, 23, 24)}),
    ),
    **{
        f"{name}-estimate": (
            position,
            RenderOptions(400, theme, overlay=Overlay.ESTIMATE, owners=owners_of(position)),
        )
        for name, position, theme in (
            ("keil", keil_game(5, 36, 7), WOOD),
            ("keil-dark", keil_game(5, 36, 7), THEMES["dark"]),
            ("ki", ki_game(60, 5), WOOD),
            ("kee", kee_game(9, 4, 60, 4), WOOD),
        )
    },
    "go-marks": (go(9, 9, 1), RenderOptions(400, marks=MARKS)),
}

FINISHED = keil_game(4, 30, 2, over=True)
SIDES = Side(keil_game(4, 20, 2), "Now", MARKS), Side(keil_game(4, 12, 2), "After move 12")
RATINGS = [(0.9 * n * n, 1500 + 40.0 * (n % 5) + 9 * n, 350 * 0.9**n) for n in range(30)]
"""Made up: see `render.course`."""
SHEETS: dict[str, Callable[[], bytes]] = {
    "score-beside": lambda: draw_score(FINISHED, score_rows(FINISHED), RenderOptions(720)),
    "score-below": lambda: draw_score(
        FINISHED, score_rows(FINISHED), RenderOptions(360, THEMES["dark"])
    ),
    "score-of-six": lambda: draw_score(
        kee_game(9, 6, 60, 2), score_rows(kee_game(9, 6, 60, 2)), RenderOptions(400)
    ),
    "beside": lambda: draw_beside(*SIDES, RenderOptions(640)),
    "beside-contrast": lambda: draw_beside(*SIDES, RenderOptions(640, THEMES["contrast"], turn=1)),
    **{
        f"table-{name}": partial(draw_table, *STANDINGS, THEMES[name], 400, 1)
        for name in ("light", "dark", "contrast")
    },
    "curve": lambda: draw_curve(course(60, 2), {9: 0, 22: 1, 40: 0}, WOOD, 600),
    "curve-of-four": lambda: draw_curve(course(90, 4), {30: 3}, THEMES["dark"], 600),
    "course": lambda: draw_course(RATINGS, {0: "2026-01-03", 60: "2026-03-04"}, WOOD, 600),
    "course-contrast": lambda: draw_course(RATINGS[:2], {}, THEMES["contrast"], 360),
    "avatar": lambda: avatar(128),
}
EVERYTHING: dict[str, Callable[[], bytes]] = {
    **{name: partial(draw, position, options) for name, (position, options) in PICTURES.items()},
    **SHEETS,
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_the_picture_is_as_people_have_seen_it(name: str, tmp_path: Path):
    png, golden = EVERYTHING[name](), GOLDEN / f"{name}.png"
    if os.environ.get("GOLDEN") == "accept":
        golden.write_bytes(png)
    actual = Image.open(BytesIO(png)).convert("RGBA")
    expected = Image.open(golden).convert("RGBA")
    assert actual.size == expected.size
    difference = ImageChops.difference(actual, expected)
    apart = max(ImageStat.Stat(difference).mean)
    if apart > NEARLY:
        actual.save(tmp_path / "actual.png")
        louder = [min(255, 4 * level) for level in range(256)] * 3
        difference.convert("RGB").point(louder).save(tmp_path / "difference.png")
    assert apart <= NEARLY, (
        f"{golden} differs by {apart:.2f}: see actual and difference in {tmp_path}"
    )


def test_every_golden_picture_is_compared():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(EVERYTHING)


def test_the_capture_is_one():
    """The random games of the pictures with ghosts still end with a capture."""
    assert PICTURES["keil-capture"][0].captured and PICTURES["ki-capture"][0].captured
