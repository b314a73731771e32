"""Palette pictures as PNG files, compressed by ISA-L.

Pillow's encoder takes several times the CPU for files of the same size: ``make bench`` has both.
Pillow reads the files back in the tests.

Source: Portable Network Graphics, third edition, https://www.w3.org/TR/png-3/.
"""

from hashlib import sha512
from struct import pack

from isal import isal_zlib
from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 2
"""Of ISA-L's levels 0 to 3. On a full board 1000 pixels wide, level 0 takes 0.9 ms and 96 KiB,
levels 1 and 2 take 0.9 ms and 80 KiB, level 3 takes 5 ms and 80 KiB."""
BIT_DEPTH, PALETTE_COLOUR = 8, 3


def encode_png(picture: Image.Image, transparency: bytes) -> bytes:
    """``picture`` (mode ``P``) as a PNG with eight bits a pixel.

    ``transparency``: the opacity, 0 to 255, of the palette's first entries; all others are opaque.

    The compressor releases the GIL, so several threads can encode at once. Raises `ValueError` for
    a picture without a palette, or if ``transparency`` has more entries than the palette.
    """
    palette = bytes(picture.getpalette() or ())
    if picture.mode != "P" or not palette:
        raise ValueError("only a picture with a palette can be encoded")
    if 3 * len(transparency) > len(palette):
        raise ValueError("the palette has fewer entries than are transparent")
    header = pack(">IIBBBBB", *picture.size, BIT_DEPTH, PALETTE_COLOUR, 0, 0, 0)
    parts = [SIGNATURE, *_chunk(b"IHDR", header), *_chunk(b"PLTE", palette)]
    if transparency:
        parts += _chunk(b"tRNS", transparency)
    parts += _chunk(b"IDAT", isal_zlib.compress(_rows(picture), LEVEL))
    parts += _chunk(b"IEND", b"")
    # ISA-L leaves the upper halves of the vector registers in use, with which Pillow draws at less
    # than half its speed in this thread. OpenSSL clears them, in half a microsecond.
    sha512().digest()
    return b"".join(parts)


def _rows(picture: Image.Image) -> bytes:
    """Each row of pixels after a byte that names its filter: 0, none.

    Filters make smooth pictures smaller, and palette pictures larger.
    """
    width, height = picture.size
    return picture.crop((-1, 0, width, height)).tobytes()  # outside a picture all is 0


def _chunk(name: bytes, data: bytes) -> tuple[bytes, ...]:
    """Length, name, data and checksum."""
    checksum = isal_zlib.crc32(data, isal_zlib.crc32(name))
    return pack(">I", len(data)), name, data, pack(">I", checksum)
