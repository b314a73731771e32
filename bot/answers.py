"""Answering an interaction: in time, once, privately, and with a reference where we fail.

Discord wants a first answer within 3 seconds. Work that takes longer is acknowledged first and its
answer follows. Everything goes through `respond`: commands, buttons and modals.
"""

import asyncio
import contextlib
import io
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from enum import Enum
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui

from bot.messages import overlays, refusals
from bot.refusals import RefusedError
from engine.position import MoveError, OptionError

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds until an answer that is not ready is acknowledged: half of Discord's 3."""
UNANSWERED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What goes wrong between Discord and us."""
NOBODY = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that goes with a message."""

    data: bytes
    name: str
    alt: str | None = None
    """For those who cannot see it, where there is something to see."""

    def file(self) -> discord.File:
        """As discord.py wants it."""
        return discord.File(io.BytesIO(self.data), self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person is told, privately; or the modal that opens."""

    text: str = ""
    view: ui.View | None = None
    upload: Upload | None = None
    modal: ui.Modal | None = None
    private: bool = False
    """Never for all, wherever it was to go."""

    def files(self) -> list[discord.File]:
        """What goes with the text."""
        return [] if self.upload is None else [self.upload.file()]


class Waiting:
    """The people who wait for an answer right now: they come before everything else."""

    def __init__(self) -> None:
        self._number = 0
        self._nobody = asyncio.Event()
        self._nobody.set()

    def __enter__(self) -> None:
        self._number += 1
        self._nobody.clear()

    def __exit__(self, *_: object) -> None:
        self._number -= 1
        if not self._number:
            self._nobody.set()

    async def let_pass(self, at_most: float) -> None:
        """Return when nobody waits, or after ``at_most`` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._nobody.wait()


class To(Enum):
    """Where an answer goes."""

    USUAL = "usual"
    """A private message, or in place of the private one that was clicked."""
    NEW = "new"
    """A private message of its own."""
    ALL = "all"
    """A message that everybody sees; a refusal stays private."""


class Way(Enum):
    """How an answer gets there."""

    FOLLOW = "follow"
    """As a message."""
    REPLACE = "replace"
    """In place of the private message that was clicked."""
    EDIT = "edit"
    """In place of the message that showed the progress."""


class Progress:
    """How far some work is that takes long, told by another thread."""

    def __init__(self) -> None:
        self.part = 0.0

    def __call__(self, part: float) -> None:
        """So much of it is done, 0 to 1."""
        self.part = part


async def respond(
    interaction: discord.Interaction[Any],
    work: Awaitable[Answer],
    to: To = To.USUAL,
    progress: Progress | None = None,
) -> None:
    """Answer ``interaction`` with what ``work`` gives, or with why it was refused.

    A click on a private message of ours changes that message, so that no dead buttons stay.
    ``progress``: of work that may take long, shown until it is done.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(interaction.client.waiting)
        task = asyncio.ensure_future(_told(interaction, work))
        await asyncio.wait({task}, timeout=PATIENCE)
        if progress is not None:
            stack.close()  # who knows that it takes long lets others pass
        await _respond(interaction, task, to, progress)


async def _respond(
    interaction: discord.Interaction[Any],
    task: asyncio.Future[Answer],
    to: To,
    progress: Progress | None,
) -> None:
    on_private = _on_private_message(interaction)
    way = Way.REPLACE if to is To.USUAL and on_private else Way.FOLLOW
    try:
        if not task.done():
            # Whoever shows something to all presses a private message: it stays as it is, and no
            # "is thinking" is seen by others, which a refusal would have to fill.
            if way is Way.REPLACE or (to is To.ALL and on_private):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
            if progress is not None:
                await _show_progress(interaction, task, progress)
                way = Way.EDIT
        answer = await task
        public = to is To.ALL and not answer.private
        try:
            await _deliver(interaction, answer, way, public=public)
        except aiohttp.ClientError:  # often only a connection that Discord had closed: once more
            await _deliver(interaction, answer, way, public=public)
    except UNANSWERED as error:
        # What was done is stored; only this answer is lost. The board still comes.
        log.warning("no answer to interaction %s: %s", interaction.id, error)
        await task


async def _show_progress(
    interaction: discord.Interaction[Any], task: asyncio.Future[Answer], progress: Progress
) -> None:
    """Say every few seconds how far it is, until it is done."""
    while not task.done():
        with contextlib.suppress(*UNANSWERED):
            await interaction.edit_original_response(content=overlays.progress(progress.part))
        await asyncio.wait({task}, timeout=PATIENCE)


async def _told(interaction: discord.Interaction[Any], work: Awaitable[Answer]) -> Answer:
    try:
        return await work
    except (RefusedError, MoveError, OptionError) as error:
        return Answer(refusals.refusal(error), private=True)
    except Exception as error:  # whatever it is, the player gets a reference and we get a log line
        return Answer(refusals.our_fault(fault(error, interaction)), private=True)


def fault(error: BaseException, interaction: discord.Interaction[Any]) -> str:
    """Log a fault of ours; the reference that finds the log line."""
    name = interaction.command.qualified_name if interaction.command else "control"
    return logged(error, f"{name} {interaction.id}")


def logged(error: BaseException, where: str) -> str:
    """The same for what is no interaction."""
    reference = secrets.token_hex(3).upper()
    log.error("fault %s in %s", reference, where, exc_info=error)
    return reference


def _on_private_message(interaction: discord.Interaction[Any]) -> bool:
    message = interaction.message
    return message is not None and message.flags.ephemeral


async def _deliver(
    interaction: discord.Interaction[Any], answer: Answer, way: Way, *, public: bool
) -> None:
    late = interaction.response.is_done()
    if answer.modal is not None:
        from_a_form = interaction.type is discord.InteractionType.modal_submit
        if not late and not from_a_form:
            await interaction.response.send_modal(answer.modal)
            return
        # A modal can only be a first answer, and no answer to a modal.
        answer = Answer(refusals.NOT_FROM_A_FORM if from_a_form else refusals.BUSY)
    if way is not Way.FOLLOW:
        change = interaction.edit_original_response if late else interaction.response.edit_message
        await change(
            content=answer.text,
            view=answer.view,
            attachments=answer.files(),
            allowed_mentions=NOBODY,
        )
        return
    given: dict[str, Any] = {"content": answer.text, "allowed_mentions": NOBODY}
    if answer.view is not None:
        given["view"] = answer.view
    if files := answer.files():
        given["files"] = files
    if late:
        await interaction.followup.send(ephemeral=not public, **given)
    else:
        await interaction.response.send_message(ephemeral=not public, **given)


Choices = Coroutine[Any, Any, list[app_commands.Choice[str]]]
Suggest = Callable[[discord.Interaction[Any], str], Choices]


def suggesting(suggest: Suggest) -> Suggest:
    """Autocomplete that shows nothing, and logs, where it fails: the command still works."""

    async def guarded(
        interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            with interaction.client.waiting:
                return (await suggest(interaction, current))[:25]
        except RefusedError:
            return []
        except Exception as error:
            fault(error, interaction)
            return []

    return guarded
