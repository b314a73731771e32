"""Our PNG files, read back by Pillow."""

import re
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from engine.board import hexhex
from render.board_image import draw, paint
from render.options import Overlay, RenderOptions
from render.png import encode_png
from render.theme import THEMES
from render.tiles import tile_set
from tests.render.still import Still, related, scattered


def decoded(png: bytes) -> Image.Image:
    """The picture of a file whose checksums are right."""
    Image.open(BytesIO(png)).verify()
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


def by_pillow(picture: Image.Image, transparency: bytes) -> Image.Image:
    out = BytesIO()
    picture.save(out, "PNG", transparency=transparency)
    return decoded(out.getvalue())


def chunks(png: bytes) -> list[bytes]:
    return re.findall(rb"IHDR|PLTE|tRNS|IDAT|IEND", png)


@st.composite
def palette_pictures(draw: st.DrawFn) -> tuple[Image.Image, bytes]:
    """A small picture of any size and palette, and the opacity of some of its colours."""
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    entries = draw(st.integers(1, 256))
    palette = draw(st.binary(min_size=3 * entries, max_size=3 * entries))
    transparency = draw(st.binary(max_size=entries))
    pixels = draw(st.binary(min_size=width * height, max_size=width * height))
    picture = Image.frombytes("P", (width, height), bytes(pixel % entries for pixel in pixels))
    picture.putpalette(palette)
    return picture, transparency


@settings(deadline=None)
@given(palette_pictures())
def test_pillow_reads_what_we_encode(sample: tuple[Image.Image, bytes]):
    picture, transparency = sample
    read = decoded(encode_png(picture, transparency))
    assert read.mode == "P" and read.size == picture.size
    assert read.tobytes() == picture.tobytes()
    assert read.getpalette() == picture.getpalette()
    opaque = transparency + b"\xff" * (256 - len(transparency))
    alpha = picture.tobytes().translate(opaque)
    assert read.convert("RGBA").getchannel("A").tobytes() == alpha


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [100, 333, 600, 1000])
@pytest.mark.parametrize("overlay", [Overlay.NONE, Overlay.GROUPS])
def test_a_board_is_the_same_as_by_pillow(theme: str, width: int, overlay: Overlay):
    board = hexhex(5)
    stones = scattered(board, 4)
    still = Still(board, stones, related(board, stones), last=min(stones))
    options = RenderOptions(width, THEMES[theme], overlay=overlay)
    tiles = tile_set(board, options.theme, options.width)
    picture = paint(still, options, tiles)
    ours = decoded(draw(still, options))
    theirs = by_pillow(picture, tiles.transparency)
    assert ours.mode == theirs.mode == "P"
    assert ours.convert("RGBA").tobytes() == theirs.convert("RGBA").tobytes()


def test_a_picture_without_transparent_colours_says_nothing_of_them():
    picture = Image.new("P", (3, 2))
    picture.putpalette([1, 2, 3, 4, 5, 6])
    assert chunks(encode_png(picture, b"")) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert chunks(encode_png(picture, b"\0")) == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]


def test_a_picture_without_a_palette_is_refused():
    with pytest.raises(ValueError, match="palette"):
        encode_png(Image.new("L", (3, 2)), b"")


def test_more_transparent_colours_than_colours_are_refused():
    picture = Image.new("P", (3, 2))
    picture.putpalette([1, 2, 3])
    with pytest.raises(ValueError, match="fewer entries"):
        encode_png(picture, b"\0\0")
