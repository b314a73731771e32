"""The signs in a picture, and each as a small picture. The words come from the caller.

They are those of an overlay and of marks, and stones that were captured or may be placed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from PIL import Image, ImageDraw

from engine.position import Link, Position
from render.background import strokes, typeface
from render.differences import anchor_differences
from render.estimates import doomed, expected_owners
from render.links import bar_width
from render.options import Mark, Overlay, RenderOptions, Sign
from render.overlays import in_atari, labelled_groups
from render.sprites import SpriteFactory
from render.theme import RGB, mix
from render.tiles import TileSet


class Meaning(StrEnum):
    """The meaning of a sign."""

    GROUP = "group"
    """A halo around stones; neighbouring groups have halos of different colours."""
    LINKED = "linked"
    OPEN = "open"
    CUT = "cut"
    COUNT = "count"
    """A number on a stone: the liberties of its group."""
    LIBERTY = "liberty"
    ATARI = "atari"
    """A halo around a group with one liberty, ..."""
    LAST_LIBERTY = "last-liberty"
    """... and the mark on that."""
    OWNED = "owned"
    NEUTRAL = "neutral"
    CONTROLLED = "controlled"
    """A tinted point in the overlay of control, ..."""
    DOTTED = "dotted"
    """... and the small dot on it in other pictures."""
    DIFFERS = "differs"
    """A tinted point at which the anchor differs, ..."""
    ONLY_THERE = "only-there"
    """... a translucent stone that only the anchor has, ..."""
    OTHER_THERE = "other-there"
    """... a badge on a stone where it has one of this colour, ..."""
    NEW = "new"
    """... or none."""
    CORNERS = "corners"
    """The corners in other pictures, at which the anchor has a stone of this colour, ..."""
    CORNER = "corner"
    """... and the small one of a stone where it has none."""
    EXPECTED = "expected"
    """A point that somebody will almost certainly own, ..."""
    LIKELY = "likely"
    """... or perhaps, ..."""
    DOOMED = "doomed"
    """... and a stone that is expected to be captured."""
    CAPTURED = "captured"
    """A hollow, pale stone that the last move captured."""
    PREVIEWED = "previewed"
    """A translucent stone that may be placed."""


@dataclass(frozen=True, slots=True)
class LegendSign:
    """A sign in a picture: what it says, or the sign of a mark."""

    meaning: Meaning | Sign
    colour: int | None = None
    """Whose it is, if the sign has a colour."""


def signs(
    position: Position, options: RenderOptions, shown_since: Position | None = None
) -> tuple[LegendSign, ...]:
    """The signs in the picture of ``position``, in the order of a legend.

    ``shown_since``: see `render.board_image.draw`.
    """
    captured = (shown_since or position).captured
    refused = {point for point, mark in options.marks.items() if mark.sign is Sign.REFUSED}
    covered = refused.union(position.stones)
    colours = {colour for point, colour in captured.items() if point not in covered}
    return (
        *_of_overlay(position, options),
        *mark_signs(position, options.marks),
        *_of_dots(position, options),
        *_of_corners(position, options),
        *(LegendSign(Meaning.CAPTURED, colour) for colour in sorted(colours)),
    )


def mark_signs(position: Position, marks: Mapping[int, Mark]) -> tuple[LegendSign, ...]:
    """The signs of marks, each once, in the colour of the first stone that has it."""
    stones = {**position.captured, **position.stones}
    first: dict[Sign, int | None] = {}
    for point in sorted(marks):
        sign, colour = marks[point].sign, marks[point].colour
        first.setdefault(sign, stones.get(point) if colour is None else colour)
    return tuple(LegendSign(sign, first[sign]) for sign in Sign if sign in first)


def _of_overlay(position: Position, options: RenderOptions) -> tuple[LegendSign, ...]:
    overlay = options.effective_overlay
    if overlay is Overlay.LIBERTIES:
        return tuple(_of_liberties(position, options))
    found = {
        Overlay.GROUPS: _of_groups,
        Overlay.ATARI: _of_atari,
        Overlay.TERRITORY: _of_territory,
        Overlay.CONTROL: _of_control,
        Overlay.ANCHOR: _of_anchor,
    }.get(overlay)
    if overlay is Overlay.ESTIMATE:
        return tuple(_of_estimate(position, options))
    return () if found is None else tuple(found(position))


def _of_groups(position: Position) -> Iterator[LegendSign]:
    if any(len(group) > 1 for group in position.groups()):
        yield LegendSign(Meaning.GROUP)
    kinds = set((position.links() or {}).values())
    for link, meaning in (
        (Link.LINKED, Meaning.LINKED),
        (Link.OPEN, Meaning.OPEN),
        (Link.CUT, Meaning.CUT),
    ):
        if link in kinds:
            yield LegendSign(meaning)


def _of_liberties(position: Position, options: RenderOptions) -> Iterator[LegendSign]:
    groups = list(labelled_groups(position, options))
    if groups:
        yield LegendSign(Meaning.COUNT)
    if options.group is not None and any(liberties for _, liberties in groups):
        yield LegendSign(Meaning.LIBERTY)


def _of_atari(position: Position) -> Iterator[LegendSign]:
    if in_atari(position):
        yield LegendSign(Meaning.ATARI)
        yield LegendSign(Meaning.LAST_LIBERTY)


def _of_territory(position: Position) -> Iterator[LegendSign]:
    owners = {part.owner for part in position.territories()}
    yield from (LegendSign(Meaning.OWNED, c) for c in sorted(c for c in owners if c is not None))
    if None in owners:
        yield LegendSign(Meaning.NEUTRAL)


def _of_control(position: Position) -> Iterator[LegendSign]:
    for colour in sorted(set(position.controllers().values())):
        yield LegendSign(Meaning.CONTROLLED, colour)


def _of_dots(position: Position, options: RenderOptions) -> Iterator[LegendSign]:
    """The dots that `render.board_image` draws on controlled points."""
    if options.effective_overlay in (Overlay.CONTROL, Overlay.ESTIMATE):
        return
    covered = {*position.stones, *options.marks, *options.labels}
    dots = {colour for point, colour in position.controllers().items() if point not in covered}
    yield from (LegendSign(Meaning.DOTTED, colour) for colour in sorted(dots))


def _of_corners(position: Position, options: RenderOptions) -> Iterator[LegendSign]:
    """The corners that `render.board_image` draws where the anchor differs."""
    if options.effective_overlay is not Overlay.NONE:
        return
    shown = {
        colour
        for point, colour in anchor_differences(position.anchor(), position.stones)
        if point not in options.marks
    }
    yield from (LegendSign(Meaning.CORNERS, c) for c in sorted(c for c in shown if c is not None))
    if None in shown:
        yield LegendSign(Meaning.CORNER)


def _of_anchor(position: Position) -> Iterator[LegendSign]:
    anchor, stones = position.anchor() or {}, position.stones
    differing = [p for p in {*anchor, *stones} if anchor.get(p) != stones.get(p)]
    if position.anchor() is None or not differing:
        return
    yield LegendSign(Meaning.DIFFERS)
    if any(p not in stones for p in differing):
        yield LegendSign(Meaning.ONLY_THERE)
    others = {anchor[p] for p in differing if p in stones and p in anchor}
    yield from (LegendSign(Meaning.OTHER_THERE, colour) for colour in sorted(others))
    if any(p not in anchor for p in differing):
        yield LegendSign(Meaning.NEW)


def _of_estimate(position: Position, options: RenderOptions) -> Iterator[LegendSign]:
    expected = expected_owners(position, options.owners)
    sure, unsure = (
        sorted({one.owner for one in expected.values() if one.sure is yes}) for yes in (True, False)
    )
    yield from (LegendSign(Meaning.EXPECTED, colour) for colour in sure)
    if len(position.colours or ()) > 2:  # one colour is enough to show what less certain looks like
        unsure = [colour for colour in unsure if colour not in sure] or unsure[:1]
    yield from (LegendSign(Meaning.LIKELY, colour) for colour in unsure)
    if doomed(position, options.owners):
        yield LegendSign(Meaning.DOOMED)


# --- small pictures ---

UNIT = 0.92
"""The distance between neighbours in a small picture, in its widths: a stone fills it."""


def draw_swatch(tiles: TileSet, position: Position, sign: LegendSign, size: int) -> Image.Image:
    """A sign as it looks on the board, in RGB: ``size`` pixels high, wider for two stones."""
    return _Swatch(tiles, position, sign, size).draw()


class _Swatch:
    def __init__(self, tiles: TileSet, position: Position, sign: LegendSign, size: int) -> None:
        self.theme, self.sign, self.size = tiles.theme, sign, size
        self.tiles = tiles
        self.unit = max(4, round(size * UNIT))
        self.sprites: SpriteFactory = tiles.sprites.sized(self.unit)
        self.many = len(position.colours or ()) > 2
        self.radius = self.theme.radius
        pair = sign.meaning in (Meaning.LINKED, Meaning.OPEN, Meaning.CUT)
        self.width = round(2 * self.unit) if pair else size
        if sign.meaning is Meaning.GROUP:
            self.width = 2 * size
        self.middle = (self.width // 2, size // 2)
        self.picture = Image.new("RGB", (self.width, size), self.theme.wood[0])

    def draw(self) -> Image.Image:
        meaning, theme, colour = self.sign.meaning, self.theme, self.sign.colour
        if isinstance(meaning, Sign):
            self._mark(meaning, colour or 0)
        elif meaning is Meaning.CAPTURED:
            self._lines()
            ghost = self.sprites.ghost(theme.stones[colour or 0], self.radius)
            ghost.onto(self.picture, self.middle)
        elif meaning is Meaning.PREVIEWED:
            self._lines()
            self._phantom(colour or 0)
            ring = self.sprites.open_dot(*self._ring(), theme.last_mark(many=self.many))
            ring.onto(self.picture, self.middle)
        elif meaning is Meaning.GROUP:
            for number, halo in enumerate(theme.groups[:2]):
                self._stone(number, halo, (self.size // 2 + number * self.size, self.middle[1]))
        elif meaning is Meaning.ATARI:
            self._stone(0, theme.mark)
        elif meaning in (Meaning.LINKED, Meaning.OPEN, Meaning.CUT):
            self._pair(meaning)
        elif meaning is Meaning.COUNT:
            self._count()
        elif meaning in (Meaning.LIBERTY, Meaning.LAST_LIBERTY):
            ink = theme.accent if meaning is Meaning.LIBERTY else theme.mark
            self._dot(ink)
        elif meaning is Meaning.DOTTED:
            self._lines()
            dot = self.sprites.control(*theme.mark_colours(colour or 0))
            dot.onto(self.picture, self.middle)
        elif meaning in (Meaning.CORNERS, Meaning.CORNER):
            self._corners()
        elif meaning is Meaning.NEUTRAL:
            self._hatch()
        elif meaning in (Meaning.OWNED, Meaning.CONTROLLED) and colour is not None:
            self._fill(mix(theme.wood[0], theme.stones[colour].body, theme.tint))
            radius = theme.dot if meaning is Meaning.OWNED else theme.large_control
            self._badge(colour, radius, self.middle)
        elif meaning in (Meaning.EXPECTED, Meaning.LIKELY):
            likely, owner = meaning is Meaning.LIKELY, colour or 0
            tint = theme.tint / 2 if likely else theme.tint
            self._fill(mix(theme.wood[0], theme.stones[owner].body, tint))
            self._badge(owner, theme.estimate / (2 if likely else 1), self.middle)
        elif meaning is Meaning.DOOMED:
            self._stone(0)
            self._badge(1, theme.dot, self.middle)
        else:
            self._anchor(meaning, colour)
        return self.picture

    def _corners(self) -> None:
        """Four corners around an empty point, or a single one on a stone."""
        alone = self.sign.meaning is Meaning.CORNER
        if alone:
            self._stone(0)
        else:
            self._lines()
        colours = self.tiles.mark_colours(None if alone else self.sign.colour)
        corners = self.sprites.corners(*colours, self.radius, alone=alone)
        corners.onto(self.picture, self.middle)

    def _mark(self, sign: Sign, colour: int) -> None:
        theme = self.theme
        if sign is Sign.FREE:
            self._dot(theme.accent)
        elif sign is Sign.ANSWER:
            self._dot(theme.mark)
        elif sign is Sign.REFUSED:
            self._lines()
            self._phantom(colour)
            reach, width = theme.cross
            for wider, ink in ((0.045, theme.mark_outline), (0, theme.mark)):
                corner, mask = self.sprites.cross(reach + wider / 2, width + wider)
                at = self.middle[0] + corner[0], self.middle[1] + corner[1]
                self.picture.paste(ink, at, mask)
        elif sign is Sign.AREA:
            self._fill(mix(theme.wood[0], theme.accent, theme.area))
        elif sign in (Sign.BETTER, Sign.WORSE):
            self._compared(colour, better=sign is Sign.BETTER)
        else:
            self._stone(colour, theme.accent if sign is Sign.WATCHED else theme.mark)

    def _compared(self, colour: int, *, better: bool) -> None:
        """A stone with an exclamation or question mark."""
        theme, stone = self.theme, replace(self.theme.stones[colour], glyph="")
        corner, mask = self.sprites.disc(self.radius + theme.halo)
        at = self.middle[0] + corner[0], self.middle[1] + corner[1]
        self.picture.paste(theme.accent if better else theme.mark, at, mask)
        body = mix(theme.wood[0], stone.body, theme.phantom_opacity)
        corner, mask = self.sprites.disc(self.radius)
        at = self.middle[0] + corner[0], self.middle[1] + corner[1]
        self.picture.paste(body, at, mask)
        font, ink = typeface(theme.number * self.unit), theme.contrast_ink(stone)
        ImageDraw.Draw(self.picture).text(self.middle, "!" if better else "?", ink, font, "mm")

    def _dot(self, ink: RGB) -> None:
        """A small ring on an empty point."""
        self._lines()
        self.sprites.open_dot(*self.theme.liberty_mark, ink).onto(self.picture, self.middle)

    def _ring(self) -> tuple[float, float]:
        """Outer and inner radius of the mark of the last move."""
        outer, inner = self.theme.ring
        return outer * self.radius, inner * self.radius

    def _phantom(self, colour: int) -> None:
        """A translucent stone."""
        stone = self.sprites.stone(self.theme.stone(colour, many=self.many), self.radius)
        x, y = (at + part for at, part in zip(self.middle, stone.corner, strict=True))
        opacity = self.theme.phantom_opacity
        alpha = stone.alpha.point(lambda level: level * opacity)
        self.picture.paste(stone.colours, (x, y), alpha)

    def _stone(
        self, colour: int, halo: RGB | None = None, middle: tuple[int, int] | None = None
    ) -> None:
        x, y = middle or self.middle
        if halo is not None:
            (left, top), mask = self.sprites.disc(self.radius + self.theme.halo)
            self.picture.paste(halo, (x + left, y + top), mask)
        stone = self.theme.stone(colour, many=self.many)
        self.sprites.stone(stone, self.radius).onto(self.picture, (x, y))

    def _pair(self, meaning: Meaning) -> None:
        """Two stones side by side."""
        theme, unit, (x, y) = self.theme, self.unit, self.middle
        link = {Meaning.LINKED: Link.LINKED, Meaning.OPEN: Link.OPEN}.get(meaning)
        ends = [(-0.5, 0.0), (0.5, 0.0)]
        width = 0.0 if link is None else bar_width(self.sprites, link)
        corner, box = (-self.width, -self.size), (2 * self.width + 1, 2 * self.size + 1)
        stone = theme.stone(0, many=False)
        self.sprites.stones(stone, self.radius, corner, box, ends, width).onto(
            self.picture, self.middle
        )
        if meaning is Meaning.CUT:
            long, wide = (part * unit / 2 for part in theme.cut_mark)
            ImageDraw.Draw(self.picture).rectangle(
                (x - max(1, wide), y - long, x + max(1, wide), y + long), theme.mark
            )

    def _count(self) -> None:
        theme, (x, y) = self.theme, self.middle
        self._stone(0)
        font = typeface(theme.number * self.unit)
        rise = -font.getbbox("0", anchor="ls")[1] / 2
        ink = theme.contrast_ink(theme.stones[0])
        ImageDraw.Draw(self.picture).text((x, y + rise), "3", ink, font, anchor="ms")

    def _lines(self) -> None:
        draw, (x, y) = ImageDraw.Draw(self.picture), self.middle
        width = max(1, round(self.theme.line_width * self.unit))
        draw.line((0, y, self.size, y), self.theme.line, width)
        draw.line((x, 0, x, self.size), self.theme.line, width)

    def _fill(self, colour: RGB) -> None:
        self.picture.paste(colour, (0, 0, self.size, self.size))

    def _hatch(self) -> None:
        mask = strokes(self.tiles.layout, *self.theme.hatch).crop((0, 0, self.size, self.size))
        strength = self.theme.hatching
        self.picture.paste(self.theme.line, mask=mask.point(lambda level: level * strength))

    def _badge(self, colour: int, radius: float, at: tuple[int, int]) -> None:
        stone = self.theme.stone(colour, many=self.many)
        colours = self.theme.mark_colours(colour)
        self.sprites.badge(radius, *colours, stone).onto(self.picture, at)

    def _anchor(self, meaning: Meaning, colour: int | None) -> None:
        theme = self.theme
        self._fill(mix(theme.wood[0], theme.accent, theme.highlight))
        if meaning is Meaning.ONLY_THERE:
            self._phantom(0)
        elif meaning in (Meaning.OTHER_THERE, Meaning.NEW):
            self._stone(1 if colour == 0 else 0)
            aside = round(theme.badge_place * self.unit)
            at = self.middle[0] + aside, self.middle[1] + aside
            if colour is None:
                badge = self.sprites.badge(theme.number_badge, theme.neutral, theme.line)
                badge.onto(self.picture, at)
            else:
                self._badge(colour, theme.number_badge, at)
