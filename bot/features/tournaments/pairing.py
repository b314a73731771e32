"""The pairings of the next round, in any system."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache

from bot.features.tournaments.knockout import losses, pair_double, pair_knockout
from bot.features.tournaments.libraries import Pairs, generated
from bot.features.tournaments.model import Pairing, Player, Result, System, Tournament
from bot.features.tournaments.swiss import pair_swiss

log = logging.getLogger(__name__)


def next_round(of: Tournament) -> list[Pairing]:
    """The pairings of the next round; none: the tournament is over."""
    number = of.round + 1
    last = of.last_round()
    if (last is not None and number > last) or len(of.active(number)) < 2:
        return []
    paired = {
        System.ROUND_ROBIN: _round_robin,
        System.SWISS: pair_swiss,
        System.KNOCKOUT: pair_knockout,
        System.DOUBLE: pair_double,
    }[of.system](of)
    gone = {player.id for player in of.players if player.out is not None}
    new = [Pairing(number, board, *pair) for board, pair in enumerate(paired, 1)]
    return [decided(one, gone) for one in new]


def can_be_paired(of: Tournament, player: Player) -> bool:
    """True if a round may follow in which ``player`` is paired, unless they are out by then."""
    last = of.last_round()
    if last is not None and of.round >= last:
        return False
    return not of.system.knocks_out or losses(of, player) < of.system.lives


def decided(one: Pairing, gone: Collection[int]) -> Pairing:
    """A pairing as it begins; a bye, or one in which somebody has gone, has its result already."""
    there = [user not in gone for user in one.players]
    if one.second is not None and all(there):
        return one
    if one.second is None or there == [True, False]:
        result = Result.FIRST
    else:
        result = Result.SECOND if there[1] else Result.NEITHER
    return replace(one, result=result, forfeit=True)


def _round_robin(of: Tournament) -> Pairs:
    """The pairs of a round in the table; those who have gone keep their places."""
    ids = [one.id for one in sorted(of.players, key=lambda one: one.seed)]
    return [
        (ids[first - 1], None if second is None else ids[second - 1])
        for first, second in table(len(ids))[of.round]
    ]


@cache
def table(number: int) -> list[Pairs]:
    """All rounds of a round robin of so many players, by their seeds: the Berger table."""
    asked = [{"id": seed, "starting_number": seed} for seed in range(1, number + 1)]
    last = number - 1 + number % 2
    try:
        found = [generated("round_robin", asked, (), round_, last) for round_ in range(1, last + 1)]
    except Exception:  # as of the Dutch system
        log.exception("the Berger table failed")
        return _circle(number)
    return found if is_table(found, number) else _circle(number)


def is_table(rounds: Sequence[Pairs], number: int) -> bool:
    """True if everybody is there once in each round, and everybody meets everybody once."""
    met = [frozenset(pair) for each in rounds for pair in each if None not in pair]
    everybody = list(range(1, number + 1))
    once = all(sorted(p for pair in each for p in pair if p) == everybody for each in rounds)
    return once and len(met) == len({*met}) == number * (number - 1) // 2


def _circle(number: int) -> list[Pairs]:
    """The same by the circle: one stays, the others move on by a place each round."""
    seats: list[int | None] = [*range(1, number + 1), *[None] * (number % 2)]
    rounds: list[Pairs] = []
    for turn in range(len(seats) - 1):
        row = [seats[0], *seats[1 + turn :], *seats[1 : 1 + turn]]
        pairs: Pairs = []
        for place in range(len(row) // 2):
            one, other = row[place], row[-1 - place]
            if (place + turn) % 2 if place == 0 else place % 2:
                one, other = other, one
            pairs.append((one or other or 0, other if one else None))
        rounds.append(pairs)
    return rounds
