"""The purpose of a stone in a sentence, and a warning if it leaves stones to be captured."""

from collections.abc import Iterable

from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed, shortened
from bot.service.capture_warning import Exposed
from engine.effects import Edge
from engine.game import Game
from engine.position import Position, named
from engine.purposes import Purpose

LONGEST = 100
"""Characters for a list of points or pairs."""


def sentence(game: Game, position: Position, does: Purpose) -> str:
    """The most that can be said of a stone, in one sentence; empty if it does nothing special."""
    board = position.board
    if does.captured:
        return text("purpose-captures", number=len(does.captured))
    if does.prevents is not None:
        number, point = len(does.prevents.stones), board.names[does.prevents.point]
        who = colour(game.colours[does.prevents.colour])
        return text("purpose-saves", number=number, who=who, point=point)
    if does.threatens is not None:
        number, point = len(does.threatens.stones), board.names[does.threatens.point]
        return text("purpose-threatens", number=number, point=point)
    if does.cut:
        return text("purpose-cuts", pairs=_pairs(position, does.cut))
    if does.joined:
        return text("purpose-links", number=does.joined)
    if does.controlled:
        points = shortened(listed(named(board, does.controlled)), LONGEST)
        return text("purpose-controls", points=points)
    return ""


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


def _pairs(position: Position, edges: Iterable[Edge]) -> str:
    names = position.board.names
    return shortened(listed(text("pair", one=names[p], other=names[q]) for p, q in edges), LONGEST)
