"""Requests to the other players: taking a move back, cancelling, agreeing on the result, filling
the rest of a board.

The board in the channel tells the others; they answer with the buttons under it.
"""

from collections.abc import Iterable, Sequence

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Button, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control, whole_number
from bot.chat.common.permissions import check_access
from bot.chat.common.taking_turns import turn_answer
from bot.chat.common.which_game import my_games, with_my_game
from bot.chat.controls.components import (
    IN_A_ROW,
    ControlButton,
    buttons_of,
    view_of,
    yes_button,
)
from bot.messages import boards, labels, phrases, private
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.player_actions import (
    NEEDS_LEAVE,
    Act,
    loses_by_agreeing,
    player_actions,
    to_ask_back,
)
from bot.service.refusals import RefusedError
from engine.turns import RequestRefusal, RequestRefusedError, Wish

BACK = "back"
"""The text of the control that leads back to *More…*."""


class Requests(Feature):
    """Undo, and everything that needs the agreement of the others."""

    async def cog_load(self) -> None:
        """Register the controls, and the way back to *More…*."""
        await super().cog_load()
        self.bot.ways_back.append(_way_back)

    # --- slash commands ---

    @app_commands.command(name="undo", description=labels.command("undo"))
    @app_commands.describe(game=text("command-option-game"))
    @app_commands.autocomplete(game=my_games)
    async def undo_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/undo``."""
        undo = Control("undo", 0)
        await respond(interaction, with_my_game(interaction, game, undo, private.WHICH_TO_UNDO))

    @app_commands.command(name="cancel", description=labels.command("cancel"))
    @app_commands.describe(game=text("command-option-game"))
    @app_commands.autocomplete(game=my_games)
    async def cancel_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/cancel``."""
        cancel = Control("ask", 0, text=Wish.CANCEL)
        work = with_my_game(interaction, game, cancel, private.WHICH_TO_CANCEL)
        await respond(interaction, work)

    @app_commands.command(name="result", description=labels.command("result"))
    @app_commands.describe(game=text("command-option-game"))
    @app_commands.autocomplete(game=my_games)
    async def result_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/result``."""
        winner = Control("winner", 0)
        await respond(interaction, with_my_game(interaction, game, winner, private.WHICH_TO_END))

    # --- buttons ---

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Allow* and *Refuse* while something is asked, else *Fill the rest* once it is proved who
        wins; *More…*, last when the match is over."""
        match, over = live.match, live.match.to_move is None
        if match.turn_log.request is not None and not over:
            for button in _answers(live.id, match.ply):
                yield Rank.ANSWER, button
        elif not over and match.decided is not None:
            fill = Control("ask", live.id, match.ply, Wish.FILL)
            yield Rank.TURN, ControlButton(fill, text("button-fill"))
        more = ControlButton(Control("more", live.id, match.ply), text("button-more"))
        yield Rank.HISTORY if over else Rank.MORE, more

    def under_turn_answer(self, live: LiveMatch, user: int) -> Iterable[Ranked]:
        """*Undo*, under the mover's private answer."""
        may_go_back = self.service.shown_messages.may_go_back
        if live.match.end is None and may_go_back(live, live.players.index(user)):
            yield (
                Rank.TURN,
                ControlButton(Control("undo", live.id, live.match.ply), text("button-undo")),
            )

    @control("more")
    async def more(self, interaction: Interaction, control: Control) -> Answer:
        """Show what one can do besides moving: first what a player can, then what everybody can."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        live = await self.matches.look(live, interaction.user.id)
        seat = _playing(live, interaction.user.id)
        own = [] if seat is None else self._of_player(live, seat)
        others = self.bot.under_more(live, playing=seat is not None)
        for number, button in enumerate(own):
            button.row = number // IN_A_ROW
        rows = -(-len(own) // IN_A_ROW)
        for number, button in enumerate(others):
            button.row = rows + number // IN_A_ROW
        there = boards.private_board(live, live.match.game)
        text = there if seat is None or not own else private.menu(live, seat)
        return Answer(text, view_of([*own, *others]))

    def _of_player(self, live: LiveMatch, seat: int) -> list[Button]:
        """The buttons for asking the others or answering, for the player of ``seat``."""
        may_go_back = self.service.shown_messages.may_go_back
        actions = [*player_actions(live, seat, self.matches.now(), may_go_back)]
        if actions[0].act is Act.WITHDRAW:
            return [_own_answer(live)]
        if actions[0].act is Act.ALLOW:
            return [*_answers(live.id, live.match.ply)]
        buttons = [
            ControlButton(
                Control(one.act, live.id, live.match.ply, one.wish or ""),
                labels.player_action(one),
            )
            for one in actions
        ]
        return [*buttons, *self.bot.for_player(live, seat)]

    @control("undo")
    async def undo(self, interaction: Interaction, control: Control) -> Answer:
        """Take the player's last move back; if the others have to agree, offer to ask them."""
        match_id, user = control.subject, interaction.user.id
        try:
            live = await self.matches.undo(match_id, user, event_id=interaction.id, ply=control.ply)
        except (RequestRefusedError, RefusedError) as error:
            if error.why not in NEEDS_LEAVE:
                raise
            return await self._offer_to_ask(match_id, user)
        view, content = self._undo_more(live, live.seat_of(user)), private.undone(live)
        content = await self.bot.and_privately(content, live, user)
        return turn_answer(live, content, view)

    def _undo_more(self, live: LiveMatch, seat: int) -> discord.ui.View | None:
        """Against computers, any number of moves can be taken back."""
        if not (live.alone(seat) and live.match.turn_log.until_to_move(seat)):
            return None
        if not self.service.shown_messages.may_go_back(live, seat):
            return None
        undo = Control("undo", live.id, live.match.ply)
        return view_of([ControlButton(undo, text("button-undo-more"))])

    async def _offer_to_ask(self, match_id: int, user: int) -> Answer:
        live = await self.matches.live(match_id)
        moves = to_ask_back(live, live.seat_of(user))
        ask = Control("ask", match_id, live.match.ply, Wish.TAKE_BACK)
        button = ControlButton(ask, text("button-ask"))
        return Answer(private.may_i_take_back(moves), view_of([button]))

    @control("winner")
    async def choose_winner(self, interaction: Interaction, control: Control) -> Answer:
        """Show one button for each player who could have won, and one for a draw."""
        live = await self.matches.live(control.subject)
        live.seat_of(interaction.user.id)
        match = live.match
        if not match.turn_log.begun:
            raise RequestRefusedError(RequestRefusal.NOT_BEGUN)
        buttons = [
            ControlButton(
                Control("ask", live.id, match.ply, f"{Wish.WIN} {seat}"),
                labels.has_won(phrases.seat_name(match, match.game, seat)),
            )
            for seat in match.turn_log.playing(match.seats)
        ]
        draw = Control("ask", live.id, match.ply, Wish.DRAW)
        buttons.append(ControlButton(draw, text("button-draw")))
        return Answer(private.who_has_won(live), view_of(buttons))

    @control("ask")
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Ask for what the text says: ``undo``, ``cancel``, ``draw``, ``fill``, or ``win`` and a
        seat."""
        wish, _, seat = control.text.partition(" ")
        winner = whole_number(seat) if wish == Wish.WIN else None
        fits = winner is not None if wish == Wish.WIN else wish in list(Wish) and not seat
        if not fits:
            raise RequestRefusedError(RequestRefusal.NO_SUCH_SEAT)
        live = await self.matches.ask(
            control.subject,
            interaction.user.id,
            Wish(wish),
            event_id=interaction.id,
            winner=winner,
            ply=control.ply,
        )
        standing = live.match.turn_log.request is not None
        view = view_of([_own_answer(live)]) if standing else None
        content = text("private-asked") if live.match.end is None else text("private-cancelled")
        if live.match.turn_log.filled:
            content = text("private-filled")
        return turn_answer(live, content, view)

    @control("allow")
    async def allow(self, interaction: Interaction, control: Control) -> Answer:
        """Agree; if that means losing, the asker confirms it first."""
        live = await self.matches.live(control.subject)
        seat = _playing(live, interaction.user.id)
        if seat is not None and loses_by_agreeing(live, seat, control.ply):
            agree = Control("agree", control.subject, control.ply)
            return Answer(text("private-sure-to-lose"), yes_button(agree, labels.yes("agree")))
        return await self._answer(interaction, control, allow=True)

    @control("agree")
    async def agree(self, interaction: Interaction, control: Control) -> Answer:
        """Yes: agree all the same."""
        return await self._answer(interaction, control, allow=True)

    @control("refuse")
    async def refuse(self, interaction: Interaction, control: Control) -> Answer:
        """Refuse a request, or withdraw one's own."""
        return await self._answer(interaction, control, allow=False)

    async def _answer(self, interaction: Interaction, control: Control, *, allow: bool) -> Answer:
        me = interaction.client.user
        assert me is not None
        live = await self.matches.answer(
            control.subject,
            interaction.user.id,
            allow=allow,
            event_id=interaction.id,
            ply=control.ply,
            computer=me.id,
        )
        content = text("private-allowed") if allow else text("private-refused")
        if live.match.turn_log.withdrawn:
            content = text("private-withdrawn")
        return turn_answer(live, content)


async def _way_back(
    interaction: Interaction, there: Sequence[Control], answer: Answer
) -> ControlButton | None:
    """The button to *More…*, from all that was opened there, unless it is a turn or a board."""
    del interaction
    match_id = next((c.subject for c in there if _is_more(c) or _leads_back(c)), None)
    here = [button.control for button in buttons_of(answer.view)]
    if match_id is None or answer.turn or any(_is_more(c) or c.name == "more" for c in here):
        return None
    return ControlButton(Control("more", match_id, 0, BACK), text("button-more-back"))


def _is_more(control: Control) -> bool:
    """True if only *More…* has this button: *Board*, which is always there."""
    return control.name == "look" and not control.text


def _leads_back(control: Control) -> bool:
    return control.name == "more" and control.text == BACK


def _own_answer(live: LiveMatch) -> ControlButton:
    """*Withdraw*, for the one who has asked."""
    withdraws = Control("refuse", live.id, live.match.ply)
    return ControlButton(withdraws, text("button-withdraw"))


def _playing(live: LiveMatch, user: int) -> int | None:
    """The seat for which ``user`` still plays; None if there is none."""
    try:
        return live.seat_of(user)
    except RefusedError:
        return None


def _answers(match_id: int, ply: int) -> tuple[ControlButton, ControlButton]:
    """*Allow* and *Refuse*, always in this order and in a row of their own."""
    allow, refuse = Control("allow", match_id, ply), Control("refuse", match_id, ply)
    return (
        ControlButton(allow, text("button-allow"), discord.ButtonStyle.success, row=0),
        ControlButton(refuse, text("button-refuse"), row=0),
    )


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Requests(bot))
