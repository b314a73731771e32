"""Polls: *Who is ahead?*, by Discord's own polls, once in a game if somebody asks for it."""

import contextlib
from collections.abc import Iterable
from datetime import timedelta

import discord

from bot.chat.base.answer import NO_MENTIONS, Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind
from bot.chat.common.permissions import check_access, permissions_at
from bot.chat.controls.components import ControlButton
from bot.features.polls import texts
from bot.features.polls.service import POLL, PollRefusal, Polls, check_poll
from bot.messages import phrases
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.storage.rows import StoredMessage

OPEN_FOR = timedelta(hours=24)
"""How long people can vote."""


class PollRequests(Feature):
    """The button that asks for a poll."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._polls = Polls(bot.service.store, bot.service.matches.cache, bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls, and the messages."""
        await super().cog_load()
        self.bot.shows(PollMessages(self.bot))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Poll: who is ahead?*, after some moves and while the match runs."""
        with contextlib.suppress(RefusedError):
            check_poll(live.match)
            yield Rank.ASK, ControlButton(Control("poll", live.id), text("button-poll"))

    @control("poll")
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Have the poll posted where the match is played, if bot and asker may do that."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        check_poll(live.match)
        before = await self._polls.asked(live.id)
        if before is not None and before.message is not None:
            return Answer(self._there(live, before), refused=True)
        ours, theirs = permissions_at(interaction, live.channel_id)
        if missing := _missing(interaction.guild, live.channel_id, ours):
            return Answer(texts.impossible(live.channel_id, missing), refused=True)
        if _missing(interaction.guild, live.channel_id, theirs):
            raise RefusedError(PollRefusal.NOT_ALLOWED)
        before = await self._polls.ask(live.id)
        if before is not None:
            return Answer(self._there(live, before), refused=True)
        return Answer(texts.sent(live.channel_id, OPEN_FOR))

    def _there(self, live: LiveMatch, one: StoredMessage) -> str:
        link = phrases.address(live.server, one.channel_id, one.message)
        return texts.there(link)


class PollMessages(MessageKind):
    """The polls, recognised by the number of the match in their question."""

    kinds = (POLL,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content | None:
        """The poll; None if the match is over, or if the bot may not post polls any more.

        A poll must not hold up the boards behind it until a permission comes back.
        """
        matches = self._bot.service.matches
        live = await matches.live(one.number)
        if live.match.end is not None:
            return None
        channel = self._bot.get_channel(one.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            ours = channel.permissions_for(channel.guild.me)
            if _missing(channel.guild, channel.id, ours):
                return None
        poll = discord.Poll(texts.question(live), OPEN_FOR)
        for answer in texts.answers(live, await matches.names(live.players)):
            poll.add_answer(text=answer)
        return {"poll": poll, "allowed_mentions": NO_MENTIONS}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is a poll about this match."""
        if there.poll is None:
            return False
        live = await self._bot.service.matches.live(one.number)
        return there.poll.question == texts.question(live)


def _missing(guild: discord.Guild | None, channel_id: int, has: discord.Permissions) -> list[str]:
    """The permissions that somebody lacks for a poll in a channel, by discord.py's names."""
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    in_thread = isinstance(channel, discord.Thread)
    needed = ["view_channel", "send_messages_in_threads" if in_thread else "send_messages"]
    return [name for name in (*needed, "send_polls") if not getattr(has, name)]


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(PollRequests(bot))
