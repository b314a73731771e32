"""Swiss pairings: by the Dutch system of a library whose output is checked, else by a matching."""

import logging
from collections.abc import Mapping, Sequence
from itertools import combinations

from bot.features.tournaments.history import Record, histories
from bot.features.tournaments.libraries import Pairs, generated, matched
from bot.features.tournaments.model import Player, Tournament

log = logging.getLogger(__name__)

MOST_BY_DUTCH = 40
"""It looks at who floated before, which matters where many do. Its time grows steeply: a round
takes 0.3 s with 40 people, 2 s with 64 and 10 s with 128, during which a bot answers slowly; and
there the matching finds as many pairs of equals."""
UNWANTED = 10**9
"""The cost of a pair that does not want to meet: more than anything else that speaks against it."""
UNBALANCED = 10**8
"""The cost of a pair of which both are due to go first, or both to go second."""
Apart = frozenset[frozenset[int]]
SECTION = 24
"""Larger fields are matched in sections of about so many."""


def pair_swiss(of: Tournament) -> Pairs:
    """The pairs of the next round; empty if none is possible in which nobody meets somebody again.

    Or has a second bye.
    """
    number = of.round + 1
    players, known = of.active(number), histories(of)
    if len(players) < 2:
        return []
    wrongly = False
    if len(players) <= MOST_BY_DUTCH:
        try:
            found = _by_dutch(of, players, known, number)
        except Exception:  # a library of one author: whatever it raises, there is another way
            log.exception("the Dutch system failed")
        else:
            if is_sound(found, players, known):
                return _apart_if_possible(of, found, players, known)
            wrongly = True
    found = by_matching(players, known, of.apart)
    if not is_sound(found, players, known):
        return []  # nobody is left to meet
    if wrongly:
        log.warning("the Dutch system paired round %s wrongly", number)
    return found


def _apart_if_possible(
    of: Tournament, found: Pairs, players: Sequence[Player], known: Mapping[int, Record]
) -> Pairs:
    """The same pairs, unless a matching keeps more people apart who do not want to meet."""
    if not (meet := _meeting(found, of.apart)):
        return found
    other = by_matching(players, known, of.apart)
    better = is_sound(other, players, known) and _meeting(other, of.apart) < meet
    return other if better else found


def _meeting(pairs: Pairs, apart: Apart) -> int:
    """How many of the pairs do not want to meet."""
    return sum(frozenset(pair) in apart for pair in pairs)


def is_sound(pairs: Pairs, players: Sequence[Player], known: Mapping[int, Record]) -> bool:
    """True if everybody is there once, nobody meets somebody again or has a second bye."""
    there = [one for pair in pairs for one in pair if one is not None]
    byes = [first for first, second in pairs if second is None]
    again = any(second in known[first].met for first, second in pairs if second is not None)
    return (
        sorted(there) == sorted(player.id for player in players)
        and len(byes) == len(players) % 2
        and not again
        and not any(known[player].byes for player in byes)
    )


def _by_dutch(
    of: Tournament, players: Sequence[Player], known: Mapping[int, Record], number: int
) -> Pairs:
    names = {True: "white", False: "black", None: "none"}
    asked = [
        {
            "id": player.id,
            "name": str(player.id),
            "score": known[player.id].points,
            "rating": 0,
            "starting_number": player.seed,
            "color_hist": [names[one] for one in known[player.id].firsts],
            "float_history": known[player.id].floats,
            "bye_count": known[player.id].byes,
        }
        for player in players
    ]
    met = {(player.id, other) for player in players for other in known[player.id].met}
    return generated("dutch", asked, met, number, max(of.rounds, number))


def by_matching(
    players: Sequence[Player], known: Mapping[int, Record], apart: Apart = frozenset()
) -> Pairs:
    """The same by matchings of greatest weight; the last who has had no bye has it.

    Many are paired in sections of neighbours in the standings. A section that cannot be matched is
    joined with the next one, and if there is none, with the one before.
    """
    order = sorted(players, key=lambda one: (-known[one.id].points, one.seed))
    if len(order) % 2 == 0:
        return _in_sections(order, known, apart)
    for bye in reversed([player for player in order if not known[player.id].byes]):
        if found := _in_sections([player for player in order if player is not bye], known, apart):
            return [*found, (bye.id, None)]
    return []


def _in_sections(order: Sequence[Player], known: Mapping[int, Record], apart: Apart) -> Pairs:
    parts = [[*order[i : i + SECTION]] for i in range(0, len(order), SECTION)]
    taken: list[tuple[list[Player], Pairs]] = []
    while parts:
        part = parts.pop(0)
        found = _match(part, known, apart)
        if found is not None:
            taken.append((part, found))
        elif parts:
            parts[0] = [*part, *parts[0]]
        elif taken:
            parts = [[*taken.pop()[0], *part]]
        else:
            return []
    return [pair for _, found in taken for pair in found]


def _match(part: Sequence[Player], known: Mapping[int, Record], apart: Apart) -> Pairs | None:
    groups: dict[float, list[int]] = {}
    for player in part:
        groups.setdefault(known[player.id].points, []).append(player.id)
    found = matched(
        {
            (one.id, other.id): -_cost(one.id, other.id, known, groups)
            - (UNWANTED if frozenset((one.id, other.id)) in apart else 0)
            for one, other in combinations(part, 2)
            if other.id not in known[one.id].met
        }
    )
    if 2 * len(found) < len(part):
        return None
    place = {player.id: number for number, player in enumerate(part)}
    pairs = sorted(sorted(pair, key=place.__getitem__) for pair in found)
    pairs.sort(key=lambda pair: place[pair[0]])
    return [going_first(one, other, known) for one, other in pairs]


def _cost(
    one: int, other: int, known: Mapping[int, Record], groups: Mapping[float, Sequence[int]]
) -> int:
    """What speaks against a pair: first that both are due to go first, or second, then a difference
    of points, then of colours, then that they are not half a group apart."""
    ours, theirs = known[one], known[other]
    apart = round(2 * abs(ours.points - theirs.points))
    clash = 0
    if ours.balance * theirs.balance > 0:
        clash = min(abs(ours.balance), abs(theirs.balance))
    unbalanced = ours.due is not None and ours.due is theirs.due
    group = groups[ours.points]
    off = 0
    if ours.points == theirs.points:
        off = abs(abs(group.index(one) - group.index(other)) - len(group) // 2)
    return unbalanced * UNBALANCED + apart * apart * 10_000 + clash * clash * 100 + min(off, 99)


def going_first(one: int, other: int, known: Mapping[int, Record]) -> tuple[int, int]:
    """The pair in the order in which they go: first who is due to, then who has gone first less
    often, else whoever did not go first in their last game; ``one`` if that is the same."""
    ours, theirs = known[one], known[other]
    if ours.due is not theirs.due:
        return (one, other) if ours.due or theirs.due is False else (other, one)
    if ours.balance != theirs.balance:
        return (one, other) if ours.balance < theirs.balance else (other, one)
    if ours.last != theirs.last and (ours.last is True or theirs.last is False):
        return other, one
    return one, other
