"""A computer takes over a seat in a game of three or more: for somebody who has left, or wishes to.

All the others have to agree: the board asks them, with the buttons of every request.
"""

from collections.abc import Iterable

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.levels import LEVEL_NUMBERS, level_options
from bot.features.takeovers import texts
from bot.features.takeovers.service import USUAL_LEVEL, Takeovers
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.turns import RESIGN, TIMEOUT


class ComputersForSeats(Feature):
    """Offers a computer for a seat, and asks the others."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._takeovers = Takeovers(bot.service)

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Let the computer play on for …*, on the board that tells that somebody has left."""
        last = live.match.turn_log.last_action
        if last is not None and last.text in (RESIGN, TIMEOUT):
            for seat in self._takeovers.may_be_asked_for(live):
                if seat == last.seat:
                    yield Rank.ASK, _offer(live, seat)

    def for_player(self, live: LiveMatch, seat: int) -> Iterable[Ranked]:
        """The same for everybody who has left, and for the player's own seat."""
        for left in self._takeovers.may_be_asked_for(live, seat):
            yield Rank.ASK, _offer(live, left, own=left == seat)

    def before_resigning(self, live: LiveMatch, seat: int) -> Iterable[Ranked]:
        """The same for the player's own seat."""
        if seat in self._takeovers.may_be_asked_for(live, seat):
            yield Rank.ASK, _offer(live, seat, own=True)

    @control("takeover")
    async def choose_level(self, interaction: Interaction, control: Control) -> Answer:
        """Ask for the level; the control's text is the seat, and the level if it was chosen."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        seat, level = _read(control, live)
        own = live.seat_of(interaction.user.id)
        asked_before = own in live.match.turn_log.asked
        if asked_before or seat not in self._takeovers.may_be_asked_for(live, own):
            raise self._takeovers.refusal(live, seat, own)
        alone = live.alone(own)
        pick = Control("takeover", live.id, live.match.ply, f"{seat} {CHOSEN}")
        asks = Control("takeoverask", live.id, live.match.ply, f"{seat} {level}")
        button = ControlButton(
            asks, texts.ask_button(alone=alone), discord.ButtonStyle.success, row=1
        )
        text = texts.question(live, seat, level, own=seat == own, alone=alone)
        levels = ControlSelect(pick, level_options(level), texts.levels(), row=0)
        return Answer(text, view_of([levels, button]))

    @control("takeoverask")
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Ask the others; if there is nobody to ask, the computer plays from now on."""
        before = await self.matches.live(control.subject)
        check_access(interaction, before)
        seat, level = _read(control, before)
        me = interaction.client.user
        assert me is not None
        live = await self._takeovers.ask(
            *(control.subject, interaction.user.id, seat, level),
            computer=me.id,
            event_id=interaction.id,
            ply=control.ply,
        )
        if live.match.turn_log.request is None:
            return Answer(texts.begins(live, seat, level), turn=True, match=live.id)
        withdraws = Control("refuse", live.id, live.match.ply)
        view = view_of([ControlButton(withdraws, text("button-withdraw"))])
        return Answer(text("private-asked"), view, turn=True, match=live.id)


def _offer(live: LiveMatch, seat: int, *, own: bool = False) -> ControlButton:
    choose = Control("takeover", live.id, live.match.ply, str(seat))
    return ControlButton(choose, texts.button(live.match, seat, own=own))


def _read(control: Control, live: LiveMatch) -> tuple[int, int]:
    """The seat and the level in a control's text. Raises `RefusedError` for what was forged."""
    seat, _, level = control.text.partition(" ")
    if seat not in map(str, range(live.match.seats)):
        raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
    if not level:
        return int(seat), USUAL_LEVEL
    if level not in map(str, LEVEL_NUMBERS):
        raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
    return int(seat), int(level)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(ComputersForSeats(bot))
