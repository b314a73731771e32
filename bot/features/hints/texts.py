"""The words of hints and of explanations of a computer's moves."""

from functools import partial

from bot.messages.analysis import written
from bot.messages.capture_warning import LONGEST
from bot.messages.catalogue import text
from bot.messages.lines import line
from bot.messages.phrases import colour, listed, seat_name, shortened
from bot.service.live_match import LiveMatch
from engine.ai import LEVELS
from engine.ai.explaining import Explanation
from engine.match import Match
from engine.position import named

hint = partial(text, "button-hint")
show_move = partial(text, "button-hint-move")
why = partial(text, "button-why-this-move")


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
    told = [expected, does, _what_for(live, found)]
    return "\n".join([" ".join(filter(None, told)), _beside(live, seat, found)])


def expected(match: Match, since: int, shown: int | None) -> str:
    """The moves that are expected, of which people see the board after number ``shown``."""
    return text("line-expected", moves=line(match, since, shown))


def board_alt(match: Match, since: int) -> str:
    """The moves that led to a board, for people who cannot see their numbers, before the
    position."""
    return text("line-alt", moves=line(match, since))


def _what_for(live: LiveMatch, found: Explanation) -> str:
    """Whose stones hang on the move, else how much area; empty if that is not much."""
    game, board = live.match.game, live.match.position.board
    other = "" if found.other is None else written(found.other)
    if found.fate is not None:
        now, else_ = (str(round(100 * share)) for share in found.fate.kept)
        stones = shortened(listed(named(board, found.fate.stones)), LONGEST)
        who = colour(game.colours[found.fate.colour])
        return text(
            "why-fate",
            points=stones,
            number=len(found.fate.stones),
            who=who,
            now=now,
            otherwise=else_,
            other=other,
        )
    if found.area is not None:
        points, surest = round(found.area.points), board.names[found.area.surest]
        return text("why-area", number=points, point=surest, other=other)
    return ""


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
    blind = any(each.number == level and each.overlooks for each in LEVELS)
    overlooks = "yes" if blind else "no"
    return text("why-overlooked", other=other, points=number, level=overlooks, number=str(level))
