"""The words of explanations of a computer's moves."""

from collections.abc import Iterable

from bot.messages.analysis import written
from bot.messages.capture_warning import LONGEST
from bot.messages.catalogue import text
from bot.messages.phrases import (
    colour,
    listed,
    seat_name,
    shortened,
)
from bot.service.live_match import LiveMatch
from engine.ai import LEVELS
from engine.ai.explaining import Explanation
from engine.effects import Edge
from engine.game import Game
from engine.position import Position, named
from engine.threats import Purpose


def explanation(live: LiveMatch, seat: int, found: Explanation, does: str = "") -> str:
    """Two lines: what the computer expects, and what the next best move would have cost.

    ``does``: what the move does on the board, in a sentence; empty if that is nothing special.
    """
    who, move = seat_name(live.match, live.match.game, seat), written(found.move)
    if round(abs(found.lead)) == 0:
        expected = text("why-expected-even", colour=who, move=move)
    else:
        ahead = "yes" if found.lead > 0 else "no"
        number = round(abs(found.lead))
        expected = text("why-expected", colour=who, move=move, ahead=ahead, points=number)
    return f"{' '.join(filter(None, (expected, does)))}\n{_beside(live, seat, found)}"


def _beside(live: LiveMatch, seat: int, found: Explanation) -> str:
    if found.other is None:
        return text("why-only")
    other = written(found.other)
    if abs(found.better) < max(1.0, found.error):
        return text("why-as-good", other=other)
    number = round(abs(found.better))
    if found.better > 0:
        return text("why-better", other=other, points=number)
    level = live.level_of(seat) or 0
    blind = any(each.number == level and each.sight < 1 for each in LEVELS)
    overlooks = "yes" if blind else "no"
    return text("why-overlooked", other=other, points=number, level=overlooks, number=str(level))


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
