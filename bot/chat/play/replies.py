"""Moves as replies to a board: ``d5`` is enough.

A reply that pings the bot comes with its text, even without the Message Content intent. All other
messages are dropped unread, and what does not look like a move is never answered: people talk.
"""

import contextlib
import logging
from datetime import datetime, timedelta
from math import inf
from typing import Any

import discord
from cachetools import TTLCache
from discord.ext import commands

from bot import metrics
from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.answer import NO_MENTIONS, Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.common.taking_turns import (
    alternatives,
    question,
    question_to_resign,
    why_refused,
)
from bot.chat.controls.components import ControlButton, view_of
from bot.chat.controls.forms import LONGEST_MOVE
from bot.faults import excuse
from bot.messages import labels, phrases, refusals
from bot.pictures import explained
from bot.service.live_match import LiveMatch
from bot.service.move_errors import ConfirmationNeededError, RefusedMoveError
from bot.service.refusals import RefusedError, ServiceRefusal, reason_of
from bot.storage.database import StorageError
from bot.storage.rows import StoredMessage
from engine.position import MoveError, Position, UnreadableMoveError, tidy
from engine.turns import RESIGN, UNDO, RequestRefusedError

log = logging.getLogger(__name__)

MOST_READ = 100
"""The newest messages in a channel that are read after the bot was away."""
UNNOTICED = timedelta(minutes=1)
"""How long a server may have been out of reach before we hear of it."""
MOST_ANSWERS, WINDOW = 5, 60.0
"""The most answers to one person in one channel, and within how many seconds: boards there wait
behind them."""


class Replies(Feature):
    """Plays the moves that people send as replies to boards."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._answered = TTLCache[tuple[int, int], list[int]](inf, WINDOW)
        """By person and channel, the messages that were answered since the first of them."""
        self._read_since = dict[int, datetime | None]()
        """By server, since when its channels were read after the bot was away."""
        self._gone_since = dict[int, datetime]()
        """By server, since when Discord itself cannot reach it."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Play the move in a reply to one of our boards, or answer why not."""
        board = self._board_of(message)
        if board is None:
            return
        with self.bot.waiting:
            try:
                answer = await self._answer_to(message, board)
            except Exception as error:  # the player gets a reference and we get a log line
                if self.bot.stopping:
                    raise
                answer = Answer(excuse(error, "reply", reply=message.id))
            if answer is not None and self._may_answer(message):
                await _reply(message, answer)
        if not self.bot.stopping:
            await self.bot.interactions.tidy()

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note since when Discord itself cannot reach a server."""
        self._gone_since.setdefault(guild.id, self.service.now() - UNNOTICED)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Read what people replied while the bot could not hear them."""
        shard = self.service.process_shards.assigned.of(guild.id)
        await self.service.outages.catch_up([shard])
        since = self.service.outages.away_since.get(shard)
        if since == self._read_since.get(guild.id):
            since = None  # all of that has been read
        else:
            self._read_since[guild.id] = since
        times = [at for at in (since, self._gone_since.pop(guild.id, None)) if at is not None]
        if not times:
            return
        since = min(times)
        for channel_id in await self.matches.channels(guild.id):
            channel = guild.get_channel_or_thread(channel_id)
            if isinstance(channel, discord.abc.Messageable):
                with contextlib.suppress(*UNANSWERED):  # such as a hidden history
                    await self._read(channel, since)

    async def _read(self, channel: discord.abc.Messageable, since: datetime) -> None:
        """Hear the replies since then that have no answer of ours."""
        newest = getattr(channel, "last_message_id", None) or 0
        if discord.utils.snowflake_time(newest) < since:
            return
        found = [m async for m in channel.history(limit=MOST_READ, after=since, oldest_first=False)]
        answered = {m.reference.message_id for m in found if m.reference and m.author.bot}
        for message in reversed(found):
            if message.id not in answered:
                await self.on_message(message)

    def _may_answer(self, message: discord.Message) -> bool:
        """False if this person has had many answers here: from then on there is silence."""
        answered = self._answered.setdefault((message.author.id, message.channel.id), [])
        answered.append(message.id)
        return len(answered) <= MOST_ANSWERS

    async def _answer_to(self, message: discord.Message, there: int) -> Answer | None:
        """Play the move, if there is one. Returns the answer; None if nothing is to be said."""
        board = await self._found(message, there)
        if board is None or board.match is None or board.ply is None:
            return None
        try:
            await self.service.shown_messages.replied(board)
        except StorageError as error:  # people talk, and must not hear of it
            log.warning("the reply to message %s is not noted: %r", board.id, error)
        return await self._play(message, board.match, board.ply)

    async def _found(self, message: discord.Message, there: int) -> StoredMessage | None:
        """The message of ours to which a person replies; it may be on its way to be known."""
        original = message.reference.resolved if message.reference else None
        for one in await self.service.shown_messages.candidates(there, message.channel.id):
            if one.message == there:
                return one
            kind = self.bot.kinds.get(one.kind) if one.ply is not None else None
            if kind is None or not isinstance(original, discord.Message):
                continue
            if await kind.is_sent_as(original, one):
                return one
        return None

    def _board_of(self, message: discord.Message) -> int | None:
        """The message of ours to which a person replies, as far as the reply itself tells."""
        reference = message.reference
        if (
            message.type is not discord.MessageType.reply
            or reference is None
            or message.author.bot
            or message.webhook_id is not None
        ):
            return None
        original = reference.resolved
        if isinstance(original, discord.Message) and (
            original.author != self.bot.user or _is_an_answer_to_a_reply(original)
        ):
            return None
        return reference.message_id

    async def _play(self, message: discord.Message, match_id: int, ply: int) -> Answer | None:
        """Play the move. Returns the answer if it was not played; None if nothing is to be said."""
        user, text = message.author.id, self._text_of(message)
        live = await self.matches.live(match_id)
        if user not in live.players:
            return None  # spectators talk; what they say must not fill the channel with answers
        if not text or not _is_a_move(text, live.match.position):
            return None  # without a ping there is no text; and people talk to each other
        try:
            return await self._take(message, text, live, ply)
        except (RefusedError, MoveError) as error:
            if await self._is_taken(user, text, live, ply):
                return None  # typed again, as people do who have seen no board yet
            metrics.refused(reason_of(error))
            return await self._why_not(error, text, live, ply)

    async def _is_taken(self, user: int, text: str, live: LiveMatch, ply: int) -> bool:
        """True if the turn after ``ply`` turns is just what this person says."""
        if ply >= (await self.matches.live(live.id)).match.ply:
            return False
        turn = (await self.matches.live(live.id, ply + 1)).match.last
        return turn is not None and (live.players[turn.seat], turn.text) == (user, tidy(text))

    async def _why_not(
        self, error: RefusedError | MoveError, text: str, live: LiveMatch, ply: int
    ) -> Answer:
        """The answer to a reply that was refused."""
        if isinstance(error, RefusedError) and error.why is ServiceRefusal.OLD_BOARD:
            board = await self.matches.newest_board(live.id)
            return Answer(refusals.old_board(phrases.address(live.server, live.channel_id, board)))
        if isinstance(error, RequestRefusedError):
            return Answer(refusals.refusal(error))
        if isinstance(error, RefusedMoveError):
            return _refused(error, text, ply)
        return Answer(refusals.refusal(error))

    async def _take(
        self, message: discord.Message, text: str, live: LiveMatch, ply: int
    ) -> Answer | None:
        """Take the turn. Returns the question before an irreversible one."""
        user, typed = message.author.id, tidy(text)
        if typed == UNDO:
            await self.matches.undo(live.id, user, event_id=message.id, ply=ply)
            self.bot.interactions.turned(user, live.id)
            return None
        if typed == RESIGN:
            if user in live.players and not live.match.stands_since(ply):
                over = live.match.end is not None
                raise RefusedError(ServiceRefusal.MATCH_OVER if over else ServiceRefusal.OLD_BOARD)
            return await question_to_resign(self.bot, live.id, user, public=True)
        self.bot.check_reply(live, user, typed)
        try:
            live = await self.matches.play(live.id, user, text, event_id=message.id, ply=ply)
        except ConfirmationNeededError as needed:
            return question(needed)
        if live.match.end is None:
            self.bot.interactions.turned(user, live.id)
        else:
            self.bot.interactions.ended(live.id)
        return None

    def _text_of(self, message: discord.Message) -> str:
        """The text of the message without our own name."""
        name = self.bot.user.mention if self.bot.user else ""
        return message.content.replace(name, "").strip()

    @control("why")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Explain why the move in a reply was not played, by judging it again."""
        live, text = await self.matches.live(control.subject, control.ply), control.text
        check_access(interaction, live)
        if live.match.end is not None:
            raise RefusedError(ServiceRefusal.MATCH_OVER)
        position = live.match.position
        try:
            position.play(position.read(text))
        except MoveError as error:
            refused = RefusedMoveError(live, error)
            return await why_refused(self.bot, refused, text, interaction.user.id)
        return Answer(refusals.why_not_played(text, live))


def _refused(error: RefusedMoveError, text: str, ply: int) -> Answer:
    """Why not, in a few words; *Why?* if there is more to show, and *Move* to try again."""
    live, position, move = error.live, error.live.match.position, tidy(text)
    content = refusals.not_played(error.cause, text, position, live.match.game)
    buttons = alternatives(live, error.cause, text)
    if explained(position, error.cause, move):
        why = Control("why", live.id, ply, move[:LONGEST_MOVE])
        buttons.append(ControlButton(why, labels.why()))
    return Answer(content, view_of(buttons) if buttons else None)


async def _reply(message: discord.Message, answer: Answer) -> None:
    """Reply, notifying nobody. The nonce makes it harmless if a message arrives twice."""
    view: dict[str, Any] = {"view": answer.view} if answer.view else {}
    try:
        await message.reply(
            answer.text,
            allowed_mentions=NO_MENTIONS,
            mention_author=False,
            nonce=str(message.id),
            **view,
        )
    except UNANSWERED as error:  # such as a missing permission
        log.warning("the reply %s has no answer: %r", message.id, error)


def _is_an_answer_to_a_reply(message: discord.Message) -> bool:
    """True if our message replies to a person's; old boards may reply to interaction responses."""
    return message.type is discord.MessageType.reply and message.interaction_metadata is None


def _is_a_move(text: str, position: Position) -> bool:
    """True if ``text`` has the form of a move, legal or not."""
    move = tidy(text)
    if move in (RESIGN, UNDO):
        return True
    try:
        position.read(move)
    except UnreadableMoveError:
        return False
    return True


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Replies(bot))
