"""Finished games go to a channel of their own, if the owners of their server want that."""

from bot.service.live_match import LiveMatch
from bot.service.server_settings import Setting, positive, settings_in
from bot.storage.rows import Spot
from bot.storage.transaction import Transaction

SHOWCASE = "showcase"
"""The kind of the message that shows a finished game."""
FEWEST = 10
"""Games of fewer moves are not shown: hardly anything has happened in them."""
CHANNEL = Setting("showcase", positive)
"""The channel that receives finished games."""


def queue(tx: Transaction, live: LiveMatch) -> None:
    """Have a match shown that has just ended.

    Not if nobody else played, if it was very short, or if it does not count.
    """
    end, channel_id = live.match.end, CHANNEL.of(settings_in(tx, live.server))
    if channel_id is None or end is None or end.ranks is None:
        return
    if len(live.people) <= 1 or live.match.position.ply < FEWEST:
        return
    tx.messages.add_note(SHOWCASE, live.id, Spot(live.server, channel_id))
