"""The warning if a move leaves stones to be captured."""

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed, shortened
from bot.service.capture_warning import Exposed
from engine.game import Game
from engine.position import Position, named

LONGEST = 100
"""Characters for a list of points or pairs."""


def capture_warning(game: Game, position: Position, found: Exposed) -> str:
    """To a beginner whose last move has left stones to be captured."""
    names, threat = position.board.names, found.threat
    stones = shortened(listed(named(position.board, threat.stones)), LONGEST)
    point = names[threat.point]
    who = colour(game.colours[threat.colour])
    if found.taken:
        own = position.board.index[found.move.point] in threat.stones
        move = "itself" if own else found.move.point
        return text("capture-warning-taken", move=move, who=who, stones=stones, point=point)
    return text("capture-warning-open", who=who, stones=stones, point=point)
