"""The names of points in the picture: at both ends of every line, and on the points."""

from itertools import combinations, pairwise
from math import dist
from typing import Any

import pytest
from PIL import ImageChops

from engine.board import Board, hexhex, rectangle
from render.background import Background, typeface
from render.layout import Pose, lay_out
from render.options import Coordinates, Mark, Overlay, RenderOptions, Sign
from render.sprites import SpriteFactory
from render.theme import RGB, THEMES, WOOD
from render.tiles import tile_set
from tests.render.looking import Seen
from tests.render.scenes import go, ki_game, related_still
from tests.render.still import Still, parts_of, related, scattered
from tests.render.test_views import nearest

SMALL = [hexhex(2), hexhex(4), hexhex(5), rectangle(2, 2), rectangle(7, 8), rectangle(2, 25)]
LARGE = [hexhex(6), hexhex(8), rectangle(9, 9), rectangle(19, 19)]
BOARDS = [*(hexhex(side) for side in range(2, 10)), *LARGE[2:], rectangle(5, 3), rectangle(25, 25)]
WIDTHS = (300, 500, 600, 1000)
"""Of a picture beside another on a phone and on a desktop, and of one alone."""


def box_around(seen: Seen, point: int) -> tuple[int, int, int, int]:
    x, y = seen.layout.pixel(seen.board.centres[point])
    reach = round(0.33 * seen.layout.unit)
    return x - reach, y - reach, x + reach + 1, y + reach + 1


def named_points(position: Still, options: RenderOptions) -> set[int]:
    """The points that look otherwise than with coordinates at the edge alone."""
    edge = RenderOptions(
        options.width,
        options.theme,
        overlay=options.overlay,
        territory=options.territory,
        coordinates=Coordinates.EDGE,
        marks=options.marks,
    )
    plain, seen = Seen(position, edge), Seen(position, options)
    apart = ImageChops.difference(plain.image, seen.image)
    return {
        p
        for p in range(len(position.board))
        if apart.crop(box_around(seen, p)).getbbox(alpha_only=False) is not None
    }


# --- on the points ---


@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.key)
def test_on_a_small_board_each_empty_point_carries_its_name(board: Board):
    still = Still(board, scattered(board, 3, filled=0.4))
    assert named_points(still, RenderOptions()) == set(range(len(board))) - set(still.stones)


@pytest.mark.parametrize("board", LARGE[2:], ids=lambda board: board.key)
def test_on_a_larger_square_board_none_does(board: Board):
    assert named_points(Still(board), RenderOptions()) == set()


def around(board: Board, point: int) -> set[int]:
    """The points at most two steps away."""
    beside = {*board.neighbours[point]}
    return beside.union(*(board.neighbours[p] for p in beside)) - {point}


@pytest.mark.parametrize("side", range(6, 10))
def test_on_a_larger_hexagon_the_star_points_and_those_near_the_last_stone_do(side: int):
    """Its numbers bend, so people count along them."""
    board = hexhex(side)
    assert named_points(Still(board), RenderOptions()) == set(board.stars)
    last, other = board.index["b2"], board.index["c3"]
    still = Still(board, {last: 0, other: 1}, last=last)
    wanted = {*board.stars, *around(board, last)} - {last, other}
    assert named_points(still, RenderOptions()) == wanted


@pytest.mark.parametrize("side", range(5, 9))
@pytest.mark.parametrize("width", (600, 1000))
def test_on_a_phone_300_points_wide_names_are_seven_points_high(side: int, width: int):
    board = hexhex(side)
    layout = lay_out(board, width, WOOD)
    point = width / 300
    assert Background(board, layout, WOOD).label_font().size >= 7.5 * point
    names = tile_set(board, WOOD, width).names(low=False)
    star = board.index["e4"]  # no letter with a descender
    (_, (_, top, _, bottom), _) = names[star]
    pad = 2 * WOOD.name_clearing * layout.unit
    digits = typeface(7 * point).getbbox("4", anchor="ls")
    assert bottom - top - pad >= (digits[3] - digits[1]) - 1


def test_the_whole_of_a_letter_is_written_on_its_point():
    """The tail of a g, too."""
    font = typeface(30)
    sprite = SpriteFactory(WOOD, 80, 0.0).name("g4", font, (0, 0, 0))
    dark = sprite.colours.convert("L").point([255] * 60 + [0] * 196)
    box, ink = dark.getbbox(), font.getbbox("g4")
    assert box is not None
    assert box[3] - box[1] == pytest.approx(ink[3] - ink[1], abs=2)


@pytest.mark.parametrize("width", (600, 1000))
def test_the_largest_board_with_names_has_them_on_a_phone_too(width: int):
    board = hexhex(5)
    assert board.named and named_points(Still(board), RenderOptions(width)) == set(range(61))


def brightness(colour: RGB) -> float:
    """The relative luminance of WCAG 2."""
    levels = [level / 255 for level in colour]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in levels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_names_are_quiet_but_readable_in_every_palette(theme: str):
    """Quieter than the coordinates at the edge; on wood and grain at least WCAG's 3 : 1."""
    look = THEMES[theme]
    for wood in look.wood:
        assert 3 <= contrast(look.quiet_ink, wood) < 0.8 * contrast(look.ink, wood)
    seen = Seen(Still(hexhex(5)), RenderOptions(1000, look))
    for point in range(len(seen.board)):
        assert nearest(seen.image.crop(box_around(seen, point)), look.quiet_ink) == 0


def test_the_usual_names_are_fainter_than_those_that_people_choose():
    seen = Seen(Still(hexhex(5)), RenderOptions())
    loud = Seen(Still(hexhex(5)), RenderOptions(coordinates=Coordinates.EVERY))
    for point in range(len(seen.board)):
        crops = [each.image.crop(box_around(each, point)) for each in (seen, loud)]
        assert nearest(crops[0], WOOD.name_ink) > 0
        assert nearest(crops[1], WOOD.name_ink) == 0


def test_a_refused_stone_hides_the_name_of_its_point():
    marks = {12: Mark(Sign.REFUSED, 0)}
    assert named_points(Still(hexhex(3)), RenderOptions(marks=marks)) == set(range(19)) - {12}


def test_a_stone_that_only_the_anchor_has_hides_the_name_of_its_point():
    still = Still(hexhex(3), {1: 0}, anchored={1: 0, 7: 1})
    assert 7 in named_points(still, RenderOptions())
    assert 7 not in named_points(still, RenderOptions(overlay=Overlay.ANCHOR))


RINGED = Still(hexhex(3), parts=parts_of(hexhex(3), {7: 1}))


@pytest.mark.parametrize("coordinates", (Coordinates.USUAL, Coordinates.EVERY))
@pytest.mark.parametrize(
    ("position", "options"),
    [
        (RINGED, {"marks": {7: Mark(Sign.FREE)}}),
        (RINGED, {"marks": {7: Mark(Sign.ANSWER)}}),
        (RINGED, {"territory": True}),
        (Still(hexhex(3), controlled={7: 0}), {}),
    ],
    ids=["a ring", "a red ring", "territory", "control"],
)
def test_a_name_stands_below_a_ring_or_a_dot(
    position: Still, options: dict[str, Any], coordinates: Coordinates
):
    usual = RenderOptions(coordinates=coordinates, **options)
    bare = RenderOptions(coordinates=Coordinates.EDGE, **options)
    seen, plain = Seen(position, usual), Seen(position, bare)
    apart = ImageChops.difference(seen.image, plain.image)
    x, y = seen.layout.pixel(seen.board.centres[7])
    ring = round(0.7 * WOOD.liberty_mark[0] * seen.layout.unit)
    assert apart.crop((x - ring, y - ring, x + ring, y + ring)).getbbox(alpha_only=False) is None
    assert apart.crop(box_around(seen, 7)).getbbox(alpha_only=False) is not None


def test_liberties_of_one_group_and_of_groups_in_atari_leave_their_names_readable():
    board = rectangle(3, 3)
    corner = {board.index["a1"]: 0, board.index["b1"]: 1}
    still = Still(board, corner)
    for options in (
        RenderOptions(overlay=Overlay.LIBERTIES, group=board.index["a1"]),
        RenderOptions(overlay=Overlay.ATARI),
    ):
        assert board.index["a2"] in named_points(still, options)


# --- at the edge ---


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize("mirror", (False, True))
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_coordinates_overlap_no_stone_and_no_other(board: Board, turn: int, mirror: bool):
    for width in WIDTHS:
        layout = lay_out(board, width, WOOD, Pose(turn % board.turns, mirror))
        background = Background(board, layout, WOOD)
        font = background.label_font()
        boxes = [(text, box) for text, _, box in background.written_labels(font)]
        for (one, a), (other, b) in combinations(boxes, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (width, one, other)
        if layout.unit * WOOD.label < WOOD.label_pixels:  # small: readable rather than apart
            continue
        radius = WOOD.radius if board.turns == 6 else WOOD.plain_radius
        stones = [layout.pixel(place) for place in board.centres]
        for text, (left, top, right, bottom) in boxes:
            for x, y in stones:
                beside = min(max(x, left), right), min(max(y, top), bottom)
                assert dist(beside, (x, y)) > radius * layout.unit - 0.5, (width, text)


@pytest.mark.parametrize("board", (hexhex(5), rectangle(9, 9)), ids=lambda board: board.key)
def test_each_line_has_its_name_straight_ahead_of_its_ends(board: Board):
    """Who follows the line meets the name: it is at most a little aside."""
    for line in (*board.rows, *board.columns):
        for inside, (u, v) in zip((line.points[:2], line.points[:-3:-1]), line.ends, strict=False):
            if len(inside) == 1:
                continue
            (x, y), (s, t) = (board.centres[point] for point in inside)
            ahead = (u - x) * (x - s) + (v - y) * (y - t)
            aside = abs((u - x) * (y - t) - (v - y) * (x - s))
            assert 0.6 < ahead < 0.75 and aside < 0.1, line.name


@pytest.mark.parametrize("side", range(6, 10))
def test_the_lines_to_follow_are_heavier_than_the_others(side: int):
    board = hexhex(side)
    seen = Seen(Still(board), RenderOptions(theme=THEMES["contrast"], coordinates=Coordinates.EDGE))
    heavy = {frozenset(pair) for line in board.guides for pair in pairwise(line.points)}
    ink: dict[bool, list[int]] = {True: [], False: []}
    for p, q in board.edges:
        (x, y), (u, v) = (seen.layout.pixel(board.centres[point]) for point in (p, q))
        if y != v:
            reach = round(0.15 * seen.layout.unit)
            cut = seen.image.crop(
                ((x + u) // 2 - reach, (y + v) // 2, (x + u) // 2 + reach, (y + v) // 2 + 1)
            )
            levels = list(cut.convert("L").tobytes())
            ink[frozenset((p, q)) in heavy].append(sum(max(levels) - level for level in levels))
    assert min(ink[True]) > 1.3 * max(ink[False])


@pytest.mark.parametrize("seed", range(3))
def test_names_do_not_hide_stones_links_or_marks(seed: int):
    """What is not bare wood without names looks the same with them."""
    board = hexhex(5)
    stones = scattered(board, seed, filled=0.5)
    still = Still(board, stones, related(board, stones), last=min(stones))
    named = Seen(still, RenderOptions())
    plain = Seen(still, RenderOptions(coordinates=Coordinates.EDGE))
    for point in stones:
        x, y = named.layout.pixel(board.centres[point])
        reach = round(0.27 * named.layout.unit)
        box = (x - reach, y - reach, x + reach, y + reach)
        assert named.image.crop(box).tobytes() == plain.image.crop(box).tobytes()
    for edge in board.edges:
        if edge[0] in stones and edge[1] in stones:
            assert named.on_edge(edge, 0.5) == plain.on_edge(edge, 0.5)


def test_games_that_mark_empty_points_have_names_too():
    small = ki_game(20, 1)
    assert not small.board.named  # the published board is larger
    assert related_still(5, 1).board.named and go(5, 3, 1).board.named
