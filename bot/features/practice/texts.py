"""The words of games against the bot."""

from functools import partial

from bot.messages.catalogue import text
from bot.messages.computers import level_in_sentence, level_says
from bot.messages.phrases import settings
from bot.service.terms import Terms
from engine.game import Game

begin_button = partial(text, "button-practice-begin")


terms_button = partial(text, "button-practice-terms")


scenes = partial(text, "practice-scenes")


level_menu = partial(text, "placeholder-level")


first_menu = partial(text, "placeholder-practice-begins")


where_menu = partial(text, "placeholder-practice-where")


def same_board(terms: Terms) -> str:
    """Over the choices on the page; ``terms``: what *Begin* begins with."""
    used = settings(terms.game, terms.options, terms.control)
    return text("practice-same-board", game=terms.game.name, settings=used)


def begins(who: str) -> str:
    """The label of a choice of the first player: ``lot``, ``you`` or ``me``."""
    return text(f"practice-begins-{who}")


def head_start() -> str:
    """How somebody who moves second gets a head start, in a game with komi."""
    return text("practice-head-start")


def where(place: str) -> str:
    """The label of a place for the game: ``here`` or ``solo``."""
    return text(f"practice-where-{place}")


def solo_button(match_id: int) -> str:
    """The button that shows the board of a game that nobody else sees."""
    return text("button-solo", match=str(match_id))


def practice_panel(usual: Terms) -> str:
    """Over the panel of ``/practice``; ``usual``: what *Begin* begins with."""
    return text("practice-panel", settings=settings(usual.game, usual.options, usual.control))


def komi_help() -> str:
    """The hint for the komi field of ``/practice``: the meaning of an empty one."""
    return text("hint-practice-komi")


def practice_title(game: Game) -> str:
    """The title of the form with the terms of a game against a computer."""
    return text("title-practice", game=game.name)


def seated(level: int) -> str:
    """To the challenger who gave a free seat to a computer."""
    return text("computer-seated", level=level_in_sentence(level))


def choose_level(level: int) -> str:
    """The question for another level."""
    return text("level-question", level=level_in_sentence(level))


def level_changed(level: int) -> str:
    """To somebody who has chosen another level."""
    return text("level-changed", level=level_in_sentence(level), says=level_says(level))
