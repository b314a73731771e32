"""The words of the legend under a board with an overlay, with marks or with captured stones."""

from collections.abc import Iterable, Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed
from engine.match import Match
from render.legend import LegendSign, Meaning
from render.options import Sign

FOLDED, PREVIEW, CAPTURE, QUESTION = "folded", "preview", "capture", "question"
HINT, MISTAKE = "hint", "mistake"
"""What marks are for, besides the reason of a refusal: turns that one board tells of, a move that
may be played, a capture, what an exercise asks about, a hint, a mistake and what is better."""


def words(match: Match, shown: Sequence[LegendSign], why: str = "") -> dict[LegendSign, str]:
    """The legend: what each sign says; ``why``: see `sign`."""
    return {one: sign(match, one, why) for one in shown}


def sign(match: Match, shown: LegendSign, why: str = "") -> str:
    """What a sign says, in a few words; ``why``: what its mark is for."""
    if isinstance(shown.meaning, Sign) or shown.meaning is Meaning.PREVIEWED:
        return text(f"mark-{shown.meaning}", why=why)
    if shown.colour is None:
        return text(f"sign-{shown.meaning}")
    return text(f"coloured-sign-{shown.meaning}", colour=colour(match.game.colours[shown.colour]))


def legend(words: Iterable[str]) -> str:
    """The same for those who cannot see the picture; empty without signs."""
    listing = listed(words)
    return text("sign-legend", signs=listing) if listing else ""
