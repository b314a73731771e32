"""Why an answer to an exercise or a puzzle is not right."""

from collections.abc import Iterable

from bot.messages import refusals
from bot.messages.catalogue import text
from bot.messages.phrases import listed, plain, points, seat_name, shortened
from bot.service.goals import Verdict
from engine.game import Game
from engine.position import named

LONGEST_LIST = 250
"""Characters for a list of points."""


def why(game: Game, verdict: Verdict, typed: str, does: str = "") -> str:
    """Why an answer is not right, in one or two sentences.

    ``does``: what the reply does, if there is one, in a sentence.
    """
    move = plain(shortened(typed, 40))
    position = verdict.match.position
    if verdict.error is not None:
        reason = refusals.because(verdict.error, position, game)
        return text("exercise-illegal", move=move, reason=reason)

    def names(of: Iterable[int]) -> str:
        return shortened(listed(named(position.board, of)), LONGEST_LIST)

    mine, others = map(points, verdict.counts)
    last = verdict.match.last
    return text(
        f"finding-{verdict.finding.value}",
        move=move,
        stones=names(verdict.stones),
        stonecount=len(verdict.stones),
        points=names(verdict.points),
        pointcount=len(verdict.points),
        mine=mine,
        minecount=verdict.counts[0],
        others=others,
        reply=verdict.reply,
        does=f" {does}" if does else "",
        ended="yes" if verdict.scored else "no",
        who=seat_name(verdict.match, game, last.seat) if last else "",
    )
