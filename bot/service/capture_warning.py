"""Warnings for beginners: stones that their last move puts or leaves in danger of capture at once.

Only somebody who plays low levels of the computer, and nobody else, is warned: there it teaches,
in every other game it would be a hint. What the rules find here is told if the search says that it
costs points (`Judge.warning`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from bot.service.live_match import LiveMatch
from engine.position import Move, Placement, Position
from engine.threats import Threat, exposed, threats
from engine.turns import is_move

HIGHEST_LEVEL = 3
"""The highest level against which beginners are warned."""
MOST = 3
"""The most captures of which the search says what they cost: those that the move has made possible
first, and large ones."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A move that has left stones to be captured."""

    move: Move
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


def allowed(live: LiveMatch) -> list[Exposed]:
    """The captures that a beginner's last move allows, or allowed, up to `MOST`."""
    log = live.match.turn_log
    if not plays_low_levels(live) or log.last is None or not is_move(log.last.text):
        return []
    line = (*live.match.before, live.match.position)
    for back in range(1, min(live.match.seats, len(log.moves), len(line) - 1) + 1):
        if live.level_of(log.moves[-back].seat) is None:
            return list(islice(_allowed(live, line, back), MOST))
    return []


def _allowed(live: LiveMatch, line: tuple[Position, ...], back: int) -> Iterator[Exposed]:
    """The same of a move so many moves before the end of ``line``."""
    log, before = live.match.turn_log, line[-1 - back]
    if before.colours is None:
        return
    move = before.read(log.moves[-back].text)
    # Who has left captures nothing, so the next one who plays is meant.
    passes = (position.to_move in log.departed for position in line[-back:-1])
    passed = sum(takewhile(bool, passes))
    since = line[passed - back :]
    # Of what was in danger at the end of their turn before, they were told then, if it mattered.
    earlier = line[max(0, len(line) - back - live.match.seats)]
    plies = len(log.moves) - back
    for threat in exposed(before, since[0], earlier):
        found = _now(move, threat, since)
        if found is not None:
            answer = Placement(before.board.names[threat.point])
            yield replace(found, plies=plies, at=plies + 1 + passed, answer=answer)


def _now(move: Move, threat: Threat, since: tuple[Position, ...]) -> Exposed | None:
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
