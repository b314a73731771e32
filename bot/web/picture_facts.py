"""What the page has to know of a picture of a board: its size, and the pixel of each point."""

from collections.abc import Collection
from struct import unpack
from typing import Any

from bot.messages.phrases import colour
from bot.service.preferences import DisplayPreferences
from engine.match import Match
from render.tiles import tile_set


def point_facts(
    match: Match, preferences: DisplayPreferences, open_points: Collection[str]
) -> dict[str, Any]:
    """Each point with its pixel, 1 if it is among ``open_points``, and words about it; half the
    distance between neighbours."""
    board, view = match.position.board, preferences.view(match.position.board)
    tiles = tile_set(board, view.theme, view.width, view.pose, labelled=view.labelled)
    points: list[list[Any]] = [
        [name, *pixel, int(name in open_points)]
        for name, pixel in zip(board.names, tiles.pixels, strict=True)
    ]
    for point, stone in match.position.stones.items():
        points[point].append(colour(match.game.colours[stone]))
    return {"points": points, "reach": tiles.layout.unit / 2}


def size_of(png: bytes) -> tuple[int, int]:
    """The width and height of a PNG, in pixels."""
    return unpack(">II", png[16:24])
