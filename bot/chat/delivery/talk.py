"""How much is said in channels: a living board must not be far up, nor too old to be edited."""

from collections import OrderedDict, deque
from datetime import timedelta

import discord

from bot.storage.rows import StoredMessage

MOST_TALK = 8
"""Messages of others under a living board; with more of them, the next turn gets a new board."""
OLD = timedelta(minutes=50)
"""Discord limits edits of messages that are older than an hour."""
REMEMBERED = 10_000
"""Channels whose last messages are remembered."""


class Talk:
    """The last messages of others in each channel, since this process has begun."""

    def __init__(self) -> None:
        self._since = discord.utils.time_snowflake(discord.utils.utcnow())
        self._said = OrderedDict[int, deque[int]]()

    def hear(self, channel_id: int, message: int) -> None:
        """Somebody else has written this message."""
        said = self._said.setdefault(channel_id, deque(maxlen=MOST_TALK + 1))
        said.append(message)
        self._said.move_to_end(channel_id)
        while len(self._said) > REMEMBERED:
            self._said.popitem(last=False)

    def is_far_up(self, board: StoredMessage) -> bool:
        """True if the board is old or has scrolled away; if nobody knows, this assumes talk."""
        there = board.message or 0
        age = discord.utils.utcnow() - discord.utils.snowflake_time(there)
        if there < self._since or age > OLD:
            return True
        said = self._said.get(board.channel_id)
        return said is not None and len(said) > MOST_TALK and said[0] > there
