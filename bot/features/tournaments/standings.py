"""Standings with their tie-breaks, and the crosstable."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from bot.features.tournaments.knockout import losses
from bot.features.tournaments.model import Pairing, Player, System, Tournament


class TieBreak(StrEnum):
    """What decides between players with equal points."""

    ROUNDS = "rounds"
    """Knockouts: how far somebody has come."""
    BUCHHOLZ = "buchholz"
    """The points of one's opponents."""
    SONNEBORN = "sonneborn"
    """The points of the opponents whom one has beaten, and half of those one has drawn with."""
    DIRECT = "direct"
    """The points from the games among those who are tied, if all of them have met."""
    WINS = "wins"
    """The games that one has won."""


TIE_BREAKS: Mapping[System, Sequence[TieBreak]] = {
    System.ROUND_ROBIN: (TieBreak.DIRECT, TieBreak.SONNEBORN, TieBreak.WINS),
    System.SWISS: (TieBreak.BUCHHOLZ, TieBreak.SONNEBORN, TieBreak.DIRECT, TieBreak.WINS),
    System.KNOCKOUT: (TieBreak.ROUNDS, TieBreak.WINS),
    System.DOUBLE: (TieBreak.ROUNDS, TieBreak.WINS),
}
"""In the order in which they count."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings."""

    rank: int
    """Equal ones share it."""
    player: Player
    points: float
    breaks: tuple[float, ...]
    """By the tie-breaks of the system."""


def standings(of: Tournament) -> list[Standing]:
    """Everybody, the best first; equal ones by seed."""
    mine = of.by_player()
    points = {p.id: p.bonus + sum(one.points(p.id) for one in mine[p.id]) for p in of.players}

    def through(player: Player) -> float:
        alive = losses(of, player, mine[player.id]) < of.system.lives
        last = max((one.round for one in mine[player.id]), default=0)
        return last + (1 if alive and player.out is None else 0)

    def buchholz(player: Player) -> float:
        # A bye counts as an opponent with as many points as one has oneself.
        return sum(points[_real(one, player.id) or player.id] for one in mine[player.id])

    def sonneborn(player: Player) -> float:
        won = ((one.points(player.id), _real(one, player.id)) for one in mine[player.id])
        return sum(part * points[other] for part, other in won if other is not None)

    def wins(player: Player) -> float:
        return sum(one.won(player.id) for one in mine[player.id])

    by: dict[TieBreak, Callable[[Player], float]] = {
        TieBreak.ROUNDS: through,
        TieBreak.BUCHHOLZ: buchholz,
        TieBreak.SONNEBORN: sonneborn,
        TieBreak.WINS: wins,
    }
    values: dict[int, list[float]] = {player.id: [] for player in of.players}
    groups = [sorted(of.players, key=lambda one: one.seed)]
    if not of.system.knocks_out:
        groups = _split(groups, lambda player: points[player.id])
    for each in TIE_BREAKS[of.system]:
        direct: dict[int, float] = {}
        if each is TieBreak.DIRECT:
            direct = {p: v for group in groups for p, v in _direct(group, mine).items()}
        for player in of.players:
            values[player.id].append(by[each](player) if each in by else direct[player.id])
        groups = _split(groups, lambda player: values[player.id][-1])
    lines, rank = list[Standing](), 1
    for group in groups:
        lines += [Standing(rank, p, points[p.id], tuple(values[p.id])) for p in group]
        rank += len(group)
    return lines


def _real(one: Pairing, player: int) -> int | None:
    """The opponent in a game that was played; None for a bye and a forfeit."""
    return None if one.forfeit else one.other(player)


def _split(
    groups: Sequence[list[Player]], measure: Callable[[Player], float]
) -> list[list[Player]]:
    """The groups of equals, each split by a measure, the greatest first."""
    return [
        [*part]
        for group in groups
        for _, part in groupby(sorted(group, key=lambda p: -measure(p)), key=measure)
    ]


def _direct(group: Sequence[Player], mine: Mapping[int, list[Pairing]]) -> dict[int, float]:
    """The points of each from games among the group; 0 for all unless all have met."""
    among = {player.id for player in group}
    games = {
        player: [one for one in mine[player] if one.other(player) in among] for player in among
    }
    met = all(len({one.other(p) for one in games[p]}) == len(among) - 1 for p in among)
    return {p: sum(one.points(p) for one in games[p]) if met else 0 for p in among}


def crosstable(of: Tournament) -> list[list[str]]:
    """By standing: the rank, the seed, then what became of each round, the points and tie-breaks.

    A round reads as ``3+w``: against the one with rank 3, won, having gone first (``w``) or second
    (``b``). ``=`` is a draw, ``-`` a loss, ``.`` a game that runs, ``!`` one that nobody played;
    ``bye`` a bye and empty a round without a pairing.
    """
    order, mine, last = standings(of), of.by_player(), of.round
    line = {one.player.id: number for number, one in enumerate(order, 1)}
    rows: list[list[str]] = []
    for standing in order:
        player = standing.player.id
        rounds = {one.round: _cell(one, player, line) for one in mine[player]}
        cells = [rounds.get(number, "") for number in range(1, last + 1)]
        figures = [f"{value:g}" for value in (standing.points, *standing.breaks)]
        rows.append([str(line[player]), str(standing.player.seed), *cells, *figures])
    return rows


def _cell(one: Pairing, player: int, line: Mapping[int, int]) -> str:
    other = one.other(player)
    if other is None:
        return "bye"
    points = one.points(player)
    sign = "." if one.result is None else "+" if points == 1 else "=" if points else "-"
    return f"{line[other]}{sign}{'!' if one.forfeit else 'w' if player == one.first else 'b'}"
