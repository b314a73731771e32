"""The form for a challenge by command that was refused: see `bot.chat.common.refused_challenge`."""

from collections.abc import Sequence

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import why_no_game
from bot.chat.common.refused_challenge import Given, again
from bot.chat.common.sending_challenges import issue, member
from bot.chat.controls import forms
from bot.messages import labels
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import TIME, Terms, fields, form
from bot.service.usual_terms import fitting
from engine.game import Game, OptionError


class Amendments(Feature):
    """Asks for other terms, and sends the challenge."""

    @control("amend")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form with what was given in the command."""
        text, typed = control.fields()
        game, seated = self._given(text)
        terms = await self._usual(interaction, game, seated.seats)
        # What was given and has no field goes on with the form.
        given = terms.write() | dict(zip(fields(game), typed, strict=False))
        shown = [TIME, *(option.key for option in form(game, given))]
        unshown = {name: "" if name in shown else given[name] for name in given}
        amended = Control("amended", 0, 0, text).with_fields(unshown)
        title = labels.offer_title(game)
        return forms.terms_form(amended, title, terms, typed, seats=seated.seats)

    @control("amended")
    async def send(self, interaction: Interaction, control: Control) -> Answer:
        """Send the challenge in the form."""
        about, unshown = control.fields()
        game, given = self._given(about)
        people: Sequence[discord.Member | None] = [
            await member(interaction, user) for user in given.people if interaction.guild
        ]
        here = [person for person in people if person is not None]
        if (refused := why_no_game(interaction, *here)) is not None:
            return Answer(refused, refused=True)
        if len(here) < len(people):
            return Answer(text("cannot-challenge-stranger"), refused=True)
        kept = {name: text for name, text in zip(fields(game), unshown, strict=False) if text}
        usual = await self._usual(interaction, game, given.seats)
        written = kept | forms.filled_in(interaction)
        try:
            terms = fitting(usual, written, given.seats)
            return await issue(interaction, terms, here, given.seats, given.choices)
        except OptionError as error:
            return again(error, given, usual, written)

    def _given(self, text: str) -> tuple[Game, Given]:
        given = Given.read(text, self.bot.allowances())
        game = self.matches.games.get(given.game) if given else None
        if given is None or game is None or given.seats not in game.seats:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        if len(given.people) >= given.seats:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return game, given

    async def _usual(self, interaction: Interaction, game: Game, seats: int) -> Terms:
        server, user = interaction.guild_id or 0, interaction.user.id
        return await self.service.usual_terms.of(game, server, user, shown=True, seats=seats)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Amendments(bot))
