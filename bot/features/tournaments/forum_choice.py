"""The choice of a forum of the server, in which the bot can post."""

import discord
from discord import app_commands

from bot.chat.base.bot import Interaction
from bot.features.tournaments import event_texts
from bot.features.tournaments.refusing import TournamentRefusal
from bot.messages.phrases import channel, permissions
from bot.service.refusals import RefusedError

FOR_POSTS = ("view_channel", "send_messages", "send_messages_in_threads", "read_message_history")
"""The permissions that a post in a forum needs."""
FOR_THEIR_POSTS = ("view_channel", "send_messages")
"""Those with which people themselves post there: the bot does it for nobody else."""
MOST_TAGS = 5


class Forum(app_commands.Transformer):
    """An option that is a forum."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Forums; discord.py's own option would offer media channels, too."""
        return [discord.ChannelType.forum]

    async def transform(  # pyright: ignore[reportIncompatibleMethodOverride] (other names)
        self, interaction: Interaction, value: app_commands.AppCommandChannel
    ) -> app_commands.AppCommandChannel:
        """What Discord says of it."""
        del interaction
        return value


Chosen = app_commands.Transform[app_commands.AppCommandChannel, Forum]


def checked(interaction: Interaction, chosen: app_commands.AppCommandChannel | None) -> int | None:
    """The chosen forum. Raises `RefusedError` for one in which the bot or the asker cannot post."""
    if chosen is None:
        return None
    forum, named = chosen.resolve(), channel(chosen.id)
    ours = theirs = discord.Permissions.none()
    if isinstance(forum, discord.ForumChannel) and isinstance(interaction.user, discord.Member):
        ours, theirs = map(forum.permissions_for, (forum.guild.me, interaction.user))
    for why, has, needed in (
        (TournamentRefusal.NO_POSTS, ours, FOR_POSTS),
        (TournamentRefusal.NO_POSTS_OF_YOURS, theirs, FOR_THEIR_POSTS),
    ):
        if missing := permissions(name for name in needed if not getattr(has, name)):
            raise RefusedError(why, forum=named, permissions=missing)
    if isinstance(forum, discord.ForumChannel) and forum.flags.require_tag and not tags_in(forum):
        raise RefusedError(TournamentRefusal.NO_TAG, forum=named)
    return chosen.id


def tags_in(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    """The tags of a forum that say a tournament, if the bot may give them. Any other would say
    something that is not so."""
    may_all = forum.permissions_for(forum.guild.me).manage_threads
    given = [tag for tag in forum.available_tags if may_all or not tag.moderated]
    return [tag for tag in given if event_texts.says_tournament(tag.name)][:MOST_TAGS]
