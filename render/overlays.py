"""What is drawn over a painted board when somebody asks for it: `Overlay`s and `Mark`s.

Stones keep their place in the palette picture; what comes over them is translucent and is drawn in
true colours, then turned into the wide palette, which has entries for every mixture meant here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import dist

from PIL import Image, ImageChops, ImageDraw

from engine.board import Board
from engine.position import Link, Position
from render.ground import typeface
from render.layout import Pixel
from render.shapes import Mask, Sprite
from render.sheet import Sheet
from render.theme import RGB, Stone
from render.view import Edge, Mark, Overlay, Sign, View, joined


class Glass:
    """A painted board with a glass over it to draw on."""

    def __init__(
        self,
        picture: Image.Image,
        position: Position,
        view: View,
        made: Sheet,
        links: Mapping[Edge, Link] | None,
    ) -> None:
        """``picture`` is in numbers of the plain palette (mode ``L``)."""
        self.position, self.view, self.made = position, view, made
        self.board: Board = position.board
        self.theme, self.brush, self.layout = made.theme, made.brush, made.layout
        self.links = links
        self.radius = self.theme.plain_radius if links is None else self.theme.radius
        self.many = len(position.colours or ()) > 2
        self.stones = position.stones
        self._under = picture
        self.picture = made.colours(picture)
        self._masks: dict[tuple[object, ...], Mask] = {}
        self._all_bodies: dict[frozenset[int], Image.Image] = {}

    def draw(self) -> Image.Image:
        """The picture with the view's overlay and marks, in numbers of the wide palette."""
        ways: dict[Overlay, Callable[[], None]] = {
            Overlay.GROUPS: self._groups,
            Overlay.LIBERTIES: self._liberties,
            Overlay.ATARI: self._atari,
            Overlay.TERRITORY: self._territory,
            Overlay.CONTROL: self._control,
            Overlay.ANCHOR: self._anchor,
        }
        if self.view.shown in ways:
            ways[self.view.shown]()
        if self.view.marks:
            self._point_out(self.view.marks)
        return self.made.numbered(self.picture, self._under)

    # --- overlays ---

    def _groups(self) -> None:
        groups = [group for group in self.position.groups() if len(group) > 1]
        tints = _told_apart(self.board, groups, len(self.theme.groups))
        for tint, colour in enumerate(self.theme.groups):
            self._halos([g for g, own in zip(groups, tints, strict=True) if own == tint], colour)

    def _liberties(self) -> None:
        for group, free in numbered(self.position, self.view):
            if self.view.group is not None:
                self._halos([group], self.theme.accent)
                self._dots(free, self.theme.accent)
            self._number(middle(self.board, group), len(free))

    def _atari(self) -> None:
        groups = [(group, self.position.liberties(group)) for group in self.position.groups()]
        caught = [(group, free) for group, free in groups if free is not None and len(free) == 1]
        self._halos([group for group, _ in caught], self.theme.mark)
        self._dots({point for _, free in caught for point in free}, self.theme.mark)

    def _territory(self) -> None:
        parts = self.position.territories()
        for owner in sorted(
            {part.owner for part in parts}, key=lambda owner: (owner is None, owner)
        ):
            points = [p for part in parts if part.owner == owner for p in part.points]
            cells = self._cells(points)
            if owner is None:
                hatch = self.made.hatching(self.theme.hatch)
                self._stain(ImageChops.multiply(cells, hatch), self.theme.line, self.theme.hatching)
            else:
                self._tint(cells, self.theme.stones[owner].body)
                self._put(self._signal(owner, self.theme.dot), points)

    def _control(self) -> None:
        controllers = self.position.controllers()
        for owner in sorted(set(controllers.values())):
            points = [p for p, colour in controllers.items() if colour == owner]
            self._tint(self._cells(points), self.theme.stones[owner].body)
            self._put(self._signal(owner, self.theme.large_control), points)

    def _anchor(self) -> None:
        anchor = self.position.anchor()
        if anchor is None:
            return
        differing = [p for p in range(len(self.board)) if anchor.get(p) != self.stones.get(p)]
        gone = [(p, self._mask("disc", self.radius)) for p in differing if p not in self.stones]
        bodies = ImageChops.lighter(self._bodies(), self._all(gone))
        around = ImageChops.subtract(self._cells(differing), bodies)
        self._stain(around, self.theme.accent, self.theme.highlight)
        for point in differing:
            if point not in self.stones:
                self._thought(point, anchor[point])
            else:
                before = anchor.get(point)
                badge = (
                    self.brush.badge(self.theme.number_badge, self.theme.neutral, self.theme.line)
                    if before is None
                    else self._signal(before, self.theme.number_badge)
                )
                self._put(badge, [point], corner=True)

    # --- marks ---

    def _point_out(self, marks: Mapping[int, Mark]) -> None:
        def of(*signs: Sign) -> list[int]:
            return [point for point, mark in marks.items() if mark.sign in signs]

        colours = dict(self.stones)
        colours.update((p, mark.colour) for p, mark in marks.items() if mark.colour is not None)
        for point in of(Sign.REFUSED):
            self._thought(point, colours[point])
        for signs, ink in (
            ((Sign.WATCHED,), self.theme.accent),
            ((Sign.TRAPPED, Sign.REFUSED), self.theme.mark),
        ):
            points = of(*signs)
            alike = {colours.get(point) for point in points}
            self._halos([[p for p in points if colours.get(p) == each] for each in alike], ink)
        self._dots(of(Sign.FREE), self.theme.accent)
        reach, width = self.theme.cross
        for point in of(Sign.REFUSED):
            for wider, ink in ((0.045, self.theme.contrary_to_mark), (0, self.theme.mark)):
                stroke = self._mask("cross", reach + wider / 2, width + wider)
                self._stain(self._all([(point, stroke)]), ink)

    # --- pieces ---

    def _halos(self, groups: Sequence[Sequence[int]], colour: RGB) -> None:
        """A band around groups, bonds and all, that leaves them and every mark on them free.

        Where stones nearly touch it lies on their rims in part.
        """
        points = [point for group in groups for point in group]
        bonds = [edge for edges in joined(self.board, self.links, groups) for edge in edges]
        if not points:
            return
        theme, links = self.theme, self.links
        halo, inset = theme.narrow_halo if links is None else (theme.halo, 0)
        widths = {
            edge: self._width(Link.LINKED if links is None else links.get(edge)) for edge in bonds
        }
        around = [(point, self._mask("disc", self.radius + halo)) for point in points]
        around += [(p, self._strip(p, q, width + 2 * halo)) for (p, q), width in widths.items()]
        own = [(point, self._mask("disc", self.radius - inset)) for point in points]
        own += [
            (p, self._strip(p, q, width))
            for (p, q), width in widths.items()
            if p in self.stones and q in self.stones
        ]
        band = self._all(around)
        self._fill_holes(band, bonds)
        others = self._bodies(frozenset(points) if inset else frozenset())
        self._stain(ImageChops.subtract(band, ImageChops.lighter(self._all(own), others)), colour)

    def _fill_holes(self, band: Image.Image, bonds: Sequence[Edge]) -> None:
        """Colour the holes between three stones that hang together all over."""
        filling = self._mask("disc", self.theme.linked / 2)
        beside: dict[int, set[int]] = {}
        for p, q in bonds:
            beside.setdefault(p, set()).add(q)
        for p, q in bonds:
            for r in beside[p] & beside.get(q, set()):
                corners = [self.made.pixels[point] for point in (p, q, r)]
                x, y = (round(sum(corner[axis] for corner in corners) / 3) for axis in (0, 1))
                _join(band, (x, y), filling, ImageChops.lighter)

    def _bodies(self, without: frozenset[int] = frozenset()) -> Image.Image:
        """All stones but those ``without``, bars, and ticks with some room around them."""
        if without in self._all_bodies:
            return self._all_bodies[without]
        disc = self._mask("disc", self.radius)
        pieces = [(point, disc) for point in self.stones if point not in without]
        for (p, q), link in (self.links or {}).items():
            if link is Link.CUT:
                tick = self.brush.tick(self._step(p, q), self.theme.tick_room)
                pieces.append((p, (tick.corner, tick.alpha)))
            else:
                pieces.append((p, self._strip(p, q, self._width(link))))
        found = self._all_bodies[without] = self._all(pieces)
        return found

    def _width(self, link: Link | None) -> float:
        return self.theme.linked if link is Link.LINKED else self.brush.thin()

    def _dots(self, points: Iterable[int], colour: RGB) -> None:
        self._put(self.brush.open_dot(*self.theme.free, colour), points)

    def _thought(self, point: int, colour: int) -> None:
        """A stone that is not there."""
        stone = self.brush.stone(self._look(colour), self.radius)
        memory = self.theme.memory
        faint = stone.alpha.point(lambda level: level * memory)
        Sprite(stone.corner, stone.colours, faint).onto(self.picture, self.made.pixels[point])

    def _number(self, point: int, number: int) -> None:
        """A number on the stone at ``point``."""
        theme, unit = self.theme, self.layout.unit
        look = self._look(self.stones[point])
        x, y = self.made.pixels[point]
        height, most, ink = theme.number, 2 * self.radius * theme.number_most, look.glyph_ink
        if look.glyph:
            # The glyph stays: the number stands beside it.
            aside = round(theme.badge_place * unit)
            x, y = x + aside, y + aside
            height, most, ink = 1.5 * theme.number_badge, 1.6 * theme.number_badge, theme.panel_ink
            self.brush.badge(theme.number_badge, theme.panel, theme.panel_ink).onto(
                self.picture, (x, y)
            )
        elif point == self.position.last:
            most *= theme.wide_ring[1]
        if not look.glyph:
            ink = theme.contrary(look)
        text = str(number)
        size = height * unit
        size *= min(1, most * unit / typeface(size).getlength(text))
        font = typeface(size)
        rise = -font.getbbox("0", anchor="ls")[1] / 2
        at = (x + self.layout.half, y + self.layout.half + rise)
        ImageDraw.Draw(self.picture).text(at, text, ink, font, anchor="ms")

    def _look(self, colour: int) -> Stone:
        return self.theme.look(colour, many=self.many)

    def _signal(self, colour: int, radius: float) -> Sprite:
        """A disc that stands for a colour, with its glyph where stones have one."""
        return self.brush.badge(radius, *self.theme.signal(colour), self._look(colour))

    def _put(self, sprite: Sprite, points: Iterable[int], *, corner: bool = False) -> None:
        aside = round(self.theme.badge_place * self.layout.unit) if corner else 0
        for point in points:
            x, y = self.made.pixels[point]
            sprite.onto(self.picture, (x + aside, y + aside))

    def _cells(self, points: Iterable[int]) -> Image.Image:
        cell = self._mask("cell", self.board.turns)
        return self._all([(point, cell) for point in points], ImageChops.add)

    def _tint(self, mask: Image.Image, colour: RGB) -> None:
        self._stain(mask, colour, self.theme.tint)

    def _stain(self, mask: Image.Image, colour: RGB, strength: float = 1) -> None:
        self.picture.paste(colour, mask=mask.point(lambda level: level * strength))

    # --- masks ---

    def _mask(self, kind: str, *values: float) -> Mask:
        key = (kind, *values)
        if key not in self._masks:
            make: dict[str, Callable[..., Mask]] = {
                "disc": self.brush.disc,
                "cell": self.brush.cell,
                "cross": self.brush.cross,
            }
            self._masks[key] = make[kind](*values)
        return self._masks[key]

    def _step(self, p: int, q: int) -> Pixel:
        (x, y), (u, v) = self.made.pixels[p], self.made.pixels[q]
        return u - x, v - y

    def _strip(self, p: int, q: int, width: float) -> Mask:
        step = self._step(p, q)
        key = ("strip", step, width)
        if key not in self._masks:
            self._masks[key] = self.brush.strip(step, width)
        return self._masks[key]

    def _all(
        self,
        pieces: Iterable[tuple[int, Mask]],
        join: "Join" = ImageChops.lighter,
    ) -> Image.Image:
        """Masks at their points as one, as large as the picture."""
        whole = Image.new("L", self.picture.size)
        for point, mask in pieces:
            _join(whole, self.made.pixels[point], mask, join)
        return whole


Join = Callable[[Image.Image, Image.Image], Image.Image]


def _join(whole: Image.Image, at: Pixel, mask: Mask, join: Join) -> None:
    """Add a mask to a larger one."""
    (x, y), ((left, top), piece) = at, mask
    box = (x + left, y + top, x + left + piece.width, y + top + piece.height)
    whole.paste(join(whole.crop(box), piece), box)


def numbered(position: Position, view: View) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The groups that carry their number of liberties in this view, and these."""
    if view.shown is Overlay.LIBERTIES:
        for group in position.groups():
            free = position.liberties(group)
            if free is not None and (view.group is None or view.group in group):
                yield group, free


def middle(board: Board, group: Sequence[int]) -> int:
    """The stone of a group that is nearest to the middle of all of them."""
    places = [board.places[point] for point in group]
    x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    return min(group, key=lambda point: (round(dist(board.places[point], (x, y)), 6), point))


def _told_apart(board: Board, groups: Sequence[Sequence[int]], tints: int) -> list[int]:
    """A tint for each group, another one than groups beside it have, as far as there are tints."""
    found: list[int] = []
    owner: dict[int, int] = {}
    for number, group in enumerate(groups):
        beside = {q for p in group for q in board.neighbours[p]}
        reach = beside | {q for p in beside for q in board.neighbours[p]}
        near = [found[owner[q]] for q in sorted(reach) if q in owner]
        found.append(min(range(tints), key=lambda tint: (near.count(tint), tint)))
        owner.update(dict.fromkeys(group, number))
    return found
