"""A game, or any part of it, as an animation: positions in, a GIF out.

Each frame stores the box around what changed, see-through wherever nothing did, so that it costs a
few hundred bytes to a few thousand. All frames share the palette of the theme. GIF knows no
half-transparent colours: the soft edge of the wood becomes a hard one and its shadow is left out,
which looks the same on every ground.

Where stones are captured they stand for a moment longer, outlined in red like any group without a
liberty; then their ghosts are seen, as on the picture of that position. The last frame is held, and
then it begins again: Discord starts a GIF when it comes into view, and who looks a moment later
should still see all of it.

A position is shown for a second, for less where there are more than sixty: all of them take about a
minute, flashes and the end not counted. Below `FASTEST` nobody could follow, so of more than 1500
positions only some are shown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.position import Link, Position
from render.board_image import paint, relations
from render.layout import Pixel
from render.shapes import Mask
from render.sheet import Box, Sheet, sheet
from render.theme import Theme, mix
from render.view import PLAIN_VIEW, Edge, View

LIMIT = 10_000_000
"""Bytes. Discord takes files of up to 10 MiB; what goes along with one is small beside the rest."""
LONGEST = 60_000
"""Milliseconds for all positions together, ..."""
SLOWEST, FASTEST = 1000, 40
"""... and for each of them."""
BEGINNING, END = 1000, 5000
"""Milliseconds for the first picture at least, and for the last one besides its usual time."""
FLASHES = (100, 300)
"""Milliseconds in which captured stones flash: half of a position's time, but within these."""
SMALLEST = 400
"""Pixels: less wide than this nothing is drawn that was wanted wider; rather, less is shown."""
GROWTH = 1.2
"""Measured from 300 to 2000 pixels: bytes grow with this power of the width."""
SAMPLES = 24
"""How many of a long animation's frames are drawn to learn how large all of them will be."""
CAUTION = 1.1
"""By how much they, or the first frames, may promise too little."""
USUAL = 40
"""A frame of a plain game takes less than a byte for so many pixels of the picture."""
KEEP = 1
"""GIF's word for: the next frame is drawn over this one."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A GIF, and what of the positions that were asked for it shows."""

    data: bytes
    plies: tuple[int, ...]
    """Of the positions that are shown."""
    every: int
    """1 where all are shown, 2 where it is every second one, ...; the last one always is."""
    width: int
    """Pixels."""
    milliseconds: int
    """How long one round takes."""


def animate(
    frames: Sequence[Position],
    view: View = PLAIN_VIEW,
    *,
    limit: int = LIMIT,
    progress: Callable[[float], None] | None = None,
) -> Animation:
    """Show ``frames``, the consecutive positions of a game on one board.

    Where `View.territory` is set, one more picture at the end shows it. What would take more than
    ``limit`` bytes is drawn smaller, and if that is not enough fewer positions are shown.
    ``progress`` is told from 0 to 1 how much is done, never less than before; what it raises ends
    the work. The same arguments give the same bytes, and any number of threads may draw at once.

    Raises `ValueError` where there are no frames, or if not even two pictures fit into ``limit``.
    """
    if not frames:
        raise ValueError("an animation shows at least one position")
    told, count, width = _Told(progress), len(frames), view.width
    every = max(1, ceil((count - 1) / (LONGEST // FASTEST - 1)))
    while True:
        shown = (*range(0, count - 1, every), count - 1)
        film = _Film(frames, shown, replace(view, width=width))
        found = film.estimate(limit)
        if CAUTION * found <= limit:
            found = film.drawn(limit, told.done)
        if isinstance(found, _Reel):
            plies = tuple(frames[index].ply for index in shown)
            return Animation(found.finish(), plies, every, width, found.milliseconds)
        if width > SMALLEST:
            width = max(SMALLEST, floor(width * 0.99 * (limit / found / CAUTION) ** (1 / GROWTH)))
        elif every < count - 1:
            every = min(count - 1, ceil(every * CAUTION * found / limit))
        else:
            raise ValueError(f"no animation fits into {limit} bytes")


class _Told:
    """Tells somebody how much is done. A second try does not begin at nothing again."""

    def __init__(self, progress: Callable[[float], None] | None) -> None:
        self._progress = progress
        self._most = 0.0

    def done(self, part: float) -> None:
        self._most = max(self._most, part)
        if self._progress is not None:
            self._progress(self._most)


class _Film:
    """Some positions in one view."""

    def __init__(self, frames: Sequence[Position], shown: tuple[int, ...], view: View) -> None:
        self.frames, self.shown = frames, shown
        self.view, self.usual = view, replace(view, territory=False)
        self.made = sheet(
            frames[0].board, view.theme, view.width, view.pose, labelled=view.labelled
        )
        pace = max(FASTEST, min(SLOWEST, LONGEST // len(shown)))
        self.pace = pace // 10 * 10  # GIF counts hundredths of a second
        self.flash = max(FLASHES[0], min(FLASHES[1], self.pace // 20 * 10))

    def estimate(self, limit: int) -> int:
        """About how many bytes all of it takes, by a few frames spread evenly.

        0 where that is far less than ``limit`` anyway.
        """
        changes = len(self.shown) - 1
        if changes <= SAMPLES or changes * self.made.layout.area // USUAL <= limit:
            return 0
        opening = total = 0
        for sample in range(SAMPLES):
            index = sample * changes // SAMPLES
            reel = _Reel(self.made)
            for _, picture, lasting in self._pictures(self.shown[index : index + 2]):
                reel.show(picture, lasting)
            total += len(reel.finish()) - reel.opening
            opening = reel.opening
        return opening + total * changes // SAMPLES

    def drawn(self, limit: int, done: Callable[[float], None]) -> "_Reel | int":
        """All of it; or, if it takes more than ``limit`` bytes, about how many it would take."""
        reel = _Reel(self.made)
        for number, picture, lasting in self._pictures(self.shown):
            reel.show(picture, lasting)
            if reel.size > limit:
                return reel.size * len(self.shown) // (number + 1)
            done(number / len(self.shown))
        if self.view.shown is not self.usual.shown:
            reel.show(paint(self.frames[-1], self.view, self.made), 0)
        reel.hold(END)
        size = len(reel.finish())
        if size > limit:
            return size
        done(1.0)
        return reel

    def _pictures(self, shown: Sequence[int]) -> Iterator[tuple[int, Image.Image, int]]:
        """How many positions came before, a picture, and its milliseconds."""
        before: tuple[int, Image.Image] | None = None
        for number, index in enumerate(shown):
            position = self.frames[index]
            picture = paint(position, self.usual, self.made)
            if position.captured and before is not None and before[0] == index - 1:
                earlier = self.frames[index - 1], before[1]
                yield number, struck(position, picture, earlier, self.usual, self.made), self.flash
            yield number, picture, max(self.pace, 0 if before else BEGINNING)
            before = index, picture


def struck(
    position: Position,
    picture: Image.Image,
    before: tuple[Position, Image.Image],
    view: View,
    made: Sheet,
) -> Image.Image:
    """The painted ``picture`` of ``position`` with the captured stones still there, within red.

    ``before``: the position from which they were captured, and its picture.
    """
    theme, brush, (earlier, seen) = made.theme, made.brush, before
    links = relations(earlier, view.shown)
    radius = theme.plain_radius if links is None else theme.radius
    halo, inset = theme.narrow_halo if links is None else (theme.halo, 0)
    gone = {point: c for point, c in position.captured.items() if point not in position.stones}
    bars = {
        (p, q): theme.linked if link is Link.LINKED else brush.thin()
        for (p, q), link in (links or {}).items()
        if p in gone and q in gone and link is not Link.CUT
    }

    def bodies(wider: float) -> Iterator[tuple[Pixel, Mask]]:
        disc = brush.disc(radius + wider)
        yield from ((made.pixels[point], disc) for point in gone if point in earlier.stones)
        for (p, q), width in bars.items():
            (x, y), (u, v) = made.pixels[p], made.pixels[q]
            yield (x, y), brush.strip((u - x, v - y), width + 2 * max(wider, 0))

    picture = picture.copy()
    filling = brush.disc(theme.linked / 2)
    band = [*bodies(halo), *((hole, filling) for hole in _holes(bars, made))]
    soft, full = _reds(theme)
    for least, number in ((48, soft), (160, full)):
        for at, mask in band:
            box, stencil = _at_least(least, mask, at)
            picture.paste(number, box, stencil)
    many = len(position.colours or ()) > 2
    for point in gone.keys() - earlier.stones.keys():  # just placed, where suicide is legal
        picture.paste(*made.stones(gone[point], radius, many=many)[point])
        picture.paste(*made.rings(gone[point], radius, many=many)[point])
    for at, mask in bodies(-inset):
        box, stencil = _at_least(128, mask, at)
        picture.paste(seen.crop(box), box, stencil)
    return picture


def _holes(bars: Iterable[Edge], made: Sheet) -> Iterator[Pixel]:
    """The middles of three stones that are all joined."""
    beside: dict[int, set[int]] = {}
    for p, q in bars:
        beside.setdefault(p, set()).add(q)
    for p, q in bars:
        for r in beside[p] & beside.get(q, set()):
            (x, y), (u, v), (s, t) = (made.pixels[point] for point in (p, q, r))
            yield round((x + u + s) / 3), round((y + v + t) / 3)


def _reds(theme: Theme) -> tuple[int, int]:
    """The entries of the palette for half of the mark's colour on wood, and for all of it."""
    half = mix(theme.wood[0], theme.mark, 0.5)
    return theme.palette.index(half), theme.palette.index(theme.mark)


def _at_least(least: int, mask: Mask, at: Pixel) -> tuple[Box, Image.Image]:
    """Where the mask of a point at a pixel lies, and its pixels of that level or more."""
    (right, down), levels = mask
    left, top = at[0] + right, at[1] + down
    stencil = levels.point([0] * least + [255] * (256 - least), "1")
    return (left, top, left + levels.width, top + levels.height), stencil


class _Reel:
    """A GIF that grows by one frame at a time. Of the pictures only the last one is kept."""

    def __init__(self, made: Sheet) -> None:
        theme = made.theme
        self.milliseconds = 0
        self._palette = made.wide_palette
        self._clear = len(made.transparency) - len(theme.alphas)
        wood = theme.palette.index(theme.edge_dark)
        hard = [self._clear if alpha < 128 else wood for alpha in theme.alphas]
        beyond = range(self._clear + len(hard), 256)
        self._flat = [*range(self._clear), *hard, *beyond]
        self._out = BytesIO()
        self._last: Image.Image | None = None
        self._waiting: tuple[Image.Image, Pixel] | None = None
        self._lasting = 0
        self.opening = 0
        """Bytes up to the end of the first frame, 0 until it is written."""

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self._out.tell()

    def show(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a picture in numbers of the palette; one that changes nothing holds the last one."""
        changed = (0, 0, *picture.size)
        piece = picture
        if self._last is not None:
            apart = ImageChops.difference(self._last, picture)
            found = apart.getbbox()
            if found is None:
                self.hold(milliseconds)
                return
            changed, piece = found, picture.crop(found)
            piece.paste(self._clear, mask=apart.crop(found).point([255] + [0] * 255, "1"))
        self._write()
        self._last, self._waiting = picture, (piece.point(self._flat), changed[:2])
        self._lasting = 0
        self.hold(milliseconds)

    def hold(self, milliseconds: int) -> None:
        """Show the last picture for longer."""
        self._lasting += milliseconds
        self.milliseconds += milliseconds

    def finish(self) -> bytes:
        """All of it."""
        self._write()
        return self._out.getvalue() + b";"

    def _write(self) -> None:
        """Write the frame that waits. How long it lasts was not known before."""
        if self._waiting is None:
            return
        (piece, corner), self._waiting = self._waiting, None
        if self.opening:
            self._out.writelines(
                getdata(
                    piece,
                    corner,
                    duration=self._lasting,
                    disposal=KEEP,
                    transparency=self._clear,
                )
            )
            return
        piece.putpalette(self._palette)
        piece.save(
            self._out,
            "GIF",
            loop=0,
            duration=self._lasting,
            disposal=KEEP,
            transparency=self._clear,
            optimize=False,
            interlace=False,
        )
        self._out.truncate(self._out.seek(-1, 2))  # without the semicolon that ends a GIF
        self.opening = self._out.tell()
