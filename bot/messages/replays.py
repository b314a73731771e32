"""The titles of games that are replayed, also of those from files."""

from bot.messages.catalogue import text
from bot.messages.phrases import (
    plain,
    shortened,
)
from engine.game import Game


def title(game: Game, key: int) -> str:
    """The title of a match."""
    return text("game-title", game=game.name, id=str(key))


def plain_title(name: str) -> str:
    """A title that may come from a file, without what Discord would format."""
    return plain_name(name, 80) or text("game-title-none")


def plain_name(name: str, longest: int) -> str:
    """A name that may come from a file, as `plain_title`."""
    # A number sign is kept: it has a meaning only at the start of a line, or after a bracket.
    kept = "#".join(plain(part) for part in name.split("#"))
    return shortened(" ".join(kept.split()), longest)
