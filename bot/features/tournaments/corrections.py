"""What organisers correct: late entries, removals, results; each has a reason, which is posted."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.features.tournaments.games import Games
from bot.features.tournaments.model import Out, Player, Result, System
from bot.features.tournaments.posts import announce, has_post
from bot.features.tournaments.refusing import (
    TournamentRefusal,
    check_goes_on,
    in_state,
    player_in,
)
from bot.features.tournaments.rounds import (
    ABSENT,
    CARD,
    CORRECTION,
    END,
    LAST_ENTRY,
    Rounds,
    queries_of,
    renew,
)
from bot.features.tournaments.service import within_limits
from bot.features.tournaments.store import (
    CANCEL,
    CANCELLED,
    CHANGE,
    LATE,
    OVER,
    REMOVE,
    RESULT,
    RUNNING,
    SIGN_UP,
    StoredCorrection,
    StoredPairing,
    StoredTournament,
)
from bot.service.audit_channel import tell_moderators
from bot.service.calls import Where
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.storage.rows import Spot
from bot.storage.transaction import Transaction

AUDIT = "tfixaudit"
"""The note of a correction for the audit channel, before its number."""


class Corrections:
    """The corrections of the tournaments in one database."""

    def __init__(self, service: Service, rounds: Rounds) -> None:
        self._service = service
        self._store = service.store
        self._rounds = rounds
        self._games = Games(service)
        self._calls = service.shown_messages.calls
        self._now = service.now

    async def change(
        self, key: int, given: Mapping[str, object], by: int, *, event_id: int
    ) -> StoredCorrection:
        """Change terms for which people sign up: columns of the tournament by their names. May
        refuse."""

        def work(tx: Transaction) -> StoredCorrection:
            queries = queries_of(tx)
            earlier = queries.corrected(event_id)
            if earlier is not None:
                return earlier
            stored = queries.get(key, locked=True)
            if stored is None:
                raise RefusedError(TournamentRefusal.UNKNOWN)
            check_goes_on(stored)
            if stored.state != SIGN_UP:
                raise RefusedError(TournamentRefusal.TERMS_STAND)
            new = within_limits(self._service, replace(stored, **given))
            fields = (*given, "most")
            changed = {one: getattr(new, one) for one in fields if _differ(new, stored, one)}
            if not changed:
                raise RefusedError(TournamentRefusal.NOTHING_NEW)
            there = len(queries.entrants(key))
            if new.most < there:
                raise RefusedError(TournamentRefusal.MORE_SIGNED_UP, number=there)
            if "forum" in changed and has_post(tx, key):
                raise RefusedError(TournamentRefusal.POST_STAYS, forum=str(stored.forum))
            due = {"due": new.until} if "until" in changed else {}
            queries.change(key, **changed, **due)
            announce(tx, new)
            was = json.dumps({one: _as_json(getattr(stored, one)) for one in changed})
            return self._note(tx, stored, by, CHANGE, "", event_id, value=was)

        return await self._store.write(work)

    async def invite(
        self, key: int, user: int, name: str, points: float, by: int, reason: str, *, event_id: int
    ) -> StoredCorrection:
        """Invite somebody to enter in round 2, with these points for the round that they have
        missed; they are in once they accept."""

        def work(tx: Transaction) -> StoredCorrection:
            earlier = queries_of(tx).corrected(event_id)
            if earlier is not None:
                return earlier
            stored = self._check_may_enter(tx, key, user)
            if points > 1:
                raise RefusedError(TournamentRefusal.TOO_MANY_POINTS)
            tx.people.remember_names({user: name})
            return self._note(
                tx, stored, by, LATE, reason, event_id, player=user, value=f"{points:g}"
            )

        return await self._store.write(work)

    async def accept(self, key: int, invitation: int, user: int, name: str) -> Where:
        """Somebody who was invited takes part from round 2 on. Returns where they are called."""

        def work(tx: Transaction) -> Where:
            fix = queries_of(tx).correction(invitation)
            if fix is None or (fix.tournament, fix.act) != (key, LATE):
                raise RefusedError(TournamentRefusal.UNKNOWN)
            if fix.player != user:
                raise RefusedError(TournamentRefusal.NOT_INVITED)
            self._check_may_enter(tx, key, user)
            tx.people.remember_names({user: name})
            seed = len(queries_of(tx).entrants(key)) + 1
            bonus = float(fix.value or 0)
            queries_of(tx).enter(key, Player(user, seed, enters=2, bonus=bonus))
            renew(tx, f"{CORRECTION} {invitation}")
            renew(tx, f"{CARD} {key}")
            return self._calls.preferences_of(tx, user).where

        return await self._store.write(work)

    def _check_may_enter(self, tx: Transaction, key: int, user: int) -> StoredTournament:
        """The tournament, if ``user`` can still enter it after round 1 has begun. May refuse."""
        stored, queries = in_state(tx, key, RUNNING), queries_of(tx)
        if stored.system is not System.SWISS:
            raise RefusedError(TournamentRefusal.NOT_SWISS)
        if stored.round > 1 or stored.rounds < LAST_ENTRY:
            raise RefusedError(TournamentRefusal.TOO_LATE)
        if queries.entrant(key, user) is not None:
            raise RefusedError(TournamentRefusal.ALREADY_IN)
        there = [one for one in queries.entrants(key) if one.out in (None, Out.NO_SHOW)]
        if len(there) >= stored.most:
            raise RefusedError(TournamentRefusal.FULL, most=stored.most)
        return stored

    async def remove(
        self, key: int, user: int, by: int, reason: str, *, event_id: int
    ) -> StoredCorrection | None:
        """An organiser takes somebody out, who loses their game."""

        def work(tx: Transaction) -> tuple[StoredCorrection | None, LiveMatch | None]:
            earlier = queries_of(tx).corrected(event_id)
            if earlier is not None:
                return earlier, None
            stored, player = player_in(tx, key, user)
            check_goes_on(stored)
            was_in, ended = self._games.leave(tx, stored, player, Out.REMOVED, event_id)
            if not was_in:
                return None, None
            return self._note(tx, stored, by, REMOVE, reason, event_id, player=user), ended

        return await self._games.changing(work)

    async def correct(
        self, key: int, result: Result, by: int, reason: str, *, event_id: int
    ) -> StoredCorrection:
        """An organiser decides a pairing; a game that runs ends with that."""

        def work(tx: Transaction) -> tuple[StoredCorrection, LiveMatch | None]:
            queries = queries_of(tx)
            earlier = queries.corrected(event_id)
            if earlier is not None:
                return earlier, None
            one = queries.pairing(key)
            if one is None or one.pairing.second is None:
                raise RefusedError(TournamentRefusal.NO_GAME)
            stored = in_state(tx, one.tournament, RUNNING, OVER)
            if stored.state == OVER and one.pairing.round < stored.round:
                raise RefusedError(TournamentRefusal.OVER)
            if stored.system.knocks_out and one.pairing.round < stored.round:
                raise RefusedError(TournamentRefusal.GONE_ON)
            self._rounds.settle(tx, stored, one, result, forfeit=False)
            ended = self._games.decide(tx, one, result, event_id)
            note = self._note(tx, stored, by, RESULT, reason, event_id, one=one, value=result.value)
            if stored.state == OVER:
                renew(tx, f"{END} {stored.id}")
            for player in one.pairing.players:  # perhaps they can be paired again
                renew(tx, f"{ABSENT} {stored.id} {player} {one.pairing.round}")
            return note, ended

        return await self._games.changing(work)

    async def cancel(self, key: int, by: int, *, event_id: int) -> None:
        """Let a tournament not take place, or end now; games that run go on as they are."""

        def work(tx: Transaction) -> None:
            stored = in_state(tx, key, SIGN_UP, RUNNING)
            self._note(tx, stored, by, CANCEL, "", event_id)
            self._rounds.close(tx, stored, CANCELLED)

        await self._store.write(work)

    async def correction(self, key: int) -> StoredCorrection | None:
        """The correction with this id."""
        return await self._store.read(lambda tx: queries_of(tx).correction(key))

    async def of_pairing(self, key: int) -> StoredTournament:
        """The tournament of a pairing. May refuse."""

        def work(tx: Transaction) -> StoredTournament | None:
            one = queries_of(tx).pairing(key)
            return None if one is None else queries_of(tx).get(one.tournament)

        stored = await self._store.read(work)
        if stored is None:
            raise RefusedError(TournamentRefusal.NO_GAME)
        return stored

    def _note(
        self,
        tx: Transaction,
        stored: StoredTournament,
        by: int,
        act: str,
        reason: str,
        event_id: int,
        *,
        one: StoredPairing | None = None,
        player: int | None = None,
        value: str | None = None,
    ) -> StoredCorrection:
        """Store a correction, tell the moderators of it, and want it shown."""
        pairing = None if one is None else one.id
        new = StoredCorrection(
            0, event_id, stored.id, by, act, pairing, player, value, reason, self._now()
        )
        added = replace(new, id=queries_of(tx).correct(new))
        if act != CANCEL:  # the message about the end says that
            tx.messages.add_note(CORRECTION, added.id, Spot(stored.server, stored.channel_id))
        tell_moderators(tx, stored.server, AUDIT, added.id)
        renew(tx, f"{CARD} {stored.id}")
        return added


def _differ(new: StoredTournament, old: StoredTournament, field: str) -> bool:
    return getattr(new, field) != getattr(old, field)


def _as_json(value: object) -> object:
    return value.isoformat() if isinstance(value, datetime) else value


def before(fix: StoredCorrection, stored: StoredTournament) -> StoredTournament:
    """The tournament with the terms that it had before they were changed."""
    was: dict[str, Any] = json.loads(fix.value or "{}")
    if was.get("until") is not None:
        was["until"] = datetime.fromisoformat(was["until"])
    if "system" in was:
        was["system"] = System(was["system"])
    return replace(stored, **was)
