"""How people are called when a game waits for them: by a mention, unless they want it otherwise."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from bot.service.live_match import LiveMatch
from bot.storage.transaction import Transaction
from engine.clock import REMINDERS, Clock, Reminder
from engine.rest import Rest
from engine.turns import ANNULLED, OVERDUE, TIMEOUT

COLLECTED = timedelta(minutes=1)
"""Calls that are no mentions wait for others for so long, and for people who are at it anyway."""
COLLECTED_PART = 20
"""They wait no longer than one part in this many of the time for the move."""


class Where(StrEnum):
    """Where people are called."""

    MENTION = "mention"
    """In the channel of the game: its board mentions them."""
    DIRECT = "direct"
    """In a direct message, which a feature sends."""
    NOWHERE = "none"


@dataclass(frozen=True, slots=True)
class CallPreferences:
    """How somebody wants to be called."""

    where: Where = Where.MENTION
    reminders: Collection[Reminder] = REMINDERS
    quiet: Rest | None = None
    """Not in these hours."""

    def awake(self, at: datetime) -> datetime:
        """When quiet hours that it is ``at`` that time are over; else that time."""
        span = self.quiet.covering(at) if self.quiet else None
        return at if span is None else span.ends

    def reminder(self, clock: Clock, now: datetime) -> datetime | None:
        """When to remind them next of the move that they are to make."""
        wanted = () if self.where is Where.NOWHERE else self.reminders
        return clock.reminder(now, wanted, self.quiet)


USUAL = CallPreferences()


class Calls:
    """Who is called, and how; a feature that lets people choose takes the place of this."""

    def of(self, tx: Transaction, users: Collection[int]) -> Mapping[int, CallPreferences]:
        """How these people want to be called, as far as they have said so."""
        del tx, users
        return {}

    def later(self, tx: Transaction, user: int, at: datetime, since: datetime | None) -> None:
        """Call somebody whom no board mentions ``at`` that time.

        ``since``: for what has come since then; None: for whatever waits for them, as a reminder.
        """
        del tx, user, at, since

    def preferences_of(self, tx: Transaction, user: int) -> CallPreferences:
        """How somebody wants to be called."""
        return self.of(tx, [user]).get(user, USUAL)

    def mentionable(self, tx: Transaction, users: Collection[int], now: datetime) -> set[int]:
        """Those of these people whom a message in a channel may mention ``now``."""
        chosen = self.of(tx, users)
        return {user for user in users if _mentioned(chosen.get(user, USUAL), now)}

    def unmentioned(self, tx: Transaction, live: LiveMatch, now: datetime) -> set[int | None]:
        """Those whom the board after the last turn must not notify: also who ended the match."""
        chosen = self.of(tx, live.called)
        return {
            user for user, preferences in chosen.items() if not _mentioned(preferences, now)
        } | _ender(live)

    def turned(self, tx: Transaction, live: LiveMatch, now: datetime) -> None:
        """A turn was taken: call those whom its board does not mention."""
        self.wait_for(tx, {*live.called} - _ender(live), live.clock, now)

    def wait_for(
        self, tx: Transaction, users: Collection[int], clock: Clock | None, now: datetime
    ) -> None:
        """A game waits for these people from ``now`` on; call those whom no board mentions."""
        for user, preferences in self.of(tx, users).items():
            if preferences.where is not Where.NOWHERE and not _mentioned(preferences, now):
                whole = clock.whole if clock is not None and clock.limited else None
                wait = COLLECTED if whole is None else min(COLLECTED, whole / COLLECTED_PART)
                self.later(tx, user, preferences.awake(now + wait), now)


def _mentioned(preferences: CallPreferences, now: datetime) -> bool:
    return preferences.where is Where.MENTION and preferences.awake(now) <= now


def _ender(live: LiveMatch) -> set[int | None]:
    """Who has just ended the match, and so knows; empty while it goes on."""
    return {mover(live)} if live.match.end is not None else set()


def mover(live: LiveMatch) -> int | None:
    """Who has caused the last turn; None if the clock or a moderator has.

    Nobody takes a turn that follows by itself, or was planned: whom it tells of may not know.
    """
    log = live.match.turn_log
    last = log.last_action
    if last is not None and last.planned:
        last = next((turn for turn in reversed(log.moves) if not turn.planned), None)
    if last is None or last.text in (TIMEOUT, OVERDUE, ANNULLED) or log.ruled:
        return None
    return live.players[last.seat]
