"""The post of a tournament in a forum, and where its rounds are told.

A tournament has one post, as it has one event: people follow it, and it does not fill the list of
the forum. It is a row among the messages as the event is. Each round is an ordinary message in it.
As long as the post is not there, or nothing can be sent to it, rounds are told in the channel of
the tournament, so nothing waits for a forum.
"""

from bot.features.tournaments.events import EVENT, never_made, renew_own, want_event, want_own
from bot.features.tournaments.store import RUNNING, SIGN_UP, StoredTournament
from bot.storage.rows import DELETED, Spot, StoredMessage
from bot.storage.transaction import Transaction

POST = "tpost"
"""The kind of notes: the post of a tournament. Its message has the number of its thread."""


def announce(tx: Transaction, stored: StoredTournament) -> None:
    """Want the event and the post of a tournament to show it as it is now stored."""
    want_event(tx, stored)
    wanted = stored.forum is not None and stored.state in (SIGN_UP, RUNNING)
    want_own(tx, POST, stored, stored.forum or 0, wanted=wanted)


def link_again(tx: Transaction, stored: StoredTournament) -> None:
    """The message to which its event and its post link is there."""
    for kind in (EVENT, POST):
        renew_own(tx, kind, stored)


def has_post(tx: Transaction, key: int) -> bool:
    """True if a tournament has had a post, or has one on its way."""
    one = tx.messages.with_note(f"{POST} {key}")
    return one is not None and not never_made(one)


def post_there(tx: Transaction, thread: int) -> int | None:
    """The tournament that has its post in this thread."""
    one = tx.messages.shown_as(thread)
    return one.number if one is not None and one.kind == POST else None


def tell_page(tx: Transaction, stored: StoredTournament, kind: str, page: int) -> None:
    """Want a page of a round told: where its first page is, else in the post if that is there."""
    there, number = Spot(stored.server, stored.channel_id), f"{stored.id} {stored.round}"
    first = tx.messages.with_note(f"{kind} {number} 0")
    post = tx.messages.with_note(f"{POST} {stored.id}")
    if first is not None:
        there = Spot(first.server, first.channel_id)
    elif post is not None and post.message is not None and post.desired != DELETED:
        refused = tx.messages.pause(post.message) is not None
        there = there if refused else Spot(post.server, post.message)
    tx.messages.add_note(kind, f"{number} {page}", there)


def tell_in_channel(tx: Transaction, one: StoredMessage, stored: StoredTournament) -> None:
    """A message cannot be sent to the post: tell it in the channel of the tournament."""
    kind, _, number = (one.note or "").partition(" ")
    tx.messages.forget(one.id)
    tx.messages.add_note(kind, number, Spot(stored.server, stored.channel_id))
