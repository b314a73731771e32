"""A game, or a part of it, as an animation: positions in, a GIF out.

Each frame stores the box around the pixels that changed, transparent where nothing did, so it takes
from a few hundred to a few thousand bytes. All frames share the palette of the theme. GIF has no
translucent colours: the soft edge of the wood becomes a hard one without a shadow.

Captured stones flash: they stay for a moment with the red outline of a group without liberties, and
then appear as ghosts, as in the picture of the position. The last frame stays longer before the
loop begins again, so that you see the end even if you scroll to it late.

A position takes a second, or less if there are more than sixty: together they take about a minute,
not counting flashes and the end. Nobody can follow frames shorter than `FASTEST`, so an animation
of more than 1500 positions skips some of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.position import Link, Position
from render.board_image import paint
from render.layout import Pixel
from render.links import Edge, bar_width, links_to_draw
from render.options import DEFAULT_OPTIONS, RenderOptions
from render.sprites import Mask
from render.theme import Theme, mix
from render.tiles import Box, TileSet, tile_set

LIMIT = 10_000_000
"""Bytes. Discord accepts 10 MiB; the message around the file is small."""
LONGEST = 60_000
"""Milliseconds for all positions, ..."""
SLOWEST, FASTEST = 1000, 40
"""... and for each of them."""
BEGINNING, END = 1000, 5000
"""Least milliseconds for the first picture, and extra milliseconds for the last one."""
FLASHES = (100, 300)
"""Limits of the milliseconds of a flash, which takes half the time of a position."""
SMALLEST = 400
"""Pixels. An animation is not reduced below this width; it skips positions instead."""
GROWTH = 1.2
"""Measured from 300 to 2000 pixels: bytes grow with this power of the width."""
SAMPLES = 24
"""The number of frames from which to estimate the size of a long animation."""
CAUTION = 1.1
"""The factor by which this estimate, or one from the first frames, may be too low."""
USUAL = 40
"""A frame of a plain game takes less than a byte for this number of pixels of the picture."""
KEEP = 1
"""GIF's disposal method for a frame that the next one is drawn over."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A GIF, and the positions that it shows."""

    data: bytes
    plies: tuple[int, ...]
    """The plies of its positions."""
    every: int
    """1 for all positions, 2 for every second one, ...; the last one is always included."""
    width: int
    """Pixels."""
    milliseconds: int
    """The duration of one loop."""


def animate(
    frames: Sequence[Position],
    options: RenderOptions = DEFAULT_OPTIONS,
    *,
    limit: int = LIMIT,
    progress: Callable[[float], None] | None = None,
) -> Animation:
    """Animate ``frames``, consecutive positions of a game on one board.

    With `RenderOptions.territory`, a last picture shows the territories. An animation of more than
    ``limit`` bytes is reduced in width, and then skips positions. ``progress`` is called with the
    part that is done, 0 to 1, never less than before; an exception from it ends the work. The same
    arguments give the same bytes. Thread-safe.

    Raises `ValueError` without frames, or if two pictures take more than ``limit`` bytes.
    """
    if not frames:
        raise ValueError("an animation shows at least one position")
    reporter, count, width = _Progress(progress), len(frames), options.width
    every = max(1, ceil((count - 1) / (LONGEST // FASTEST - 1)))
    while True:
        chosen = (*range(0, count - 1, every), count - 1)
        animator = _Animator(frames, chosen, replace(options, width=width))
        size = animator.estimate(limit)
        if CAUTION * size <= limit:
            size, gif = animator.write(limit, reporter.report)
            if gif is not None:
                plies = tuple(frames[index].ply for index in chosen)
                return Animation(gif.finish(), plies, every, width, gif.milliseconds)
        if width > SMALLEST:
            width = max(SMALLEST, floor(width * 0.99 * (limit / size / CAUTION) ** (1 / GROWTH)))
        elif every < count - 1:
            every = min(count - 1, ceil(every * CAUTION * size / limit))
        else:
            raise ValueError(f"no animation fits into {limit} bytes")


class _Progress:
    """Reports the part that is done. A second attempt does not start from 0 again."""

    def __init__(self, callback: Callable[[float], None] | None) -> None:
        self._callback = callback
        self._most = 0.0

    def report(self, part: float) -> None:
        self._most = max(self._most, part)
        if self._callback is not None:
            self._callback(self._most)


class _Animator:
    """Draws the ``chosen`` positions (indices of ``frames``) with the same options."""

    def __init__(
        self, frames: Sequence[Position], chosen: tuple[int, ...], options: RenderOptions
    ) -> None:
        self.frames, self.chosen = frames, chosen
        self.options, self.usual = options, replace(options, territory=False)
        self.tiles = tile_set(
            frames[0].board, options.theme, options.width, options.pose, labelled=options.labelled
        )
        pace = max(FASTEST, min(SLOWEST, LONGEST // len(chosen)))
        self.pace = pace // 10 * 10  # GIF counts hundredths of a second
        self.flash = max(FLASHES[0], min(FLASHES[1], self.pace // 20 * 10))

    def estimate(self, limit: int) -> int:
        """About how many bytes the animation takes, judging by a few evenly spread frames.

        0 if it takes far less than ``limit`` anyway.
        """
        changes = len(self.chosen) - 1
        if changes <= SAMPLES or changes * self.tiles.layout.area // USUAL <= limit:
            return 0
        opening = total = 0
        for sample in range(SAMPLES):
            index = sample * changes // SAMPLES
            gif = _GifWriter(self.tiles)
            for _, picture, milliseconds in self._pictures(self.chosen[index : index + 2]):
                gif.add(picture, milliseconds)
            total += len(gif.finish()) - gif.opening
            opening = gif.opening
        return opening + total * changes // SAMPLES

    def write(self, limit: int, report: Callable[[float], None]) -> "tuple[int, _GifWriter | None]":
        """The size and the GIF; if it takes more than ``limit``, about how much, and None."""
        gif = _GifWriter(self.tiles)
        for number, picture, milliseconds in self._pictures(self.chosen):
            gif.add(picture, milliseconds)
            if gif.size > limit:
                return gif.size * len(self.chosen) // (number + 1), None
            report(number / len(self.chosen))
        if self.options.effective_overlay is not self.usual.effective_overlay:
            gif.add(paint(self.frames[-1], self.options, self.tiles, near=()), 0)
        gif.hold(END)
        size = len(gif.finish())
        if size > limit:
            return size, None
        report(1.0)
        return size, gif

    def _pictures(self, chosen: Sequence[int]) -> Iterator[tuple[int, Image.Image, int]]:
        """For each picture: the number of positions before it, the picture, its milliseconds."""
        before: tuple[int, Image.Image] | None = None
        for number, index in enumerate(chosen):
            position = self.frames[index]
            picture = paint(position, self.usual, self.tiles, near=())  # names would jump about
            if position.captured and before is not None and before[0] == index - 1:
                earlier = self.frames[index - 1], before[1]
                flash = capture_flash(position, picture, earlier, self.usual, self.tiles)
                yield number, flash, self.flash
            yield number, picture, max(self.pace, 0 if before else BEGINNING)
            before = index, picture


def capture_flash(
    position: Position,
    picture: Image.Image,
    before: tuple[Position, Image.Image],
    options: RenderOptions,
    tiles: TileSet,
) -> Image.Image:
    """The ``picture`` of ``position`` with the captured stones still there, outlined in red.

    ``before``: the position from which they were captured, and its picture.
    """
    theme, sprites, (earlier, earlier_picture) = tiles.theme, tiles.sprites, before
    links = links_to_draw(earlier, options.effective_overlay)
    radius = theme.plain_radius if links is None else theme.radius
    halo, inset = theme.narrow_halo if links is None else (theme.halo, 0)
    removed = {point: c for point, c in position.captured.items() if point not in position.stones}
    bars = {
        (p, q): bar_width(sprites, link)
        for (p, q), link in (links or {}).items()
        if p in removed and q in removed and link is not Link.CUT
    }

    def bodies(wider: float) -> Iterator[tuple[Pixel, Mask]]:
        disc = sprites.disc(radius + wider)
        yield from ((tiles.pixels[point], disc) for point in removed if point in earlier.stones)
        for (p, q), width in bars.items():
            (x, y), (u, v) = tiles.pixels[p], tiles.pixels[q]
            yield (x, y), sprites.strip((u - x, v - y), width + 2 * max(wider, 0))

    picture = picture.copy()
    filling = sprites.disc(theme.linked / 2)
    band = [*bodies(halo), *((hole, filling) for hole in _holes(bars, tiles))]
    soft, full = _reds(theme)
    for least, number in ((48, soft), (160, full)):
        for at, mask in band:
            box, stencil = _at_least(least, mask, at)
            picture.paste(number, box, stencil)
    many = len(position.colours or ()) > 2
    for point in removed.keys() - earlier.stones.keys():  # just placed: suicide
        picture.paste(*tiles.stones(removed[point], radius, many=many)[point])
        picture.paste(*tiles.rings(removed[point], radius, many=many)[point])
    for at, mask in bodies(-inset):
        box, stencil = _at_least(128, mask, at)
        picture.paste(earlier_picture.crop(box), box, stencil)
    return picture


def _holes(bars: Iterable[Edge], tiles: TileSet) -> Iterator[Pixel]:
    """The middle of every three stones that are all joined."""
    beside: dict[int, set[int]] = {}
    for p, q in bars:
        beside.setdefault(p, set()).add(q)
    for p, q in bars:
        for r in beside[p] & beside.get(q, set()):
            (x, y), (u, v), (s, t) = (tiles.pixels[point] for point in (p, q, r))
            yield round((x + u + s) / 3), round((y + v + t) / 3)


def _reds(theme: Theme) -> tuple[int, int]:
    """The palette indices of the mark's colour: half of it on wood, and all of it."""
    half = mix(theme.wood[0], theme.mark, 0.5)
    return theme.palette.index(half), theme.palette.index(theme.mark)


def _at_least(least: int, mask: Mask, at: Pixel) -> tuple[Box, Image.Image]:
    """The box of a mask for a point at a pixel, and the mask's pixels of that level or more."""
    (right, down), levels = mask
    left, top = at[0] + right, at[1] + down
    stencil = levels.point([0] * least + [255] * (256 - least), "1")
    return (left, top, left + levels.width, top + levels.height), stencil


class _GifWriter:
    """A GIF that grows frame by frame. Keeps only the last picture in memory."""

    def __init__(self, tiles: TileSet) -> None:
        theme = tiles.theme
        self.milliseconds = 0
        self._palette = tiles.wide_palette
        self._clear = len(tiles.transparency) - len(theme.alphas)
        wood = theme.palette.index(theme.edge_dark)
        hard = [self._clear if alpha < 128 else wood for alpha in theme.alphas]
        beyond = range(self._clear + len(hard), 256)
        self._flat = [*range(self._clear), *hard, *beyond]
        self._out = BytesIO()
        self._last: Image.Image | None = None
        self._waiting: tuple[Image.Image, Pixel] | None = None
        self._duration = 0
        self.opening = 0
        """Bytes up to the end of the first frame, 0 before it is written."""

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self._out.tell()

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a picture in palette indices; if nothing changes, hold the last one for longer."""
        changed = (0, 0, *picture.size)
        piece = picture
        if self._last is not None:
            difference = ImageChops.difference(self._last, picture)
            box = difference.getbbox()
            if box is None:
                self.hold(milliseconds)
                return
            changed, piece = box, picture.crop(box)
            piece.paste(self._clear, mask=difference.crop(box).point([255] + [0] * 255, "1"))
        self._write()
        self._last, self._waiting = picture, (piece.point(self._flat), changed[:2])
        self._duration = 0
        self.hold(milliseconds)

    def hold(self, milliseconds: int) -> None:
        """Show the last picture for longer."""
        self._duration += milliseconds
        self.milliseconds += milliseconds

    def finish(self) -> bytes:
        """The complete file."""
        self._write()
        return self._out.getvalue() + b";"

    def _write(self) -> None:
        """Write the frame that waits until its duration is known."""
        if self._waiting is None:
            return
        (piece, corner), self._waiting = self._waiting, None
        if self.opening:
            self._out.writelines(
                getdata(
                    piece,
                    corner,
                    duration=self._duration,
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
            duration=self._duration,
            disposal=KEEP,
            transparency=self._clear,
            optimize=False,
            interlace=False,
        )
        self._out.truncate(self._out.seek(-1, 2))  # without the semicolon that ends a GIF
        self.opening = self._out.tell()
