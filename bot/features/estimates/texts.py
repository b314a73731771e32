"""The words of estimates."""

from bot.messages.analysis import game_title, standing
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from engine.ai import Thoughts


def estimate(live: LiveMatch, found: Thoughts) -> str:
    """The leader, the lead, and the number of playouts behind the estimate."""
    head = text("judged-head", title=game_title(live), moves=len(live.match.turn_log.moves))
    how = text("estimate-how", number=f"{found.playouts:,}")
    return f"{head} {standing(live.match, found)}\n{how}"
