"""Looking at animations: their pictures as people see them, and their blocks as they are stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from random import Random

from PIL import Image, ImageSequence

from engine.position import Declare, Placement, Position
from render.board_image import draw
from render.options import RenderOptions
from render.theme import Theme


def played(start: Position, plies: int, seed: int) -> list[Position]:
    """The positions of a random game, with a pass now and then but never two in a row."""
    random, line = Random(seed), [start]
    while len(line) <= plies and line[-1].to_move is not None:
        moves = list(line[-1].legal_moves())
        places = [move for move in moves if isinstance(move, Placement)]
        passing = Declare("pass") in moves and line[-1].last is not None and random.random() < 0.05
        line.append(line[-1].play(Declare("pass") if passing else random.choice(places or moves)))
    return line


def pictures(gif: bytes) -> list[tuple[Image.Image, int]]:
    """The pictures of an animation (mode ``RGBA``) and how many milliseconds each is shown."""
    seen = Image.open(BytesIO(gif))
    return [(each.convert("RGBA"), each.info["duration"]) for each in ImageSequence.Iterator(seen)]


def hard(picture: Image.Image, theme: Theme) -> Image.Image:
    """A picture (mode ``RGBA``) without half-transparent pixels, as GIF can show it."""
    opaque = picture.getchannel("A").point([0] * 128 + [255] * 128)
    soft = picture.getchannel("A").point([0] * 128 + [255] * 127 + [0])
    flat = picture.convert("RGB")
    flat.paste(theme.edge_dark, mask=soft)
    found = Image.new("RGBA", picture.size)
    found.paste(flat, mask=opaque)
    return found


def board_picture(position: Position, options: RenderOptions) -> Image.Image:
    """The picture of a position as it should stand in an animation."""
    return hard(Image.open(BytesIO(draw(position, options))).convert("RGBA"), options.theme)


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures look the same on every ground."""

    def on(ground: str, picture: Image.Image) -> bytes:
        under = Image.new("RGBA", picture.size, ground)
        under.alpha_composite(picture)
        return under.tobytes()

    return one.size == other.size and all(
        on(ground, one) == on(ground, other) for ground in ("black", "white")
    )


@dataclass(frozen=True, slots=True)
class Block:
    """One stored frame."""

    box: tuple[int, int, int, int]
    milliseconds: int
    disposal: int
    transparent: int | None
    own_colours: bool
    bytes: int


@dataclass(frozen=True, slots=True)
class Stored:
    """An animation as it lies in its file."""

    size: tuple[int, int]
    colours: int
    """Of the table that all frames share."""
    loop: int | None
    blocks: tuple[Block, ...]

    @property
    def area(self) -> float:
        """Of all frames but the first, in areas of the picture."""
        whole = self.size[0] * self.size[1]
        boxes = [block.box for block in self.blocks[1:]]
        return sum((right - left) * (low - top) for left, top, right, low in boxes) / whole


def stored(gif: bytes) -> Stored:
    """Read a GIF block by block. Raises `AssertionError` where it is none."""
    data = BytesIO(gif)

    def number() -> int:
        return int.from_bytes(data.read(2), "little")

    def parts() -> Iterator[bytes]:
        while length := data.read(1)[0]:
            yield data.read(length)

    assert data.read(6) == b"GIF89a"
    size = number(), number()
    flags, _, _ = data.read(3)
    assert flags & 128
    colours = 2 << (flags & 7)
    data.seek(3 * colours, 1)
    blocks: list[Block] = []
    loop, control = None, b"\0\0\0\0"
    while (kind := data.read(1)) != b";":
        start = data.tell()
        if kind == b"!":
            label, values = data.read(1), list(parts())
            if label == b"\xf9":
                (control,) = values
            elif values[0] == b"NETSCAPE2.0":
                loop = int.from_bytes(values[1][1:], "little")
            continue
        assert kind == b","
        left, top, width, height = number(), number(), number(), number()
        (flags,) = data.read(1)
        data.seek(3 * (2 << (flags & 7)) if flags & 128 else 0, 1)
        data.read(1)
        list(parts())
        blocks.append(
            Block(
                box=(left, top, left + width, top + height),
                milliseconds=10 * int.from_bytes(control[1:3], "little"),
                disposal=control[0] >> 2 & 7,
                transparent=control[3] if control[0] & 1 else None,
                own_colours=bool(flags & 128),
                bytes=data.tell() - start,
            )
        )
    assert data.read() == b""
    return Stored(size, colours, loop, tuple(blocks))
