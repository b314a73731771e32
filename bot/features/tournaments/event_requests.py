"""Makes, finds and changes the event of a tournament in the list of its server."""

from datetime import UTC, datetime, timedelta
from typing import Any

import discord

from bot.chat.base.bot import Bot
from bot.chat.base.message_kinds import Content, OwnRequests
from bot.chat.common.permissions import everybody_sees
from bot.features.tournaments import event_texts
from bot.features.tournaments.events import EVENT, lasts, move_on
from bot.features.tournaments.rounds import queries_of
from bot.features.tournaments.service import Tournaments, View
from bot.features.tournaments.store import RUNNING, SIGN_UP
from bot.messages.phrases import channel_address
from bot.storage.rows import StoredMessage
from bot.storage.transaction import Transaction

SOON = timedelta(minutes=15)
"""Discord refuses an event that begins in the past, and its clock may be ahead of ours. What runs
already begins at once all the same."""
MISSING = (50001, 50013)
"""Discord's codes for want of a permission."""
_PRIVACY = discord.PrivacyLevel.guild_only.value
_EXTERNAL = discord.EntityType.external.value
_ACTIVE, _COMPLETED, _CANCELLED = (
    one.value
    for one in (
        discord.EventStatus.active,
        discord.EventStatus.completed,
        discord.EventStatus.cancelled,
    )
)


class Events(OwnRequests):
    """The events of tournaments: making one schedules it, changing it begins or ends it, too."""

    kinds = (EVENT,)

    def __init__(self, bot: Bot, tournaments: Tournaments) -> None:
        self._bot = bot
        self._tournaments = tournaments

    async def content(self, one: StoredMessage) -> Content | None:
        """The event to schedule; None if the tournament is over, or may not be listed."""
        view = await self._tournaments.view(one.number)
        stored = view.stored
        if stored.state not in (SIGN_UP, RUNNING) or not self._may(stored.server):
            return None
        if not await everybody_sees(self._bot, stored.server, stored.channel_id):
            return None  # everybody on the server sees its list of events
        return {
            "privacy_level": _PRIVACY,
            "entity_type": _EXTERNAL,
            "entity_metadata": {"location": channel_address(stored.server, stored.channel_id)},
            **await self._scheduled(view),
        }

    async def _scheduled(self, view: View) -> dict[str, Any]:
        """What an event says that has not begun, as organisers can change it until then."""
        start = self._bot.service.now() + SOON
        if view.stored.state == SIGN_UP and view.stored.until is not None:
            start = max(start, view.stored.until)
        begins = {"name": view.stored.name, "scheduled_start_time": _written(start)}
        return begins | await self._kept(view, start)

    def _may(self, server: int) -> bool:
        """False if the bot surely lacks the permission."""
        guild = self._bot.get_guild(server)
        may = None if guild is None else guild.me.guild_permissions
        return may is None or may.create_events or may.manage_events

    async def _kept(self, view: View, start: datetime) -> dict[str, Any]:
        """What is kept up to date: the round with its link, and the end."""
        stored = view.stored
        there = event_texts.link(stored, await self._tournaments.told(stored))
        return {
            "description": event_texts.description(
                view, self._bot.service.matches.games[stored.game], there
            ),
            "scheduled_end_time": _written(start + lasts(stored)),
        }

    async def make(self, one: StoredMessage, content: Content) -> int:
        """Schedule it."""
        made = await self._bot.http.create_guild_scheduled_event(one.server, **content)
        return int(made["id"])

    async def find(self, one: StoredMessage) -> int | None:
        """Our event about this tournament, newer than the command that made that."""
        try:
            listed = await self._bot.http.get_scheduled_events(one.server, with_user_count=False)
        except discord.NotFound:  # the server
            return None
        assert self._bot.user is not None
        stored = (await self._tournaments.view(one.number)).stored
        for event in listed:
            ours = str(event.get("creator_id")) == str(self._bot.user.id)
            says = (event.get("description") or "").endswith(event_texts.standings(stored))
            if ours and says and int(event["id"]) > stored.event_id:
                return int(event["id"])
        return None

    async def change(self, one: StoredMessage) -> bool:
        """Begin it with round 1, tell its round, and end it with the tournament."""
        assert one.message is not None
        http, view = self._bot.http, await self._tournaments.view(one.number)
        state, now = view.stored.state, self._bot.service.now()
        try:
            there = await http.get_scheduled_event(one.server, one.message, with_user_count=False)
        except discord.NotFound:  # somebody has deleted it, or it has ended
            return False
        if there["status"] in (_COMPLETED, _CANCELLED):
            return False
        begun = there["status"] == _ACTIVE
        changed: dict[str, Any] = {}
        if state not in (SIGN_UP, RUNNING):
            changed["status"] = _COMPLETED if begun else _CANCELLED
        elif state == RUNNING:
            start = datetime.fromisoformat(there["scheduled_start_time"])  # it may begin early
            changed = await self._kept(view, max(now, start))
            changed |= {} if begun else {"status": _ACTIVE}
        elif not begun:
            changed = await self._scheduled(view)
        if changed:
            await http.edit_scheduled_event(one.server, one.message, **changed)
        return True

    def shown(self, tx: Transaction, one: StoredMessage) -> None:
        """Begin it if the tournament has begun; then move its end on in time."""
        stored = queries_of(tx).get(one.number)
        if stored is not None:
            move_on(tx, one, stored, self._bot.service.now())

    def gives_up(self, tx: Transaction, one: StoredMessage, code: int) -> bool:
        """True for want of the permission; the next round tries again."""
        del tx, one
        return code in MISSING


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
