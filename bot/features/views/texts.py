"""The words of people's preferences."""

from functools import partial

from bot.messages.catalogue import text
from engine.game import Game

way_in = partial(text, "button-view")
title = partial(text, "view-title")


def preference(key: str) -> str:
    """The placeholder of a choice about how boards look."""
    return text(f"placeholder-{key}")


def preference_choice(key: str, value: str) -> str:
    """One value of such a choice."""
    return text(f"choice-{key}-{value}")


def preference_button(way: str) -> str:
    """A button beside these choices: ``turn``, ``mirror``, ``usually`` or ``other``."""
    return text(f"button-view-{way}")


def on_page(game: Game) -> str:
    """What one sees on the page."""
    return text("view-on-page", game=game.name)
