"""The words for answers that are planned."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from bot.features.conditional.service import RefusedVariationError, Step, steps
from bot.features.conditional.store import Plan, Variation
from bot.messages import refusals
from bot.messages.catalogue import text
from bot.messages.phrases import plain, separated, shortened
from bot.service.live_match import LiveMatch
from engine.match import Match

scenes = partial(text, "button-conditional")
on = partial(text, "button-conditional-on")
another = partial(text, "button-conditional-another")
leave_out = partial(text, "button-conditional-leave-out")
withdraw = partial(text, "button-withdraw")
all_planned = partial(text, "conditional-all")
LONGEST_CHOICE = 80
LONGEST_MOVE = 40
LONGEST_PLAN = 1200
"""Characters of a message in which a plan is shown, perhaps below the words of a board."""


def variation(match: Match, moves: Variation, seat: int) -> str:
    """What ``seat`` answers to what; the last moves may be unanswered."""
    made = steps(match, moves)
    sentence, theirs = "", ""
    for own, some in groupby(made, lambda step: step.seat == seat):
        said = _moves(some)
        if not own:
            theirs = said
            continue
        step = text("conditional-step", first="no" if sentence else "yes", theirs=theirs, own=said)
        sentence = text("conditional-next", steps=sentence, step=step) if sentence else step
    over = made[-1].after.to_move is None
    return text("conditional-ends", variation=sentence) if over else sentence


def _moves(some: Iterable[Step]) -> str:
    return separated(step.text for step in some)


def choice(moves: Variation) -> str:
    """A variation in a list."""
    return shortened(separated(moves), LONGEST_CHOICE)


def planned(live: LiveMatch, plan_: Plan, seat: int) -> str:
    """What somebody has planned, and what becomes of it."""
    return f"{plan(live, plan_, seat)}\n{text('conditional-tells')}"


def withdrawn(live: LiveMatch) -> str:
    """Nothing is planned any more."""
    return text("conditional-withdrawn", game=live.match.game.name, match=str(live.id))


def reason(error: RefusedVariationError, live: LiveMatch) -> str:
    """Why a move cannot be planned, where it is the only one that was chosen."""
    return refusals.refusal(error.cause, error.position, live.match.game)


def plan(live: LiveMatch, planned: Plan, seat: int) -> str:
    """To the player of ``seat``: what they have planned."""
    lines = [text("conditional-head", game=live.match.game.name, match=str(live.id))]
    left = len(planned.variations)
    for one in planned.variations:
        line = variation(live.match, one, seat)
        if len("\n".join([*lines, line])) > LONGEST_PLAN:
            return "\n".join([*lines, text("conditional-more", number=left)])
        lines.append(line)
        left -= 1
    return "\n".join(lines)


def failed(match: Match) -> str:
    """To a player whose plan has come to nothing by the last turn of ``match``."""
    return text("conditional-failed", how="back" if match.turn_log.taken_back else "other")


def choose(live: LiveMatch, path: Sequence[Step], seat: int) -> str:
    """Over the lists from which the move after ``path`` is chosen."""
    if not path:
        return text("conditional-choose", game=live.match.game.name, match=str(live.id))
    if path[-1].seat == seat:
        moves = variation(live.match, tuple(step.text for step in path), seat)
        return text("conditional-choose-on", moves=moves)
    return text("conditional-choose-answer", moves=_moves(path))


def refused(error: RefusedVariationError, live: LiveMatch) -> str:
    """Why a move cannot be planned."""
    move, number = plain(shortened(error.move, LONGEST_MOVE)), str(error.number)
    return text("conditional-refused", number=number, move=move, reason=reason(error, live))


def example(match: Match) -> str:
    """Two moves that could be planned, as they can be typed."""
    position, moves = match.position, list[str]()
    while len(moves) < 2 and (move := next(position.legal_moves(), None)) is not None:
        moves.append(position.write(move))
        position = position.play(move)
    return " ".join(moves)
