"""The seats that a challenge offers: who may take them, and who is invited."""

from collections.abc import Iterable

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import Invitation, StoredChallenge


def people(challenger: int | None, seats: Iterable[Invitation]) -> list[int | None]:
    """The challenger and all others who are no computers; None stands for anybody."""
    return [challenger, *(seat.user for seat in seats if seat.level is None)]


def seat_for(user: int, asked: StoredChallenge) -> int:
    """The number of the invitation that ``user`` may take: by name if possible. May refuse."""
    invited = [seat.user for seat in asked.invitations]
    for wanted in (user, None):
        if wanted in invited:
            return invited.index(wanted)
    raise RefusedError(ServiceRefusal.NOT_ASKED, challenge=asked)


def is_lobby(asked: StoredChallenge) -> bool:
    """Whether a seat can become free again: the challenge goes on without whoever leaves."""
    return len(asked.invitations) > 1 and asked.rematch_of is None
