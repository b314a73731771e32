"""The words of the legend under a board with an overlay, with marks or with captured stones."""

from collections.abc import Iterable, Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed
from engine.match import Match
from render.legend import LegendSign, Meaning
from render.options import Sign

COALESCED, PREVIEW, CAPTURE, QUESTION = "coalesced", "preview", "capture", "question"
HINT, MISTAKE, PLANNED, THEIRS = "hint", "mistake", "planned", "theirs"
"""The purposes of marks, besides the reason of a refusal: turns that one board announces, a move
that may be played, a capture, an exercise's question, a hint, a mistake with a better move, moves
that are planned, a move that the opponent may play."""


def words(match: Match, shown: Sequence[LegendSign], why: str = "") -> dict[LegendSign, str]:
    """The legend: the meaning of each sign; ``why``: see `sign`."""
    return {one: sign(match, one, why) for one in shown}


def sign(match: Match, shown: LegendSign, why: str = "") -> str:
    """The meaning of a sign, in a few words; ``why``: the purpose of its mark."""
    if isinstance(shown.meaning, Sign) or shown.meaning is Meaning.PREVIEWED:
        return text(f"mark-{shown.meaning}", why=why)
    if shown.colour is None:
        return text(f"sign-{shown.meaning}")
    return text(f"coloured-sign-{shown.meaning}", colour=colour(match.game.colours[shown.colour]))


def legend(words: Iterable[str]) -> str:
    """The same for those who cannot see the picture; empty without signs."""
    listing = listed(words)
    return text("sign-legend", signs=listing) if listing else ""
