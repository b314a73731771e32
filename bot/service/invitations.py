"""The seats that a challenge offers: who may take them, and who is invited."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.shown_messages import ShownMessages
from bot.storage.rows import EXPIRED, OPEN, STRIPPED, Invitation, StoredChallenge
from bot.storage.transaction import Transaction

CHALLENGE_STANDS = timedelta(hours=24)


def people(challenger: int | None, seats: Iterable[Invitation]) -> list[int | None]:
    """The challenger and all others who are no computers; None stands for anybody."""
    return [challenger, *(seat.user for seat in seats if seat.level is None)]


def ready(asked: StoredChallenge) -> list[int | None]:
    """The challenger and all others who have accepted and are no computers."""
    return people(asked.challenger, (seat for seat in asked.invitations if seat.accepted))


def seat_for(user: int, asked: StoredChallenge) -> int:
    """The number of the invitation that ``user`` may take: by name if possible. May refuse."""
    invited = [seat.user for seat in asked.invitations]
    for wanted in (user, None):
        if wanted in invited:
            return invited.index(wanted)
    raise RefusedError(ServiceRefusal.NOT_ASKED, challenge=asked)


def free_seat(asked: StoredChallenge) -> int:
    """The number of an invitation that anybody may take. May refuse."""
    for number, seat in enumerate(asked.invitations):
        if seat.user is None:
            return number
    raise RefusedError(ServiceRefusal.NO_FREE_SEAT, challenge=asked)


def is_lobby(asked: StoredChallenge) -> bool:
    """True if seats can become free again: the challenge goes on when an invited player leaves."""
    return len(asked.invitations) > 1 and asked.rematch_of is None


def open_challenge(tx: Transaction, challenge_id: int, now: datetime) -> StoredChallenge:
    """The challenge, if it can still be accepted. May refuse."""
    found = tx.challenges.get(challenge_id)
    if found is None:
        raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
    if found.state == OPEN and found.expires <= now:
        found = replace(found, state=EXPIRED)
    if found.state != OPEN:
        raise RefusedError(ServiceRefusal.CHALLENGE_OVER, challenge=found)
    return found


def close_challenge(
    tx: Transaction,
    shown: ShownMessages,
    asked: StoredChallenge,
    state: str,
    by: int | None = None,
) -> None:
    """End a challenge without a match; its card says so."""
    tx.challenges.close(asked.id, state, by=by)
    shown.closed(tx, replace(asked, state=state, closed_by=by))
    tx.messages.want_card(asked.id, STRIPPED)
