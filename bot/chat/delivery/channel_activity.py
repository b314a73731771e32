"""Counts others' messages: a living board must be near the bottom and young enough to edit."""

from collections import OrderedDict, deque
from datetime import timedelta

import discord

from bot.storage.rows import StoredMessage

MOST_FOREIGN_MESSAGES = 8
"""Messages of others under a living board; with more of them, the next turn gets a new board."""
OLD = timedelta(minutes=50)
"""Discord limits edits of messages that are older than an hour."""
REMEMBERED = 10_000
"""Channels whose last messages are remembered."""


class ChannelActivity:
    """The last messages of others in each channel, since this process has begun."""

    def __init__(self) -> None:
        self._since = discord.utils.time_snowflake(discord.utils.utcnow())
        self._messages = OrderedDict[int, deque[int]]()

    def add(self, channel_id: int, message: int) -> None:
        """Note a message of somebody else."""
        messages = self._messages.setdefault(channel_id, deque(maxlen=MOST_FOREIGN_MESSAGES + 1))
        messages.append(message)
        self._messages.move_to_end(channel_id)
        while len(self._messages) > REMEMBERED:
            self._messages.popitem(last=False)

    def is_far_up(self, board: StoredMessage) -> bool:
        """True if the board is old or has scrolled away, or if neither is known."""
        there = board.message or 0
        age = discord.utils.utcnow() - discord.utils.snowflake_time(there)
        if there < self._since or age > OLD:
            return True
        messages = self._messages.get(board.channel_id)
        return (
            messages is not None and len(messages) > MOST_FOREIGN_MESSAGES and messages[0] > there
        )
