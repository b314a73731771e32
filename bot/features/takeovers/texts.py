"""The words of the one who lets a computer play on."""

from functools import partial

from bot.messages.catalogue import text
from bot.messages.computers import level_in_sentence
from bot.messages.phrases import seat_name
from bot.service.live_match import LiveMatch
from engine.match import Match

levels = partial(text, "placeholder-level")


def button(match: Match, seat: int, *, own: bool) -> str:
    """The button for the computer in a seat: one that was left, or one's ``own``."""
    return text("button-takeover", seat=seat_name(match, match.game, seat), own=_yes(own))


def question(live: LiveMatch, seat: int, level: int, *, own: bool, alone: bool) -> str:
    """The question before it; ``alone``: True if nobody has to agree."""
    return text(
        "takeover-question",
        seat=seat_name(live.match, live.match.game, seat),
        match=str(live.id),
        level=level_in_sentence(level),
        own=_yes(own),
        alone=_yes(alone),
    )


def ask_button(*, alone: bool) -> str:
    """The button that asks the others."""
    return text("button-takeover-ask", alone=_yes(alone))


def begins(live: LiveMatch, seat: int, level: int) -> str:
    """To a player who had nobody to ask."""
    name = seat_name(live.match, live.match.game, seat)
    return text("takeover-begins", seat=name, level=level_in_sentence(level))


def _yes(whether: bool) -> str:
    return "yes" if whether else "no"
