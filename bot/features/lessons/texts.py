"""The rules in lessons."""

from functools import partial

from bot.messages import endings, lessons
from bot.messages.catalogue import text
from bot.messages.phrases import shortened
from engine.game import Game
from engine.match import Match


def lesson_choice(number: int, title: str) -> str:
    """The button that shows a lesson."""
    return text("button-lesson", number=str(number), title=title)


def new_to(game: Game) -> str:
    """The button that offers the rules to somebody who may never have played."""
    return text("button-new-to", game=game.name)


try_it = partial(text, "button-exercise-try")
rules = partial(text, "button-rules")


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
