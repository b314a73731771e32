"""``/notify``: where and when people are called, and the messages that call them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.answers.responses import UNANSWERED, respond
from bot.chat.base.answer import NO_MENTIONS, Answer
from bot.chat.base.bot import Bot, Button, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.common.home_zone import guessed
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.features.notifications import texts
from bot.features.notifications.service import CALL, DIRECT, Notifications
from bot.features.notifications.store import AT_NIGHT, Chosen, read_night, write_night
from bot.messages.catalogue import text
from bot.service.calls import Where
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredMessage
from bot.storage.transaction import Transaction
from engine.clock import Reminder
from engine.rest import MIDNIGHT, USUAL_NIGHT, Night

NONE = "none"
"""The choice of no quiet hours."""
HOURS = tuple(
    write_night(Night(60 * begins % MIDNIGHT, 60 * ends))
    for begins, ends in (
        *((begins, ends) for begins in (21, 22, 23, 24) for ends in (6, 7, 8, 9)),
        *((20, 8), (8, 16), (8, 17), (9, 17), (9, 18)),
    )
)
"""The quiet hours to choose from, besides one's nights."""
MOST_OPENED = 4
"""The games with a button of their own, in one row with the settings."""
CLOSED = (10003, 50001, 50007, 50278)
"""Discord's codes for somebody who takes no direct messages from us, or has left our servers."""


class NotificationSettings(Feature):
    """Where and when people are called."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._notifications = Notifications(bot.service)

    async def cog_load(self) -> None:
        """Register the controls and the messages, and call people from now on."""
        await super().cog_load()
        self.bot.shows(Calling(self.bot, self._notifications))
        self._notifications.register(self.service)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Leave people in peace who have just pressed or typed something."""
        if interaction.type is not discord.InteractionType.autocomplete:
            self._notifications.seen(interaction.user.id)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="notify", description=text("command-notify"))
    async def notify_command(self, interaction: Interaction) -> None:
        """``/notify``."""
        await respond(interaction, self.settings(interaction, Control("notify", 0)))

    @control("notify", direct=True)
    async def settings(self, interaction: Interaction, control: Control) -> Answer:
        """Show somebody their own settings."""
        del control
        return _panel(await self._notifications.of(interaction.user.id))

    @control("notifywhere", direct=True)
    async def choose_where(self, interaction: Interaction, control: Control) -> Answer:
        """Call them there; direct messages only if a first one arrives."""
        where = next((one for one in Where if one == control.text), None)
        if where is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        if where is not Where.DIRECT:
            gone = {"channel_id": None, "refused": False}
            return await self._change(interaction, lambda old: replace(old, where=where, **gone))
        try:
            channel = await interaction.user.create_dm()
            await channel.send(text("notify-works"), view=view_of([_settings_button(0)]))
        except discord.HTTPException as error:
            if error.code not in CLOSED:
                return Answer(text("notify-unreachable"), refused=True)
            closed = {"where": Where.MENTION, "channel_id": None, "refused": True}
            return await self._change(interaction, lambda old: replace(old, **closed))
        except UNANSWERED:
            return Answer(text("notify-unreachable"), refused=True)
        open_now = {"where": where, "channel_id": channel.id, "refused": False}
        return await self._change(interaction, lambda old: replace(old, **open_now))

    @control("notifywhen", direct=True)
    async def choose_when(self, interaction: Interaction, control: Control) -> Answer:
        """Remind them at these times."""
        wanted = set(filter(None, control.text.split(",")))
        reminders = tuple(one for one in Reminder if one in wanted)
        if len(reminders) != len(wanted):
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return await self._change(interaction, lambda old: replace(old, reminders=reminders))

    @control("notifyquiet", direct=True)
    async def choose_quiet(self, interaction: Interaction, control: Control) -> Answer:
        """Do not ping them in these hours."""
        if control.text not in (NONE, AT_NIGHT, *HOURS):
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        quiet = None if control.text == NONE else control.text
        return await self._change(interaction, lambda old: replace(old, quiet=quiet))

    async def _change(self, interaction: Interaction, change: Callable[[Chosen], Chosen]) -> Answer:
        zone = guessed(str(interaction.locale))
        return _panel(await self._notifications.choose(interaction.user.id, zone, change))


class Calling(MessageKind):
    """Messages that call somebody, recognised by the number in their button."""

    kinds = (DIRECT, CALL)

    def __init__(self, bot: Bot, notifications: Notifications) -> None:
        self._bot = bot
        self._notifications = notifications

    async def content(self, one: StoredMessage) -> Content | None:
        """What waits for them."""
        news = await self._notifications.news(one)
        if news is None:
            return None
        service, calls = self._bot.service, one.kind == CALL
        several, opens = len(news.waiting) > 1, list[Button]()
        for match in news.waiting[:MOST_OPENED]:
            with suppress(RefusedError):  # its rules are not there any more
                live = await service.matches.live(match.id)
                opens += self._bot.under_reminder(live, named=several)
        return {
            "content": texts.news(news, service.matches.games, service.now(), calls=calls),
            "view": view_of([*opens, _settings_button(one.id)]),
            "allowed_mentions": calling([news.user]) if calls else NO_MENTIONS,
        }

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this message."""
        return any((c.name, c.subject) == ("notify", one.id) for c in controls_in(there))

    def gives_up(self, tx: Transaction, one: StoredMessage, code: int) -> bool:
        """Direct messages are not tried again if somebody takes none."""
        if one.kind != DIRECT or code not in CLOSED:
            return False
        self._notifications.refused(tx, one)
        return True


def _settings_button(message: int) -> ControlButton:
    return ControlButton(Control("notify", message), text("button-notify"))


def _panel(now: Chosen) -> Answer:
    option = discord.SelectOption
    where = [option(label=texts.where(p), value=p, default=p is now.where) for p in Where]
    when = [
        option(label=texts.when(one), value=one, default=one in now.reminders) for one in Reminder
    ]
    known = now.rest.night if now.rest else None
    night = text("notify-quiet-night", hours=texts.hours(known or USUAL_NIGHT))
    hours = [(one, texts.hours(read_night(one))) for one in HOURS]
    quiet = [
        option(label=label, value=value, default=value == (now.quiet or NONE))
        for value, label in ((NONE, text("notify-quiet-none")), (AT_NIGHT, night), *hours)
    ]
    selects = [
        ControlSelect(
            Control("notifywhere", 0, 0, CHOSEN), where, text("placeholder-notify-where")
        ),
        ControlSelect(
            Control("notifywhen", 0, 0, CHOSEN),
            when,
            text("placeholder-notify-when"),
            several=True,
        ),
        ControlSelect(
            Control("notifyquiet", 0, 0, CHOSEN), quiet, text("placeholder-notify-quiet")
        ),
    ]
    return Answer(texts.chosen(now), view_of(selects))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(NotificationSettings(bot))
