"""The topics of the help."""

from collections.abc import Iterable

from bot.messages.catalogue import command, text
from bot.messages.phrases import hours, listed
from bot.service.invitations import CHALLENGE_STANDS

TOPICS = (
    *("start", "moves", "back", "clocks", "away", "scoring", "ratings", "pictures", "records"),
    *("ladder", "tournaments", "privacy"),
)
"""The topics that the help can explain."""


def topic_title(topic: str) -> str:
    """The title of a topic of the help."""
    return text(f"help-{topic}.title")


def help_direct(games: Iterable[str]) -> str:
    """The help in direct messages: what works there, and how games begin on a server."""
    return text("help-direct", games=listed([command(key) for key in games], "or"))


def help_topic(topic: str, games: Iterable[str]) -> str:
    """The help about a topic, or in general; ``games``: the keys of the first few."""
    at_once = listed([command(key) for key in games], "or")
    if topic not in TOPICS:
        return text("help", games=at_once)
    body = text(f"help-{topic}", time=hours(CHALLENGE_STANDS), games=at_once)
    return text("help-topic", title=topic_title(topic), help=body)
