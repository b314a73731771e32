"""What pairings look at: who has met whom, who went first, who had the bye."""

from collections import defaultdict
from dataclasses import dataclass, field

from bot.features.tournaments.model import WIN, Tournament

MOST_BALANCE = 2
"""How much more often somebody may go first than second, or second than first."""


@dataclass(slots=True)
class Record:
    """The history of one player."""

    points: float = 0
    firsts: list[bool | None] = field(default_factory=list[bool | None])
    """By round, whether they went first; None: they did not play."""
    floats: list[str] = field(default_factory=list[str])
    """By round, whether they met somebody with fewer points, ``down``, or with more, ``up``."""
    byes: int = 0
    """Rounds with a whole point and without a game."""
    met: set[int] = field(default_factory=set[int])

    @property
    def balance(self) -> int:
        """How much more often they went first than second."""
        return self.firsts.count(True) - self.firsts.count(False)

    @property
    def due(self) -> bool | None:
        """True if they should go first next, False if second, None if it hardly matters: nobody is
        to do either three times running, or three times more often than the other."""
        if abs(self.balance) >= MOST_BALANCE:
            return self.balance < 0
        row = [one for one in self.firsts if one is not None][-2:]
        return not row[0] if len(row) == 2 and row[0] is row[1] else None

    @property
    def last(self) -> bool | None:
        """Whether they went first in their last game; None: they have had none."""
        return next((one for one in reversed(self.firsts) if one is not None), None)


def histories(of: Tournament) -> dict[int, Record]:
    """The history of every player, by id."""
    found = defaultdict[int, Record](Record)
    for player in of.players:
        found[player.id].points = player.bonus
    by_round: dict[int, list[int]] = defaultdict(list)
    for index, one in enumerate(of.pairings):
        by_round[one.round].append(index)
    for number in sorted(by_round):
        pairings = [of.pairings[index] for index in by_round[number]]
        before = {player: record.points for player, record in found.items()}
        played = set[int]()
        for one in pairings:
            for player in one.players:
                record, other = found[player], one.other(player)
                record.points += one.points(player)
                played.add(player)
                if other is None or one.forfeit:
                    record.firsts.append(None)
                    record.floats.append("none")
                    record.byes += one.points(player) == WIN
                else:
                    ours, theirs = before[player], before[other]
                    record.firsts.append(player == one.first)
                    record.floats.append(
                        "none" if ours == theirs else "down" if ours > theirs else "up"
                    )
                if other is not None:
                    record.met.add(other)
        for player, record in found.items():
            if player not in played:
                record.firsts.append(None)
                record.floats.append("none")
    return found
