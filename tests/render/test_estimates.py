"""The overlay of an estimate: the owner of each point, the stronger the more certain."""

from itertools import pairwise

import pytest

from engine.board import Board, hexhex, rectangle
from render.estimates import SURE, UNSURE, doomed, expected_owners
from render.legend import signs
from render.options import Coordinates, Mark, Overlay, RenderOptions, Sign
from render.theme import THEMES, WOOD, Theme, mix
from tests.render.looking import Seen, distance
from tests.render.still import Still
from tests.render.test_overlays import changed

BOARDS = pytest.mark.parametrize("board", (hexhex(4), rectangle(7, 7)), ids=lambda b: b.key)
MIDDLE = 24
"""A point of both boards that is not at the edge."""


def shares(board: Board, owned: dict[int, tuple[float, ...]]) -> list[tuple[float, ...]]:
    """The shares of two colours in each point, even where nothing is said."""
    return [owned.get(point, (0.5, 0.5)) for point in range(len(board))]


def estimated(still: Still, owned: dict[int, tuple[float, ...]], look: Theme = WOOD) -> Seen:
    options = RenderOptions(
        1000,
        look,
        overlay=Overlay.ESTIMATE,
        owners=shares(still.board, owned),
        coordinates=Coordinates.EDGE,
    )
    return Seen(still, options)


def plain(still: Still, look: Theme = WOOD) -> Seen:
    return Seen(still, RenderOptions(1000, look, coordinates=Coordinates.EDGE))


def test_certainty_is_the_share_beyond_an_even_one() -> None:
    still = Still(rectangle(2, 2), seats=3)
    found = expected_owners(still, [(1, 0, 0), (1 / 3, 1 / 3, 1 / 3), (0.1, 0.2, 0.7), (0, 1, 0)])
    assert {point: one.owner for point, one in found.items()} == {0: 0, 2: 2, 3: 1}
    assert found[0].certainty == 1
    assert found[2].certainty == pytest.approx(0.55)
    assert not found[2].sure and found[0].sure
    assert expected_owners(still, [(1.0,)])[0].certainty == 1


def test_dots_grow_with_certainty() -> None:
    still = Still(rectangle(11, 1))
    found = expected_owners(still, [(0.501 + n / 20, 0.499 - n / 20) for n in range(11)])
    sizes = [found[point].size for point in sorted(found)]
    assert all(one <= other for one, other in pairwise(sizes))
    assert (sizes[0], sizes[-1]) == (0.25, 1)
    assert min(found) == round(UNSURE * 10)
    assert min(point for point, one in found.items() if one.sure) == round(SURE * 10)


@BOARDS
@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("owner", (0, 1))
def test_a_point_has_its_owners_colour_the_stronger_the_more_certain(
    board: Board, look: Theme, owner: int
) -> None:
    still = Still(board)
    aside, ground = (0.3, 0.12), look.wood[0]
    colours: list[int] = []
    for certain, tint in ((1.0, look.tint), (0.7, look.tint / 2)):
        share = (certain, 1 - certain) if owner == 0 else (1 - certain, certain)
        seen = estimated(still, {MIDDLE: share}, look)
        assert look.glyphs or seen.near(MIDDLE) == look.stones[owner].body
        wanted = mix(ground, look.stones[owner].body, tint)
        assert distance(seen.near(MIDDLE, *aside), wanted) < 16
        colours.append(distance(seen.near(MIDDLE, *aside), ground))
        untouched = [point for point in range(len(board)) if point != MIDDLE]
        far = [p for p in untouched if p not in board.neighbours[MIDDLE]]
        assert not any(changed(seen, plain(still, look), point, 0.4) for point in far)
    assert colours[0] > colours[1]


@BOARDS
def test_a_stone_that_will_stay_is_left_as_it_is(board: Board) -> None:
    still = Still(board, {MIDDLE: 0}, {} if board.turns == 6 else None)
    seen = estimated(still, {MIDDLE: (1.0, 0.0)})
    assert not changed(seen, plain(still), MIDDLE, 0.25)
    assert doomed(still, shares(board, {MIDDLE: (1.0, 0.0)})) == []


@BOARDS
def test_a_stone_that_will_be_captured_has_a_dot_of_its_captor(board: Board) -> None:
    still = Still(board, {MIDDLE: 0}, {} if board.turns == 6 else None)
    owned = {MIDDLE: (0.05, 0.95)}
    assert estimated(still, owned).near(MIDDLE) == WOOD.stones[1].body
    assert doomed(still, shares(board, owned)) == [MIDDLE]


def test_where_anybody_may_get_it_nothing_is_drawn() -> None:
    still = Still(hexhex(4), {3: 0, 9: 1}, {})
    seen = estimated(still, {3: (0.45, 0.55), 20: (0.55, 0.45)})
    assert seen.image.tobytes() == plain(still).image.tobytes()


def test_controlled_points_have_no_second_dot() -> None:
    still = Still(rectangle(5, 5), {0: 0}, controlled={12: 0})
    assert estimated(still, {12: (0.0, 1.0)}).near(12) == WOOD.stones[1].body


def test_the_names_of_points_stay_readable_below_the_dots() -> None:
    board = hexhex(4)
    owners = shares(board, dict.fromkeys(range(len(board)), (1.0, 0.0)))
    options = RenderOptions(1000, overlay=Overlay.ESTIMATE, owners=owners)
    named, bare = (
        Seen(Still(board), options),
        Seen(Still(board), RenderOptions(1000, coordinates=Coordinates.EDGE)),
    )
    assert distance(named.near(MIDDLE, 0, WOOD.name_drop), bare.near(MIDDLE, 0.3, 0.12)) < 130
    assert named.image.tobytes() != estimated(Still(board), {}).image.tobytes()


def test_the_legend_says_what_is_in_the_picture() -> None:
    """Of more than two colours one is enough to show what less certain looks like."""
    board = rectangle(3, 3)

    def told(owned: dict[int, tuple[float, ...]], seats: int = 2) -> list[tuple[str, int | None]]:
        still, owners = Still(board, {0: 0}, seats=seats), shares(board, owned)
        found = signs(still, RenderOptions(overlay=Overlay.ESTIMATE, owners=owners))
        return [(sign.meaning.value, sign.colour) for sign in found]

    assert told({}) == []
    assert told({4: (1.0, 0.0)}) == [("expected", 0)]
    assert told({4: (1.0, 0.0), 5: (0.3, 0.7)}) == [*(("expected", 0), ("likely", 1))]
    every = {4: (1.0, 0.0), 5: (0.0, 1.0), 6: (0.7, 0.3), 7: (0.3, 0.7)}
    four = [("expected", 0), ("expected", 1), ("likely", 0), ("likely", 1)]
    assert told(every) == four
    assert told(every, seats=3) == four[:3]
    assert told({0: (0.0, 1.0)}) == [("expected", 1), ("doomed", None)]


# --- moves that are compared, and regions ---


@BOARDS
@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_a_better_and_a_worse_move_are_translucent_stones_with_outlines(
    board: Board, look: Theme
) -> None:
    still = Still(board, links_of(board), {} if board.turns == 6 else None)
    marks = {MIDDLE: Mark(Sign.BETTER, 1), 9: Mark(Sign.WORSE, 1)}
    seen = Seen(still, RenderOptions(1000, look, marks=marks))
    reach = look.radius + look.halo / 2
    if board.turns == 4:
        reach = look.plain_radius + look.narrow_halo[0] / 2
    assert seen.near(MIDDLE, 0, -reach) == look.accent
    assert seen.near(9, 0, -reach) == look.mark
    phantom = mix(look.wood[0], look.stones[1].body, look.phantom_opacity)
    assert distance(seen.near(MIDDLE, -0.25, 0.1), phantom) < 40
    ink = look.contrast_ink(look.stones[1])
    assert any(
        distance(seen.near(MIDDLE, right / 50, down / 50), ink) < 60
        for right in range(-8, 18)
        for down in range(-10, 10)
    )


def links_of(board: Board) -> dict[int, int]:
    """A stone far away, so that the board is not empty."""
    return {len(board) - 1: 0}


def test_signs_of_stones_need_a_colour() -> None:
    for sign in (Sign.BETTER, Sign.WORSE):
        with pytest.raises(ValueError, match="needs a colour"):
            Mark(sign)


@BOARDS
def test_a_region_is_tinted_around_its_stones(board: Board) -> None:
    region = {MIDDLE, *board.neighbours[MIDDLE]}
    still = Still(board, {board.neighbours[MIDDLE][0]: 1}, {} if board.turns == 6 else None)
    marks = {point: Mark(Sign.AREA) for point in region}
    options = RenderOptions(1000, marks=marks, coordinates=Coordinates.EDGE)
    seen = Seen(still, options)
    tinted = mix(WOOD.wood[0], WOOD.accent, WOOD.area)
    assert distance(seen.near(MIDDLE, 0.3, 0.12), tinted) < 24
    stone = board.neighbours[MIDDLE][0]
    assert not changed(seen, plain(still), stone, 0.25)
    for point in range(len(board)):
        if point not in region:
            assert not changed(seen, plain(still), point, 0.2)
