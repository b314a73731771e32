"""The words of scores before the end."""

from bot.messages import boards, endings
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch


def score_now(live: LiveMatch) -> str:
    """The score sheet as the board stands."""
    match = live.match
    sheet = text(
        "score-now-sheet", ply=str(match.position.ply), players=boards.seating(live, match.game)
    )
    head = text("score-now", game=match.game.name, match=str(live.id))
    return "\n".join([head, sheet, "```", *endings.standing(match, match.game), "```"])
