"""Knockout and double knockout."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.features.tournaments.history import Record, histories
from bot.features.tournaments.libraries import Pairs, matched
from bot.features.tournaments.model import Pairing, Player, Result, Tournament
from bot.features.tournaments.swiss import going_first

PAIRS = 32
"""Larger groups are matched in parts of so many pairs."""
Slot = int | None
"""Who is at a place of the bracket; None: nobody."""


def pair_knockout(of: Tournament) -> Pairs:
    """The pairs of the next round, by their places in the bracket; empty once it is decided.

    Winners of neighbouring boards meet. Where nobody is left, the other one has a bye.
    """
    known = histories(of)
    if of.round == 0:
        slots = _bracket([player.id for player in of.active(1)])
    else:
        slots = [_goes_on(of, one) for one in of.in_round(of.round)]
    slots = [one if one is None or of.player(one).out is None else None for one in slots]
    if sum(one is not None for one in slots) < 2:
        return []
    pairs: Pairs = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        if one is not None and other is not None:
            pairs.append(_by_seed(of, one, other, known))
        else:
            # A board without anybody keeps its place: whoever is at the next one goes on alone.
            pairs.append((one or other or 0, None))
    return pairs


def _goes_on(of: Tournament, one: Pairing) -> Slot:
    """Who goes on from a board. If nobody has won, it is the better seed, unless both lost."""
    if one.first == 0 or one.result is Result.NEITHER:
        return None
    if one.winner is not None:
        return one.winner
    return min(one.players, key=lambda player: of.player(player).seed)


def _bracket(players: Sequence[int]) -> list[Slot]:
    """The places of round 1: the best two meet in the final only, the best have the byes."""
    order = [1]
    while len(order) < len(players):
        size = 2 * len(order) + 1
        order = [place for seed in order for place in (seed, size - seed)]
    return [players[seed - 1] if seed <= len(players) else None for seed in order]


def _by_seed(of: Tournament, one: int, other: int, known: Mapping[int, Record]) -> tuple[int, int]:
    """Who goes first: by the balance, else the better seed in odd rounds."""
    better, worse = sorted((one, other), key=lambda player: of.player(player).seed)
    order = (better, worse) if of.round % 2 == 0 else (worse, better)
    return going_first(*order, known)


def losses(of: Tournament, player: Player, games: Sequence[Pairing] | None = None) -> int:
    """The games that a player has lost, of all or of these; a draw is lost by the worse seed."""
    return sum(
        one.result is not None and not one.bye and _goes_on(of, one) != player.id
        for one in (of.of(player.id) if games is None else games)
    )


def pair_double(of: Tournament) -> Pairs:
    """The pairs of the next round: those without a loss among each other, those with one, too.

    If one of each is left, they meet, and once more if both have lost once by then. One left over
    in a group waits, whoever has waited least, or plays the one left over in the other group if
    nobody else is left.
    """
    known = histories(of)
    mine = of.by_player()
    lost = {player.id: losses(of, player, mine[player.id]) for player in of.players}
    there = [player for player in of.active(of.round + 1) if lost[player.id] < 2]
    if len(there) < 2:
        return []
    if len(there) == 2:
        return [_by_seed(of, there[0].id, there[1].id, known)]
    pairs: Pairs = []
    for number in (0, 1):
        pairs += _group([player for player in there if lost[player.id] == number], of, known)
    return pairs


def _group(group: list[Player], of: Tournament, known: Mapping[int, Record]) -> Pairs:
    """The best meets the worst, and so on, as far as nobody meets somebody again."""
    waits = list[int]()
    if len(group) % 2:
        waiting = min(group, key=lambda player: (known[player.id].byes, player.seed))
        group = [player for player in group if player is not waiting]
        waits = [waiting.id]
    last, half = len(group) - 1, len(group) // 2
    found = list[tuple[int, int]]()
    for some in range(0, half, PAIRS):  # and those whom they would meet
        better = range(some, min(some + PAIRS, half))
        places = [*better, *(last - place for place in reversed(better))]
        found += matched(
            {
                (group[i].id, group[j].id): -((i + j - last) ** 2)
                - (group[j].id in known[group[i].id].met) * 10**6
                for i, j in combinations(places, 2)
            }
        )
    seed = {player.id: player.seed for player in group}
    pairs = sorted((sorted(pair, key=seed.__getitem__) for pair in found), key=lambda p: seed[p[0]])
    return [
        *(_by_seed(of, one, other, known) for one, other in pairs),
        *((one, None) for one in waits),
    ]
