"""Answers to commands, presses and forms: text, controls, a file, or another form."""

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

import discord
from discord import ui

from bot.uploads import Upload

NO_MENTIONS = discord.AllowedMentions.none()


def as_file(upload: Upload) -> discord.File:
    """The file as discord.py sends it."""
    return discord.File(io.BytesIO(upload.data), upload.name, description=upload.alt)


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

    launched: Callable[[str], Awaitable[None]] | None = None
    """Opens the Activity, whose instance is then told; only if Discord opens none, this answers."""

    def files(self) -> list[discord.File]:
        """The files, if there are any."""
        return [as_file(one) for one in (self.upload, self.beside) if one is not None]


class To(Enum):
    """The destination of an answer."""

    USUAL = "usual"
    """A private message; it replaces the private one whose control was used."""
    NEW = "new"
    """A private message of its own."""
    ALL = "all"
    """A message that everybody sees; a refusal stays private."""
