"""``/admin``: moderators end, decide, pause and resume games, with a reason that everybody sees."""

from collections.abc import Awaitable, Sequence

import discord
from discord import app_commands

from bot.chat.answers.responses import respond, suggesting
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.config_rows import CHANNELS, ConfigRow
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.common.audit_lines import AuditLines
from bot.chat.common.permissions import check_access, check_moderator, is_moderator
from bot.chat.common.which_game import match_number
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.admin import texts
from bot.features.admin.service import AUDIT, RULING, Moderation, Ruled, check
from bot.messages import labels
from bot.messages.catalogue import text
from bot.messages.phrases import seat_name
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import AUDIT_CHANNEL, ServerSettings
from bot.storage.rows import StoredMessage
from engine.turns import DRAW

Reason = app_commands.Range[str, 1, texts.LONGEST_REASON]


@suggesting
async def _games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the games of this server that the asker may decide."""
    service, wanted = interaction.client.service, typed.strip().lower()
    settings = await service.servers.settings(interaction.guild_id or 0)
    running = await service.matches.headers(server=interaction.guild_id or 0)
    names = await service.matches.names({user for match in running for user in match.players})
    choices: list[app_commands.Choice[str]] = []
    for match in running:
        game = service.matches.games[match.game]
        label = labels.match_label(match, game, interaction.user.id, names)
        if wanted in label.lower() and is_moderator(interaction, match.channel_id, settings):
            choices.append(app_commands.Choice(name=label, value=str(match.id)))
    return choices


@suggesting
async def _winners(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the players of the chosen game, and a draw."""
    matches, match_id = (
        interaction.client.service.matches,
        match_number(getattr(interaction.namespace, "game", None)),
    )
    if match_id is None:
        return []
    live = await matches.live(match_id)
    check_access(interaction, live)
    names, wanted = await matches.names(live.players), typed.strip().lower()
    match = live.match
    content = {
        str(seat): texts.winner_choice(
            seat_name(match, match.game, seat), names[live.players[seat]]
        )
        for seat in match.turn_log.playing(match.seats)
    } | {DRAW: texts.draw_choice()}
    return [
        app_commands.Choice(name=name[: labels.LONGEST_DESCRIPTION], value=value)
        for value, name in content.items()
        if wanted in name.lower()
    ]


class Admin(Feature):
    """The commands of moderators."""

    admin = app_commands.Group(name="admin", description=text("command-admin"), guild_only=True)

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._moderation = Moderation(bot.service)

    async def cog_load(self) -> None:
        """Register the messages."""
        await super().cog_load()
        self.bot.shows(RulingLines(self.bot, self._moderation))
        self.bot.shows(RulingNotes(self.bot, self._moderation))

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The audit channel."""
        del server
        chosen = texts.config(AUDIT_CHANNEL.of(settings))
        return [ConfigRow(AUDIT_CHANNEL, CHANNELS, chosen, text("config-no-audit"))]

    @admin.command(name="end", description=text("command-admin-end"))
    @app_commands.describe(
        game=text("command-option-ruled-game"), reason=text("command-option-reason")
    )
    @app_commands.autocomplete(game=_games)
    async def end(self, interaction: Interaction, game: str, reason: Reason) -> None:
        """``/admin end``."""
        await respond(interaction, self._rule(interaction, game, "end", reason))

    @admin.command(name="adjudicate", description=text("command-admin-adjudicate"))
    @app_commands.describe(
        game=text("command-option-ruled-game"),
        winner=text("command-option-winner"),
        reason=text("command-option-reason"),
    )
    @app_commands.autocomplete(game=_games, winner=_winners)
    async def adjudicate(
        self, interaction: Interaction, game: str, winner: str, reason: Reason
    ) -> None:
        """``/admin adjudicate``."""
        await respond(interaction, self._ask_winner(interaction, game, winner, reason))

    @admin.command(name="pause", description=text("command-admin-pause"))
    @app_commands.describe(
        game=text("command-option-ruled-game"), reason=text("command-option-reason")
    )
    @app_commands.autocomplete(game=_games)
    async def pause(self, interaction: Interaction, game: str, reason: Reason) -> None:
        """``/admin pause``."""
        await respond(interaction, self._rule(interaction, game, "pause", reason))

    @admin.command(name="resume", description=text("command-admin-resume"))
    @app_commands.describe(
        game=text("command-option-ruled-game"), reason=text("command-option-reason")
    )
    @app_commands.autocomplete(game=_games)
    async def resume(self, interaction: Interaction, game: str, reason: Reason) -> None:
        """``/admin resume``."""
        await respond(interaction, self._rule(interaction, game, "resume", reason))

    async def _rule(self, interaction: Interaction, game: str, act: str, reason: str) -> Answer:
        live = await self._moderated(interaction, game)
        does = self._moderation
        acts = {"end": does.end, "pause": does.pause, "resume": does.resume}
        user = interaction.user.id
        return await self._done(acts[act](live.id, user, reason, event_id=interaction.id))

    async def _ask_winner(
        self, interaction: Interaction, game: str, winner: str, reason: str
    ) -> Answer:
        """A form that names the winner: sending it ends the game."""
        live = await self._moderated(interaction, game)
        check(live, interaction.user.id)
        seat = _seat(live, winner)
        return forms.one_field(
            Control("adjudicate", live.id, 0, DRAW if seat is None else str(seat)),
            texts.question(live, seat),
            text("field-reason"),
            text("hint-adjudicate-reason"),
            texts.LONGEST_REASON,
            reason,
        )

    @control("adjudicate")
    async def adjudicated(self, interaction: Interaction, control: Control) -> Answer:
        """End the game as the form says."""
        live = await self._moderated(interaction, str(control.subject))
        ruled = self._moderation.adjudicate(
            live.id,
            interaction.user.id,
            forms.field_text(interaction)[: texts.LONGEST_REASON],
            winner=_seat(live, control.text),
            event_id=interaction.id,
        )
        return await self._done(ruled)

    async def _moderated(self, interaction: Interaction, game: str) -> LiveMatch:
        """The match that is named, if the asker is a moderator there. May refuse."""
        match_id = match_number(game)
        if match_id is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        live = await self.matches.live(match_id)
        check_access(interaction, live)
        settings = await self.service.servers.settings(live.server)
        check_moderator(interaction, live.channel_id, settings)
        return live

    async def _done(self, ruling: Awaitable[Ruled]) -> Answer:
        ruled = await ruling
        return Answer(texts.done(ruled.ruling, ruled.live))


def _seat(live: LiveMatch, typed: str) -> int | None:
    """The seat that was chosen as the winner; None: a draw. May refuse."""
    match, wanted = live.match, typed.strip().lower()
    if wanted in (DRAW, texts.draw_choice()):
        return None
    for seat in match.turn_log.playing(match.seats):
        if wanted in (str(seat), seat_name(match, match.game, seat).lower()):
            return seat
    raise RefusedError(ServiceRefusal.NO_WINNER)


class RulingLines(AuditLines):
    """What moderators have done, for the audit channel."""

    kinds = (AUDIT,)

    def __init__(self, bot: Bot, moderation: Moderation) -> None:
        self._bot = bot
        self._moderation = moderation

    async def line(self, number: int) -> tuple[str, ControlButton]:
        """Who has done what in which game, and why."""
        ruling = await self._moderation.done(number)
        assert ruling is not None
        live = await self._bot.service.matches.live(ruling.match)
        return texts.audit_line(ruling, live), _show(live, number, AUDIT)


class RulingNotes(MessageKind):
    """Notes about what moderators have done, recognised by the number in their button."""

    kinds = (RULING,)

    def __init__(self, bot: Bot, moderation: Moderation) -> None:
        self._bot = bot
        self._moderation = moderation

    async def content(self, one: StoredMessage) -> Content | None:
        """A note that calls the players."""
        ruling = await self._moderation.done(one.number)
        assert ruling is not None
        live = await self._bot.service.matches.live(ruling.match)
        content, show = texts.note(ruling, live), _show(live, one.number, RULING)
        if content is None:
            return None
        mentions = calling(live.people)
        return {"content": content, "view": view_of([show]), "allowed_mentions": mentions}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this note."""
        wanted = ("look", one.number, one.kind)
        return any((c.name, c.ply, c.text) == wanted for c in controls_in(there))


def _show(live: LiveMatch, number: int, kind: str) -> ControlButton:
    """*Show board*; its control tells the messages with it apart."""
    return ControlButton(Control("look", live.id, number, kind), text("button-show-board"))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Admin(bot))
