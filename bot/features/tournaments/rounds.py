"""Rounds: they begin, take the results of their games, and are followed by the next one.

The end of a game stores its result in its own transaction. What follows, a round change, is one
transaction of the clock, so that nothing about pairings can keep somebody's last move from being
stored. Whoever takes it locks the tournament, so it happens once.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

from bot.features.tournaments.model import Out, Pairing, Player, Result
from bot.features.tournaments.pairing import next_round
from bot.features.tournaments.store import (
    CANCELLED,
    OVER,
    RUNNING,
    SIGN_UP,
    StoredPairing,
    StoredTournament,
    TournamentQueries,
)
from bot.service.invitations import CHALLENGE_STANDS
from bot.service.live_match import LiveMatch
from bot.service.new_matches import arrange_match
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.database import is_passing
from bot.storage.rows import FULL, OPEN, STRIPPED, Invitation, Spot, StoredChallenge
from bot.storage.transaction import Transaction
from engine.match import Ending
from engine.turns import ANNULLED, TIMEOUT

log = logging.getLogger(__name__)

CARD, ROUND, END, ABSENT = "tournament", "tround", "tend", "tabsent"
"""The kinds of notes: the card of a tournament; a page of a round; the end; a player who did not
come."""
A_PAGE = 10
"""Pairings in one message."""
LEAST = 2
"""Players without whom there is no tournament."""
AGAIN = timedelta(minutes=10)
"""A tournament that cannot go on, by our own fault, is tried again after so long."""
MOST_AT_ONCE = 100
"""Tournaments that go on in one round of the clock."""
MOST_GAMES = 2
"""Games of a pairing in a knockout: after a draw it is played again with the seats swapped."""


class Rounds:
    """The rounds of all tournaments in one database."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._store = service.store
        self._now = service.now

    def register(self) -> None:
        """Follow what happens from now on."""
        self._service.shown_messages.at_end.append(self.ended)
        self._service.deadlines.rounds.append(self.tick)
        self._service.erasures.append(_forget)

    # --- results ---

    def ended(self, tx: Transaction, live: LiveMatch) -> None:
        """A game has ended: if it belongs to a tournament, it has a result."""
        queries = queries_of(tx)
        one = queries.pairing_of(live.id)
        if one is None or one.pairing.result is not None:
            return
        stored = queries.get(one.tournament)
        assert stored is not None
        result, absent = result_of(live, one.pairing)
        absentee = None if absent is None else live.players[absent]
        if stored.state != RUNNING:
            self.settle(tx, stored, one, result, forfeit=absentee is not None or _void(live))
            return
        drawn = result is Result.DRAW and stored.system.knocks_out and not _void(live)
        if drawn and one.games < MOST_GAMES:
            self._again(tx, stored, one)
            return
        self.settle(tx, stored, one, result, forfeit=absentee is not None or _void(live))
        if absentee is not None:
            queries.change_entrant(stored.id, absentee, out=Out.NO_SHOW)
            number = f"{stored.id} {absentee} {one.pairing.round}"
            spot = Spot(stored.server, stored.channel_id)
            tx.messages.add_note(ABSENT, number, spot, person=absentee)

    def settle(
        self,
        tx: Transaction,
        stored: StoredTournament,
        one: StoredPairing,
        result: Result,
        *,
        forfeit: bool,
    ) -> None:
        """Store a result; once it was the last one of its round, the tournament goes on."""
        queries = queries_of(tx)
        queries.change_pairing(one.id, result=result, forfeit=forfeit)
        renew(tx, f"{ROUND} {stored.id} {one.pairing.round} {(one.pairing.board - 1) // A_PAGE}")
        if stored.state == RUNNING and not queries.plays(stored.id):
            queries.change(stored.id, due=self._now())

    def _again(self, tx: Transaction, stored: StoredTournament, one: StoredPairing) -> None:
        """Let two play again with the seats swapped."""
        was = one.pairing
        assert was.second is not None
        swapped = replace(was, first=was.second, second=was.first)
        queries_of(tx).change_pairing(one.id, first=swapped.first, second=swapped.second)
        self._begin_game(tx, stored, one.id, swapped, one.games + 1)
        renew(tx, f"{ROUND} {stored.id} {was.round} {(was.board - 1) // A_PAGE}")

    # --- the clock ---

    async def tick(self, there: Shards) -> list[int]:
        """Let the tournaments on these shards go on that are due. Returns their channels."""
        now, changed = self._now(), list[int]()
        due = await self._store.read(lambda tx: queries_of(tx).due(now, MOST_AT_ONCE, there))
        for key in due:
            try:
                found = await self._store.write(lambda tx, key=key: self.go_on(tx, key))
            except Exception as error:
                if is_passing(error):
                    raise
                # One tournament keeps no other, nor any deadline, from being looked at.
                log.exception("tournament %s cannot go on", key)
                again = self._now() + AGAIN
                await self._store.write(
                    lambda tx, key=key, again=again: queries_of(tx).change(key, due=again)
                )
            else:
                changed += [] if found is None else [found]
        return changed

    def go_on(self, tx: Transaction, key: int) -> int | None:
        """The next step of a tournament that is due; None if somebody else has taken it."""
        queries = queries_of(tx)
        stored = queries.get(key, locked=True)
        if stored is None or stored.due is None or stored.due > self._now():
            return None
        queries.change(key, due=None)
        if stored.state == SIGN_UP:
            self.begin(tx, stored)
        elif stored.state == RUNNING and not queries.plays(key):
            self._next_round(tx, stored)
        return stored.channel_id

    def begin(self, tx: Transaction, stored: StoredTournament) -> bool:
        """Sign-up is over: seed the players and begin round 1. False if there are too few."""
        queries = queries_of(tx)
        entrants = queries.entrants(stored.id)
        queries.change(stored.id, due=None)
        if len(entrants) < LEAST:
            self.close(tx, stored, CANCELLED)
            return False
        for seed, player in enumerate(self._seeded(tx, stored, entrants), 1):
            queries.change_entrant(stored.id, player.id, seed=seed)
        queries.change(stored.id, state=RUNNING)
        self._next_round(tx, replace(stored, state=RUNNING))
        return True

    def _seeded(
        self, tx: Transaction, stored: StoredTournament, entrants: Sequence[Player]
    ) -> list[Player]:
        """The players, the strongest first; by lot those of whom nothing is known, and equals."""
        strength = self._service.strength
        drawn = sorted(entrants, key=lambda one: one.id)
        Random(stored.lot).shuffle(drawn)
        known = {one.id: strength(tx, stored.game, one.id) for one in drawn}
        return sorted(drawn, key=lambda one: -(known[one.id] or 0))

    def _next_round(self, tx: Transaction, stored: StoredTournament) -> None:
        """Pair the next round and begin its games; or the tournament is over."""
        queries = queries_of(tx)
        whole = queries.whole(stored)
        apart = self._service.meetings.apart(tx, [player.id for player in whole.players])
        whole = replace(whole, apart=apart)
        new = [] if self._lost_its_channel(tx, stored) else next_round(whole)
        if not new:
            self.close(tx, stored, OVER)
            return
        number = new[0].round
        queries.change(stored.id, round=number)
        for one in new:
            key = queries.pair(stored.id, one)
            if one.result is None:
                self._begin_game(tx, stored, key, one, 1)
        there = Spot(stored.server, stored.channel_id)
        for page in range((len(new) + A_PAGE - 1) // A_PAGE):  # behind the cards of their games
            tx.messages.add_note(ROUND, f"{stored.id} {number} {page}", there)
        renew(tx, f"{CARD} {stored.id}")
        if all(one.result is not None for one in new):
            queries.change(stored.id, due=self._now())

    def _lost_its_channel(self, tx: Transaction, stored: StoredTournament) -> bool:
        """True if every game of the last round has ended with its channel."""
        games = [
            one
            for one in queries_of(tx).pairings(stored.id)
            if one.match is not None and one.pairing.round == stored.round
        ]
        void = all(one.pairing.result is Result.DRAW and one.pairing.forfeit for one in games)
        if not games or not void:
            return False
        ended = [tx.matches.get(one.match or 0) for one in games]
        return all(match is not None and match.ending is Ending.GONE for match in ended)

    def _begin_game(
        self, tx: Transaction, stored: StoredTournament, key: int, one: Pairing, number: int
    ) -> None:
        """Begin the game of a pairing, its ``number``-th."""
        now, service = self._now(), self._service
        assert one.second is not None
        asked = StoredChallenge(
            id=0,
            event_id=-(key * MOST_GAMES + number - 1) - 1,
            server=stored.server,
            channel_id=stored.channel_id,
            challenger=one.first,
            game=stored.game,
            options=stored.options,
            control=stored.control,
            opened=now,
            expires=now + CHALLENGE_STANDS,
            state=OPEN,
            closed_by=None,
            match=None,
            invitations=(Invitation(one.second, accepted=True),),
            place=stored.place,
            allowed=frozenset(stored.agreed.split()),
            black=True,
        )
        game = service.matches.games[stored.game]
        drawn = Random(stored.lot * 1_000_003 + key)
        match = arrange_match(tx, service.shown_messages, asked, game, now, drawn)
        queries_of(tx).change_pairing(key, match=match, games=number)

    def close(self, tx: Transaction, stored: StoredTournament, state: str) -> None:
        """The tournament is over, or does not take place."""
        queries_of(tx).change(stored.id, state=state, due=None)
        tx.messages.add_note(END, stored.id, Spot(stored.server, stored.channel_id))
        renew(tx, f"{CARD} {stored.id}", STRIPPED if state == CANCELLED else FULL)


def result_of(live: LiveMatch, one: Pairing) -> tuple[Result, int | None]:
    """The result of a game that has ended; and the seat of a player who never came.

    Somebody who ran out of time without a move has not come. A game without a loser counts half,
    but one that both have cancelled counts nothing: else it would be a draw without a risk.
    """
    end, last = live.match.end, live.match.last
    assert end is not None
    assert last is not None
    first = live.players.index(one.first)
    if last.text in (ANNULLED, TIMEOUT):
        moved = any(turn.seat == last.seat for turn in live.match.turn_log.moves)
        won = Result.SECOND if last.seat == first else Result.FIRST
        return won, None if moved else last.seat
    if end.how is Ending.CANCELLED:
        return Result.NEITHER, None
    if len(end.winners) != 1:
        return Result.DRAW, None
    return (Result.FIRST if end.winners[0] == first else Result.SECOND), None


def _forget(tx: Transaction, user: int, pseudonym: int, seats: Sequence[tuple[int, int]]) -> None:
    """Somebody is forgotten: they take part in no round that is to come."""
    del pseudonym, seats
    queries = queries_of(tx)
    for key in queries.not_over(user):
        stored = queries.get(key, locked=True)
        if stored is not None and stored.state == SIGN_UP:
            queries.leave(key, user)
        else:
            queries.change_entrant(key, user, out=Out.WITHDRAWN)
        renew(tx, f"{CARD} {key}")


def _void(live: LiveMatch) -> bool:
    """True if the game ended without any result, and not by the clock."""
    end, last = live.match.end, live.match.last
    by_clock = last is not None and last.text in (ANNULLED, TIMEOUT)
    return end is not None and end.ranks is None and not by_clock


def renew(tx: Transaction, note: str, desired: str = FULL) -> None:
    """Want the message with this note brought up to date, if there is one."""
    one = tx.messages.with_note(note)
    if one is not None:
        tx.messages.want([one], desired)


def queries_of(tx: Transaction) -> TournamentQueries:
    """The statements about tournaments in a transaction."""
    return TournamentQueries(tx.connection)
