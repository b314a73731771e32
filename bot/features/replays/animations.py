"""Animations: any part of a game as a GIF, privately, then for the channel."""

from dataclasses import replace

from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_writing
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of
from bot.features.replays import texts
from bot.features.replays.games import FILE, ReplayedGames, ReplayState
from bot.messages import labels, replays
from bot.messages.catalogue import text
from bot.service.preferences import USUAL
from bot.uploads import Progress

FROM, TO = "from", "to"
"""The fields of the form."""


class Animations(Feature):
    """Films of games."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._games = ReplayedGames(bot)

    @control("film")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for the first and the last move."""
        game = await self._games.of(interaction, control)
        help_text = labels.number_field(0, game.last)
        fields = [
            forms.labelled(texts.film_field(name), help_text, forms.text_field(name, str(ply)))
            for name, ply in ((FROM, 0), (TO, game.last))
        ]
        return forms.new(replace(control, name="filmed"), replays.plain_title(game.title), fields)

    @control("filmed", to=To.NEW, slow=True)
    async def film(
        self, interaction: Interaction, control: Control, progress: Progress | None
    ) -> Answer:
        """Make the animation, for the asker alone."""
        game, written = await self._games.of(interaction, control), forms.filled_in(interaction)
        first, last = (texts.ply_in(written.get(name, "")) for name in (FROM, TO))
        if first is None or last is None or not first <= last <= game.last:
            return Answer(texts.no_such_plies(game.last))
        user = interaction.user.id
        preferences = await self.service.preferences.of(user)
        film, every = await self.bot.pictures.animation(
            user, game.match, (first, last), preferences, progress
        )
        state = replace(ReplayState.read(control), plies=(first, last))
        share = Control("share", control.subject, last, state.write())
        view = view_of([ControlButton(share, text("button-share"))])
        return Answer(texts.film(game.title, first, last, every), view, upload=film)

    @control("sharedfilm", to=To.ALL, slow=True)
    async def share(
        self, interaction: Interaction, control: Control, progress: Progress | None
    ) -> Answer:
        """Show the animation to the channel, drawn as the channel sees boards."""
        check_writing(interaction)
        game, state = await self._games.of(interaction, control), ReplayState.read(control)
        user, (first, last) = interaction.user.id, state.plies or (0, game.last)
        first, last = min(first, game.last), min(last, game.last)
        # The channel does not see the words of a file.
        title = texts.of_file(game.match.game) if state.source == FILE else game.title
        film, every = await self.bot.pictures.animation(
            user, game.match, (first, last), USUAL, progress
        )
        return Answer(texts.shared_film(user, title, first, last, every), upload=film)
