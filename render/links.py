"""How neighbouring stones of one colour are joined in the picture: linked, open or cut.

Linked stones are fused by a broad bar, open pairs are joined by a thin one, and a red mark lies
across a cut.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import hypot

from PIL import Image

from engine.board import XY, Board
from engine.position import Link, Position
from render.layout import Pixel
from render.options import Overlay
from render.sprites import Sprite, SpriteFactory, edge_box, flat_sprite, trim
from render.theme import Stone
from render.tiles import Tile, TileSet

Edge = tuple[int, int]
"""Two neighbouring points, as in `Board.edges`."""


def links_to_draw(position: Position, overlay: Overlay) -> Mapping[Edge, Link] | None:
    """The links of ``position``, or None in games in which neighbours are simply connected.

    The overlay of groups fuses each group into one body, in those games too.
    """
    links = position.links()
    if links is not None or overlay is not Overlay.GROUPS:
        return links
    return dict.fromkeys(group_edges(position.board, None, position.groups()), Link.LINKED)


def group_edges(
    board: Board, links: Mapping[Edge, Link] | None, groups: Iterable[Iterable[int]]
) -> list[Edge]:
    """The edges inside groups that are linked or open."""
    return [
        (p, q)
        for group in map(frozenset, groups)
        for p in group
        for q in board.neighbours[p]
        if p < q and q in group and (links is None or links.get((p, q)) is not Link.CUT)
    ]


def draw_links(
    picture: Image.Image, links: Mapping[Edge, Link], stones: Mapping[int, int], tiles: TileSet
) -> None:
    """Paste bars and cut marks between the ``stones`` of ``picture`` (palette indices)."""
    kinds = {(link, stones[edge[0]]) for edge, link in links.items()}
    joints = {kind: _joints(*kind, tiles) for kind in kinds}
    for edge, link in links.items():
        picture.paste(*joints[link, stones[edge[0]]][edge])


def _joints(link: Link, colour: int, tiles: TileSet) -> Mapping[Hashable, Tile]:
    """The tile between two stones of a colour, by edge."""
    sprites, stone = tiles.sprites, tiles.theme.stones[colour]
    if link is Link.CUT:
        return tiles.on_edges("cut", lambda step: cut_mark(sprites, step))
    return tiles.on_edges(("bar", link, colour), lambda step: bar(sprites, stone, step, link))


def bar_width(sprites: SpriteFactory, link: Link | None) -> float:
    """The width of the bar between linked stones, or of the thin one between open pairs."""
    theme = sprites.theme
    if link is Link.LINKED:
        return theme.linked
    return max(theme.open, min(theme.open_pixels / sprites.unit, theme.open_most))


def bar(sprites: SpriteFactory, stone: Stone, step: Pixel, link: Link) -> Sprite:
    """The bar between two stones ``step`` pixels apart, with the rims that it interrupts."""
    theme, unit = sprites.theme, sprites.unit
    width = bar_width(sprites, link)
    length = hypot(*step) / unit
    corner, size = edge_box(step, sprites.reach(theme.clear))
    ends = [(0.0, 0.0), (step[0] / unit, step[1] / unit)]
    sprite = sprites.stones(stone, theme.radius, corner, size, ends, width)
    strip = sprites.canvas(corner, size)
    inside = [_along(ends, part / length) for part in (0.22, length - 0.22)]
    shadow_room = sum(theme.shadow[1:])
    strip.bar(inside[0], inside[1], min(2 * theme.clear, width + 2 * shadow_room), 255)
    return trim(sprite.within(strip.small().point([0] * 128 + [255] * 128)))


def cut_mark(sprites: SpriteFactory, step: Pixel, wider: float = 0) -> Sprite:
    """The mark across the middle of an edge that is ``step`` pixels long.

    ``wider``: how much to add on every side.
    """
    length, width = (part + 2 * wider for part in sprites.theme.cut_mark)
    middle = (step[0] / sprites.unit / 2, step[1] / sprites.unit / 2)
    norm = hypot(*step)
    across = (-step[1] / norm * length / 2, step[0] / norm * length / 2)
    canvas = sprites.canvas(*edge_box(step, sprites.reach(length / 2)))
    one = (middle[0] - across[0], middle[1] - across[1])
    other = (middle[0] + across[0], middle[1] + across[1])
    canvas.bar(one, other, width, 255)
    return trim(flat_sprite(canvas, sprites.theme.mark))


def _along(ends: Sequence[XY], part: float) -> XY:
    (x, y), (u, v) = ends
    return x + (u - x) * part, y + (v - y) * part
