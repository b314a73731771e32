"""Lines of play, through which people step: the moves in words, and the ways back and forth."""

from functools import partial

from bot.messages.catalogue import text
from bot.messages.phrases import seat_name, separated
from engine.match import Match

follow = partial(text, "button-line-follow")


def line(match: Match, since: int, shown: int | None = None) -> str:
    """The moves of a match but for the first ``since``; of these number ``shown``, from 0, stands
    out."""
    listed = [
        text("line-move", who=seat_name(match, match.game, turn.seat), move=turn.text)
        for turn in match.turn_log.moves[since:]
    ]
    if shown is not None:
        listed[shown] = f"**{listed[shown]}**"
    return separated(listed)


def steps(shown: int, last: int) -> list[tuple[int, str]]:
    """The ways from the board after move ``shown`` of a line, counted from 0, whose last one is
    ``last``: where to, and the button."""
    found = [(shown - 1, text("button-replay-back"))] if shown else []
    if shown < last:
        found.append((shown + 1, text("button-replay-forward") if shown else follow()))
    return found
