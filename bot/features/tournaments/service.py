"""What people do with tournaments: organise, sign up, withdraw, come back; and corrections."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from random import Random
from typing import TypeVar

from bot.features.tournaments.model import Out, Player, Result, System, Tournament
from bot.features.tournaments.rounds import CARD, END, LEAST, Rounds, queries_of, renew
from bot.features.tournaments.store import (
    CANCELLED,
    OVER,
    RUNNING,
    SIGN_UP,
    StoredCorrection,
    StoredPairing,
    StoredTournament,
)
from bot.service.calls import Where
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.server_settings import AUDIT_CHANNEL, Setting, positive, settings_in
from bot.service.service import Service
from bot.service.store_turn import store_turn
from bot.service.terms import Terms
from bot.storage.rows import Spot
from bot.storage.transaction import Transaction
from engine.turns import RESIGN, VOID, Turn, adjudging

ORGANISERS = Setting("organisers", positive)
"""The role whose members may organise tournaments, besides those who may manage the server."""
CORRECTION, AUDIT = "tfix", "tfixaudit"
"""The notes of a correction, before its number: for the players, and for the audit channel."""
RESULT, REMOVE, LATE = "result", "remove", "late"
"""What an organiser can correct."""
LONGEST_NAME = 60
MOST_PLAYERS, MOST_IN_ROBIN = 256, 32
MOST_ROUNDS = 20
MOST_LISTED = 25
T = TypeVar("T")


class TournamentRefusal(StrEnum):
    """Why something cannot be done in a tournament: the keys of the texts."""

    UNKNOWN = "tournament-unknown"
    NOT_ORGANISER = "tournament-not-organiser"
    NOT_FOR_TWO = "tournament-not-for-two"
    CLOSED = "tournament-closed"
    FULL = "tournament-full"
    NOT_IN = "tournament-not-in"
    TOO_FEW = "tournament-too-few"
    OVER = "tournament-over"
    NOT_BEGUN = "tournament-not-begun"
    TOO_LATE = "tournament-too-late"
    NOT_SWISS = "tournament-not-swiss"
    TOO_MANY_POINTS = "tournament-too-many-points"
    ALREADY_IN = "tournament-already-in"
    NO_GAME = "tournament-no-game"
    GONE_ON = "tournament-gone-on"
    NOT_BACK = "tournament-not-back"
    NONE_HERE = "tournament-none-here"
    NO_SIZE = "tournament-no-size"
    NO_KOMI = "tournament-no-komi"
    NO_SUCH_GAME = "tournament-no-such-game"
    NO_AGREED = "tournament-no-agreed"
    NO_REASON = "tournament-no-reason"


@dataclass(frozen=True, slots=True)
class View:
    """All that there is to show about a tournament."""

    stored: StoredTournament
    whole: Tournament
    pairings: Sequence[StoredPairing]
    games: Mapping[int, tuple[int, int | None]]
    """By match: the channel in which it is played, and its newest board."""

    def in_round(self, number: int) -> list[StoredPairing]:
        """The pairings of a round, by board."""
        return [one for one in self.pairings if one.pairing.round == number]


class Tournaments:
    """The tournaments of one database."""

    def __init__(self, service: Service, rounds: Rounds) -> None:
        self._service = service
        self._store = service.store
        self._rounds = rounds
        self._now = service.now

    # --- organising ---

    async def create(
        self,
        terms: Terms,
        *,
        event_id: int,
        server: int,
        channel_id: int,
        organiser: int,
        name: str,
        system: System,
        place: str,
        rounds: int,
        most: int,
        until: datetime | None,
        agreed: Iterable[str] = (),
    ) -> StoredTournament:
        """A new tournament, for which people can sign up. Raises `OptionError`, and refuses games
        that are not for two."""
        if 2 not in terms.game.seats:
            raise RefusedError(TournamentRefusal.NOT_FOR_TWO, game=terms.game.name)
        options = terms.game.settle(terms.options, 2)
        limit = MOST_IN_ROBIN if system is System.ROUND_ROBIN else MOST_PLAYERS
        new = StoredTournament(
            id=0,
            event_id=event_id,
            server=server,
            channel_id=channel_id,
            organiser=organiser,
            name=name,
            system=system,
            game=terms.game.key,
            options=options,
            time=terms.control.write(),
            place=place,
            rounds=rounds,
            most=min(most, limit),
            until=until,
            state=SIGN_UP,
            round=0,
            lot=Random(event_id).randrange(2**31),
            opened=self._now(),
            due=until,
            agreed=" ".join(sorted(agreed)),
        )

        def work(tx: Transaction) -> StoredTournament:
            earlier = queries_of(tx).from_event(event_id)
            if earlier is not None:
                return earlier
            added = replace(new, id=queries_of(tx).add(new))
            tx.messages.add_note(CARD, added.id, Spot(server, channel_id))
            return added

        return await self._store.write(work)

    async def start(self, key: int) -> None:
        """End the sign-up and begin round 1. May refuse."""

        def work(tx: Transaction) -> None:
            stored = self._in(tx, key, SIGN_UP)
            if len(queries_of(tx).entrants(key)) < LEAST:
                raise RefusedError(TournamentRefusal.TOO_FEW)
            self._rounds.begin(tx, stored)

        await self._store.write(work)

    async def cancel(self, key: int) -> None:
        """Let a tournament not take place, or end now; games that run go on as they are."""

        def work(tx: Transaction) -> None:
            self._rounds.close(tx, self._in(tx, key, SIGN_UP, RUNNING), CANCELLED)

        await self._store.write(work)

    # --- players ---

    async def sign_up(self, key: int, user: int, name: str) -> Where:
        """Somebody takes part. Twice is as once. Returns where they are called."""

        def work(tx: Transaction) -> Where:
            stored, queries = self._in(tx, key, SIGN_UP), queries_of(tx)
            tx.people.remember_names({user: name})
            where = self._service.shown_messages.calls.preferences_of(tx, user).where
            if queries.entrant(key, user) is not None:
                return where
            if len(queries.entrants(key)) >= stored.most:
                raise RefusedError(TournamentRefusal.FULL, most=stored.most)
            queries.enter(key, Player(user, 0))
            renew(tx, f"{CARD} {key}")
            return where

        return await self._store.write(work)

    async def takes_part(self, key: int, user: int) -> tuple[StoredTournament, Player]:
        """A tournament, and ``user`` in it. May refuse."""

        def work(tx: Transaction) -> tuple[StoredTournament, Player]:
            return self._player(tx, key, user, locked=False)

        return await self._store.read(work)

    async def withdraw(self, key: int, user: int, *, event_id: int) -> None:
        """Somebody leaves: before round 1 without a trace, later they resign their game."""
        await self._leave(key, user, Out.WITHDRAWN, event_id, None)

    async def come_back(self, key: int, user: int) -> None:
        """Somebody who did not come is paired again from the next round on."""

        def work(tx: Transaction) -> None:
            stored, player = self._player(tx, key, user)
            self._check_goes_on(stored)
            if player.out is not Out.NO_SHOW:
                raise RefusedError(TournamentRefusal.NOT_BACK)
            queries_of(tx).change_entrant(key, user, out=None)
            renew(tx, f"{CARD} {key}")

        await self._store.write(work)

    # --- corrections ---

    async def enter_late(
        self, key: int, user: int, name: str, points: float, by: int, reason: str, *, event_id: int
    ) -> StoredCorrection:
        """Let somebody take part from round 2 on, with these points for the round that they have
        missed."""

        def work(tx: Transaction) -> StoredCorrection:
            earlier = queries_of(tx).corrected(event_id)
            if earlier is not None:
                return earlier
            stored, queries = self._in(tx, key, RUNNING), queries_of(tx)
            if stored.system is not System.SWISS:
                raise RefusedError(TournamentRefusal.NOT_SWISS)
            if stored.round > 1:
                raise RefusedError(TournamentRefusal.TOO_LATE)
            if points > 1:
                raise RefusedError(TournamentRefusal.TOO_MANY_POINTS)
            if queries.entrant(key, user) is not None:
                raise RefusedError(TournamentRefusal.ALREADY_IN)
            tx.people.remember_names({user: name})
            seed = len(queries.entrants(key)) + 1
            queries.enter(key, Player(user, seed, enters=2, bonus=points))
            return self._note(
                tx, stored, by, LATE, reason, event_id, player=user, value=f"{points:g}"
            )

        return await self._store.write(work)

    async def remove(
        self, key: int, user: int, by: int, reason: str, *, event_id: int
    ) -> StoredCorrection | None:
        """An organiser takes somebody out, who resigns their game."""
        return await self._leave(key, user, Out.REMOVED, event_id, (by, reason))

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
            stored = self._in(tx, one.tournament, RUNNING, OVER)
            if stored.state == OVER and one.pairing.round < stored.round:
                raise RefusedError(TournamentRefusal.OVER)
            if stored.system.knocks_out and one.pairing.round < stored.round:
                raise RefusedError(TournamentRefusal.GONE_ON)
            self._rounds.settle(tx, stored, one, result, forfeit=False)
            ended = self._end_game(tx, one, result, event_id)
            note = self._note(tx, stored, by, RESULT, reason, event_id, one=one, value=result.value)
            if stored.state == OVER:
                renew(tx, f"{END} {stored.id}")
            return note, ended

        return await self._changing(work)

    async def correction(self, key: int) -> StoredCorrection | None:
        """The correction with this id."""
        return await self._store.read(lambda tx: queries_of(tx).correction(key))

    # --- reading ---

    async def view(self, key: int) -> View:
        """All that there is to show about a tournament. May refuse."""

        def work(tx: Transaction) -> View:
            queries = queries_of(tx)
            stored = queries.get(key)
            if stored is None:
                raise RefusedError(TournamentRefusal.UNKNOWN)
            pairings = queries.pairings(key)
            last = [one.match for one in pairings if one.pairing.round >= stored.round - 1]
            games = dict[int, tuple[int, int | None]]()
            for match in last:
                found = None if match is None else tx.matches.get(match)
                if found is not None:
                    games[found.id] = found.channel_id, tx.messages.newest_board(found.id)
            whole = queries.whole(stored)
            return View(stored, whole, pairings, games)

        return await self._store.read(work)

    async def of_pairing(self, key: int) -> StoredTournament:
        """The tournament of a pairing. May refuse."""

        def work(tx: Transaction) -> StoredTournament | None:
            one = queries_of(tx).pairing(key)
            return None if one is None else queries_of(tx).get(one.tournament)

        stored = await self._store.read(work)
        if stored is None:
            raise RefusedError(TournamentRefusal.NO_GAME)
        return stored

    # --- plumbing ---

    async def _changing(self, work: Callable[[Transaction], tuple[T, LiveMatch | None]]) -> T:
        """Run a transaction in which perhaps a game ends."""
        done, ended = await self._store.write(work)
        if ended is not None:
            self._service.matches.cache.remember(ended)
        return done

    async def _leave(
        self, key: int, user: int, why: Out, event_id: int, by: tuple[int, str] | None
    ) -> StoredCorrection | None:
        def work(tx: Transaction) -> tuple[StoredCorrection | None, LiveMatch | None]:
            queries = queries_of(tx)
            earlier = queries.corrected(event_id) if by else None
            if earlier is not None:
                return earlier, None
            stored, player = self._player(tx, key, user)
            self._check_goes_on(stored)
            ended = None
            if stored.state == SIGN_UP:
                queries.leave(key, user)
            elif player.out in (Out.WITHDRAWN, Out.REMOVED):
                return None, None
            else:
                queries.change_entrant(key, user, out=why)
                ended = self._resign(tx, key, user, event_id)
            renew(tx, f"{CARD} {key}")
            if by is None:
                return None, ended
            note = self._note(tx, stored, by[0], REMOVE, by[1], event_id, player=user)
            return note, ended

        return await self._changing(work)

    def _resign(self, tx: Transaction, key: int, user: int, event_id: int) -> LiveMatch | None:
        """End the game that somebody plays in a tournament, who loses it."""
        runs = (
            one
            for one in queries_of(tx).pairings(key)
            if user in one.pairing.players and one.pairing.result is None
        )
        one = next(runs, None)
        if one is None:
            return None
        return self._take(
            tx, one, event_id, lambda live: Turn(live.seat_of(user), RESIGN, self._now())
        )

    def _end_game(
        self, tx: Transaction, one: StoredPairing, result: Result, event_id: int
    ) -> LiveMatch | None:
        """End the game of a pairing, if it runs, with a result that is stored already."""

        def turn(live: LiveMatch) -> Turn:
            winner = {
                Result.FIRST: live.players.index(one.pairing.first),
                Result.SECOND: 1 - live.players.index(one.pairing.first),
            }.get(result)
            text = VOID if result is Result.NEITHER else adjudging(winner)
            return Turn(live.match.to_move or 0, text, self._now())

        return self._take(tx, one, event_id, turn)

    def _take(
        self,
        tx: Transaction,
        one: StoredPairing,
        event_id: int,
        turn: Callable[[LiveMatch], Turn],
    ) -> LiveMatch | None:
        stored = None if one.match is None else tx.matches.get(one.match)
        if stored is None or stored.deadline is None:
            return None
        live = self._service.matches.cache.load(tx, stored)
        return store_turn(tx, self._service.shown_messages, stored, live, turn(live), event_id)

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
        """Store a correction, and want it shown."""
        pairing = None if one is None else one.id
        new = StoredCorrection(
            0, event_id, stored.id, by, act, pairing, player, value, reason, self._now()
        )
        added = replace(new, id=queries_of(tx).correct(new))
        tx.messages.add_note(CORRECTION, added.id, Spot(stored.server, stored.channel_id))
        audit = AUDIT_CHANNEL.of(settings_in(tx, stored.server))
        if audit is not None:
            tx.messages.add_note(AUDIT, added.id, Spot(stored.server, audit))
        renew(tx, f"{CARD} {stored.id}")
        return added

    def _in(self, tx: Transaction, key: int, *states: str) -> StoredTournament:
        """A tournament in one of these states, which nobody else changes meanwhile. May refuse."""
        stored = queries_of(tx).get(key, locked=True)
        if stored is None:
            raise RefusedError(TournamentRefusal.UNKNOWN)
        if stored.state in states:
            return stored
        if stored.state == SIGN_UP:
            raise RefusedError(TournamentRefusal.NOT_BEGUN)
        if stored.state == RUNNING:
            raise RefusedError(TournamentRefusal.CLOSED)
        raise RefusedError(TournamentRefusal.OVER)

    def _player(
        self, tx: Transaction, key: int, user: int, *, locked: bool = True
    ) -> tuple[StoredTournament, Player]:
        stored = queries_of(tx).get(key, locked=locked)
        if stored is None:
            raise RefusedError(TournamentRefusal.UNKNOWN)
        player = queries_of(tx).entrant(key, user)
        if player is None:
            raise RefusedError(TournamentRefusal.NOT_IN)
        return stored, player

    def _check_goes_on(self, stored: StoredTournament) -> None:
        if stored.state not in (SIGN_UP, RUNNING):
            raise RefusedError(TournamentRefusal.OVER)
