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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.position import Link, Position
from render.board_image import paint, relations
from render.layout import Pixel
from render.shapes import Mask
from render.sheet import Sheet, sheet
from render.theme import Theme, mix
from render.view import PLAIN_VIEW, View

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
SHRINK = 0.8
"""How much smaller the next try is where one becomes too large."""
SAMPLES = 8
"""How many of a long animation's frames are drawn to learn how large all of them will be."""
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
    told = _Told(progress)
    for width, every in _choices(len(frames), view.width):
        film = _Film(frames, _shown(len(frames), every), replace(view, width=width))
        if film.seems_larger_than(limit):
            continue
        reel = film.drawn(limit, told.done)
        if reel is not None:
            plies = tuple(frames[index].ply for index in film.shown)
            return Animation(reel.finish(), plies, every, width, reel.milliseconds)
    raise ValueError(f"no animation fits into {limit} bytes")


def _choices(count: int, width: int) -> Iterator[tuple[int, int]]:
    """Widths, and how manieth positions to show, from what is best to what is smallest."""
    every = max(1, ceil((count - 1) / (LONGEST // FASTEST - 1)))
    yield width, every
    while width > SMALLEST:
        width = max(SMALLEST, round(width * SHRINK))
        yield width, every
    while every < count - 1:
        every *= 2
        yield width, every


def _shown(count: int, every: int) -> tuple[int, ...]:
    """Which of ``count`` positions are shown: always the first and the last one."""
    return (*range(0, count - 1, every), count - 1)


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

    def seems_larger_than(self, limit: int) -> bool:
        """Whether a few frames, spread evenly, show that all of them would take more."""
        changes = len(self.shown) - 1
        if changes <= SAMPLES or changes * self.made.layout.area // USUAL <= limit:
            return False
        opening = total = 0
        for sample in range(SAMPLES):
            index = sample * changes // SAMPLES
            reel = _Reel(self.made)
            for picture, lasting in self._pictures(self.shown[index : index + 2]):
                reel.show(picture, lasting)
            opening = reel.opening
            total += len(reel.finish()) - opening
        return opening + total * changes // SAMPLES > limit

    def drawn(self, limit: int, done: Callable[[float], None]) -> "_Reel | None":
        """All of it, or None if it takes more than ``limit`` bytes."""
        reel = _Reel(self.made)
        for number, (picture, lasting) in enumerate(self._pictures(self.shown)):
            reel.show(picture, lasting)
            if reel.size > limit:
                return None
            done(min(1.0, number / len(self.shown)))
        if self.view.shown is not self.usual.shown:
            reel.show(paint(self.frames[-1], self.view, self.made), 0)
        reel.hold(END)
        if len(reel.finish()) > limit:
            return None
        done(1.0)
        return reel

    def _pictures(self, shown: Sequence[int]) -> Iterator[tuple[Image.Image, int]]:
        """The pictures of positions, with flashes in between, and their milliseconds."""
        before: tuple[int, Image.Image] | None = None
        for index in shown:
            position = self.frames[index]
            picture = paint(position, self.usual, self.made)
            if position.captured and before is not None and before[0] == index - 1:
                earlier = self.frames[index - 1]
                yield (
                    struck(position, picture, earlier, before[1], self.usual, self.made),
                    self.flash,
                )
            yield picture, max(self.pace, 0 if before else BEGINNING)
            before = index, picture


def struck(
    position: Position,
    picture: Image.Image,
    earlier: Position,
    before: Image.Image,
    view: View,
    made: Sheet,
) -> Image.Image:
    """The painted ``picture`` of ``position`` with the captured stones still there, within red.

    ``before`` is the picture of ``earlier``, the position from which they were captured.
    """
    theme, brush = made.theme, made.brush
    links = relations(earlier, view.shown)
    radius = theme.plain_radius if links is None else theme.radius
    halo, inset = theme.narrow_halo if links is None else (theme.halo, 0)
    gone = {point: c for point, c in position.captured.items() if point not in position.stones}
    bars = [
        (p, q, theme.linked if link is Link.LINKED else brush.thin())
        for (p, q), link in (links or {}).items()
        if p in gone and q in gone and link is not Link.CUT
    ]

    def pieces(wider: float) -> Iterator[tuple[int, Mask]]:
        disc = brush.disc(radius + wider)
        yield from ((point, disc) for point in gone)
        for p, q, width in bars:
            (x, y), (u, v) = made.pixels[p], made.pixels[q]
            yield p, brush.strip((u - x, v - y), width + 2 * max(wider, 0))

    picture = picture.copy()
    band = list(pieces(halo))
    soft, full = _reds(theme)
    for least, number in ((48, soft), (160, full)):
        for point, mask in band:
            corner, stencil = _at_least(least, mask, made.pixels[point])
            picture.paste(number, (*corner, *_plus(corner, stencil.size)), stencil)
    many = len(position.colours or ()) > 2
    for point, colour in gone.items():
        if point not in earlier.stones:  # the stone that was placed, where suicide is legal
            picture.paste(*made.stones(colour, radius, many=many)[point])
            picture.paste(*made.rings(colour, radius, many=many)[point])
    for point, mask in pieces(-inset):
        if point in earlier.stones:
            corner, stencil = _at_least(128, mask, made.pixels[point])
            box = (*corner, *_plus(corner, stencil.size))
            picture.paste(before.crop(box), box, stencil)
    return picture


def _reds(theme: Theme) -> tuple[int, int]:
    """The entries of the palette for half of the mark's colour on wood, and for all of it."""
    half = mix(theme.wood[0], theme.mark, 0.5)
    return theme.palette.index(half), theme.palette.index(theme.mark)


def _at_least(least: int, mask: Mask, at: Pixel) -> tuple[Pixel, Image.Image]:
    """Where the mask of a point at a pixel begins, and its pixels of that level or more."""
    corner, levels = mask
    return _plus(at, corner), levels.point([0] * least + [255] * (256 - least), "1")


def _plus(one: Pixel, other: Pixel) -> Pixel:
    return one[0] + other[0], one[1] + other[1]


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
        self._out.seek(-1, 2)  # before the semicolon that ends a GIF
        self.opening = self._out.tell()
