"""What players ask of each other: taking a move back, cancelling, agreeing on who has won."""

from collections.abc import Callable
from typing import Any

import discord

from bot import controls
from bot.answers import Answer
from bot.controls import Control, ControlButton, Verb
from bot.host import Host, Sitting
from bot.messages import labels, phrases, private
from bot.refusals import RefusedError, Why
from engine.course import NotNow, NotNowError, Wish

Interaction = discord.Interaction[Any]

NEEDS_LEAVE = (NotNow.ANSWERED, NotNow.TOO_LATE, NotNow.UNDONE, Why.OLD_BOARD)
"""Why a move is not just undone, but the others have to be asked."""


class Agreements:
    """Reads what was pressed, asks the host, says the answer. The board tells the others."""

    def __init__(self, host: Host, wake: Callable[[int], None]) -> None:
        """``wake`` tells the outbox of new posts."""
        self._host = host
        self._wake = wake

    async def menu(self, key: int, user: int) -> Answer:
        """What a player can do besides moving."""
        sitting = await self._host.sitting(key)
        match, seat = sitting.match, sitting.seat_of(user)
        request, ply = match.course.request, match.ply
        if request is not None:
            mine = request.seat == seat
            return Answer(private.menu(sitting), controls.answer_view(key, ply, mine=mine))
        buttons: list[ControlButton] = []
        if moves := match.course.until_to_move(seat):
            back = Control(Verb.UNDO, key, ply), labels.take_back(moves)
            if not match.may_undo(seat, self._host.now()):
                back = Control(Verb.ASK, key, ply, Wish.TAKE_BACK), labels.ask_back(moves)
            buttons.append(ControlButton(*back))
        cancel = Control(Verb.ASK, key, ply, Wish.CANCEL)
        buttons.append(ControlButton(cancel, labels.CANCEL))
        if match.course.begun:
            buttons.append(ControlButton(Control(Verb.WINNER, key, ply), labels.WINNER))
        return Answer(private.menu(sitting), controls.view_of(buttons))

    async def undo(self, interaction: Interaction, key: int, ply: int | None = None) -> Answer:
        """Take the player's last move back; where that needs leave, ask whether to ask for it."""
        user = interaction.user.id
        try:
            sitting = await self.take_back(key, user, source=interaction.id, ply=ply)
        except (NotNowError, RefusedError) as error:
            if error.why not in NEEDS_LEAVE:
                raise
            return await self._needs_leave(key, user)
        return Answer(private.undone(sitting))

    async def take_back(
        self, key: int, user: int, *, source: int, ply: int | None = None
    ) -> Sitting:
        """Take the player's last move back, see `Host.undo`, and have everybody told."""
        sitting = await self._host.undo(key, user, source=source, ply=ply)
        self._wake(sitting.place)
        return sitting

    async def _needs_leave(self, key: int, user: int) -> Answer:
        sitting = await self._host.sitting(key)
        course = sitting.match.course
        moves = course.until_to_move(sitting.seat_of(user))
        if course.request is not None or not moves:
            raise NotNowError(NotNow.ASKED if moves else NotNow.NOTHING)
        ask = Control(Verb.ASK, key, sitting.match.ply, Wish.TAKE_BACK)
        view = controls.view_of([ControlButton(ask, labels.ASK_THEM)])
        return Answer(private.may_i_take_back(moves), view)

    async def who_has_won(self, key: int, user: int) -> Answer:
        """One button for each player who could have won."""
        sitting = await self._host.sitting(key)
        sitting.seat_of(user)
        match = sitting.match
        if not match.course.begun:
            raise NotNowError(NotNow.NOT_BEGUN)
        buttons = [
            ControlButton(
                Control(Verb.ASK, key, match.ply, f"{Wish.WIN} {seat}"),
                labels.has_won(phrases.seat_name(match, match.game, seat)),
            )
            for seat in match.course.playing(match.seats)
        ]
        return Answer(private.WHO_HAS_WON, controls.view_of(buttons))

    async def ask(self, interaction: Interaction, key: int, ply: int | None, text: str) -> Answer:
        """Ask the others for what ``text`` says: ``undo``, ``cancel`` or ``win`` and a seat."""
        wish, _, seat = text.partition(" ")
        fits = seat.isdecimal() if wish == Wish.WIN else wish in list(Wish) and not seat
        if not fits:
            raise NotNowError(NotNow.NO_SUCH_SEAT)
        sitting = await self._host.ask(
            key,
            interaction.user.id,
            Wish(wish),
            source=interaction.id,
            winner=int(seat) if wish == Wish.WIN else None,
            ply=ply,
        )
        self._wake(sitting.place)
        return Answer(private.ASKED)

    async def answer(
        self,
        interaction: Interaction,
        key: int,
        ply: int | None,
        *,
        allow: bool,
        sure: bool = False,
    ) -> Answer:
        """Allow or refuse what was asked; who would lose by that is asked first."""
        user = interaction.user.id
        if allow and not sure and await self._would_lose(key, user, ply):
            view = controls.question_view(Control(Verb.AGREE, key, ply), labels.yes("agree"))
            return Answer(private.SURE_TO_LOSE, view)
        sitting = await self._host.answer(key, user, allow=allow, source=interaction.id, ply=ply)
        self._wake(sitting.place)
        return Answer(private.ALLOWED if allow else private.REFUSED)

    async def _would_lose(self, key: int, user: int, ply: int | None) -> bool:
        """Whether ``user`` would agree that another has won; the host judges all else."""
        sitting = await self._host.sitting(key)
        match, request = sitting.match, sitting.match.course.request
        if request is None or request.wish is not Wish.WIN or match.end:
            return False
        seat = sitting.seat_of(user)
        return seat not in (request.seat, request.winner) and match.asks_on(ply or match.ply)
