"""The purpose of a stone in words."""

from collections.abc import Iterable, Sequence

from bot.messages.capture_warning import LONGEST
from bot.messages.catalogue import text
from bot.messages.phrases import colour, listed, shortened
from engine.effects import Edge
from engine.game import Game
from engine.match import Match
from engine.position import Move, Placement, Position, named
from engine.threats import Purpose, escapes, purpose

NAMED = 3
"""The most stones of which each is named."""


def of_last(match: Match, *, trapping: bool = True) -> str:
    """What the last stone of a match does, in one sentence; empty if that is nothing special."""
    return _sentence(effects_of_last(match, trapping=trapping))


def effects_of_last(match: Match, *, trapping: bool = True) -> str:
    """What the last stone of a match does, without a subject: ``captures b4``.

    ``trapping``: tell, too, which stones cannot escape any more. To find that out takes long on
    large boards.
    """
    does, after = purpose_of_last(match), match.position
    threat = does.threatens if trapping else None
    trapped = threat is not None and not escapes(after, threat)
    return _effects(match.game, after, does, trapped=trapped)


def purpose_of_last(match: Match) -> Purpose:
    """The purpose of the last stone of a match; of another move that of none."""
    if match.last is None or not match.before:
        return Purpose()
    before = match.before[-1]
    move = before.read(match.last.text)
    return purpose(before, match.position, move) if isinstance(move, Placement) else Purpose()


def of_move(match: Match, move: Move) -> str:
    """What a move would do now, in one sentence; empty if that is nothing special."""
    if not isinstance(move, Placement):
        return ""
    before = match.position
    return sentence(match.game, before, purpose(before, before.play(move), move))


def sentence(game: Game, position: Position, does: Purpose) -> str:
    """The most that can be said of a stone, in one sentence; empty if it does nothing special."""
    return _sentence(_effects(game, position, does))


def _sentence(does: str) -> str:
    return text("purpose", does=does) if does else ""


def _effects(game: Game, position: Position, does: Purpose, *, trapped: bool = False) -> str:
    """What a stone captures and saves, and what it threatens if that is more than these, or if
    it is ``trapped``; else what it cuts, links or controls."""
    names, saved, next_ = position.board.names, does.prevents, does.threatens
    clauses, sure = list[str](), len(does.captured)
    if does.captured:
        clauses.append(text("purpose-captures", stones=_stones(position, does.captured)))
    if saved is not None:
        sure += len(saved.stones)
        who, point = colour(game.colours[saved.colour]), names[saved.point]
        stones = _stones(position, saved.stones)
        clauses.append(text("purpose-saves", stones=stones, who=who, point=point))
    if next_ is not None and trapped:
        clauses.append(text("purpose-traps", stones=_stones(position, next_.stones)))
    elif next_ is not None and len(next_.stones) > sure:
        stones, point = _stones(position, next_.stones), names[next_.point]
        clauses.append(text("purpose-threatens", stones=stones, point=point))
    if clauses:
        return listed(clauses, "clauses")
    if does.cut:
        return text("purpose-cuts", pairs=_pairs(position, does.cut))
    if does.joined:
        return text("purpose-links", number=does.joined)
    if does.controlled:
        points = shortened(listed(named(position.board, does.controlled)), LONGEST)
        return text("purpose-controls", points=points)
    return ""


def _stones(position: Position, points: Sequence[int]) -> str:
    """Stones by their points: each of a few, else one, and the number of the others."""
    names = [*named(position.board, points)]
    if len(names) <= NAMED:
        return listed(names)
    return text("purpose-stones", one=names[0], others=len(names) - 1)


def _pairs(position: Position, edges: Iterable[Edge]) -> str:
    names = position.board.names
    return shortened(listed(text("pair", one=names[p], other=names[q]) for p, q in edges), LONGEST)
