"""Computes all ratings anew from the games that are stored, for the operator.

Games that were rated keep their order. Others, such as those that ended before there were ratings,
come in between by the time of their last turn. What differs from the result is replaced. A rated
game that cannot be read any more, since its rules have changed, keeps what it did.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.fold import Event, Ledger, carried, rate, unrate
from bot.features.ratings.leader_store import LeaderQueries
from bot.features.ratings.rules import MARKS, Ended, ended
from bot.features.ratings.store import RatingQueries
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.match import NO_TURNS
from engine.position import MoveError

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What a recomputation has found."""

    games: int
    """Games that are over."""
    rated: int
    """Those of them that are rated."""
    people: int
    """Ratings, one for each person and game."""
    changed: int
    """Ratings that were missing, or other than they should be."""
    events: int
    """The same of the steps that led to them."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An act that took a game's rating away."""

    match: int
    at: datetime
    by: int
    reason: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A game that was rated and can be read no more."""

    at: datetime
    did: list[Event]


def recompute(tx: Transaction, games: Mapping[str, Game], progress: Progress) -> Recomputed:
    """Compute everything anew, and store what differs."""
    queries = RatingQueries(tx.connection)
    before, over = queries.all_events(), _over(tx, queries, games, progress)
    ledger, after, found, rated = Ledger(), list[Event](), len(over), 0
    for step in _in_order(over, before):
        if isinstance(step, Withdrawn):
            done = unrate(ledger, step.match, step.at, step.by, step.reason)
        else:
            unread = isinstance(step, Unread)
            done = carried(ledger, step.did) if unread else rate(ledger, step)
            found += unread
            rated += any(event.counts for event in done)
        ledger.enter(done)
        after += done
    changed = _replace_ratings(queries, ledger.known)
    steps = _replace_events(queries, before, after)
    LeaderQueries(tx.connection).note_all()
    return Recomputed(found, rated, len(ledger.known), changed, steps)


def _over(
    tx: Transaction, queries: RatingQueries, games: Mapping[str, Game], progress: Progress
) -> dict[int, Ended]:
    """What the games say that are over, by match; those of unknown rules are left out."""
    numbers, found = queries.finished(), dict[int, Ended]()
    for number, match_id in enumerate(numbers):
        progress("games", number, len(numbers))
        stored = tx.matches.get(match_id)
        game = None if stored is None else games.get(stored.game)
        if stored is None or game is None or game.ruleset != stored.ruleset:
            continue
        one = _ended(tx, queries, stored, game)
        if one is not None:
            found[match_id] = one
    return found


def _ended(
    tx: Transaction, queries: RatingQueries, stored: StoredMatch, game: Game
) -> Ended | None:
    turns, log = tx.turns.of(stored.id, stored.ply), NO_TURNS
    if stored.ending is None or not turns:
        return None
    try:
        for turn in turns:
            log = log.after(turn, len(stored.players))
    except MoveError:  # `keil admin check` says what is wrong with it
        return None
    return ended(
        stored.id,
        game,
        game.complete(stored.options),
        log,
        solo=stored.solo,
        allowed=stored.allowed,
        players=stored.players,
        levels=stored.levels,
        left_by=stored.left_by,
        ending=stored.ending,
        ranks=stored.ranks,
        marks=[(turn.seat, turn.text) for turn in turns if turn.text in MARKS],
        helped=any(stored.levels) and queries.was_helped(stored.id),
    )


def _in_order(
    over: Mapping[int, Ended], before: Sequence[Event]
) -> Iterator[Ended | Withdrawn | Unread]:
    """The games and the acts, in the order in which they count."""
    known, there = list[Ended | Withdrawn | Unread](), set[int]()
    steps = defaultdict[tuple[int, int | None], list[Event]](list)
    for event in before:  # those of two games at once may be mixed
        steps[event.match, event.by].append(event)
    for did in steps.values():
        first = did[0]
        there.add(first.match)
        if first.by is not None:
            known.append(Withdrawn(first.match, first.at, first.by, first.reason or ""))
        else:
            known.append(over.get(first.match) or Unread(first.at, did))
    new = [one for one in over.values() if one.match not in there and one.why is None]
    new.sort(key=lambda one: (one.at, one.match), reverse=True)
    for step in known:
        while new and new[-1].at < step.at:
            yield new.pop()
        yield step
    yield from reversed(new)


def _replace_ratings(queries: RatingQueries, known: Mapping[tuple[int, str], Rating]) -> int:
    """Store the ratings; returns how many differ from what was there."""
    there = queries.all_ratings()
    gone = there.keys() - known.keys()
    new = {key: rating for key, rating in known.items() if there.get(key) != rating}
    for user, game in gone:
        queries.forget(user, game)
    for (user, game), rating in new.items():
        queries.keep(user, game, rating)
    return len(gone) + len(new)


def _replace_events(queries: RatingQueries, before: Sequence[Event], after: Sequence[Event]) -> int:
    """Store the events from the first that differs on; returns how many are new, or gone."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    if same < max(len(before), len(after)):
        queries.replace_events(same, after[same:])
    return len({*before} ^ {*after})
