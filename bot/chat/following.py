"""Calls the followers of a match by its boards."""

from typing import Any

import discord

from bot.chat.bot import Bot
from bot.chat.posts import calling
from bot.messages import spectators
from bot.messages.phrases import CONTENT_LIMIT
from bot.service.following import Following
from bot.service.live_match import LiveMatch


def following(bot: Bot) -> Following:
    """The followers of the bot's matches."""
    return Following(bot.service.store, bot.service.matches.cache)


async def call_followers(bot: Bot, live: LiveMatch, content: dict[str, Any]) -> None:
    """Let ``content``, the post that tells of the last turn of ``live``, call the followers too.

    It names them in a line of its own, as many as there is room for.
    """
    called: list[discord.abc.Snowflake] = []
    mentions = content.get("allowed_mentions")
    if isinstance(mentions, discord.AllowedMentions) and not isinstance(mentions.users, bool):
        called += mentions.users
    known = {one.id for one in called}
    new = [user for user in await following(bot).called(live) if user not in known]
    text = content.get("content", "")
    line = spectators.call(new, CONTENT_LIMIT - len(text) - 1)
    if line:
        content["content"] = f"{text}\n{line}"
        content["allowed_mentions"] = calling([*known, *new])
