"""The three relations can be told apart: in every colour, in every direction, large and small."""

from itertools import product
from math import dist

import pytest

from engine.board import Board, hexhex, rectangle
from engine.position import Link
from render.options import RenderOptions
from render.theme import THEMES, WOOD, Theme
from tests.render.looking import Seen, distance
from tests.render.still import Still, related
from tests.render.test_theme import EYES, lab

COLOURS = range(len(WOOD.stones))
GROUND = set(WOOD.wood)


def directions(board: Board) -> list[tuple[int, int]]:
    """One edge near the middle of the board for each way that edges run."""
    middle = len(board) // 2
    edges = [edge for edge in board.edges if middle in edge]
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for p, q in edges:
        (x, y), (u, v) = board.centres[p], board.centres[q]
        found.setdefault((round(2 * (u - x)), round(2 * (v - y))), (p, q))
    return list(found.values())


EDGES = [
    pytest.param(board, edge, id=f"{board.key}-{board.names[edge[0]]}-{board.names[edge[1]]}")
    for board in (hexhex(4), rectangle(5, 5))
    for edge in directions(board)
]


def pair(
    board: Board,
    edge: tuple[int, int],
    colour: int,
    link: Link,
    width: int = 1000,
    theme: Theme = WOOD,
) -> Seen:
    stones = dict.fromkeys(edge, colour)
    return Seen(Still(board, stones, {edge: link}), RenderOptions(width, theme))


def test_a_hexagonal_board_has_three_directions_and_a_square_one_two():
    assert [len(directions(board)) for board in (hexhex(4), rectangle(5, 5))] == [3, 2]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("board", "edge"), EDGES)
def test_linked_stones_are_fused_to_one_body(board: Board, edge: tuple[int, int], colour: int):
    seen = pair(board, edge, colour, Link.LINKED)
    body = WOOD.stones[colour].body
    for along in (0.36, 0.38, 0.40, 0.42, 0.5, 0.58, 0.60, 0.62, 0.64):  # no rim at the joint
        assert seen.on_edge(edge, along) == body
    for aside in (-0.11, 0.11):
        assert seen.on_edge(edge, 0.5, aside) == body
    for aside in (-0.138, 0.138):
        assert distance(seen.on_edge(edge, 0.5, aside), body) > 15  # the rim of the whole body
    for aside in (-0.22, 0.22):
        assert seen.on_edge(edge, 0.5, aside) in GROUND


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("board", "edge"), EDGES)
def test_a_thin_bar_joins_an_open_pair(board: Board, edge: tuple[int, int], colour: int):
    seen = pair(board, edge, colour, Link.OPEN)
    body = WOOD.stones[colour].body
    for along in (0.36, 0.38, 0.40, 0.42, 0.5, 0.58, 0.60, 0.62, 0.64):
        assert seen.on_edge(edge, along) == body
    for aside in (-0.125, 0.125):
        assert seen.on_edge(edge, 0.5, aside) in GROUND


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("board", "edge"), EDGES)
def test_a_red_tick_lies_across_a_cut(board: Board, edge: tuple[int, int], colour: int):
    seen = pair(board, edge, colour, Link.CUT)
    body = WOOD.stones[colour].body
    for aside in (-0.17, -0.08, 0, 0.08, 0.17):
        assert seen.on_edge(edge, 0.5, aside) == WOOD.mark
    for along, aside in product((0.44, 0.56), (-0.05, 0, 0.05)):
        assert seen.on_edge(edge, along, aside) not in (body, WOOD.mark)
    for aside in (-0.25, 0.25):
        assert seen.on_edge(edge, 0.5, aside) in GROUND


@pytest.mark.parametrize("colour", (0, 1))
@pytest.mark.parametrize("edge", directions(hexhex(7)))
def test_relations_differ_at_400_pixels(edge: tuple[int, int], colour: int):
    body = WOOD.stones[colour].body
    linked, thin, cut = (pair(hexhex(7), edge, colour, link, 400) for link in Link)
    assert distance(linked.on_edge(edge, 0.5), body) < 12
    assert distance(thin.on_edge(edge, 0.5), body) < 12
    assert distance(cut.on_edge(edge, 0.5), WOOD.mark) < 12
    for aside in (-0.06, 0.06):  # two pixels from the middle: still the body, or no longer
        assert distance(linked.on_edge(edge, 0.5, aside), body) < 12
        assert distance(thin.on_edge(edge, 0.5, 2.5 * aside), body) > 30
        assert distance(cut.on_edge(edge, 0.5, 2 * aside), WOOD.mark) < 90


@pytest.mark.parametrize("colour", COLOURS)
def test_a_hole_stays_between_three_fused_stones(colour: int):
    board = hexhex(4)
    p, q = directions(board)[0]
    r = next(w for w in board.neighbours[p] if w in board.neighbours[q])
    stones = dict.fromkeys((p, q, r), colour)
    seen = Seen(Still(board, stones, related(board, stones)))
    middle = [sum(board.centres[point][axis] for point in (p, q, r)) / 3 for axis in (0, 1)]
    assert seen.at((middle[0], middle[1])) in GROUND


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", (400, 1000))
def test_a_cut_is_seen_in_every_palette_with_any_cones(width: int, theme: str, eyes: str):
    """As a bar across the edge: the ground on both sides of it looks different, and so do stones.

    Open pairs and linked ones have their stones' colour there."""
    board = hexhex(5)
    for edge in directions(board):
        for colour in COLOURS:
            look = THEMES[theme]
            seen = pair(board, edge, colour, Link.CUT, width, look)
            for aside in (-0.15, 0.15):
                tick = lab(seen.on_edge(edge, 0.5, aside), eyes)
                for along in (0.40, 0.60):
                    assert dist(tick, lab(seen.on_edge(edge, along, aside), eyes)) >= 19
            body = lab(look.stones[colour].body, eyes)
            assert dist(lab(seen.on_edge(edge, 0.5), eyes), body) >= 12


def test_stones_of_games_without_relations_are_not_joined():
    board = rectangle(5, 5)
    for edge in directions(board):
        seen = Seen(Still(board, dict.fromkeys(edge, 0)))
        assert distance(seen.on_edge(edge, 0.5), WOOD.stones[0].body) > 30
