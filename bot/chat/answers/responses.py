"""Commands, buttons, selects and forms are answered by `respond`.

Work that takes longer than Discord waits is acknowledged first, and its answer follows.
"""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, ParamSpec, cast

import aiohttp
import discord
from discord import app_commands

from bot import metrics
from bot.chat.answers.reply import UNKNOWN_INTERACTION, Reply
from bot.chat.answers.ways_back import leading_back
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import Control
from bot.chat.base.faults import fault, name_of
from bot.faults import excuse
from bot.messages import refusals
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal, reason_of
from bot.uploads import Progress
from engine.game import OptionError
from engine.position import MoveError

log = logging.getLogger(__name__)

ACKNOWLEDGE_AFTER = 1.5
"""Seconds until an answer that is not ready is acknowledged: half of Discord's 3."""
MOST_CHOICES = 25
"""How many suggestions Discord shows at most."""
UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors on the way between Discord and us."""

P = ParamSpec("P")
Choices = Coroutine[Any, Any, list[app_commands.Choice[Any]]]


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

    ``progress``: of work that may take long; shown until it is done.
    """
    bot, known = interaction.client, interaction.client.interactions
    if bot.stopping:
        log.info("an interaction came while the program ends: nothing was done")
        _drop(work)
        return
    if known.is_repeated(interaction.id):
        _drop(work)
        return
    try:
        with known.handling(interaction.id):
            await _respond_in_time(Reply(interaction, to), work, progress)
        await known.tidy()
    except Exception as error:
        if not bot.stopping:
            raise
        log.info("interaction %s is dropped, as the program ends: %r", interaction.id, error)


def suggesting(suggest: Callable[P, Choices]) -> Callable[P, Choices]:
    """Guard autocomplete, a function or a method: if it fails, it logs and suggests nothing."""

    @functools.wraps(suggest)
    async def guarded(*args: P.args, **kwargs: P.kwargs) -> list[app_commands.Choice[Any]]:
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


def _drop(work: Awaitable[Answer]) -> None:
    """Drop the work, without asyncio's warning about a coroutine that was never awaited."""
    if isinstance(work, Coroutine):
        work.close()


async def _respond_in_time(
    reply: Reply, work: Awaitable[Answer], progress: Progress | None
) -> None:
    waiting = reply.interaction.client.waiting
    with contextlib.ExitStack() as stack:
        stack.enter_context(waiting)
        if not await _acknowledged_in_time(reply, work):
            return
        task = asyncio.ensure_future(_answer_of(reply.interaction, work))
        await asyncio.wait({task}, timeout=ACKNOWLEDGE_AFTER)
        if progress is not None:
            stack.close()  # long work lets others go first
        try:
            await _answer(reply, task, progress)
        except UNANSWERED as error:
            # The work is stored; only this answer is lost. The board still comes.
            log.warning("no answer to interaction %s: %s", reply.interaction.id, error)
            metrics.answer_lost()
            await task


async def _acknowledged_in_time(reply: Reply, work: Awaitable[Answer]) -> bool:
    """Acknowledge first if it is late or if many wait. Whether the work is worth beginning."""
    interaction, waiting = reply.interaction, reply.interaction.client.waiting
    late = waiting.delays.is_late(interaction.created_at)
    if not late and not (waiting.crowded and not reply.may_open_form):
        return True
    try:
        await waiting.acknowledge(reply.acknowledge())
        if late:
            waiting.delays.was_in_time(interaction.created_at)
    except UNANSWERED as error:
        if getattr(error, "code", 0) == UNKNOWN_INTERACTION:
            # Discord has told the user that this failed, and they may have moved elsewhere.
            log.warning("interaction %s came too late: nothing was done", interaction.id)
            metrics.interaction(name_of(interaction), "late")
            _drop(work)
            return False
    except BaseException:
        _drop(work)
        raise
    return True


async def _answer(reply: Reply, task: asyncio.Future[Answer], progress: Progress | None) -> None:
    bot, interaction = reply.interaction.client, reply.interaction
    if not task.done() and not reply.acknowledged:
        await reply.acknowledge()
    # An answer for all leaves the private message as it is, so progress has no place there.
    while not task.done() and progress is not None and reply.to is not To.ALL:
        with contextlib.suppress(*UNANSWERED):
            await reply.show(progress)
        await asyncio.wait({task}, timeout=ACKNOWLEDGE_AFTER)
    answer = await task
    if reply.to is To.USUAL and reply.on_private:
        answer = await leading_back(interaction, answer)
    shown = await reply.give(answer)
    if shown is not None:
        bot.interactions.show(interaction, answer, shown)
    await bot.solo.shown(interaction, answer)


async def _answer_of(interaction: Interaction, work: Awaitable[Answer]) -> Answer:
    """The result of the work, or why there is none."""
    name, known = name_of(interaction), interaction.client.interactions
    try:
        try:
            answer = await interaction.client.solo.board(await work)
        except (RefusedError, MoveError, OptionError) as error:
            metrics.refused(reason_of(error))
            answer = await _refusal(interaction, error)
    except Exception as error:  # whatever it is, the player gets a reference, and we get a log line
        if interaction.client.stopping:
            raise
        metrics.interaction(name, "fault")
        return Answer(excuse(error, name, interaction=interaction.id), private=True)
    if answer.refused:
        known.refuse(interaction.id)
    metrics.interaction(name, "refused" if answer.refused else "answered")
    return answer


async def _refusal(
    interaction: Interaction, error: RefusedError | MoveError | OptionError
) -> Answer:
    """The reason in a sentence; to somebody who only watches, with what they can do instead."""
    answer = Answer(refusals.refusal(error), private=True, refused=True)
    if isinstance(error, RefusedError) and error.why is ServiceRefusal.NOT_A_PLAYER:
        live = error.about.get("live")
        if isinstance(live, LiveMatch):
            with contextlib.suppress(RefusedError):  # such as that they may not see it
                seen = await interaction.client.perform(interaction, Control("spectate", live.id))
                return replace(answer, view=seen.view, upload=seen.upload)
    return answer
