"""Connected parts, for any relation of links."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from engine.board import rectangle
from engine.groups import parts

LINE = rectangle(9, 1)


def beside(point: int) -> Iterable[int]:
    return LINE.neighbours[point]


def test_points_that_hang_together_are_one_part_each_in_point_order():
    assert list(parts([8, 1, 0, 3, 4, 5], beside)) == [(8,), (0, 1), (3, 4, 5)]


def test_no_points_have_no_parts():
    assert list(parts([], beside)) == []


def test_without_links_every_point_is_a_part():
    def nothing(_: int) -> Iterable[int]:
        return ()

    assert list(parts([2, 1], nothing)) == [(2,), (1,)]


def test_links_to_points_outside_are_ignored():
    assert list(parts([0, 2], beside)) == [(0,), (2,)]


@given(st.sets(st.integers(0, 80)))
def test_the_parts_share_out_the_points_and_no_link_joins_two(points: set[int]):
    board = rectangle(9, 9)
    found = list(parts(points, lambda p: board.neighbours[p]))
    assert sorted(p for part in found for p in part) == sorted(points)
    for part in found:
        outside = points - set(part)
        assert not any(q in outside for p in part for q in board.neighbours[p])
