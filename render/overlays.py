"""`Overlay`s and `Mark`s: drawn over a board on request.

Overlays are translucent. They are drawn in RGB over the finished board and then converted to the
wide palette, which has an entry for each mixture of colours that they produce.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import dist

from PIL import Image, ImageChops, ImageDraw
from PIL.ImageFont import FreeTypeFont

from engine.board import Board
from engine.position import Link, Position
from render.background import strokes, typeface
from render.estimates import doomed, expected_owners
from render.layout import Pixel
from render.links import Edge, bar_width, cut_mark, group_edges
from render.options import STONES, Mark, Overlay, RenderOptions, Sign
from render.sprites import Mask, Sprite
from render.theme import RGB, Stone
from render.tiles import Box, Tile, TileSet


class OverlayPainter:
    """Draws the overlay and the marks of one picture."""

    def __init__(
        self,
        picture: Image.Image,
        position: Position,
        options: RenderOptions,
        tiles: TileSet,
        links: Mapping[Edge, Link] | None,
        names: Sequence[Tile],
    ) -> None:
        """``picture``: the board in indices of the plain palette (mode ``L``).

        ``names``: the tiles of the names on it, which nothing may tint or hatch.
        """
        self.position, self.options, self.tiles = position, options, tiles
        self.board: Board = position.board
        self.theme, self.sprites, self.layout = tiles.theme, tiles.sprites, tiles.layout
        self.links = links
        self.radius = self.theme.plain_radius if links is None else self.theme.radius
        self.many = len(position.colours or ()) > 2
        self.stones = position.stones
        self._names = names
        self._under = picture
        self._once = tiles.once
        self.picture = tiles.to_rgb(picture)
        self._body_masks: dict[frozenset[int], Image.Image] = {}

    def draw(self) -> Image.Image:
        """The picture with overlay and marks, in indices of the wide palette (mode ``L``)."""
        painters: dict[Overlay, Callable[[], None]] = {
            Overlay.GROUPS: self._groups,
            Overlay.LIBERTIES: self._liberties,
            Overlay.ATARI: self._atari,
            Overlay.TERRITORY: self._territory,
            Overlay.CONTROL: self._control,
            Overlay.ANCHOR: self._anchor,
            Overlay.ESTIMATE: self._estimate,
        }
        if self.options.effective_overlay in painters:
            painters[self.options.effective_overlay]()
        if self.options.marks:
            self._draw_marks(self.options.marks)
        for point, text in self.options.labels.items():
            self._label(point, text)
        return self.tiles.to_palette(self.picture, self._under)

    # --- overlays ---

    def _groups(self) -> None:
        groups = [group for group in self.position.groups() if len(group) > 1]
        tints = _assign_tints(self.board, groups, len(self.theme.groups))
        for tint, colour in enumerate(self.theme.groups):
            self._halos([g for g, own in zip(groups, tints, strict=True) if own == tint], colour)

    def _liberties(self) -> None:
        for group, liberties in labelled_groups(self.position, self.options):
            if self.options.group is not None:
                self._halos([group], self.theme.accent)
                self._dots(liberties, self.theme.accent)
            self._number(middle_stone(self.board, group), len(liberties))

    def _atari(self) -> None:
        groups = in_atari(self.position)
        self._halos([group for group, _ in groups], self.theme.mark)
        self._dots({point for _, points in groups for point in points}, self.theme.mark)

    def _territory(self) -> None:
        parts = self.position.territories()
        for owner in sorted(
            {part.owner for part in parts}, key=lambda owner: (owner is None, owner)
        ):
            points = [p for part in parts if part.owner == owner for p in part.points]
            if owner is None:
                hatch = self._once(strokes, self.layout, *self.theme.hatch)
                self._tint(points, self.theme.line, self.theme.hatching, ImageChops.invert(hatch))
            else:
                self._tint(points, self.theme.stones[owner].body, self.theme.tint)
                self._draw_sprite(self._badge(owner, self.theme.dot), points)

    def _control(self) -> None:
        controllers = self.position.controllers()
        for owner in sorted(set(controllers.values())):
            points = [p for p, colour in controllers.items() if colour == owner]
            self._tint(points, self.theme.stones[owner].body, self.theme.tint)
            self._draw_sprite(self._badge(owner, self.theme.large_control), points)

    def _anchor(self) -> None:
        anchor = self.position.anchor()
        if anchor is None:
            return
        differing = [p for p in range(len(self.board)) if anchor.get(p) != self.stones.get(p)]
        empty = [(p, self._disc(self.radius)) for p in differing if p not in self.stones]
        bodies = self._union(empty, onto=self._bodies())
        self._tint(differing, self.theme.accent, self.theme.highlight, bodies)
        for point in differing:
            if point not in self.stones:
                self._phantom(point, anchor[point])
            else:
                before = anchor.get(point)
                badge = (
                    self._once(
                        self.sprites.badge,
                        self.theme.number_badge,
                        self.theme.neutral,
                        self.theme.line,
                    )
                    if before is None
                    else self._badge(before, self.theme.number_badge)
                )
                self._draw_sprite(badge, [point], corner=True)

    def _estimate(self) -> None:
        """Tinted cells and dots, the stronger and the larger the more certain.

        A stone has a dot if somebody else is expected to capture it.
        """
        owners = self.options.owners
        expected, lost = expected_owners(self.position, owners), doomed(self.position, owners)
        bodies = self._bodies()
        for owner in sorted({one.owner for one in expected.values()}):
            for sure, strength in ((False, self.theme.tint / 2), (True, self.theme.tint)):
                points = [p for p, e in expected.items() if (e.owner, e.sure) == (owner, sure)]
                self._tint(points, self.theme.stones[owner].body, strength, bodies)
        for point, one in expected.items():
            if point in lost:
                self._draw_sprite(self._badge(one.owner, self.theme.dot), [point])
            elif point not in self.stones:
                self._draw_sprite(self._badge(one.owner, self.theme.estimate * one.size), [point])

    # --- marks ---

    def _draw_marks(self, marks: Mapping[int, Mark]) -> None:
        def of(*signs: Sign) -> list[int]:
            return [point for point, mark in marks.items() if mark.sign in signs]

        colours = dict(self.stones)
        colours.update((p, mark.colour) for p, mark in marks.items() if mark.colour is not None)
        if area := of(Sign.AREA):
            self._tint(area, self.theme.accent, self.theme.area, self._bodies())
        for point in of(*STONES):
            signed = marks[point].sign is not Sign.REFUSED
            self._phantom(point, colours[point], signed=signed)
        for signs, ink in (
            ((Sign.WATCHED, Sign.BETTER), self.theme.accent),
            ((Sign.TRAPPED, Sign.REFUSED, Sign.WORSE), self.theme.mark),
        ):
            points = of(*signs)
            kinds = {colours.get(point) for point in points}
            self._halos([[p for p in points if colours.get(p) == kind] for kind in kinds], ink)
        self._dots(of(Sign.FREE), self.theme.accent)
        self._dots(of(Sign.ANSWER), self.theme.mark)
        reach, width = self.theme.cross
        for point in of(Sign.REFUSED):
            for wider, ink in ((0.045, self.theme.mark_outline), (0, self.theme.mark)):
                stroke = self._once(self.sprites.cross, reach + wider / 2, width + wider)
                self.picture.paste(ink, _box(self.tiles.pixels[point], stroke), stroke[1])
        for sign, text in ((Sign.BETTER, "!"), (Sign.WORSE, "?")):
            for point in of(sign):
                self._write(point, text, colours[point])

    # --- pieces ---

    def _halos(self, groups: Sequence[Sequence[int]], colour: RGB) -> None:
        """A band around each group with its links; it hides no stone and no mark.

        If stones nearly touch, the band covers part of their rims.
        """
        points = [point for group in groups for point in group]
        if not points:
            return
        theme, links = self.theme, self.links
        inside = group_edges(self.board, links, groups)
        halo, inset = theme.narrow_halo if links is None else (theme.halo, 0)
        widths = {
            edge: bar_width(self.sprites, Link.LINKED if links is None else links.get(edge))
            for edge in inside
        }
        disc, body = self._disc(self.radius + halo), self._disc(self.radius - inset)
        around = [(point, disc) for point in points]
        around += [(p, self._strip(p, q, width + 2 * halo)) for (p, q), width in widths.items()]
        own = [(point, body) for point in points if inset or point not in self.stones]
        own += [
            (p, self._strip(p, q, width))
            for (p, q), width in widths.items()
            if p in self.stones and q in self.stones and (p, q) not in (links or {})
        ]
        band = self._union(around)
        self._fill_holes(band, inside)
        bodies = self._bodies(frozenset(points) if inset else frozenset())
        hidden = self._union(own, onto=bodies) if own else bodies
        ink = Image.new("RGB", disc[1].size, colour)
        for point in points:
            box = _box(self.tiles.pixels[point], disc)
            self.picture.paste(ink, box, ImageChops.subtract(band.crop(box), hidden.crop(box)))
            band.paste(0, box)  # the boxes overlap

    def _fill_holes(self, band: Image.Image, edges: Sequence[Edge]) -> None:
        """Colour the holes between three stones that are all joined."""
        filling = self._disc(self.theme.linked / 2)
        beside: dict[int, set[int]] = {}
        for p, q in edges:
            beside.setdefault(p, set()).add(q)
        for p, q in edges:
            for r in beside[p] & beside.get(q, set()):
                corners = [self.tiles.pixels[point] for point in (p, q, r)]
                x, y = (round(sum(corner[axis] for corner in corners) / 3) for axis in (0, 1))
                band.paste(255, _box((x, y), filling), filling[1])

    def _bodies(self, without: frozenset[int] = frozenset()) -> Image.Image:
        """All stones except ``without``, all bars, and cut marks with some room around them."""
        theme = self.theme
        if without in self._body_masks:
            return self._body_masks[without]
        disc = self._disc(self.radius)
        pieces = [(point, disc) for point in self.stones if point not in without]
        for (p, q), link in (self.links or {}).items():
            if link is Link.CUT:
                mark = self._once(cut_mark, self.sprites, self._step(p, q), theme.cut_mark_room)
                pieces.append((p, (mark.corner, mark.alpha)))
            else:
                pieces.append((p, self._strip(p, q, bar_width(self.sprites, link))))
        mask = self._body_masks[without] = self._union(pieces)
        return mask

    def _dots(self, points: Iterable[int], colour: RGB) -> None:
        dot = self._once(self.sprites.open_dot, *self.theme.liberty_mark, colour)
        self._draw_sprite(dot, points)

    def _phantom(self, point: int, colour: int, *, signed: bool = False) -> None:
        """A translucent stone; ``signed``: without a glyph, as it gets another sign."""
        kind = self._stone(colour)
        kind = replace(kind, glyph="") if signed else kind
        stone = self._once(self.sprites.stone, kind, self.radius)
        opacity = self.theme.phantom_opacity
        alpha = stone.alpha.point(lambda level: level * opacity)
        Sprite(stone.corner, stone.colours, alpha).onto(self.picture, self.tiles.pixels[point])

    def _number(self, point: int, number: int) -> None:
        """A number on the stone at ``point``."""
        theme, unit = self.theme, self.layout.unit
        stone = self._stone(self.stones[point])
        x, y = self.tiles.pixels[point]
        height, widest, ink = theme.number, 2 * self.radius * theme.number_most, stone.glyph_ink
        if stone.glyph:
            # The glyph stays: the number stands beside it.
            aside = round(theme.badge_place * unit)
            x, y = x + aside, y + aside
            radius, ink = theme.number_badge, theme.panel_ink
            height, widest = 1.5 * radius, 1.6 * radius
            badge = self._once(self.sprites.badge, radius, theme.panel, ink)
            badge.onto(self.picture, (x, y))
        elif point == self.position.last:
            widest *= theme.wide_ring[1]
        if not stone.glyph:
            ink = theme.contrast_ink(stone)
        text = str(number)
        size = height * unit
        size *= min(1, widest * unit / typeface(size).getlength(text))
        font = typeface(size)
        rise = -font.getbbox("0", anchor="ls")[1] / 2
        at = (x + self.layout.half, y + self.layout.half + rise)
        ImageDraw.Draw(self.picture).text(at, text, ink, font, anchor="ms")

    def _write(self, point: int, text: str, colour: int) -> None:
        """A sign in the middle of the stone of a mark."""
        stone = self._stone(colour)
        font, ink = typeface(self.theme.number * self.layout.unit), self.theme.contrast_ink(stone)
        self._centre(point, text, font, ink)

    def _centre(self, point: int, text: str, font: FreeTypeFont, ink: RGB) -> None:
        x, y = self.tiles.pixels[point]
        left, top, right, bottom = font.getbbox(text)
        at = x + self.layout.half - (left + right) / 2, y + self.layout.half - (top + bottom) / 2
        ImageDraw.Draw(self.picture).text(at, text, ink, font)

    def _label(self, point: int, text: str) -> None:
        """A short text on a disc in the middle of a point, whatever is there."""
        theme, unit = self.theme, self.layout.unit
        badge = self._once(self.sprites.badge, theme.note, theme.panel, theme.panel_ink)
        self._draw_sprite(badge, [point])
        size, widest = 1.4 * theme.note * unit, 1.6 * theme.note * unit
        font = typeface(size * min(1, widest / max(1, typeface(size).getlength(text))))
        self._centre(point, text, font, theme.panel_ink)

    def _stone(self, colour: int) -> Stone:
        return self.theme.stone(colour, many=self.many)

    def _badge(self, colour: int, radius: float) -> Sprite:
        """A disc that stands for a colour, with its glyph if its stones have one."""
        colours, stone = self.theme.mark_colours(colour), self._stone(colour)
        return self._once(self.sprites.badge, radius, *colours, stone)

    def _draw_sprite(self, sprite: Sprite, points: Iterable[int], *, corner: bool = False) -> None:
        aside = round(self.theme.badge_place * self.layout.unit) if corner else 0
        for point in points:
            x, y = self.tiles.pixels[point]
            sprite.onto(self.picture, (x + aside, y + aside))

    def _tint(
        self,
        points: Sequence[int],
        colour: RGB,
        strength: float,
        hidden: Image.Image | None = None,
    ) -> None:
        """Blend a colour into the cells of ``points``, except where ``hidden`` or a name is."""
        shown = Image.new("L", self.picture.size, round(255 * strength))
        if hidden:
            shown = hidden.point([round((255 - level) * strength) for level in range(256)])
        for _, box, stencil in self._names:
            shown.paste(0, box, stencil)
        cell = self._once(self.sprites.cell, self.board.turns)
        cells, ink = Image.new("L", shown.size), Image.new("RGB", cell[1].size, colour)
        boxes = [_box(self.tiles.pixels[point], cell) for point in points]
        for box in boxes:
            cells.paste(ImageChops.add(cells.crop(box), cell[1]), box)
        for box in boxes:
            self.picture.paste(ink, box, ImageChops.multiply(cells.crop(box), shown.crop(box)))
            cells.paste(0, box)  # the boxes overlap

    # --- masks ---

    def _disc(self, radius: float) -> Mask:
        return self._once(self.sprites.disc, radius)

    def _step(self, p: int, q: int) -> Pixel:
        (x, y), (u, v) = self.tiles.pixels[p], self.tiles.pixels[q]
        return u - x, v - y

    def _strip(self, p: int, q: int, width: float) -> Mask:
        return self._once(self.sprites.strip, self._step(p, q), width)

    def _union(
        self,
        pieces: Iterable[tuple[int, Mask]],
        onto: Image.Image | None = None,
    ) -> Image.Image:
        """Masks at their points, and the mask ``onto``, as one of the size of the picture."""
        whole = onto.copy() if onto else Image.new("L", self.picture.size)
        for point, mask in pieces:
            whole.paste(255, _box(self.tiles.pixels[point], mask), mask[1])
        return whole


def _box(at: Pixel, mask: Mask) -> Box:
    """Where a mask lies at a point's pixel."""
    (x, y), ((left, top), piece) = at, mask
    return x + left, y + top, x + left + piece.width, y + top + piece.height


def labelled_groups(
    position: Position, options: RenderOptions
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The groups that show their number of liberties in the picture, with these liberties."""
    if options.effective_overlay is Overlay.LIBERTIES:
        for group in position.groups():
            liberties = position.liberties(group)
            if liberties is not None and (options.group is None or options.group in group):
                yield group, liberties


def in_atari(position: Position) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The groups with a single liberty, and that liberty."""
    groups = [(group, position.liberties(group)) for group in position.groups()]
    return [(group, points) for group, points in groups if points and len(points) == 1]


def middle_stone(board: Board, group: Sequence[int]) -> int:
    """The stone that is nearest to the middle of its group."""
    places = [board.centres[point] for point in group]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return min(group, key=lambda point: (round(dist(board.centres[point], (x, y)), 6), point))


def _assign_tints(board: Board, groups: Sequence[Sequence[int]], count: int) -> list[int]:
    """A tint (0 to ``count`` - 1) for each group; groups nearby differ as far as possible."""
    tints: list[int] = []
    group_of: dict[int, int] = {}
    for number, group in enumerate(groups):
        beside = {q for p in group for q in board.neighbours[p]}
        reach = beside | {q for p in beside for q in board.neighbours[p]}
        nearby = [tints[group_of[q]] for q in sorted(reach) if q in group_of]
        tints.append(min(range(count), key=lambda tint: (nearby.count(tint), tint)))
        group_of.update(dict.fromkeys(group, number))
    return tints
