"""What is drawn on request: overlays and marks, for every game by what its positions answer."""

from collections.abc import Mapping
from io import BytesIO
from itertools import combinations, pairwise
from math import dist
from random import Random

import pytest
from PIL import Image, ImageChops

from engine.board import Board, hexhex, rectangle
from engine.position import Link, Placement, Position
from render.board_image import draw
from render.options import (
    Coordinates,
    Mark,
    NothingToShow,
    Overlay,
    RenderOptions,
    Sign,
    useful_overlays,
    useless_overlays,
)
from render.overlays import middle_stone
from render.theme import THEMES, WOOD, Theme, mix
from tests.render.looking import Seen, distance, some_of
from tests.render.scenes import anchored, kee_game, keil_game, ki_game, score_rows
from tests.render.still import Still, parts_of, related, scattered

SHOWN = [overlay for overlay in Overlay if overlay is not Overlay.NONE]
EVERY_THEME = pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
HALO = WOOD.halo / 2


def changed(seen: Seen, plain: Seen, point: int, reach: float = 0.5) -> bool:
    """Whether two pictures differ around a point."""
    x, y = seen.layout.pixel(seen.board.centres[point])
    half = int(reach * seen.layout.unit)
    box = (x - half, y - half, x + half, y + half)
    pair = (picture.image.crop(box) for picture in (seen, plain))
    return ImageChops.difference(*pair).getbbox(alpha_only=False) is not None


def everything(board: Board, seed: int) -> Still:
    """A position that every overlay says something about."""
    stones = scattered(board, seed, range(6) if seed % 2 else range(2), 0.6)
    empty = [point for point in range(len(board)) if point not in stones]
    links = related(board, stones) if seed % 3 else None
    groups = grouped(board, stones, links)
    return Still(
        board,
        stones,
        links,
        last=next(iter(stones), None),
        removed=dict.fromkeys(empty[:2], seed % 2),
        parts=parts_of(board, {p: (None, 0, 1)[p % 3] for p in empty}),
        controlled={p: p % 2 for p in empty[::2]},
        anchored=scattered(board, seed + 1, range(2), 0.4),
        seats=6 if seed % 2 else 2,
        grouped=groups,
        breaths={min(group): tuple(empty[: 1 + n % 12]) for n, group in enumerate(groups)},
    )


def grouped(
    board: Board, stones: Mapping[int, int], links: Mapping[tuple[int, int], Link] | None
) -> tuple[tuple[int, ...], ...]:
    """The stones that hang together."""
    label = {point: point for point in stones}
    for _ in stones:
        for p, q in board.edges:
            alike = p in stones and stones[p] == stones.get(q)
            if alike and (links is None or links[p, q] is Link.LINKED):
                label[p] = label[q] = min(label[p], label[q])
    return tuple(
        tuple(p for p in sorted(stones) if label[p] == first)
        for first in sorted(set(label.values()))
    )


# --- which there are ---


def test_each_game_offers_the_overlays_that_it_has_an_answer_for():
    both = {Overlay.GROUPS, Overlay.LIBERTIES, Overlay.TERRITORY}
    assert both <= set(useful_overlays(keil_game(5, 40, 7))) <= both | {Overlay.ATARI}
    assert both <= set(useful_overlays(kee_game(9, 3, 80, 1)))
    assert Overlay.CONTROL not in useful_overlays(kee_game(9, 3, 80, 1))
    assert useful_overlays(ki_game(40, 5)) == (Overlay.CONTROL,)
    for start in (keil_game(5, 0, 0), kee_game(9, 2, 0, 0), ki_game(0, 0)):
        assert useful_overlays(start) == ()


def test_the_others_of_a_game_show_nothing_for_a_reason():
    none, control = NothingToShow.NO_STONES, NothingToShow.NO_CONTROL
    of_keil = (Overlay.GROUPS, Overlay.LIBERTIES, Overlay.ATARI, Overlay.TERRITORY)
    assert useless_overlays(keil_game(5, 0, 0)) == dict.fromkeys(of_keil, none)
    of_kee = {**dict.fromkeys(of_keil, none), Overlay.ANCHOR: NothingToShow.NO_ANCHOR}
    assert useless_overlays(kee_game(9, 2, 0, 0)) == of_kee
    assert useless_overlays(ki_game(0, 0)) == {Overlay.CONTROL: control}
    assert useless_overlays(ki_game(40, 5)) == {}
    alone = keil_game(5, 1, 0)
    assert useless_overlays(alone) == {
        Overlay.GROUPS: NothingToShow.NO_GROUP,
        Overlay.ATARI: NothingToShow.NO_ATARI,
    }
    for position in (keil_game(5, 40, 7), kee_game(9, 3, 80, 1)):
        both = useful_overlays(position), useless_overlays(position)
        assert not set(both[0]) & set(both[1])
        assert set(of_keil) <= {*both[0], *both[1]}


def test_an_overlay_is_offered_where_it_says_something():
    board = rectangle(5, 5)
    stones = {0: 0, 1: 0}
    assert useful_overlays(Still(board, stones)) == ()
    assert useful_overlays(Still(board, stones, grouped=((0, 1),))) == (Overlay.GROUPS,)
    two, one = ({0: free} for free in ((5, 6), (5,)))
    assert useful_overlays(Still(board, {0: 0}, breaths=two)) == (Overlay.LIBERTIES,)
    assert useful_overlays(Still(board, {0: 0}, breaths=one)) == (Overlay.LIBERTIES, Overlay.ATARI)
    assert useful_overlays(Still(board, stones, controlled={5: 0})) == (Overlay.CONTROL,)
    assert useful_overlays(Still(board, stones, anchored={0: 0})) == (Overlay.ANCHOR,)
    assert useful_overlays(Still(board, stones, anchored=dict(stones))) == ()


@pytest.mark.parametrize("overlay", SHOWN)
def test_an_overlay_that_says_nothing_changes_no_pixel(overlay: Overlay):
    board = hexhex(4)
    stones = scattered(board, 2)
    still = Still(board, stones, related(board, stones))
    plain, seen = Seen(still, RenderOptions(500)), Seen(still, RenderOptions(500, overlay=overlay))
    assert seen.image.tobytes() == plain.image.tobytes()


# --- groups ---


@EVERY_THEME
def test_a_halo_goes_round_each_group_and_leaves_cuts_and_stones_alone(look: Theme):
    position = keil_game(5, 36, 7)
    plain = Seen(position, RenderOptions(1000, look))
    seen = Seen(position, RenderOptions(1000, look, overlay=Overlay.GROUPS))
    for group in position.groups():
        for point in group:
            x, y = position.board.centres[point]
            for right, down in ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)):
                reach = look.radius + look.halo / 2
                place = x + right * reach, y + down * reach
                free = all(
                    dist(place, other) > 0.5
                    for q, other in enumerate(position.board.centres)
                    if q != point
                )
                if free and not any(
                    along_a_line(position, point, q) for q in position.board.neighbours[point]
                ):
                    haloed = seen.at(place) in look.groups
                    assert haloed == (len(group) > 1)
            assert not changed(seen, plain, point, 0.25)
    links = position.links()
    assert links is not None
    cuts = [edge for edge, link in links.items() if link is Link.CUT]
    assert cuts
    for edge in cuts:
        for aside in (-0.15, 0, 0.15):
            assert seen.on_edge(edge, 0.5, aside) == look.mark


def along_a_line(position: Position, point: int, beside: int) -> bool:
    """Whether a bar may lie to the right, to the left, above or below."""
    (x, y), (u, v) = (position.board.centres[p] for p in (point, beside))
    alike = position.stones.get(point) == position.stones.get(beside)
    return alike and (abs(x - u) < 0.6 or abs(y - v) < 0.1)


def test_groups_beside_each_other_have_halos_of_different_colours():
    board = rectangle(6, 3)
    rows = {p: (p // 6) % 2 for p in range(18)}
    groups = tuple(tuple(range(start, start + 6)) for start in (0, 6, 12))
    seen = Seen(Still(board, rows, grouped=groups), RenderOptions(1000, overlay=Overlay.GROUPS))
    # To the left of the first stone of each row nothing is but its halo.
    colours = [seen.near(group[0], -WOOD.radius - HALO) for group in groups]
    assert set(colours) <= set(WOOD.groups)
    assert len(set(colours)) == 3


def test_groups_of_simply_connected_stones_are_shown_fused():
    board = rectangle(5, 5)
    still = Still(board, dict.fromkeys((6, 7, 12), 0), grouped=((6, 7, 12),))
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.GROUPS))
    for edge in ((6, 7), (7, 12)):
        assert seen.on_edge(edge, 0.5) == WOOD.stones[0].body
        assert seen.on_edge(edge, 0.5, 0.11) == WOOD.stones[0].body
    assert seen.on_edge((6, 11), 0.6) not in {stone.body for stone in WOOD.stones}


# --- liberties and atari ---


def test_the_number_stands_on_the_middle_stone_of_each_group():
    board = rectangle(7, 3)
    stones = {7: 0, 8: 0, 9: 0, 13: 1}
    groups = ((7, 8, 9), (13,))
    pictures: dict[int, Seen] = {}
    for count in (1, 2, 12):
        still = Still(board, stones, grouped=groups, breaths={7: tuple(range(count)), 13: (20,)})
        pictures[count] = Seen(still, RenderOptions(1000, overlay=Overlay.LIBERTIES))
    plain = Seen(Still(board, stones), RenderOptions(1000))
    for seen in pictures.values():
        assert [p for p in range(21) if changed(seen, plain, p, 0.45)] == [8, 13]
    for one, other in combinations(pictures.values(), 2):
        assert changed(one, other, 8) and not changed(one, other, 13)


def test_the_middle_of_a_group_is_one_of_its_stones():
    board = hexhex(5)
    ring = [p for p in range(len(board)) if len(board.neighbours[p]) < 6]
    assert middle_stone(board, ring) in ring
    assert middle_stone(board, [30]) == 30
    assert middle_stone(board, [12, 13, 14]) == 13


def test_one_group_is_pointed_out_with_its_liberties():
    board = rectangle(7, 3)
    stones = {8: 0, 9: 0, 12: 1}
    still = Still(board, stones, grouped=((8, 9), (12,)), breaths={8: (7, 10), 12: (5,)})
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.LIBERTIES, group=9))
    between = sum(WOOD.liberty_mark) / 2
    for free in (7, 10):
        assert seen.near(free, between) == seen.near(free, 0, -between) == WOOD.accent
    assert seen.near(5, between) != WOOD.accent
    reach = WOOD.plain_radius + WOOD.narrow_halo[0] / 2
    assert seen.near(8, 0, -reach) == seen.near(9, 0, reach) == WOOD.accent
    assert not changed(seen, Seen(still, RenderOptions(1000)), 12, 0.45)


def test_groups_with_a_single_liberty_are_outlined_in_the_colour_of_the_mark():
    board = hexhex(4)
    stones = {8: 0, 20: 1}
    still = Still(board, stones, {}, breaths={8: (9,), 20: (21, 22)})
    plain, seen = (
        Seen(still, RenderOptions(1000, overlay=o)) for o in (Overlay.NONE, Overlay.ATARI)
    )
    reach = WOOD.radius + HALO
    for right, down in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
        assert seen.near(8, right, down) == WOOD.mark
    assert seen.near(9, sum(WOOD.liberty_mark) / 2) == WOOD.mark
    assert not any(changed(seen, plain, p, 0.45) for p in (20, 21, 22))


def test_a_cut_stays_a_mark_of_its_own_beside_an_outline_of_the_same_colour():
    board = hexhex(4)
    edge = (5, 6)
    still = Still(board, dict.fromkeys(edge, 0), {edge: Link.CUT}, breaths={5: (4,), 6: (7, 8)})
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.ATARI))
    assert seen.near(5, -WOOD.radius - HALO) == WOOD.mark
    for aside in (-0.15, 0, 0.15):
        assert seen.on_edge(edge, 0.5, aside) == WOOD.mark
        for along in (0.435, 0.565):
            assert seen.on_edge(edge, along, aside) != WOOD.mark


@pytest.mark.parametrize("colour", range(2))
def test_an_outline_is_seen_between_stones_that_nearly_touch(colour: int):
    """Also where it has no room around the stone, on a crowded board without relations."""
    board = rectangle(5, 5)
    stones = dict.fromkeys(range(25), 1 - colour) | {12: colour}
    still = Still(board, stones, breaths={12: (0,), 0: (1, 2)}, grouped=((12,), (0,)))
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.ATARI))
    reach = WOOD.plain_radius - WOOD.narrow_halo[1] / 2
    for right, down in ((reach, 0), (-reach, 0), (0, reach), (0, -reach)):
        assert seen.near(12, right, down) == WOOD.mark


# --- territory, control, anchor ---


@pytest.mark.parametrize("owner", range(6))
def test_territory_is_tinted_with_its_owner_all_over(owner: int):
    board = hexhex(4)
    still = Still(board, parts=parts_of(board, {12: owner, 13: owner}))
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.TERRITORY))
    tints = {mix(tone, WOOD.stones[owner].body, WOOD.tint) for tone in WOOD.wood}
    for point in (12, 13):
        for right, down in ((0.35, 0.12), (-0.35, -0.12), (0.2, 0.2), (0.1, -0.3)):
            assert min(distance(seen.near(point, right, down), tint) for tint in tints) < 6
    between = seen.on_edge((12, 13), 0.5, 0.1)  # one region: no seam between its cells
    assert min(distance(between, tint) for tint in tints) < 6


def test_what_is_nobodys_is_hatched():
    board = rectangle(5, 5)
    still = Still(board, parts=parts_of(board, {12: None}))
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.TERRITORY))
    plain = Seen(still, RenderOptions(1000))
    assert not any(changed(seen, plain, p, 0.45) for p in range(25) if p != 12)
    steps = [n / 100 for n in range(-45, 46)]
    dark = [seen.near(12, 0.2, step) != plain.near(12, 0.2, step) for step in steps]
    strokes = sum(now and not before for before, now in pairwise(dark))
    assert 4 <= strokes <= 8 and 0.1 < sum(dark) / len(dark) < 0.6


def test_a_position_that_is_over_can_be_shown_by_owner_without_asking_for_an_overlay():
    still = everything(rectangle(5, 5), 2)
    assert draw(still, RenderOptions(400, territory=True)) == draw(
        still, RenderOptions(400, overlay=Overlay.TERRITORY)
    )


@pytest.mark.parametrize("colour", (0, 1))
def test_control_is_shown_larger_than_in_the_plain_picture(colour: int):
    still = Still(rectangle(9, 9), controlled={40: colour})
    plain = Seen(still, RenderOptions(1000))
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.CONTROL))
    body = WOOD.stones[colour].body
    assert seen.near(40, WOOD.large_control - 0.04) == body != plain.near(40, 0.15)
    tints = {mix(tone, body, WOOD.tint) for tone in WOOD.wood}
    assert min(distance(seen.near(40, 0.4, 0.4), tint) for tint in tints) < 6


def test_the_anchor_is_shown_where_it_differs_and_nowhere_else():
    still = anchored((0, 1))
    anchor = still.anchored or {}
    seen = Seen(still, RenderOptions(1000, overlay=Overlay.ANCHOR))
    bare = Seen(
        Still(still.board, still.placed, last=still.last, removed=still.removed),
        RenderOptions(1000),
    )
    for point in range(len(still.board)):
        differs = anchor.get(point) != still.placed.get(point)
        assert changed(seen, bare, point, 0.47) == differs, still.board.names[point]
        if differs:
            corner = seen.near(point, 0.44, -0.44)
            tints = [mix(tone, WOOD.accent, WOOD.highlight) for tone in WOOD.wood]
            assert min(distance(corner, tint) for tint in tints) < 12
        if differs and point in anchor and point in still.placed:
            aside = WOOD.badge_place
            assert seen.near(point, aside, aside) == WOOD.stones[anchor[point]].body


# --- marks ---


@EVERY_THEME
@pytest.mark.parametrize("colour", range(6))
def test_a_refused_stone_is_seen_through_and_crossed_out(look: Theme, colour: int):
    board = hexhex(4)
    marks = {12: Mark(Sign.REFUSED, colour)}
    seen = Seen(Still(board, {}, {}), RenderOptions(1000, look, marks=marks))
    assert seen.near(12) == look.mark
    for right, down in ((0.15, 0.15), (-0.15, 0.15), (0.15, -0.15), (-0.15, -0.15)):
        assert seen.near(12, right, down) == look.mark
    body = seen.near(12, 0.3, 0.0)  # on the line, which is seen through the stone
    assert distance(body, look.stones[colour].body) > 10
    assert seen.near(12, 0, look.radius + look.halo / 2) == look.mark


def test_stones_are_outlined_and_points_ringed_as_asked():
    board = hexhex(4)
    stones = {5: 0, 6: 0, 20: 1, 30: 1}
    marks = {
        5: Mark(Sign.TRAPPED),
        6: Mark(Sign.TRAPPED),
        20: Mark(Sign.WATCHED),
        25: Mark(Sign.FREE),
    }
    still = Still(board, stones, related(board, stones))
    plain, seen = Seen(still, RenderOptions(1000)), Seen(still, RenderOptions(1000, marks=marks))
    reach = WOOD.radius + HALO
    assert seen.near(5, -reach) == seen.near(6, reach) == WOOD.mark
    assert seen.near(20, reach) == seen.near(20, -reach) == WOOD.accent
    assert seen.near(25, sum(WOOD.liberty_mark) / 2) == WOOD.accent
    assert not changed(seen, plain, 30, 0.45)
    assert seen.on_edge((5, 6), 0.5) == WOOD.stones[0].body  # still one pair


def test_a_refused_stone_has_a_colour():
    with pytest.raises(ValueError, match="colour"):
        Mark(Sign.REFUSED)


# --- all of them ---


@some_of(48, fast=8)
def test_anything_can_be_drawn_and_nothing_is_clipped(seed: int):
    """Sizes, themes, overlays, poses and positions at random: marks stay on the wood."""
    random = Random(seed)
    boards = [hexhex(side) for side in range(3, 14)]
    boards += [rectangle(*shape) for shape in ((2, 2), (2, 25), (25, 2), (3, 4), (9, 9), (25, 25))]
    still = everything(random.choice(boards), seed)
    points = range(len(still.board))
    options = RenderOptions(
        random.randrange(100, 1100),
        random.choice(list(THEMES.values())),
        overlay=SHOWN[seed % len(SHOWN)],
        group=random.choice([None, *points]),
        turn=random.randrange(6),
        mirror=random.random() < 0.5,
        coordinates=random.choice(list(Coordinates)),
        marks={p: Mark(random.choice(list(Sign)), p % 2) for p in points if random.random() < 0.1},
    )
    seen = Seen(still, options)
    Image.open(BytesIO(seen.png)).verify()
    bare = RenderOptions(
        options.width,
        options.theme,
        turn=options.turn,
        mirror=options.mirror,
        coordinates=options.coordinates,
    )
    empty = Seen(Still(still.board), bare)
    assert seen.image.getchannel("A").tobytes() == empty.image.getchannel("A").tobytes()
    difference = ImageChops.difference(seen.image, empty.image)
    around = seen.image.getchannel("A").point([255] * 255 + [0])  # what is not wood all over
    assert ImageChops.multiply(difference.convert("L"), around).getbbox() is None
    assert draw(still, options) == seen.png


def test_no_overlay_says_which_game_it_is_of():
    """Real games, all overlays: what does not apply is left alone, and none fails."""
    for position in (keil_game(4, 20, 1), kee_game(5, 3, 30, 1), ki_game(30, 1)):
        offered = useful_overlays(position)
        for overlay in SHOWN:
            plain = Seen(position, RenderOptions(300))
            seen = Seen(position, RenderOptions(300, overlay=overlay))
            if overlay in offered:
                assert seen.png != plain.png
        assert score_rows(position)
        places = [move for move in position.legal_moves() if isinstance(move, Placement)]
        assert places
