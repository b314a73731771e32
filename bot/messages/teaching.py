"""The rules in lessons, and the help."""

from collections.abc import Iterable

from bot.messages import endings, lessons
from bot.messages.catalogue import command, text
from bot.messages.phrases import hours, listed, shortened
from bot.service.invitations import CHALLENGE_STANDS
from engine.game import Game
from engine.match import Match

TOPICS = ("start", "moves", "back", "clocks", "scoring", "pictures", "records", "privacy")
"""The topics that the help can explain."""


def rules_of(game: Game) -> str:
    """The description of the command for the rules of a game."""
    return shortened(text("command-rules-game", game=game.name), 100)


def lesson(match: Match, number: int) -> str:
    """A lesson, counted from 1, and the score if the game that it shows is over."""
    game = match.game
    taught = lessons.of(game)
    shown = taught[number - 1]
    head = text(
        "lesson-head",
        game=game.name,
        number=number,
        count=len(taught),
        title=shown.title,
    )
    return "\n".join([head, shown.text, *endings.score_sheet(match, game)])


def topic_title(topic: str) -> str:
    """The title of a topic of the help."""
    return text(f"help-{topic}.title")


def help_topic(topic: str, games: Iterable[str]) -> str:
    """The help about a topic, or in general; ``games``: the keys of the first few."""
    at_once = listed([command(key) for key in games], "or")
    if topic not in TOPICS:
        return text("help", games=at_once)
    body = text(f"help-{topic}", time=hours(CHALLENGE_STANDS), games=at_once)
    return text("help-topic", title=topic_title(topic), help=body)
