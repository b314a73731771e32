"""Loads matches: the newest state from memory if it is there, everything else by replay."""

import contextlib
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from threading import Lock

from bot.service.current_time import Now, utc_now
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import is_passing
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction
from engine.clock import Clock
from engine.game import Game
from engine.match import End, Match

log = logging.getLogger(__name__)

REMEMBERED = 500
"""Matches that are kept in memory."""


class MatchCache:
    """The matches that were used last, as they are after their newest turn."""

    def __init__(
        self, games: Mapping[str, Game], remembered: int = REMEMBERED, now: Now = utc_now
    ) -> None:
        self._games = games
        self._now = now
        self._remembered = remembered
        self._matches: OrderedDict[int, LiveMatch] = OrderedDict()
        self._unreadable: set[int] = set()
        """The matches of which the operator has heard."""
        self._using = Lock()  # transactions run in threads of their own

    def knows(self, stored: StoredMatch) -> bool:
        """True if the game of this match is installed, with the same rules."""
        game = self._games.get(stored.game)
        return game is not None and game.ruleset == stored.ruleset

    def known(self, match_id: int) -> LiveMatch | None:
        """The match as memory has it: it may be out of date, and its clock may have moved."""
        with self._using:
            return self._matches.get(match_id)

    def load(self, tx: Transaction, stored: StoredMatch, ply: int | None = None) -> LiveMatch:
        """The match as it is, or as it was after ``ply`` turns. Raises `RefusedError`."""
        ply = stored.ply if ply is None else ply
        known = self.known(stored.id)
        match = None if known is None else known.match
        if match is None or match.ply != ply:
            match = self._replayed(tx, stored, ply)
        live = _live(tx, stored, match, stored.clock if ply == stored.ply else None)
        if live.clock is not None and live.clock.rests:
            live = replace(live, away=live.clock.absences(self._now()))
        if ply == stored.ply:
            self.remember(live)
        return live

    def end_of(self, tx: Transaction, stored: StoredMatch) -> End | None:
        """How a match ended, by replay; None if it runs or cannot be read."""
        with contextlib.suppress(RefusedError):
            return self._replayed(tx, stored, stored.ply).end
        return None

    def _replayed(self, tx: Transaction, stored: StoredMatch, ply: int) -> Match:
        if not self.knows(stored):
            raise RefusedError(ServiceRefusal.UNKNOWN_RULES, match=stored)
        game = self._games[stored.game]
        try:
            turns, options = tx.turns.of(stored.id, ply), game.complete(stored.options)
            return Match.replay(game, options, len(stored.players), turns)
        except Exception as error:  # whatever is wrong with it, the other matches are played on
            if is_passing(error):
                raise
            if stored.id not in self._unreadable:
                self._unreadable.add(stored.id)
                log.error("match %s cannot be read and is set aside: %r", stored.id, error)
            raise RefusedError(ServiceRefusal.UNREADABLE, match=stored) from error

    def states(self, tx: Transaction, stored: StoredMatch, plies: Sequence[int]) -> list[LiveMatch]:
        """The match as it was after each of ``plies``, which ascend. Raises `RefusedError`."""
        first, last = plies[0], plies[-1]
        match, states = self.load(tx, stored, first).match, dict[int, Match]()
        states[first] = match
        for turn in tx.turns.of(stored.id, last)[first:] if last > first else ():
            match = match.take(turn)
            states[match.ply] = match
        return [_live(tx, stored, states[ply], None) for ply in plies]

    def remember(self, live: LiveMatch) -> None:
        """Keep the match in memory, unless a later state of it is there."""
        with self._using:
            known = self._matches.get(live.id)
            if known is None or known.match.ply <= live.match.ply:
                self._matches[live.id] = live
            self._matches.move_to_end(live.id)
            while len(self._matches) > self._remembered:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a new process has."""
        with self._using:
            self._matches.clear()


def _live(tx: Transaction, stored: StoredMatch, match: Match, clock: Clock | None) -> LiveMatch:
    decided = match.turn_log.ruled or stored.paused is not None
    ruling = tx.audit.last_of(stored.id) if decided else None
    return LiveMatch(
        id=stored.id,
        server=stored.server,
        channel_id=stored.channel_id,
        card_channel_id=stored.card_channel_id,
        place=stored.place,
        players=stored.players,
        match=match,
        control=stored.control,
        clock=clock,
        rematch_of=stored.rematch_of,
        paused=stored.paused,
        paused_by=None if stored.paused is None or ruling is None else ruling.user,
        given=timedelta() if clock is None else timedelta(seconds=stored.given_s),
        reason="" if ruling is None or not match.turn_log.ruled else ruling.reason,
        levels=stored.levels,
        allowed=stored.allowed,
        sides_chosen=stored.black is not None,
        pictures=stored.pictures,
        part_of=stored.part_of,
        left_by=stored.left_by,
    ).before_takeovers()
