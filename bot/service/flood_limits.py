"""Rate limits for challenges that ping others. Ordinary players never meet them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import settings_in
from bot.storage.rows import StoredChallenge
from bot.storage.transaction import Transaction

WINDOW = timedelta(minutes=10)
MOST_CALLS = 3
"""Challenges of one person to the same other person within the window that did not become games."""
MOST_CHALLENGES = 10
"""Such challenges of one person to anybody, in all channels."""
MOST_DECLINED, DECLINED_WITHIN = 3, timedelta(hours=24)
"""Challenges of one person that the same other person declines before no more are possible until
the first of them is so long ago."""
MOST_CALLED = 10
"""Such challenges of anybody to one person, of which they are notified; later ones are as valid,
but their cards are quiet. If they were refused, a few people could shut somebody off."""


def call_role(tx: Transaction, new: StoredChallenge) -> None:
    """Let the card of ``new`` call the role of its server for challenges to anybody.

    Not if another card has called it within the window: whoever has that role hears of a busy
    evening once, not of each challenge.
    """
    if settings_in(tx, new.server).called is None:
        return
    _, _, when = (tx.meta.get(_called(new.server)) or "").partition(" ")
    if not when or datetime.fromisoformat(when) <= new.opened - WINDOW:
        tx.meta.set(_called(new.server), f"{new.id} {new.opened.isoformat()}")


def called_role(tx: Transaction, asked: StoredChallenge) -> int | None:
    """The role that the card of a challenge calls, if it does."""
    called = (tx.meta.get(_called(asked.server)) or "").split(" ")[0] == str(asked.id)
    return settings_in(tx, asked.server).called if called else None


def _called(server: int) -> str:
    """The note of the last challenge on a server whose card called the role, and of its time."""
    return f"called {server}"


def check_standing(tx: Transaction, new: StoredChallenge) -> None:
    """Refuse a second open challenge of one person to the same other person to the same game."""
    for seat in new.invitations:
        asked = None if seat.level else seat.user
        standing = asked and tx.challenges.standing(new, asked)
        if standing:
            card = tx.messages.card_of(standing.id)
            about = {
                "user": seat.user,
                "challenge": standing,
                "card": card and card.message,
            }
            raise RefusedError(ServiceRefusal.CHALLENGE_STANDS, **about)


def check_calls(
    tx: Transaction, challenger: int, invited: Iterable[int | None], now: datetime
) -> None:
    """Refuse a challenge that would call people too often. The refusal says when it is possible."""
    made = tx.challenges.not_accepted_since(challenger, now - WINDOW)
    when = sorted({challenge: opened for challenge, opened, _ in made}.values())
    if len(when) >= MOST_CHALLENGES:
        again = when[-MOST_CHALLENGES] + WINDOW
        raise RefusedError(ServiceRefusal.CHALLENGED_OFTEN, when=again)
    for user in invited:
        if user is None:
            continue
        called = sorted(opened for _, opened, whom in made if whom == user)
        if len(called) >= MOST_CALLS:
            again = called[-MOST_CALLS] + WINDOW
            raise RefusedError(ServiceRefusal.CALLED_OFTEN, user=user, when=again)
        declined = tx.challenges.declined_since(challenger, user, now - DECLINED_WITHIN)
        if len(declined) >= MOST_DECLINED:
            again = declined[-MOST_DECLINED] + DECLINED_WITHIN
            raise RefusedError(ServiceRefusal.DECLINED_OFTEN, user=user, when=again)


def called_often(tx: Transaction, asked: StoredChallenge) -> set[int]:
    """The invited people whom this challenge does not call: others have called them enough."""
    since, invited = asked.opened - WINDOW, {one.user for one in asked.invitations if not one.level}
    return {
        user
        for user in invited
        if user and tx.challenges.number_of_calls(user, since, asked.id) >= MOST_CALLED
    }
