"""The purpose of a stone in words."""

from collections.abc import Iterable

from bot.messages.capture_warning import LONGEST
from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed, shortened
from engine.effects import Edge
from engine.game import Game
from engine.match import Match
from engine.position import Move, Placement, Position, named
from engine.threats import Purpose, purpose


def of_last(match: Match) -> str:
    """What the last stone of a match does, in one sentence; empty if that is nothing special."""
    last = match.last
    if last is None or not match.before:
        return ""
    before, after = match.before[-1], match.position
    move = before.read(last.text)
    if not isinstance(move, Placement):
        return ""
    return sentence(match.game, before, purpose(before, after, move))


def of_move(match: Match, move: Move) -> str:
    """What a move would do now, in one sentence; empty if that is nothing special."""
    if not isinstance(move, Placement):
        return ""
    before = match.position
    return sentence(match.game, before, purpose(before, before.play(move), move))


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


def _pairs(position: Position, edges: Iterable[Edge]) -> str:
    names = position.board.names
    return shortened(listed(text("pair", one=names[p], other=names[q]) for p, q in edges), LONGEST)
