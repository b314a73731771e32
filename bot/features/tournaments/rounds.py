"""Rounds: they begin, take the results of their games, and are followed by the next one.

The end of a game stores its result in its own transaction. What follows is done by the clock, so
that nothing about pairings can keep somebody's last move from being stored. A round is paired from
what was read before; the transaction that stores it, and begins the games of its first page, locks
the tournament and looks whether that still holds. Each further page is a transaction of its own.
Whoever comes first takes the next step, so it is taken once.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from bot.features.tournaments.model import Out, Pairing, Player, Result, Tournament
from bot.features.tournaments.pairing import decided, next_round
from bot.features.tournaments.posts import announce, tell_in_channel, tell_page
from bot.features.tournaments.store import (
    CANCELLED,
    OVER,
    RUNNING,
    SIGN_UP,
    StoredPairing,
    StoredTournament,
    TournamentQueries,
)
from bot.messages.catalogue import text
from bot.service.invitations import CHALLENGE_STANDS
from bot.service.live_match import LiveMatch
from bot.service.new_matches import arrange_match
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.database import is_passing
from bot.storage.rows import FULL, OPEN, STRIPPED, Invitation, Spot, StoredChallenge, StoredMessage
from bot.storage.transaction import Transaction
from engine.match import Ending
from engine.turns import ANNULLED, TIMEOUT

log = logging.getLogger(__name__)

CARD, ROUND, END = "tournament", "tround", "tend"
ABSENT, CORRECTION = "tabsent", "tfix"
"""The kinds of notes: the card of a tournament; a page of a round; the end; a player who did not
come; what an organiser has corrected, for the players."""
A_PAGE = 10
"""Pairings in one message, whose games begin together."""
PACE = timedelta(seconds=11)
"""Between two pages of a round: Discord takes about one message a second in a channel, and no clock
is to run long before its board is there."""
AT_ONCE = 4 * PACE
"""Five pages need not wait."""
ATTEMPTS = 3
"""After so many in vain, as something has changed meanwhile, a round is paired at the next tick."""
LEAST = 2
"""Players without whom there is no tournament."""
AGAIN = timedelta(minutes=10)
"""A tournament that cannot go on, by our own fault, is tried again after so long."""
MOST_AT_ONCE = 100
"""Tournaments that go on in one round of the clock."""
LAST_ENTRY = 2
"""The round in which late entries begin; from then on nobody can enter."""
MOST_GAMES = 2
"""Games of a pairing in a knockout: after a draw it is played again with the seats swapped."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What decides how a round is paired. Results change with a correction only, once all games of
    the round before have one."""

    stored: StoredTournament
    players: tuple[Player, ...]
    apart: frozenset[frozenset[int]]
    corrections: int


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
        self._service.matches.awaited.append(lambda tx: queries_of(tx).where_due())
        self._service.matches.at_gone.append(self._lose_channel)

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
        page = (one.pairing.board - 1) // A_PAGE
        if not one.begun:  # an organiser was quicker: the message of its page shows the result
            self._begin_page(tx, stored, page)
        renew(tx, f"{ROUND} {stored.id} {one.pairing.round} {page}")
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
                changed += await self.go_on(key)
            except Exception as error:
                if is_passing(error):
                    raise
                # One tournament keeps no other, nor any deadline, from being looked at.
                log.exception("tournament %s cannot go on", key)
                again = self._now() + AGAIN
                await self._store.write(
                    lambda tx, key=key, again=again: queries_of(tx).change(key, due=again)
                )
        return changed

    async def go_on(self, key: int) -> list[int]:
        """Take the steps of a tournament that are due. Returns the channel of each."""
        changed, vain = list[int](), 0
        while vain < ATTEMPTS:
            step = await self._store.read(lambda tx: self.step(tx, key))
            if step is None:
                break
            seen, whole = step
            if whole is None:
                taken = await self._store.write(lambda tx: self.next_page(tx, key))
            else:
                new = await asyncio.to_thread(next_round, whole)
                taken = await self._store.write(
                    lambda tx, seen=seen, whole=whole, new=new: self.begin_round(
                        tx, seen, whole, new
                    )
                )
            changed += [seen.stored.channel_id] if taken else []
            vain += not taken
        return changed

    def step(self, tx: Transaction, key: int) -> tuple[Seen, Tournament | None] | None:
        """What the next step is made from: the tournament to be paired, or None while a round is
        under way. None instead of both: nothing is due."""
        queries, seen = queries_of(tx), self._look(tx, key)
        if seen is None:
            return None
        if queries.plays(key):
            return seen, None
        whole = replace(queries.whole(seen.stored), apart=seen.apart)
        if seen.stored.state == SIGN_UP:
            whole = replace(whole, players=self._seeded(tx, seen.stored, whole.players))
        return seen, whole

    def _look(self, tx: Transaction, key: int, *, locked: bool = False) -> Seen | None:
        stored = self._due(tx, key, locked=locked)
        if stored is None:
            return None
        queries = queries_of(tx)
        players = tuple(queries.entrants(key))
        apart = self._service.meetings.apart(tx, [player.id for player in players])
        return Seen(stored, players, apart, queries.corrections(key))

    def _due(self, tx: Transaction, key: int, *, locked: bool) -> StoredTournament | None:
        stored = queries_of(tx).get(key, locked=locked)
        if stored is None or stored.state not in (SIGN_UP, RUNNING):
            return None
        return None if stored.due is None or stored.due > self._now() else stored

    def _seeded(
        self, tx: Transaction, stored: StoredTournament, entrants: Sequence[Player]
    ) -> tuple[Player, ...]:
        """The players by seed, the strongest first; by lot those of whom nothing is known, and
        equals."""
        strength = self._service.strength
        drawn = sorted(entrants, key=lambda one: one.id)
        Random(stored.lot).shuffle(drawn)
        known = {one.id: strength(tx, stored.game, one.id) for one in drawn}
        order = sorted(drawn, key=lambda one: -(known[one.id] or 0))
        return tuple(replace(one, seed=seed) for seed, one in enumerate(order, 1))

    def begin_round(
        self, tx: Transaction, seen: Seen, whole: Tournament, new: Sequence[Pairing]
    ) -> bool:
        """Store the ``new`` pairings of a tournament that was ``seen`` and begin their first page;
        without any it is over, or does not take place. False if something has changed since."""
        stored, queries = seen.stored, queries_of(tx)
        if self._look(tx, stored.id, locked=True) != seen:
            return False
        if not new:
            self.close(tx, stored, CANCELLED if stored.state == SIGN_UP else OVER)
            return True
        if stored.state == SIGN_UP:
            queries.seed(stored.id, [player.id for player in whole.players])
        begun = {"state": RUNNING, "round": new[0].round, "due": self._now() - AT_ONCE}
        queries.change(stored.id, **begun)
        announce(tx, replace(stored, state=RUNNING, round=new[0].round))
        queries.pair(stored.id, new)
        renew(tx, f"{CARD} {stored.id}")
        if new[0].round == LAST_ENTRY:
            _close_entry(tx, stored)
        return self.next_page(tx, stored.id)

    def next_page(self, tx: Transaction, key: int) -> bool:
        """Begin the next page of a round, if it is due. False if it is not."""
        stored = self._due(tx, key, locked=True)
        if stored is None:
            return False
        assert stored.due is not None
        queries = queries_of(tx)
        first = queries.to_begin(key)
        if first is not None:
            self._begin_page(tx, stored, (first - 1) // A_PAGE)
        if queries.to_begin(key) is not None:
            queries.change(key, due=max(stored.due, self._now() - AT_ONCE) + PACE)
        else:
            queries.change(key, due=None if queries.plays(key) else self._now())
        return True

    def _begin_page(self, tx: Transaction, stored: StoredTournament, page: int) -> None:
        """Begin the games of a page; whoever has gone meanwhile has lost without one."""
        queries = queries_of(tx)
        there = queries.on_page(stored.id, stored.round, page * A_PAGE, A_PAGE)
        gone = queries.gone(stored.id, {user for one in there for user in one.pairing.players})
        for one in there:
            now = decided(one.pairing, gone)
            if one.begun:
                continue
            if now.result is None:
                self._begin_game(tx, stored, one.id, now, 1)
            else:
                queries.change_pairing(one.id, result=now.result, forfeit=now.forfeit)
        tell_page(tx, stored, ROUND, page)  # behind the cards of its games

    def _lose_channel(self, tx: Transaction, channel_id: int) -> None:
        """Its channel is gone, or the server has removed the bot: a tournament ends there."""
        queries = queries_of(tx)
        for one in tx.messages.waiting(channel_id)[0]:  # in its post, which is gone
            stored = queries.get(numbers_of(one)[0]) if one.kind == ROUND else None
            if stored is not None and one.message is None and stored.channel_id != channel_id:
                tell_in_channel(tx, one, stored)
        for key in queries.in_channel(channel_id):
            stored = queries.get(key, locked=True)
            if stored is not None and stored.state in (SIGN_UP, RUNNING):
                self.close(tx, stored, CANCELLED)

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
            part_of=part_of(stored, one),
        )
        game = service.matches.games[stored.game]
        drawn = Random(stored.lot * 1_000_003 + key)
        match = arrange_match(tx, service.shown_messages, asked, game, now, drawn)
        queries_of(tx).change_pairing(key, match=match, games=number)

    def close(self, tx: Transaction, stored: StoredTournament, state: str) -> None:
        """The tournament is over, or does not take place."""
        queries_of(tx).change(stored.id, state=state, due=None)
        announce(tx, replace(stored, state=state))
        tx.messages.add_note(END, stored.id, Spot(stored.server, stored.channel_id))
        renew(tx, f"{CARD} {stored.id}", STRIPPED if state == CANCELLED else FULL)
        if stored.round < LAST_ENTRY:
            _close_entry(tx, stored)


def part_of(stored: StoredTournament, one: Pairing) -> str:
    """What the game of a pairing belongs to, in words."""
    return text("tournament-part-of", name=stored.name, round=str(one.round))


def _close_entry(tx: Transaction, stored: StoredTournament) -> None:
    """Nobody can accept an invitation any more."""
    for key in queries_of(tx).invitations(stored.id):
        renew(tx, f"{CORRECTION} {key}")


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


def numbers_of(one: StoredMessage) -> list[int]:
    """The numbers in a note."""
    return [int(number) for number in (one.note or "").split()[1:]]


def queries_of(tx: Transaction) -> TournamentQueries:
    """The statements about tournaments in a transaction."""
    return TournamentQueries(tx.connection)
