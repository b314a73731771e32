"""``/time``: one's zone and nights. ``/away``: vacation, which stops one's clocks."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import discord
from discord import app_commands

from bot.chat.answers.responses import respond, suggesting
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.base.message_kinds import Content, MessageKind, calling
from bot.chat.common.home_zone import guessed
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.features.absence import texts, zones
from bot.features.absence.service import ABOUT, TAKEN, Absence, Presence, Waiting, Who, excused
from bot.features.absence.service import AWAY as AWAY_NOTE
from bot.messages.catalogue import text
from bot.messages.phrases import clock_time, plain, shortened
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredMessage
from engine.game import OptionError
from engine.rest import LONGEST_NIGHT, MIDNIGHT, Night, zone_of
from engine.time_control import TimeControl, read_duration

NIGHTS = tuple(
    Night(60 * begins % MIDNIGHT, 60 * (begins + hours) % MIDNIGHT)
    for begins, lengths in (
        (21, (8, 9)),
        (22, (7, 8, 9, 10)),
        (23, (7, 8, 9, 10)),
        (24, (6, 7, 8, 9, 10)),
        (25, (7, 8, 9)),
        (26, (7, 8, 9)),
        (27, (7, 8, 9)),
    )
    for hours in lengths
)
"""Those to choose from; others can be typed."""
AWAY = tuple(timedelta(days=days) for days in (1, 3, 7, 14))
FOREVER = timedelta(days=365)
LONGEST_TYPED = 60
NOON = MIDNIGHT // 2
_NIGHT = re.compile(
    r"\s*(\d{1,2})(?:[:.](\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d\d))?\s*", re.ASCII
)


class Absences(Feature):
    """Nights in one's own zone, and vacation."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._absence = Absence(bot.service.store, bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls and the commands, and what saves a game that would be lost."""
        await super().cog_load()
        self.bot.shows(AwayNotes(self.bot, self._absence))
        self.service.deadlines.excuses.append(excused)

    async def before_agreeing(self, interaction: Interaction, control: TimeControl) -> str:
        """Guess the nights of somebody whose clock is to stop at night, and say so once."""
        if not (control.nights or control.weekends):
            return ""
        presence = await self._absence.guess(_who(interaction))
        return "" if presence is None else texts.guessed(presence, control)

    # --- /time ---

    @app_commands.command(name="time", description=text("command-time"))
    @app_commands.describe(
        zone=text("command-option-time-zone"), night=text("command-option-time-night")
    )
    async def time_command(
        self, interaction: Interaction, zone: str | None = None, night: str | None = None
    ) -> None:
        """``/time``."""
        await respond(interaction, self._time(interaction, zone, night))

    @time_command.autocomplete("zone")
    @suggesting
    async def zone_suggestions(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """Zones by the names of their cities."""
        del interaction
        return [app_commands.Choice(name=zone, value=zone) for zone in zones.matching(typed)[:25]]

    async def _time(self, interaction: Interaction, zone: str | None, night: str | None) -> Answer:
        named = [] if zone is None else zones.named(zone)
        chosen = None if night is None else read_night(night)
        wrong = list[str]()
        if zone is not None and len(named) != 1:
            wrong.append(texts.no_zone(_shown(zone), named))
        if night is not None and chosen is None:
            wrong.append(text("absence-no-night", typed=_shown(night)))
        if len(named) != 1 and chosen is None:
            if wrong:
                return Answer("\n".join(wrong), refused=True)
            return self._time_panel(await self._absence.of(_who(interaction)), changed=False)
        panel = await self._changed(interaction, named[0] if len(named) == 1 else None, chosen)
        return replace(panel, text="\n".join([*wrong, panel.text]))

    @control("timezone", direct=True)
    async def choose_zone(self, interaction: Interaction, control: Control) -> Answer:
        """The zone in the text is one's own."""
        if not zones.is_zone(control.text):
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return await self._changed(interaction, control.text, None)

    @control("timenight", direct=True)
    async def choose_night(self, interaction: Interaction, control: Control) -> Answer:
        """The night in the text is one's own."""
        chosen = read_night(control.text)
        if chosen is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return await self._changed(interaction, None, chosen)

    async def _changed(
        self, interaction: Interaction, zone: str | None, night: Night | None
    ) -> Answer:
        presence = await self._absence.choose(_who(interaction), zone=zone, night=night)
        return self._time_panel(presence, changed=True)

    def _time_panel(self, presence: Presence, *, changed: bool) -> Answer:
        rest, now = presence.rest, self.service.now()
        there = [
            discord.SelectOption(
                label=shortened(texts.zone_choice(at, cities, zones.MOST_NAMED), 100),
                value=zone,
                default=zone == rest.zone,
            )
            for zone, at, cities in zones.by_time(now, rest.zone)
        ]
        own = () if rest.night is None else (rest.night,)
        nights = [
            discord.SelectOption(
                label=texts.night(night), value=write_night(night), default=night == rest.night
            )
            for night in sorted({*NIGHTS, *own}, key=_evening)
        ]
        selects = [
            ControlSelect(
                Control("timezone", 0, 0, CHOSEN), there, text("placeholder-absence-zone")
            ),
            ControlSelect(
                Control("timenight", 0, 0, CHOSEN), nights, text("placeholder-absence-night")
            ),
        ]
        return Answer(texts.your_time(presence, now, changed=changed), view_of(selects))

    # --- /away ---

    @app_commands.command(name="away", description=text("command-away"))
    @app_commands.describe(until=text("command-option-away-until"))
    async def away_command(self, interaction: Interaction, until: str | None = None) -> None:
        """``/away``."""
        await respond(interaction, self._away(interaction, until))

    async def _away(self, interaction: Interaction, typed: str | None) -> Answer:
        who = _who(interaction)
        presence = await self._absence.of(who)
        if typed is not None:
            until = _until(typed, self.service.now(), presence.rest.zone)
            if until is None:
                return Answer(text("absence-unreadable", typed=_shown(typed)), refused=True)
            await self._catch_up()
            presence = await self._absence.leave(who, until)
        return _vacation(presence)

    async def _catch_up(self) -> None:
        """Give back the time of an outage first: a clock may seem to have run out in it."""
        await self.service.outages.catch_up(self.service.process_shards.connected)

    @control("away", direct=True)
    async def go(self, interaction: Interaction, control: Control) -> Answer:
        """Go away for as many days as the ply says; 0: come back."""
        who, days = _who(interaction), control.ply or 0
        await self._catch_up()
        if not days:
            return _vacation(await self._absence.come_back(who))
        if timedelta(days=min(days, 999)) not in AWAY:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        until = self.service.now() + timedelta(days=days)
        return _vacation(await self._absence.leave(who, until))

    @control("awayalways", direct=True)
    async def take_automatically(self, interaction: Interaction, control: Control) -> Answer:
        """Whether a day is taken before a game is lost: the ply, 1 or 0."""
        automatic = bool(control.ply)
        who = _who(interaction)
        return _vacation(await self._absence.take_automatically(who, automatic=automatic))


class AwayNotes(MessageKind):
    """Notes that somebody is away, recognised by who it is and until when."""

    kinds = (AWAY_NOTE, TAKEN)

    def __init__(self, bot: Bot, absence: Absence) -> None:
        self._bot = bot
        self._absence = absence

    async def content(self, one: StoredMessage) -> Content | None:
        """A line for those who wait; it calls them, since they need not look for a while. None if
        nobody waits, or not any more."""
        waiting = await self._waiting(one)
        return None if waiting.until is None or not waiting.told else _line(waiting)

    async def full(self, one: StoredMessage) -> Content:
        """The line as it is true now: they may be back."""
        return _line(await self._waiting(one))

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` says this."""
        return there.content.startswith(texts.away_head(await self._waiting(one)))

    async def _waiting(self, one: StoredMessage) -> Waiting:
        return await self._absence.waiting(one.note or "", self._bot.service.shown_messages.calls)


def _line(waiting: Waiting) -> Content:
    called = [user for user in waiting.told[: texts.MOST_CALLED] if user in waiting.called]
    return {"content": texts.away(waiting), "allowed_mentions": calling(called)}


def _who(interaction: Interaction) -> Who:
    return Who(interaction.user.id, guessed(str(interaction.locale)))


def _vacation(presence: Presence) -> Answer:
    away, left = presence.rest.away, presence.vacation
    buttons = (
        [
            ControlButton(
                Control("away", 0, time // timedelta(days=1)),
                texts.for_days(time),
                disabled=time > left.left + ABOUT,
            )
            for time in AWAY
        ]
        if away is None
        else [
            ControlButton(Control("away", 0, 0), text("button-back"), discord.ButtonStyle.primary)
        ]
    )
    automatic = ControlButton(
        Control("awayalways", 0, int(not left.automatic)),
        text("button-automatic", automatic="yes" if left.automatic else "no"),
    )
    return Answer(texts.vacation(presence), view_of([*buttons, automatic]))


def _shown(typed: str) -> str:
    return plain(shortened(typed, LONGEST_TYPED))


def _evening(night: Night) -> tuple[int, int]:
    """For the order of nights: those that begin after midnight come last."""
    return (night.begins - NOON) % MIDNIGHT, night.length


def read_night(typed: str) -> Night | None:
    """The hours of sleep; None if they are none, or too many: ``23:00-7:00``, ``22 to 6``."""
    found = _NIGHT.fullmatch(typed[:LONGEST_TYPED])
    if found is None:
        return None
    hours, minutes = (int(found[1]), int(found[3])), (int(found[2] or 0), int(found[4] or 0))
    if max(hours) > 24 or max(minutes) > 59:
        return None
    begins, ends = (
        (60 * hour + minute) % MIDNIGHT for hour, minute in zip(hours, minutes, strict=True)
    )
    night = Night(begins, ends)
    return night if 0 < night.length <= LONGEST_NIGHT else None


def write_night(night: Night) -> str:
    """The inverse of `read_night`."""
    return f"{clock_time(night.begins)}-{clock_time(night.ends)}"


def _until(typed: str, now: datetime, zone: str) -> datetime | None:
    """The end of an absence: after so much time, or of its last day; None if it is neither."""
    typed = typed.strip().lower()[:LONGEST_TYPED]
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        pass
    else:
        if not now.year <= day.year <= now.year + 1:
            return None
        last = datetime.combine(day, time(), zone_of(zone))
        return (last + timedelta(days=1)).astimezone(UTC)
    try:
        return now + read_duration(typed, timedelta(seconds=1), FOREVER)
    except OptionError:
        return None


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Absences(bot))
