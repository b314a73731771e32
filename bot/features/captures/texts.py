"""Why stones were captured."""

from collections.abc import Iterable, Sequence
from functools import partial

from bot.messages.catalogue import text
from bot.messages.move_panel import LONGEST_EFFECT, pairs
from bot.messages.phrases import CONTENT_LIMIT, listed, seat_name, shortened
from engine.board import Board
from engine.effects import Capture, Effects
from engine.match import Match
from engine.position import named

MOST_EXPLAINED = 4
"""Groups whose capture is explained in full."""


why_captured = partial(text, "button-why-captured")


def why(before: Match, done: Effects, captures: Sequence[Capture]) -> str:
    """Why the stone captured what it did, in a few sentences."""
    board, seat = before.position.board, before.position.to_move
    assert seat is not None
    move, gone = board.names[done.point], (*done.captured, *done.lost)
    begins = text(
        "why-captured",
        own=len(done.lost),
        who=seat_name(before, before.game, seat),
        move=move,
        points=shortened(listed(named(board, gone)), LONGEST_EFFECT),
    )
    lines = [line for one in captures[:MOST_EXPLAINED] for line in _why(board, done, one)]
    return shortened(" ".join([begins, *lines]), CONTENT_LIMIT)


def _why(board: Board, done: Effects, capture: Capture) -> list[str]:
    """Why one group was captured."""

    def points(of: Iterable[int]) -> str:
        return shortened(listed(named(board, of)), LONGEST_EFFECT)

    number, of, move = len(capture.stones), points(capture.stones), board.names[done.point]
    if capture.against:
        return [text("why-controlled", stones=points(capture.against))]
    if capture.liberties is None:
        return []
    others = [point for point in capture.liberties if point != done.point]
    free = points(capture.liberties)
    if not capture.liberties:
        line = text("why-no-liberty", number=number, points=of)
    elif capture.liberties == (done.point,):
        line = text("why-last-liberty", number=number, points=of, move=move)
    elif done.point in capture.liberties:
        line = text(
            "why-liberties-cut",
            number=number,
            points=of,
            liberties=free,
            move=move,
            others=points(others),
        )
    elif len(others) == 1:
        line = text("why-liberty-cut", number=number, points=of, liberties=free, move=move)
    else:
        line = text("why-all-liberties-cut", number=number, points=of, liberties=free, move=move)
    cut = [text("why-group-cut", pairs=pairs(board, capture.cut))] if capture.cut else []
    if capture.cut_off:
        outside = sorted({p for edge in capture.cut_off for p in edge}.difference(capture.stones))
        inside = sorted({p for edge in capture.cut_off for p in edge}.intersection(capture.stones))
        cut.append(text("why-cut-off", move=move, stones=points(inside), others=points(outside)))
    return [line, *cut]
