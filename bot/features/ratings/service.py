"""Ratings of the running bot: what the end of a match changes, within its transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.features.ratings.fold import Event, rate, unrate
from bot.features.ratings.leader_store import LeaderQueries
from bot.features.ratings.rules import Ended, Why, can_be_rated, ended
from bot.features.ratings.store import RatingQueries, rating_of
from bot.service.audit_channel import tell_moderators
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings, Setting
from bot.service.service import Service
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.turns import BACK, UNDO, Turn

BY_DEFAULT = Setting("rated", lambda kept: kept if isinstance(kept, bool) else None)
"""Whether games of a server are rated if their challenge does not say; None: they are."""


AUDIT = "unrated"
"""The note of a line for the audit channel, before the number of a game that is unrated."""


class RatingRefusal(StrEnum):
    """Why a game's rating is not taken away: the keys of the texts."""

    NOT_RATED = "ratings-not-rated"
    RUNS = "ratings-runs"
    NO_REASON = "ratings-no-reason"
    OWN_GAME = "ratings-own-game"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the end of a match did to the ratings of its players."""

    events: Sequence[Event] = ()
    """By seat; empty if the match is not rated."""
    why: Why | None = None
    """Why the match is not rated."""
    withdrawn: bool = False
    """True if somebody has taken its rating away since."""


@dataclass(frozen=True, slots=True)
class Told:
    """The person who has just taken a move back, by which the match is rated no more, if any."""

    user: int | None = None


class Ratings:
    """The ratings in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._matches = service.matches
        self._now = service.now

    def register(self, service: Service) -> None:
        """Do what is to be done when a match ends, when somebody is helped, and so on."""
        service.shown_messages.at_end.append(self.at_end)
        service.shown_messages.follows.append(self.follow)
        service.computers.at_help.append(self.at_help)
        service.strength.knows = self.strength
        service.strength.hides = lambda tx, user: LeaderQueries(tx.connection).is_hidden(user)
        service.erasures.append(_forget)

    # --- within transactions ---

    def at_end(self, tx: Transaction, live: LiveMatch) -> None:
        """Rate a match that has just ended."""
        queries, over = RatingQueries(tx.connection), ended_of(tx, live)
        done = rate(queries, over)
        queries.enter(done)
        for event in done:
            if event.counts:
                LeaderQueries(tx.connection).note(live.server, event.game, event.user)
        tx.once[Outcome] = Outcome(done, over.why)

    def follow(self, tx: Transaction, before: LiveMatch, after: LiveMatch) -> Turn | None:
        """Note that somebody has taken a move back against a computer."""
        last = after.match.last
        tx.once.setdefault(Told, Told())
        back = last is not None and last.text in (BACK, UNDO) and any(after.levels)
        if last is not None and back and after.match.end is None and can_count(before):
            user = after.players[last.seat]
            if RatingQueries(tx.connection).note_help(after.id, user, told=True):
                tx.once[Told] = Told(user)
        return None

    def at_help(self, tx: Transaction, stored: StoredMatch, user: int) -> None:
        """Note that somebody is helped in a match that would be rated."""
        game = self._matches.games.get(stored.game)
        if game is not None and any(stored.levels) and can_count(stored, game):
            RatingQueries(tx.connection).note_help(stored.id, user, told=False)

    def strength(self, tx: Transaction, game_key: str, user: int) -> float | None:
        """Somebody's rating in a game; None: they have none."""
        found = rating_of(tx, user, game_key)
        return None if found is None else found.value

    # --- for people ---

    async def taken(self, match_id: int) -> Sequence[Event]:
        """What taking the rating of a match away has done to each player."""

        def work(tx: Transaction) -> Sequence[Event]:
            found = RatingQueries(tx.connection).of_match(match_id)
            return [event for event in found if event.by is not None]

        return await self._store.read(work)

    async def outcome(self, live: LiveMatch) -> Outcome:
        """What the end of a match did to the ratings of its players."""
        known = live.read.get(Outcome)
        if isinstance(known, Outcome):
            return known

        def work(tx: Transaction) -> Outcome:
            found = RatingQueries(tx.connection).of_match(live.id)
            games = [event for event in found if event.by is None]
            order = {user: seat for seat, user in enumerate(live.players)}
            games.sort(key=lambda event: order.get(event.user, len(order)))
            why = None if games else ended_of(tx, live).why
            return Outcome(games, why, withdrawn=len(games) < len(found))

        return await self._store.read(work)

    async def newly_unrated(self, live: LiveMatch, user: int) -> bool:
        """True once, if ``user`` was helped in a match by which it is rated no more."""
        told = live.read.get(Told)
        if isinstance(told, Told):
            return told.user == user
        if live.match.end or user not in live.people or not any(live.levels):
            return False
        if not await self._store.read(
            lambda tx: RatingQueries(tx.connection).to_tell(live.id, user)
        ):
            return False
        await self._store.write(lambda tx: RatingQueries(tx.connection).told(live.id, user))
        return True

    async def unrate(self, match_id: int, user: int, reason: str) -> Sequence[Event]:
        """Take the rating of a match away; what that does to each player. May refuse."""

        def work(tx: Transaction) -> Sequence[Event]:
            queries, stored = RatingQueries(tx.connection), tx.matches.get(match_id)
            if stored is None or stored.deadline is not None:
                raise RefusedError(RatingRefusal.RUNS)
            if user in stored.everybody:
                raise RefusedError(RatingRefusal.OWN_GAME)
            if not reason.strip():
                raise RefusedError(RatingRefusal.NO_REASON)
            done = unrate(queries, match_id, self._now(), user, reason)
            if not done:
                raise RefusedError(RatingRefusal.NOT_RATED)
            queries.enter(done)
            tell_moderators(tx, stored.server, AUDIT, match_id)
            tx.messages.renew([match_id])  # the last board says so, too
            if stored.channel_id != stored.card_channel_id:  # it has a thread
                tx.messages.renew_card(match_id)
            return done

        return await self._store.write(work)


def ended_of(tx: Transaction, live: LiveMatch) -> Ended:
    """What a match says that has just ended."""
    match, queries = live.match, RatingQueries(tx.connection)
    assert match.end is not None
    with_computers = any(live.levels)
    return ended(
        live.id,
        match.game,
        match.options,
        match.turn_log,
        solo=live.solo,
        allowed=live.allowed,
        players=live.players,
        levels=live.levels,
        left_by=live.left_by,
        ending=match.end.how,
        ranks=match.end.ranks,
        marks=queries.marks(live.id),
        helped=with_computers and queries.was_helped(live.id),
    )


def can_count(match: LiveMatch | StoredMatch, game: Game | None = None) -> bool:
    """True if a match that runs would be rated if nobody were helped in it."""
    if isinstance(match, LiveMatch):
        game, options = match.match.game, match.match.options
    else:
        options = match.options
    assert game is not None
    return can_be_rated(
        game,
        options,
        solo=match.solo,
        allowed=match.allowed,
        players=match.players,
        levels=match.levels,
        left_by=match.left_by,
    )


def rated_by_default(settings: ServerSettings) -> bool:
    """True unless the owners of a server want games to be unrated if nothing is said."""
    return BY_DEFAULT.of(settings) is not False


def _forget(tx: Transaction, user: int, pseudonym: int, seats: Sequence[tuple[int, int]]) -> None:
    """Let no leaderboard show whose ratings stay, since those of others were computed with them."""
    del user, seats
    LeaderQueries(tx.connection).hide(pseudonym, hidden=True)
