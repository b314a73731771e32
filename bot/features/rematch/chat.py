"""Rematches: the button under the last board that offers the same game once more, or accepts it."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.card_messages import known_as
from bot.chat.common.permissions import missing_permissions
from bot.chat.common.server_rules import check_may_begin, has_role
from bot.chat.controls.components import ControlButton
from bot.features.rematch import texts
from bot.messages import challenges, computers, phrases, refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.places import place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredChallenge


class Rematches(Feature):
    """The same game with the seats swapped."""

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Rematch*, once the match is over."""
        if live.match.to_move is None:
            rematch = Control("rematch", live.id, live.match.ply)
            yield Rank.AGAIN, ControlButton(rematch, text("button-rematch"))

    @control("rematch")
    async def rematch(self, interaction: Interaction, control: Control) -> Answer:
        """Offer a rematch, or accept the one that is offered."""
        if missing := missing_permissions(interaction):
            return Answer(refusals.missing_permissions(missing), refused=True)
        played = await self.matches.stored(control.subject)
        if played is None or played.server != interaction.guild_id:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)  # another server decides otherwise
        user, settings = interaction.user, await check_may_begin(interaction)
        try:
            asked, begun = await self.service.challenges.rematch(
                control.subject,
                user.id,
                known_as(user),
                event_id=interaction.id,
                may_offer=has_role(interaction, settings.challengers),
            )
        except RefusedError as error:
            error.about.setdefault("role", settings.challengers)
            asked = error.about.get("challenge")
            if not isinstance(asked, StoredChallenge):
                raise
            return Answer(await self._exists(error, asked), refused=True)
        if begun is not None:
            if place_named(asked.place).private:  # the board is the answer
                return Answer(turn=True, match=begun)
            in_thread = place_named(asked.place).threads
            if (level := asked.invitations[0].level) is not None and user.id == asked.challenger:
                return Answer(computers.begun(level, in_thread=in_thread), read_once=True)
            return Answer(challenges.challenge_accepted(in_thread=in_thread), read_once=True)
        if user.id == asked.challenger:
            return Answer(text("challenge-sent"), read_once=True)
        return Answer(text("challenge-seat-taken"), read_once=True)

    async def _exists(self, error: RefusedError, asked: StoredChallenge) -> str:
        """The answer to people who want a rematch that has already been offered or played."""
        again = None if asked.match is None else await self.matches.stored(asked.match)
        if again is not None:
            board = await self.matches.newest_board(again.id)
            link = phrases.address(again.server, again.channel_id, board)
            return texts.rematch_played(again.id, link)
        card = await self.service.challenges.card_of(asked.id)
        link = phrases.address(asked.server, asked.channel_id, card)
        if error.why is ServiceRefusal.REMATCH_CHANGED:
            return texts.rematch_changed(link)
        return texts.rematch_offered(link)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Rematches(bot))
