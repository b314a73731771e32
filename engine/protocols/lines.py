"""Lines of a protocol, however long somebody makes them."""

from collections.abc import Iterator
from typing import BinaryIO


def lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    """The lines of ``source`` without their ends, each as soon as it is there.

    Of one with more than ``longest`` bytes only the beginning is kept; it is longer than that too.
    """
    while line := source.readline(longest + 2):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = source.readline(longest + 2)
