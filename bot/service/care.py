"""What beginners overlook: stones that can be captured at once because of their last move.

It is told only to somebody who plays against low levels of the computer and nobody else: there it
teaches, in every other game it would be a hint.
"""

from dataclasses import dataclass

from bot.service.live_match import LiveMatch
from engine.position import Placement, Position, names_a_point
from engine.purposes import Threat, exposed, threats
from engine.turns import is_move

HIGHEST = 3
"""The highest level against which it is told."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A move that has left stones to be captured."""

    move: Placement
    threat: Threat
    """If they have been captured since: by whom, where, and those that were."""
    taken: bool
    """Whether some of them have been captured since."""


def beginner(live: LiveMatch) -> bool:
    """Whether one person plays against low levels, and nobody else."""
    levels = [level for level in live.levels if level is not None]
    running = live.match.end is None
    return running and live.against_computers and max(levels) <= HIGHEST


def left_open(live: LiveMatch) -> Exposed | None:
    """What the last move of a beginner has left to be captured; None if nothing is, or was."""
    log = live.match.turn_log
    if not beginner(live) or log.last is None or not is_move(log.last.text):
        return None
    line = (*live.match.before, live.match.position)
    for back in range(1, min(live.match.seats, len(log.moves), len(line) - 1) + 1):
        turn = log.moves[-back]
        if live.level_of(turn.seat) is None:
            if line[-1 - back].colours is None or not names_a_point(turn.text):
                return None
            threat = exposed(line[-1 - back], line[-back])
            return None if threat is None else _now(Placement(turn.text), threat, line[-back:])
    return None


def _now(move: Placement, threat: Threat, since: tuple[Position, ...]) -> Exposed | None:
    """What has become of a threat, in the positions from the one after ``move`` until now."""
    now = since[-1]
    if len(since) == 1:
        return Exposed(move, threat, taken=False)
    for position in since[1:]:
        gone, last = sorted({*position.captured}.intersection(threat.stones)), position.last
        if gone and last is not None:
            by = position.stones.get(last, threat.colour)
            return Exposed(move, Threat(by, last, tuple(gone)), taken=True)
    still = [t for t in threats(now, threat.colour) if set(t.stones).intersection(threat.stones)]
    return Exposed(move, still[0], taken=False) if still else None
