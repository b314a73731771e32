"""Who may see a match: whoever plays it, and whoever can see where it is played."""

from typing import Any

import discord

from bot.host import Sitting
from bot.refusals import RefusedError, Why


def check(interaction: discord.Interaction[Any], sitting: Sitting) -> None:
    """Raise `RefusedError` where the asker may not see ``sitting``, or asks on another server."""
    if sitting.server != interaction.guild_id or not _may_see(interaction, sitting):
        raise RefusedError(Why.NO_SUCH_MATCH)


def _may_see(interaction: discord.Interaction[Any], sitting: Sitting) -> bool:
    """Who is in a private thread is not known from outside of it."""
    user, guild = interaction.user, interaction.guild
    if user.id in sitting.players or interaction.channel_id == sitting.place:
        return True
    place = guild.get_channel_or_thread(sitting.place) if guild else None
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else place.parent
    if place is None or not isinstance(user, discord.Member):
        return False
    return place.permissions_for(user).view_channel
