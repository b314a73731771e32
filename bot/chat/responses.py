"""Answers an interaction: within 3 seconds, once, privately, with a reference if we fail.

Work that takes longer than Discord waits is acknowledged first, and its answer follows. Commands,
buttons, selects and forms all go through `respond`.
"""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine
from enum import Enum
from typing import Any, ParamSpec, cast

import aiohttp
import discord
from discord import app_commands

from bot import metrics
from bot.chat.answer import NO_MENTIONS, Answer, Progress, To
from bot.chat.bot import Bot, Interaction
from bot.chat.custom_id import Control
from bot.chat.faults import excuse, fault, name_of
from bot.chat.permissions import missing_permissions
from bot.chat.posts import UNKNOWN_MESSAGE, kind_of
from bot.messages import overlays, refusals
from bot.service.refusals import RefusedError, reason_of
from engine.game import OptionError
from engine.position import MoveError

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until an answer that is not ready is acknowledged: half of Discord's 3."""
MOST_CHOICES = 25
"""How many suggestions Discord shows at most."""
UNKNOWN_INTERACTION = 10062
"""Discord's code for an interaction that is unknown, or unacknowledged for over 3 seconds."""
BAD_REQUEST = 400
ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been answered or acknowledged before."""
UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors on the way between Discord and us."""


class _Way(Enum):
    """How an answer gets to its reader."""

    FOLLOW = "follow"
    """As a message."""
    REPLACE = "replace"
    """In place of the private message whose control was used."""
    EDIT = "edit"
    """In place of the message that showed the progress."""


async def press(interaction: Interaction, control: Control) -> None:
    """Answer the use of a button, a select or a form."""
    handler = interaction.client.handlers.get(control.name)
    progress = Progress() if handler is not None and handler.slow else None
    work = interaction.client.perform(interaction, control, progress)
    await respond(interaction, work, handler.to if handler else To.USUAL, progress)


async def respond(
    interaction: Interaction,
    work: Awaitable[Answer],
    to: To = To.USUAL,
    progress: Progress | None = None,
) -> None:
    """Answer ``interaction`` with the result of ``work``, or with the reason for a refusal.

    A press on a private message of ours changes that message, so that no dead buttons remain.
    ``progress``: of work that may take long; shown until it is done.
    """
    deliveries = interaction.client.deliveries
    if deliveries.is_repeated(interaction.id):
        _drop(work)
        return
    try:
        with deliveries.handling(interaction.id), interaction.client.answering:
            await _respond_in_time(interaction, work, to, progress)
        await interaction.client.receipts.tidy()
    except Exception as error:
        if not interaction.client.stopping:
            raise
        log.info("interaction %s is dropped, as the program ends: %r", interaction.id, error)


async def _respond_in_time(
    interaction: Interaction, work: Awaitable[Answer], to: To, progress: Progress | None
) -> None:
    with contextlib.ExitStack() as outer, contextlib.ExitStack() as stack:
        waiting, follow_ups = interaction.client.waiting, interaction.client.follow_ups
        permitted = not missing_permissions(interaction)
        outer.enter_context(follow_ups.answering(interaction, permitted=permitted))
        stack.enter_context(waiting)
        late = waiting.delays.is_late(interaction.created_at)
        if late or (waiting.crowded and not _may_open_form(interaction)):
            try:
                await waiting.acknowledge(_defer(interaction, to))
                if late:
                    waiting.delays.was_in_time(interaction.created_at)
            except UNANSWERED as error:
                if getattr(error, "code", 0) == UNKNOWN_INTERACTION:
                    # Discord has told the user that this failed, and they may have moved elsewhere.
                    log.warning("interaction %s came too late: nothing was done", interaction.id)
                    metrics.interaction(name_of(interaction), "late")
                    _drop(work)
                    return
            except BaseException:
                _drop(work)
                raise
        task = asyncio.ensure_future(_answer_of(interaction, work))
        await asyncio.wait({task}, timeout=PATIENCE)
        if progress is not None:
            stack.close()  # long work lets others go first
        # An answer for all leaves the private message as it is, so progress has no place there.
        await _respond(interaction, task, to, None if to is To.ALL else progress)


def _drop(work: Awaitable[Answer]) -> None:
    """Drop the work, without asyncio's warning about a coroutine that was never awaited."""
    if isinstance(work, Coroutine):
        work.close()


async def _respond(
    interaction: Interaction,
    task: asyncio.Future[Answer],
    to: To,
    progress: Progress | None,
) -> None:
    way = _way(interaction, to)
    try:
        if not task.done():
            if not interaction.response.is_done():
                await _defer(interaction, to)
            if progress is not None:
                await _show_progress(interaction, task, progress)
                way = _Way.EDIT
        answer = await task
        if to is To.USUAL and _on_private_message(interaction):
            answer = await interaction.client.solo.leading_back(interaction, answer)
        public = to is To.ALL and not answer.private
        taken_off = answer.turn and interaction.message is not None
        first = not interaction.response.is_done() and not taken_off
        try:
            shown = await _deliver(interaction, answer, way, public=public)
        except aiohttp.ClientError:  # often only a connection that Discord had closed: once more
            if public and interaction.response.is_done():
                raise  # a message for all may be there already, and Discord would post it again
            shown = await _deliver(interaction, answer, way, public=public)
        interaction.client.follow_ups.answered(interaction)
        if answer.match is not None and shown is not None:
            receipts = interaction.client.receipts
            note = receipts.given if answer.turn else receipts.entering
            note(interaction, answer.match, shown)
        await interaction.client.solo.shown(interaction, answer)
        if first:
            metrics.acknowledged(interaction.created_at)
    except UNANSWERED as error:
        # The work is stored; only this answer is lost. The board still comes.
        log.warning("no answer to interaction %s: %s", interaction.id, error)
        metrics.answer_lost()
        await task


def _way(interaction: Interaction, to: To) -> _Way:
    replaces = to is To.USUAL and _on_private_message(interaction)
    return _Way.REPLACE if replaces else _Way.FOLLOW


async def _defer(interaction: Interaction, to: To) -> None:
    """Acknowledge, so that the answer may come later."""
    deferred = discord.InteractionResponseType.deferred_channel_message
    await _first(interaction, lambda: _acknowledge(interaction, to), deferred)


async def _first(
    interaction: Interaction,
    answer: Callable[[], Awaitable[object]],
    kind: discord.InteractionResponseType,
) -> None:
    """Give the first answer to an interaction, which is of this ``kind``."""
    try:
        await answer()
    except (aiohttp.ClientError, OSError):  # often a connection that Discord had closed: once more
        try:
            await answer()
        except discord.HTTPException as error:
            if error.code != ACKNOWLEDGED:
                raise
            # Only the answer to the first request was lost; discord.py must know that it counts.
            setattr(interaction.response, "_response_type", kind)  # noqa: B010 (private)
    metrics.acknowledged(interaction.created_at)


async def _take_controls_off(interaction: Interaction) -> None:
    """Let the first answer take the controls off the message with the one that was used.

    If it is one of our posts, it says the same as when the outbox takes them off. Where Discord
    refuses, as if the message has been deleted, another answer may still be given.
    """
    message, kind = interaction.message, discord.InteractionResponseType.message_update
    assert message is not None
    words = await _when_outdated(interaction.client, message.id)
    change: dict[str, Any] = {**(words or {}), "view": None}
    try:
        await _first(interaction, lambda: interaction.response.edit_message(**change), kind)
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_INTERACTION, ACKNOWLEDGED):
            raise
        log.warning("message %s keeps its controls for now: %s", message.id, error)
    else:
        if words is not None:  # otherwise the outbox has to do it once more
            interaction.client.follow_ups.taken_off(message.id)


async def _when_outdated(bot: Bot, message: int) -> dict[str, Any] | None:
    """The changes to a post of ours that is out of date; None if none is known by this number."""
    try:
        post = await bot.service.boards_to_post.posted_as(message)
        return None if post is None else await kind_of(post, bot.posts).without_controls(post)
    except Exception as error:  # whatever it is, the answer is worth more
        log.warning("message %s keeps its words for now: %r", message, error)
        return None


async def _acknowledge(interaction: Interaction, to: To) -> None:
    """Ask Discord to wait.

    If a press shows something to all, the private message stays as it is, and nobody else sees an
    "is thinking" that a refusal would have to fill.
    """
    if to is not To.NEW and _on_private_message(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def _may_open_form(interaction: Interaction) -> bool:
    """Whether the answer may be a form, which can only be a first answer.

    Slash commands open none, and a form opens no other.
    """
    if interaction.type is discord.InteractionType.application_command:
        return not isinstance(interaction.command, app_commands.Command)
    return interaction.type is not discord.InteractionType.modal_submit


async def _show_progress(
    interaction: Interaction, task: asyncio.Future[Answer], progress: Progress
) -> None:
    """Say every few seconds how far the work is, until it is done."""
    while not task.done():
        with contextlib.suppress(*UNANSWERED):
            await interaction.edit_original_response(content=_told(progress))
        await asyncio.wait({task}, timeout=PATIENCE)


def _told(progress: Progress) -> str:
    return overlays.progress(progress.part, thinking=progress.thinking)


async def _answer_of(interaction: Interaction, work: Awaitable[Answer]) -> Answer:
    name = name_of(interaction)
    try:
        answer = await interaction.client.solo.board(await work)
    except (RefusedError, MoveError, OptionError) as error:
        metrics.refused(reason_of(error))
        metrics.interaction(name, "refused")
        interaction.client.deliveries.refuse(interaction.id)
        return Answer(refusals.refusal(error), private=True)
    except Exception as error:  # whatever it is, the player gets a reference, and we get a log line
        if interaction.client.stopping:
            raise
        metrics.interaction(name, "fault")
        return Answer(excuse(error, name, interaction=interaction.id), private=True)
    if answer.refused:
        interaction.client.deliveries.refuse(interaction.id)
    metrics.interaction(name, "refused" if answer.refused else "answered")
    return answer


def _on_private_message(interaction: Interaction) -> bool:
    message = interaction.message
    return message is not None and message.flags.ephemeral


async def _deliver(
    interaction: Interaction, answer: Answer, way: _Way, *, public: bool
) -> int | None:
    """Give the answer. Returns its message, if it is one that is known by its number."""
    late = interaction.response.is_done()
    if answer.modal is not None:
        from_a_form = interaction.type is discord.InteractionType.modal_submit
        if not late and not from_a_form:
            await interaction.response.send_modal(answer.modal)
            return None
        # A form can only be a first answer, and not the answer to a form. What was pressed stays,
        # to be pressed again.
        answer = Answer(refusals.not_from_a_form() if from_a_form else refusals.busy())
        way = way if from_a_form else _Way.FOLLOW
    if way is not _Way.FOLLOW:
        try:
            return await _replace(interaction, answer)
        except discord.HTTPException as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # Its reader has dismissed it, or played in another way meanwhile: a new one tells.
    if answer.turn and interaction.message is not None and not late:
        await _take_controls_off(interaction)
        late = interaction.response.is_done()
    content: dict[str, Any] = {"content": answer.text, "allowed_mentions": NO_MENTIONS}
    if answer.view is not None:
        content["view"] = answer.view
    if files := answer.files():
        content["files"] = files
    if late:
        followed = await interaction.followup.send(wait=True, ephemeral=not public, **content)
        return followed.id
    sent = await interaction.response.send_message(ephemeral=not public, **content)
    return sent.message_id


async def _replace(interaction: Interaction, answer: Answer) -> int | None:
    """Let the answer take the place of the private message whose control was used."""
    replaced = interaction.message.id if interaction.message is not None else None
    late = interaction.response.is_done()
    change = interaction.edit_original_response if late else interaction.response.edit_message
    told: dict[str, Any] = {
        "content": answer.text,
        "view": answer.view,
        "allowed_mentions": NO_MENTIONS,
    }
    if kept := _shown_already(interaction, answer):
        try:
            await change(attachments=kept, **told)
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST:
                raise
            # Another press has just taken that picture away.
        else:
            return replaced
    await change(attachments=answer.files(), **told)
    return replaced


def _shown_already(interaction: Interaction, answer: Answer) -> list[discord.Attachment]:
    """The answer's picture, if it is on the message that will be changed: it need not be sent."""
    message, upload = interaction.message, answer.upload
    if message is None or upload is None or not upload.by_content:
        return []
    return [shown for shown in message.attachments if shown.filename == upload.name]


P = ParamSpec("P")
Choices = Coroutine[Any, Any, list[app_commands.Choice[str]]]


def suggesting(suggest: Callable[P, Choices]) -> Callable[P, Choices]:
    """Guard autocomplete, a function or a method: if it fails, it logs and suggests nothing."""

    @functools.wraps(suggest)
    async def guarded(*args: P.args, **kwargs: P.kwargs) -> list[app_commands.Choice[str]]:
        interaction = cast(Interaction, args[-2])
        try:
            with interaction.client.waiting:
                return (await suggest(*args, **kwargs))[:MOST_CHOICES]
        except RefusedError:
            return []
        except Exception as error:
            if not interaction.client.stopping:
                fault(error, interaction)
            return []

    return guarded
