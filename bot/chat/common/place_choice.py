"""The choice of a game's place, as far as it can be made when a challenge is issued."""

import discord

from bot.chat.base.bot import Interaction
from bot.service.places import all_places, place_named
from bot.service.server_settings import ServerSettings

FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""The permissions that a game in a thread needs on top of those that every game needs."""


def chosen_place(
    interaction: Interaction, wished: str | None, decided: ServerSettings
) -> tuple[str, list[str]]:
    """The place of a game that is proposed here, one of `bot.service.places`.

    ``wished``: what the challenger has said; else the owner of the server decides, else it is a
    thread if there can be one. Also returns the permissions for a thread that the bot lacks, if a
    thread was wished for by either.
    """
    wanted = wished or decided.place
    if wanted is not None and not place_named(wanted).threads:
        return wanted, []
    others = [place.key for place in all_places().values() if place.chosen and not place.threads]
    if not isinstance(interaction.channel, discord.TextChannel):
        return others[0], []  # a thread or a voice channel has no threads: it is played there
    missing = [name for name in FOR_THREADS if not getattr(interaction.app_permissions, name)]
    if missing:
        return others[0], missing if wanted else []
    return wanted or next(iter(all_places())), []


def missing_for_threads(channel: object) -> list[str]:
    """The permissions for threads in this channel that the bot lacks, if it knows the channel."""
    if not isinstance(channel, discord.abc.GuildChannel):
        return []
    may = channel.permissions_for(channel.guild.me)
    return [name for name in FOR_THREADS if not getattr(may, name)]
