"""*Report…* behind *More…*: what happened in a game, for the moderators of its server."""

from collections.abc import Iterable

import discord

from bot.chat.base.answer import NO_MENTIONS, Answer, To, as_file
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, controls_in
from bot.chat.common.permissions import check_access
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.reports import texts
from bot.features.reports.service import REPORT, Reports
from bot.messages import phrases
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.storage.rows import StoredMessage


class ReportForms(Feature):
    """The form in which people say what happened."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._reports = Reports(bot.service)

    async def cog_load(self) -> None:
        """Register the controls, and the messages."""
        await super().cog_load()
        self.bot.shows(ReportMessages(self.bot, self._reports))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Report…*, where others see the game."""
        if not live.solo:
            yield Rank.REPORT, ControlButton(Control("report", live.id), text("button-report"))

    @control("report")
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        await self._reports.check(live.id, interaction.user.id)
        return forms.several_lines(
            Control("reported", live.id),
            text("title-report", id=str(live.id)),
            text("field-report"),
            text("hint-report"),
            texts.LONGEST_REPORT,
        )

    @control("reported", to=To.NEW)
    async def report(self, interaction: Interaction, control: Control) -> Answer:
        """Pass on what the form says."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        said = forms.field_text(interaction)[: texts.LONGEST_REPORT]
        await self._reports.report(live.id, interaction.user.id, said, event_id=interaction.id)
        return Answer(text("report-sent"))


class ReportMessages(MessageKind):
    """Reports with the newest board, recognised by the number in their button."""

    kinds = (REPORT,)

    def __init__(self, bot: Bot, reports: Reports) -> None:
        self._bot = bot
        self._reports = reports

    async def content(self, one: StoredMessage) -> Content | None:
        """What was reported, for the moderators; it calls nobody."""
        report = await self._reports.get(one.number)
        if report is None:
            return None
        matches = self._bot.service.matches
        live = await matches.live(report.match)
        board = await matches.newest_board(live.id)
        name = f"report-{one.number}"
        picture = await self._bot.pictures.of(live.match, name)
        show = ControlButton(
            Control("look", live.id, one.number, REPORT), text("button-show-board")
        )
        link = phrases.address(live.server, live.channel_id, board)
        return {
            "content": texts.line(report, live, link),
            "file": as_file(picture),
            "view": view_of([show]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this report."""
        wanted = ("look", one.number, REPORT)
        return any((c.name, c.ply, c.text) == wanted for c in controls_in(there))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(ReportForms(bot))
