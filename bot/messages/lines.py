"""Lines of play, through which people step: the moves in words, and the ways back and forth."""

from collections.abc import Mapping
from functools import partial

from bot.messages.catalogue import text
from bot.messages.phrases import seat_name, separated
from engine.match import Match
from engine.turns import Turn

follow = partial(text, "button-line-follow")


def line(match: Match, since: int, shown: int | None = None) -> str:
    """The moves of a match but for the first ``since``, with the number of stones that each
    captures; of these number ``shown``, from 0, stands out."""
    turns = match.turn_log.moves[since:]
    # A line is short: the match still has the positions after all its moves at hand.
    boards = (*match.before, match.position)[-len(turns) :]
    listed = [_move(match, turn, board.captured) for turn, board in zip(turns, boards, strict=True)]
    if shown is not None:
        listed[shown] = f"**{listed[shown]}**"
    return separated(listed)


def _move(match: Match, turn: Turn, gone: Mapping[int, int]) -> str:
    """A move, and how many stones went by it; ``gone``: the colours of these."""
    who, colours = seat_name(match, match.game, turn.seat), match.position.colours
    lost = sum(colours is not None and each == colours[turn.seat] for each in gone.values())
    return text("line-move", who=who, move=turn.text, captured=len(gone) - lost, lost=lost)


def steps(shown: int, last: int) -> list[tuple[int, str]]:
    """The ways from the board after move ``shown`` of a line, counted from 0, whose last one is
    ``last``: where to, and the button."""
    found = [(shown - 1, text("button-replay-back"))] if shown else []
    if shown < last:
        found.append((shown + 1, text("button-replay-forward") if shown else follow()))
    return found
