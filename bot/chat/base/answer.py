"""Answers to commands, presses and forms: text, controls, a file, or another form."""

import hashlib
import io
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

import discord
from discord import ui

DIGITS = 16
"""The digits of a digest that tell files apart."""
NO_MENTIONS = discord.AllowedMentions.none()


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

    def file(self) -> discord.File:
        """The file as discord.py sends it."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class Answer:
    """A private message, or a form that opens."""

    text: str = ""
    view: ui.View | None = None
    upload: Upload | None = None
    beside: Upload | None = None
    """A second file."""
    modal: ui.Modal | None = None
    private: bool = False
    """Stays private wherever the answer was to go, as refusals and faults do."""
    refused: bool = False
    """Says why something was not done."""
    read_once: bool = False
    """Is read once, such as that a challenge is on its way: the reader's next answer deletes it,
    as it does a refusal."""
    turn: bool = False
    """Announces a stored turn: the message whose control was used loses its controls."""

    ended: bool = False
    """That turn has ended its match: the last board says so, so answers to turns are deleted."""
    solo: tuple[int, int] | None = None
    """A match that nobody else sees, and after how many turns the answer shows it."""
    match: int | None = None
    """The match of that turn: this replaces its reader's previous answer to a turn.

    If it announces no turn: the match in which a move is entered, until its reader has made one.
    """

    def files(self) -> list[discord.File]:
        """The files, if there are any."""
        return [one.file() for one in (self.upload, self.beside) if one is not None]


class To(Enum):
    """The destination of an answer."""

    USUAL = "usual"
    """A private message; it replaces the private one whose control was used."""
    NEW = "new"
    """A private message of its own."""
    ALL = "all"
    """A message that everybody sees; a refusal stays private."""


class Progress:
    """The progress of a long job, reported by the thread that does it."""

    def __init__(self) -> None:
        self.part = 0.0
        self.thinking = False
        """True while positions are searched; otherwise pictures are drawn."""

    def __call__(self, part: float) -> None:
        """``part`` of the job is done, 0 to 1."""
        self.part = part
