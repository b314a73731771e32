"""Makes, finds and changes the post of a tournament in a forum."""

from collections.abc import Iterable
from typing import Any

import discord
from discord.http import Route

from bot.chat.base.answer import NO_MENTIONS
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, OwnRequests
from bot.chat.controls.components import view_of
from bot.features.tournaments import event_texts
from bot.features.tournaments.forum_choice import tags_in
from bot.features.tournaments.messages import join_button, standings_button
from bot.features.tournaments.posts import POST
from bot.features.tournaments.service import Tournaments, View
from bot.features.tournaments.store import RUNNING, SIGN_UP
from bot.service.shown_messages import ARCHIVED, EDITED_TOO_OFTEN
from bot.storage.rows import StoredMessage
from bot.storage.transaction import Transaction

UNTIL_ARCHIVED = 10080
"""Minutes without a message after which Discord hides a post: a week is the longest choice."""


class Posts(OwnRequests):
    """The posts: each is a thread with its first message, which has the same number."""

    kinds = (POST,)

    def __init__(self, bot: Bot, tournaments: Tournaments) -> None:
        self._bot = bot
        self._tournaments = tournaments

    async def content(self, one: StoredMessage) -> Content | None:
        """The request; None if the tournament is over, or the forum is gone."""
        view = await self._tournaments.view(one.number)
        forum = await self._forum(one.channel_id)
        if forum is None or view.stored.state not in (SIGN_UP, RUNNING):
            return None
        shown = await self._first(view)
        # discord.py's own method adds the type of the thread, which Discord does not ask for here.
        return {
            "name": event_texts.title(view.stored),
            "auto_archive_duration": UNTIL_ARCHIVED,
            "applied_tags": [str(tag.id) for tag in tags_in(forum)],
            "message": {
                "content": shown["content"],
                "components": shown["view"].to_components(),
                "allowed_mentions": NO_MENTIONS.to_dict(),
            },
        }

    async def _forum(self, number: int) -> discord.ForumChannel | None:
        try:
            there = self._bot.get_channel(number) or await self._bot.fetch_channel(number)
        except (discord.NotFound, discord.Forbidden):
            return None
        return there if isinstance(there, discord.ForumChannel) else None

    async def _first(self, view: View) -> Content:
        """Its first message: the terms and how far it is, at the end who has won."""
        stored, buttons = view.stored, [standings_button(view, POST)]
        if stored.state == SIGN_UP:
            buttons.insert(0, join_button(stored.id))
        game = self._bot.service.matches.games[stored.game]
        link = event_texts.link(stored, await self._tournaments.told(stored))
        return {
            "content": event_texts.post(view, game, link),
            "view": view_of(buttons),
            "allowed_mentions": NO_MENTIONS,
        }

    async def make(self, one: StoredMessage, content: Content) -> int:
        """Make the thread and its first message at once."""
        route = Route("POST", "/channels/{channel_id}/threads", channel_id=one.channel_id)
        return int((await self._bot.http.request(route, json=content))["id"])

    async def find(self, one: StoredMessage) -> int | None:
        """Our thread in the forum with the buttons of this tournament, newer than the command that
        made that."""
        http, me = self._bot.http, self._bot.user
        assert me is not None
        stored = (await self._tournaments.view(one.number)).stored
        try:
            listed = [*(await http.get_active_threads(one.server))["threads"]]
            listed += (await http.get_public_archived_threads(one.channel_id))["threads"]
        except discord.NotFound:  # the server or the forum, and with it the post
            return None
        for thread in listed:
            number = int(thread["id"])
            ours = (str(thread["owner_id"]), str(thread["parent_id"]))
            if ours != (str(me.id), str(one.channel_id)) or number <= stored.event_id:
                continue
            try:
                there = await http.get_message(number, number)
            except discord.NotFound:
                continue
            if stored.id in _tournaments_under(there.get("components", ())):
                return number
        return None

    async def change(self, one: StoredMessage) -> bool:
        """Bring its first message up to date; an archived thread is opened for that."""
        assert one.message is not None
        shown = await self._first(await self._tournaments.view(one.number))
        thread = self._bot.get_partial_messageable(one.message)
        there = thread.get_partial_message(one.message)
        try:
            try:
                await there.edit(**shown)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await self._bot.http.edit_channel(one.message, archived=False)
                await there.edit(**shown)
        except discord.NotFound:
            return False
        return True

    def gives_up(self, tx: Transaction, one: StoredMessage, code: int) -> bool:
        """True whatever Discord says, unless it is too early: the next round tries again."""
        del tx, one
        return code != EDITED_TOO_OFTEN


def _tournaments_under(rows: Iterable[Any]) -> set[int]:
    """The tournaments whose post has these controls, as Discord describes them."""
    parts = (part for row in rows for part in row.get("components", ()))
    found = (Control.read(part.get("custom_id") or "") for part in parts)
    return {one.subject for one in found if one and (one.name, one.text) == ("tstand", POST)}
