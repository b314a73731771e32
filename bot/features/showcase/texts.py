"""Finished games in the channel that shows them."""

from bot.features.showcase import service
from bot.messages.catalogue import text
from bot.messages.endings import result, score_sheet
from bot.messages.phrases import CONTENT_LIMIT, settings, shortened
from bot.messages.places import whereabouts
from bot.service.live_match import LiveMatch


def finished(live: LiveMatch) -> str:
    """The post about a finished game: the game, its players, its result and its score."""
    match = live.match
    head = text(
        "showcase-head",
        game=match.game.name,
        id=str(live.id),
        where=whereabouts(live),
        moves=match.position.ply,
        settings=settings(match.game, match.options, live.control),
    )
    content = [head, result(live, match.game), *score_sheet(match, match.game)]
    return shortened("\n".join(content), CONTENT_LIMIT)


def config(channel_id: int | None) -> str | None:
    """The channel on ``/config``."""
    if channel_id is None:
        return None
    return text("config-showcase", channel=f"<#{channel_id}>", fewest=service.FEWEST)
