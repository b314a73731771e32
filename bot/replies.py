"""Moves as replies to a board: ``d5`` is enough.

A reply that pings us brings its text without the Message Content intent. Everything else that
people write is dropped unread.
"""

import re
from typing import Any

import discord

from bot import controls
from bot.actions import Actions
from bot.answers import NOBODY, UNANSWERED, Answer, Waiting, logged
from bot.host import Host, Sitting
from bot.messages import refusals
from bot.refusals import RefusedError, Why
from engine.course import RESIGN, UNDO, NotNowError, is_move
from engine.position import MoveError, Position, UnreadableMoveError, tidy


class Replies:
    """Hears what people write under boards."""

    def __init__(
        self, client: discord.Client, host: Host, actions: Actions, waiting: Waiting
    ) -> None:
        self._client = client
        self._host = host
        self._actions = actions
        self._waiting = waiting

    async def hear(self, message: discord.Message) -> None:
        """Play what a reply to one of our boards says, or answer why not."""
        board = self._board_of(message)
        if board is None:
            return
        with self._waiting:
            try:
                here = message.channel.id
                found = await self._host.board_in(board, here, _shown_to(message))
                answer = await self._judged(message, *found) if found else None
            except Exception as error:  # the player gets a reference and we get a log line
                answer = Answer(refusals.our_fault(logged(error, f"reply {message.id}")))
            if answer is not None:
                await self._tell(message, answer)

    def _board_of(self, message: discord.Message) -> int | None:
        """The message of ours that a person replies to, as far as the reply itself tells."""
        reference = message.reference
        if (
            message.type is not discord.MessageType.reply
            or reference is None
            or message.author.bot
            or message.webhook_id is not None
        ):
            return None
        first = reference.resolved
        if isinstance(first, discord.Message) and first.author != self._client.user:
            return None
        return reference.message_id

    async def _judged(self, message: discord.Message, key: int, ply: int) -> Answer | None:
        """Play the move; what to say otherwise, None for nothing."""
        user, text = message.author.id, self._text_of(message)
        sitting = await self._host.sitting(key)
        position = sitting.match.position
        if not text:  # a message with a picture only comes with the ping and without a text
            unheard = self._client.user not in message.mentions and user == sitting.to_move
            return Answer(refusals.PING_ME) if unheard else None
        if not _is_a_move(text, position) and not _is_called(user, sitting, ply):
            return None  # people talk to each other
        try:
            if tidy(text) == UNDO:
                await self._actions.agreements.take_back(key, user, source=message.id, ply=ply)
                return None
            if question := await self._asked(text, user, sitting, ply):
                return question
            await self._actions.take(key, user, text, source=message.id, ply=ply)
        except RefusedError as error:
            if error.why is Why.OLD_BOARD:
                return Answer(refusals.old_board(await self._actions.link(sitting)))
            return self._refused(error, text, key, ply)
        except NotNowError as error:
            return Answer(refusals.refusal(error))
        except MoveError as error:
            return self._refused(error, text, key, ply)
        return None

    async def _asked(self, text: str, user: int, sitting: Sitting, ply: int) -> Answer | None:
        """The question before a word that is hard to take back."""
        if tidy(text) == RESIGN and user in sitting.players and not sitting.match.stands_since(ply):
            raise RefusedError(Why.MATCH_OVER if sitting.match.end else Why.OLD_BOARD)
        return await self._actions.question(sitting.id, user, text, ply, public=True)

    def _text_of(self, message: discord.Message) -> str:
        """What was written, without our own name."""
        name = self._client.user.mention if self._client.user else ""
        return message.content.replace(name, "").strip()

    @staticmethod
    def _refused(error: RefusedError | MoveError, text: str, key: int, ply: int) -> Answer:
        said = tidy(text)
        view = controls.why_view(key, ply, said) if is_move(said) else None
        return Answer(refusals.not_played(error, text), view)

    async def _tell(self, message: discord.Message, answer: Answer) -> None:
        """Reply, calling nobody. The nonce makes a message that is heard twice harmless."""
        content: dict[str, Any] = {"view": answer.view} if answer.view else {}
        try:
            await message.reply(
                answer.text,
                allowed_mentions=NOBODY,
                mention_author=False,
                nonce=str(message.id),
                **content,
            )
        except UNANSWERED as error:  # such as a permission that is missing
            logged(error, f"the answer to reply {message.id}")


def _shown_to(message: discord.Message) -> tuple[int, int] | None:
    """The match and the ply in the name of the picture that was replied to."""
    first = message.reference.resolved if message.reference else None
    if isinstance(first, discord.Message):
        for upload in first.attachments:
            if found := re.search(r"-([0-9]{1,15})-([0-9]{1,9})\.png$", upload.filename):
                return int(found[1]), int(found[2])
    return None


def _is_a_move(text: str, position: Position) -> bool:
    """Whether ``text`` is written like a move, legal or not."""
    said = tidy(text)
    if said in (RESIGN, UNDO):
        return True
    try:
        position.read(said)
    except UnreadableMoveError:
        return False
    return True


def _is_called(user: int, sitting: Sitting, ply: int) -> bool:
    """Whether this board is the newest and waits for ``user``."""
    return user == sitting.to_move and sitting.match.stands_since(ply)
