"""The warning if a move leaves stones to be captured."""

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed, shortened
from bot.service.capture_warning import Exposed
from bot.service.live_match import LiveMatch
from engine.position import Placement, named

LONGEST = 100
"""Characters for a list of points or pairs."""


def capture_warning(live: LiveMatch, found: Exposed, *, command: bool) -> str:
    """To a beginner whose last move has left stones to be captured.

    ``command``: whether they take it back by a command; else there is a button.
    """
    board, threat = live.match.position.board, found.threat
    stones = shortened(listed(named(board, threat.stones)), LONGEST)
    point, who = board.names[threat.point], colour(live.match.game.colours[threat.colour])
    if found.taken:
        move = "itself"
        if isinstance(found.move, Placement) and board.index[found.move.point] not in threat.stones:
            move = found.move.point
        told = text("capture-warning-taken", move=move, who=who, stones=stones, point=point)
    else:
        told = text("capture-warning-open", who=who, stones=stones, point=point)
    back = text("capture-warning-back", by="command" if command else "button")
    return f"{told} {back}"
