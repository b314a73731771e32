"""The games of tournaments that end otherwise than by their players' moves."""

from collections.abc import Callable
from typing import TypeVar

from bot.features.tournaments.model import Out, Player, Result
from bot.features.tournaments.rounds import CARD, queries_of, renew
from bot.features.tournaments.store import SIGN_UP, StoredPairing, StoredTournament
from bot.service.live_match import LiveMatch
from bot.service.service import Service
from bot.service.store_turn import store_turn
from bot.storage.rows import Spot
from bot.storage.transaction import Transaction
from engine.turns import RESIGN, VOID, Turn, adjudging

LEFT = "tleft"
"""The note of somebody who has withdrawn, before the tournament, the person and the round."""
T = TypeVar("T")


class Games:
    """The games of the tournaments in one database."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._store = service.store
        self._now = service.now

    async def changing(self, work: Callable[[Transaction], tuple[T, LiveMatch | None]]) -> T:
        """Run a transaction in which perhaps a game ends."""
        done, ended = await self._store.write(work)
        if ended is not None:
            self._service.matches.cache.remember(ended)
        return done

    def leave(
        self, tx: Transaction, stored: StoredTournament, player: Player, why: Out, event_id: int
    ) -> tuple[bool, LiveMatch | None]:
        """Take somebody out, who loses their game: they resign it if they withdraw, else it is
        decided for them, which rates nobody. If they were in, and the game that ends."""
        queries, key, user = queries_of(tx), stored.id, player.id
        if player.out in (Out.WITHDRAWN, Out.REMOVED):
            return False, None
        ended = None
        if stored.state == SIGN_UP:
            queries.leave(key, user)
        else:
            queries.change_entrant(key, user, out=why)
            ended = self._lose(tx, key, user, why, event_id)
            if why is Out.WITHDRAWN:
                spot = Spot(stored.server, stored.channel_id)
                tx.messages.add_note(LEFT, f"{key} {user} {stored.round}", spot, person=user)
        renew(tx, f"{CARD} {key}")
        return True, ended

    def _lose(
        self, tx: Transaction, key: int, user: int, why: Out, event_id: int
    ) -> LiveMatch | None:
        """End the game that somebody plays in a tournament, who loses it."""
        runs = (
            one
            for one in queries_of(tx).pairings(key)
            if user in one.pairing.players and one.pairing.result is None
        )
        one = next(runs, None)
        if one is None:
            return None

        def turn(live: LiveMatch) -> Turn:
            seat = live.seat_of(user)
            if why is Out.WITHDRAWN:
                return Turn(seat, RESIGN, self._now())
            return Turn(live.match.to_move or 0, adjudging(1 - seat), self._now())

        return self._take(tx, one, event_id, turn)

    def decide(
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
