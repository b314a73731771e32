"""What people do with tournaments: organise, sign up, withdraw, come back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from types import MappingProxyType

from bot.features.tournaments.games import Games
from bot.features.tournaments.model import Out, Player, System, Tournament
from bot.features.tournaments.pairing import can_be_paired
from bot.features.tournaments.posts import announce
from bot.features.tournaments.refusing import (
    TournamentRefusal,
    check_goes_on,
    in_state,
    still_in,
)
from bot.features.tournaments.rounds import (
    A_PAGE,
    CARD,
    LEAST,
    ROUND,
    Rounds,
    queries_of,
    renew,
)
from bot.features.tournaments.store import (
    SIGN_UP,
    StoredPairing,
    StoredTournament,
)
from bot.service.calls import Where
from bot.service.live_match import LiveMatch
from bot.service.places import place_named
from bot.service.refusals import RefusedError
from bot.service.server_settings import Setting, positive
from bot.service.service import Service
from bot.service.terms import Terms
from bot.storage.rows import Spot, StoredMessage
from bot.storage.transaction import Transaction

ORGANISERS = Setting("organisers", positive)
"""The role whose members may organise tournaments, besides those who may manage the server."""
LONGEST_NAME = 60
MOST_PLAYERS, MOST_IN_ROBIN = 1024, 32
MOST_IN_THREADS = 512
"""A quarter of the 1,000 threads that a server can have at a time; others are in use there, too."""
MOST_ROUNDS = 20
MOST_LISTED = 25


@dataclass(frozen=True, slots=True)
class View:
    """All that there is to show about a tournament."""

    stored: StoredTournament
    whole: Tournament
    pairings: Sequence[StoredPairing]
    games: Mapping[int, tuple[int, int | None]]
    """By match: the channel in which it is played, and its newest board."""
    cancelled_by: int | None = None
    """The organiser who has cancelled or ended it; None: nobody has."""

    def in_round(self, number: int) -> list[StoredPairing]:
        """The pairings of a round, by board."""
        return [one for one in self.pairings if one.pairing.round == number]


class Tournaments:
    """The tournaments of one database."""

    def __init__(self, service: Service, rounds: Rounds) -> None:
        self._service = service
        self._store = service.store
        self._rounds = rounds
        self._games = Games(service)
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
        forum: int | None = None,
    ) -> StoredTournament:
        """A new tournament, for which people can sign up. Raises `OptionError`, and refuses games
        that are not for two."""
        if 2 not in terms.game.seats:
            raise RefusedError(TournamentRefusal.NOT_FOR_TWO, game=terms.game.name)
        options = terms.game.settle(terms.options, 2)
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
            most=most,
            until=until,
            state=SIGN_UP,
            round=0,
            lot=Random(event_id).randrange(2**31),
            opened=self._now(),
            due=until,
            agreed=" ".join(sorted(agreed)),
            forum=forum,
        )

        new = within_limits(self._service, new)

        def work(tx: Transaction) -> StoredTournament:
            earlier = queries_of(tx).from_event(event_id)
            if earlier is not None:
                return earlier
            added = replace(new, id=queries_of(tx).add(new))
            tx.messages.add_note(CARD, added.id, Spot(server, channel_id))
            announce(tx, added)
            return added

        return await self._store.write(work)

    async def start(self, key: int) -> None:
        """End the sign-up and begin round 1. May refuse."""

        def work(tx: Transaction) -> None:
            in_state(tx, key, SIGN_UP)
            if len(queries_of(tx).entrants(key)) < LEAST:
                raise RefusedError(TournamentRefusal.TOO_FEW)
            queries_of(tx).change(key, due=self._now())

        await self._store.write(work)
        await self._rounds.go_on(key)

    # --- players ---

    async def sign_up(self, key: int, user: int, name: str) -> Where:
        """Somebody takes part. Twice is as once. Returns where they are called."""

        def work(tx: Transaction) -> Where:
            stored, queries = in_state(tx, key, SIGN_UP), queries_of(tx)
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
            return still_in(tx, key, user, locked=False)

        return await self._store.read(work)

    async def withdraw(self, key: int, user: int, *, event_id: int) -> None:
        """Somebody leaves: before round 1 without a trace, later they resign their game."""

        def work(tx: Transaction) -> tuple[None, LiveMatch | None]:
            stored, player = still_in(tx, key, user)
            check_goes_on(stored)
            return None, self._games.leave(tx, stored, player, Out.WITHDRAWN, event_id)[1]

        await self._games.changing(work)

    async def come_back(self, key: int, user: int) -> None:
        """Somebody who did not come is paired again from the next round on."""

        def work(tx: Transaction) -> None:
            stored, player = still_in(tx, key, user)
            check_goes_on(stored)
            if player.out is not Out.NO_SHOW:
                raise RefusedError(TournamentRefusal.NOT_BACK)
            if not can_be_paired(queries_of(tx).whole(stored), player):
                raise RefusedError(TournamentRefusal.NO_ROUND_LEFT)
            queries_of(tx).change_entrant(key, user, out=None)
            renew(tx, f"{CARD} {key}")

        await self._store.write(work)

    # --- reading ---

    async def told(self, stored: StoredTournament) -> StoredMessage | None:
        """The message that tells how far it is: its card, later the first page of its round."""
        note = f"{ROUND} {stored.id} {stored.round} 0" if stored.round else f"{CARD} {stored.id}"
        return await self._store.read(lambda tx: tx.messages.with_note(note))

    async def view(self, key: int, number: int = 0, page: int = 0) -> View:
        """All that there is to show about a tournament, with the games on a page of the round with
        this ``number``, if that is asked for. May refuse."""

        def work(tx: Transaction) -> View:
            stored = queries_of(tx).get(key)
            if stored is None:
                raise RefusedError(TournamentRefusal.UNKNOWN)
            games = dict[int, tuple[int, int | None]]()
            for one in queries_of(tx).on_page(key, number, page * A_PAGE, A_PAGE):
                found = None if one.match is None else tx.matches.get(one.match)
                if found is not None:
                    games[found.id] = found.channel_id, tx.messages.newest_board(found.id)
            return view_of(tx, stored, games)

        return await self._store.read(work)


def view_of(
    tx: Transaction,
    stored: StoredTournament,
    games: Mapping[int, tuple[int, int | None]] = MappingProxyType({}),
) -> View:
    """All that there is to show about a tournament; ``games``: see `View`."""
    queries = queries_of(tx)
    whole, pairings = queries.whole(stored), queries.pairings(stored.id)
    return View(stored, whole, pairings, games, queries.cancelled_by(stored.id))


def within_limits(service: Service, new: StoredTournament) -> StoredTournament:
    """The same with no more players than its system allows. Refuses too many threads."""
    limit = MOST_IN_ROBIN if new.system is System.ROUND_ROBIN else MOST_PLAYERS
    new = replace(new, most=min(new.most, limit))
    threads = place_named(new.place, service.shown_messages.places).threads
    if threads and new.most > MOST_IN_THREADS:
        raise RefusedError(TournamentRefusal.NO_THREADS, most=MOST_IN_THREADS)
    return new
