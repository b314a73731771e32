"""Other hours of the day: with ``--hours=12`` all clocks of a test are so many hours ahead.

That of the bot, that of the stand-in for Discord, whose ids have times in them, and discord.py's:
so nothing compares two clocks that disagree. Only a bot in a process of its own has the host's.
"""

from datetime import timedelta

import discord

ahead = timedelta()
"""By how much clocks are ahead that are made from now on."""


def start_ahead(hours: float) -> None:
    """Let all clocks be so many hours ahead."""
    global ahead
    ahead, now = timedelta(hours=hours), discord.utils.utcnow
    discord.utils.utcnow = lambda: now() + ahead
