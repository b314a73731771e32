"""Warnings for beginners: stones that their last move puts or leaves in danger of capture at once.

Only somebody who plays low levels of the computer, and nobody else, is warned: there it teaches,
in every other game it would be a hint. What the rules find here is told if the search says that it
costs points (`Judge.matters`).
"""

from dataclasses import dataclass, replace
from itertools import takewhile

from bot.service.live_match import LiveMatch
from engine.position import Placement, Position, names_a_point
from engine.threats import Threat, exposed, threats
from engine.turns import is_move

HIGHEST_LEVEL = 3
"""The highest level against which beginners are warned."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A move that has left stones to be captured."""

    move: Placement
    threat: Threat
    """The capture that is possible now; once ``taken``: the capture that was made."""
    taken: bool
    """True if some of the stones have been captured since."""
    plies: int = 0
    """How many moves had been made before ``move``."""
    at: int = 1
    """After how many it could be answered."""
    answer: Placement | None = None
    """The capture that could answer it."""


def plays_low_levels(live: LiveMatch) -> bool:
    """True if one person plays low levels, and nobody else, in a match that runs unpaused."""
    levels = [level for level in live.levels if level is not None]
    running = live.match.end is None and live.paused is None
    return running and live.against_computers and max(levels) <= HIGHEST_LEVEL


def warning_for(live: LiveMatch) -> Exposed | None:
    """The capture that a beginner's last move allows, or allowed; None if there is none."""
    log = live.match.turn_log
    if not plays_low_levels(live) or log.last is None or not is_move(log.last.text):
        return None
    line = (*live.match.before, live.match.position)
    for back in range(1, min(live.match.seats, len(log.moves), len(line) - 1) + 1):
        turn, before = log.moves[-back], line[-1 - back]
        if live.level_of(turn.seat) is None:
            if before.colours is None or not names_a_point(turn.text):
                return None
            # Who has left captures nothing, so the next one who plays is meant.
            passes = (position.to_move in log.departed for position in line[-back:-1])
            passed = sum(takewhile(bool, passes))
            since = line[passed - back :]
            # What was in danger when they last moved, they have been told then.
            threat = exposed(before, since[0], line[max(0, len(line) - back - live.match.seats)])
            found = None if threat is None else _now(Placement(turn.text), threat, since)
            if threat is None or found is None:
                return None
            plies, answer = len(log.moves) - back, Placement(before.board.names[threat.point])
            return replace(found, plies=plies, at=plies + 1 + passed, answer=answer)
    return None


def _now(move: Placement, threat: Threat, since: tuple[Position, ...]) -> Exposed | None:
    """The present state of a threat, given all positions since it arose; None if it is gone."""
    now, own = since[-1], set(threat.stones)
    if len(since) == 1:
        return Exposed(move, threat, taken=False)
    for position in since[1:]:
        gone, last = sorted(own.intersection(position.captured)), position.last
        if gone and last is not None:
            by = position.stones.get(last, threat.colour)
            return Exposed(move, Threat(by, last, tuple(gone)), taken=True)
    mine = since[0].stones[threat.stones[0]]
    for still in threats(now, threat.colour):
        if own.intersection(still.stones):
            stones = tuple(point for point in still.stones if now.stones[point] == mine)
            return Exposed(move, replace(still, stones=stones), taken=False)
    return None
