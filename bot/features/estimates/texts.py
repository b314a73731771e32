"""The words of estimates."""

from bot.messages.analysis import game_title, standing
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from engine.ai import Thoughts


def estimate(live: LiveMatch, found: Thoughts) -> str:
    """The leader, the lead, and what is behind the estimate."""
    head = text("judged-head", title=game_title(live), moves=len(live.match.turn_log.moves))
    number = f"{found.playouts:,}"
    by_net = found.by_net
    how = text("estimate-how-net", number=number) if by_net else text("estimate-how", number=number)
    return f"{head} {standing(live.match, found)}\n{how}"
