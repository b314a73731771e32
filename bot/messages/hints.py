"""Hints as people see them: the region of a good move first, then the move itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.messages import analysis
from bot.messages.catalogue import text
from bot.thinking.questions import seed_of
from engine.ai import Thoughts
from engine.ai.hints import region
from engine.match import Match
from engine.position import Declare, Placement, named
from render.options import Mark, Sign

MOVE = "move"
"""The second step of a hint."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in words, and what it points out on the board."""

    text: str = ""
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    """By point; none if a declaration is best."""
    about: str = ""
    """The alternative text for these marks."""
    leaves_move: bool = False
    """True if the move itself is still to be shown."""


def hint_of(found: Thoughts, match_id: int, match: Match, step: str = "") -> Hint:
    """The hint that the search has ``found`` for a position; ``step``: `MOVE`, or none."""
    best, position, seat = found.moves[0].move, match.position, match.to_move
    if isinstance(best, Declare):
        return Hint(analysis.hint_declaration(best.word))
    assert seat is not None
    assert position.colours is not None
    board, colour = position.board, position.colours[seat]
    point = board.index[best.point]
    if step == MOVE:
        others = (each.move for each in found.moves[1:])
        other = next((move.point for move in others if isinstance(move, Placement)), None)
        content = analysis.hint_move(best.point, other)
        marks, shown = {point: Mark(Sign.BETTER, colour)}, (point,)
    else:
        content, seed = text("hinted-region"), seed_of(match_id, match.ply)
        shown = region(board, point, seed, position.stones)
        marks = {each: Mark(Sign.AREA) for each in shown}
    return Hint(content, marks, analysis.hint_alt(content, named(board, shown)), step != MOVE)
