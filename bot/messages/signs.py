"""The words of the legend under a board with an overlay."""

from collections.abc import Iterable

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed
from engine.match import Match
from render.legend import LegendSign


def sign(match: Match, shown: LegendSign) -> str:
    """What a sign says, in a few words."""
    if shown.colour is None:
        return text(f"sign-{shown.meaning}")
    return text(f"coloured-sign-{shown.meaning}", colour=colour(match.game.colours[shown.colour]))


def legend(words: Iterable[str]) -> str:
    """The same for those who cannot see the picture; empty without signs."""
    listing = listed(words)
    return text("sign-legend", signs=listing) if listing else ""
