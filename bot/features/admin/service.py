"""Acts of moderators on matches: end and decide them, stop and start their clocks.

The callers check who is a moderator. Every act has a reason and is kept for ever.
"""

from dataclasses import dataclass, replace

from bot.service.audit_channel import tell_moderators
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.service.store_turn import store_turn
from bot.storage.rows import (
    ADJUDICATE,
    END,
    PAUSE,
    RESUME,
    StoredMatch,
    StoredRuling,
)
from bot.storage.transaction import Transaction
from engine.turns import VOID, Turn, adjudging

AUDIT, RULING = "audit", "ruling"
"""The notes of posts about an act, before its number: for the audit channel, for the players."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """An act of a moderator, and the match after it."""

    live: LiveMatch
    ruling: StoredRuling


class Moderation:
    """Acts of moderators on the matches of one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._shown = service.shown_messages
        self._matches = service.matches
        self._deadlines = service.deadlines
        self._now = service.now

    async def end(self, match_id: int, user: int, reason: str, *, event_id: int) -> Ruled:
        """End the match: nobody has lost. May refuse, like all of these."""
        return await self._rule(match_id, user, END, reason, event_id)

    async def adjudicate(
        self, match_id: int, user: int, reason: str, *, winner: int | None, event_id: int
    ) -> Ruled:
        """End the match as won by the seat ``winner``; None: as a draw. Raises `MoveError`."""
        return await self._rule(match_id, user, ADJUDICATE, reason, event_id, winner)

    async def pause(self, match_id: int, user: int, reason: str, *, event_id: int) -> Ruled:
        """Stop the clock; until `resume`, nobody can take a turn."""
        return await self._rule(match_id, user, PAUSE, reason, event_id)

    async def resume(self, match_id: int, user: int, reason: str, *, event_id: int) -> Ruled:
        """Start the clock again, with as much time left as there was."""
        return await self._rule(match_id, user, RESUME, reason, event_id)

    async def done(self, ruling_id: int) -> StoredRuling | None:
        """The act with this id; None if there is none."""
        return await self._store.read(lambda tx: tx.audit.get(ruling_id))

    async def _rule(
        self,
        match_id: int,
        user: int,
        act: str,
        reason: str,
        event_id: int,
        winner: int | None = None,
    ) -> Ruled:
        await self._matches.reached_by(match_id)

        def work(tx: Transaction) -> Ruled:
            stored, now = tx.matches.get(match_id), self._now()
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            live = self._matches.cache.load(tx, stored)
            earlier = tx.audit.from_event(event_id)
            if earlier is not None:
                return Ruled(live, earlier)
            check(live, user)
            if not reason.strip():
                raise RefusedError(ServiceRefusal.NO_REASON, live=live)
            if live.paused is None and live.out_of_time(now):
                raise RefusedError(ServiceRefusal.TIME_OVER, live=live)
            ruling = StoredRuling(
                id=0,
                event_id=event_id,
                server=stored.server,
                match=match_id,
                user=user,
                act=act,
                reason=reason,
                at=now,
            )
            ruling = replace(ruling, id=tx.audit.add(ruling))
            after = self._after(tx, stored, live, ruling, winner)
            self._tell(tx, stored, ruling)
            return Ruled(after, ruling)

        try:
            ruled = await self._store.write(work)
        except RefusedError as error:
            over = error.why is ServiceRefusal.TIME_OVER
            if over and await self._deadlines.run_out(match_id) is None:
                return await self._rule(match_id, user, act, reason, event_id, winner)
            raise
        self._matches.cache.remember(ruled.live)
        return ruled

    def _after(
        self,
        tx: Transaction,
        stored: StoredMatch,
        live: LiveMatch,
        ruling: StoredRuling,
        winner: int | None,
    ) -> LiveMatch:
        """The match after an act, as it is stored."""
        if ruling.act in (END, ADJUDICATE):
            text = VOID if ruling.act == END else adjudging(winner)
            turn = Turn(live.match.to_move or 0, text, ruling.at)
            ended = store_turn(tx, self._shown, stored, live, turn, ruling.event_id)
            return replace(ended, reason=ruling.reason)
        if (ruling.act == PAUSE) is (stored.paused is not None):
            why = ServiceRefusal.PAUSED if stored.paused else ServiceRefusal.NOT_PAUSED
            raise RefusedError(why, live=live)
        changed = replace(stored, paused=ruling.at)
        if ruling.act == RESUME:
            changed = _resumed(stored, ruling)
        tx.matches.advance(changed)
        tx.messages.renew([stored.id])
        return self._matches.cache.load(tx, changed)

    def _tell(self, tx: Transaction, stored: StoredMatch, ruling: StoredRuling) -> None:
        """Want what is to be said about an act.

        The last board tells the players how their match has ended, so that needs no note.
        """
        if ruling.act in (PAUSE, RESUME):
            tx.messages.add_note(RULING, ruling.id, stored)
        tell_moderators(tx, stored.server, AUDIT, ruling.id)


def check(live: LiveMatch, user: int) -> None:
    """Refuse acts on a match that is over, or of somebody who plays or has played in it."""
    if live.match.end:
        raise RefusedError(ServiceRefusal.MATCH_OVER, live=live)
    if user in live.everybody:
        raise RefusedError(ServiceRefusal.OWN_GAME, live=live)


def _resumed(stored: StoredMatch, ruling: StoredRuling) -> StoredMatch:
    """The match with its clock running again: the pause has cost nobody any time."""
    assert stored.paused is not None
    runs, clock = replace(stored, paused=None), stored.clock
    return runs if clock is None else runs.on_clock(clock.skip(stored.paused, ruling.at), ruling.at)
