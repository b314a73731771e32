"""The event of a tournament in the server's list: when it is wanted.

It is a row among the messages, in a lane of its own, so it is made once, kept up to date and made
again after a fault as they are, and holds up none of them.

A tournament has one event, which is edited from round to round. One for each round would notify
the whole server each time, although the players are called by their boards, and would lose those
who have said that they are interested.
"""

from datetime import datetime, timedelta

from bot.features.tournaments.store import RUNNING, SIGN_UP, StoredTournament
from bot.service.server_settings import Setting, settings_in
from bot.service.shown_messages import QUICK
from bot.storage.rows import DELETED, FULL, Spot, StoredMessage
from bot.storage.transaction import Transaction

EVENT = "tevent"
"""The kind of notes: the event of a tournament."""
LISTED = Setting("events", lambda kept: kept if isinstance(kept, bool) else None)
"""Whether the server's list of events shows its tournaments; None: it does."""
OF_AN_EVENING, OF_DAYS = timedelta(hours=3), timedelta(days=14)
"""How far away the end of an event is set, since each must have one. It is moved on in time."""


def want_event(tx: Transaction, stored: StoredTournament) -> None:
    """Want the event of a tournament to show it as it is now stored."""
    begins = stored.state == RUNNING or (stored.state == SIGN_UP and stored.until is not None)
    wanted = begins and LISTED.of(settings_in(tx, stored.server)) is not False
    want_own(tx, EVENT, stored, stored.event_id, wanted=wanted)


def want_own(
    tx: Transaction, kind: str, stored: StoredTournament, lane: int, *, wanted: bool
) -> None:
    """Want what a tournament has one of, brought up to date or, if it is ``wanted``, made."""
    one = tx.messages.with_note(f"{kind} {stored.id}")
    if one is not None and not never_made(one):
        renew_own(tx, kind, stored)
    elif wanted:
        if one is not None:
            tx.messages.forget(one.id)
        note = f"{kind} {stored.id}"
        tx.messages.add(kind, Spot(stored.server, lane), note=note, ply=stored.round)


def renew_own(tx: Transaction, kind: str, stored: StoredTournament) -> None:
    """Want the same brought up to date, if it is there or to be made."""
    one = tx.messages.with_note(f"{kind} {stored.id}")
    if one is not None:
        tx.messages.want([one], FULL, ply=stored.round)  # now, and not when it is next moved on


def never_made(one: StoredMessage) -> bool:
    """True if it was given up, such as for want of a permission that may be there by now."""
    return one.desired == DELETED and one.message is None


def lasts(stored: StoredTournament) -> timedelta:
    """How long an event is set to last from now on."""
    return OF_AN_EVENING if stored.control.pace <= QUICK else OF_DAYS


def move_on(tx: Transaction, one: StoredMessage, stored: StoredTournament, now: datetime) -> None:
    """Its event is there as of ``one``: want it to begin, or its end to be moved on in time."""
    found = tx.messages.get(one.id)
    if found is None or found.shown != found.rev or found.desired != FULL:
        return
    if stored.state == RUNNING:
        due = None if one.message is None else now + lasts(stored) / 2
        tx.messages.want([found], FULL, ply=stored.round, due=due)
