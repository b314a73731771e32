"""The lines of a protocol, however long somebody makes them."""

from collections.abc import Iterator
from typing import BinaryIO


def lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    """The lines of ``source`` without their line ends, each as soon as it arrives.

    A line with more than ``longest`` bytes is cut off, but still has more than ``longest``.
    """
    while line := source.readline(longest + 2):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = source.readline(longest + 2)
