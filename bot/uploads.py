"""Files that go with what people are shown, and the progress of making them."""

import hashlib
from dataclasses import dataclass, replace
from typing import Self

DIGITS = 16
"""The digits of a digest that tell files apart."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that goes with a message."""

    data: bytes
    name: str
    alt: str | None = None
    """The alternative text of a picture."""
    by_content: bool = False
    """True if every file of this name has the same content."""

    def named_by_content(self) -> Self:
        """The same file, named after its content: a message that shows it already can keep it."""
        stem, dot, ending = self.name.rpartition(".")
        seen = hashlib.sha256(self.data + (self.alt or "").encode()).hexdigest()
        return replace(self, name=f"{stem}-x{seen[:DIGITS]}{dot}{ending}", by_content=True)


class Progress:
    """The progress of a long job, reported by the thread that does it."""

    def __init__(self) -> None:
        self.part = 0.0
        self.thinking = False
        """True while positions are searched; otherwise pictures are drawn."""

    def __call__(self, part: float) -> None:
        """``part`` of the job is done, 0 to 1."""
        self.part = part
