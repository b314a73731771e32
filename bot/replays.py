"""Games move by move, privately: matches of this server, and games that people bring in files.

What a viewer shows is in the ``custom_id`` of its buttons, so it works for ever.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import discord

from bot import access, controls
from bot.answers import UNANSWERED, Answer, Document, logged
from bot.controls import FILE, Control
from bot.host import Host
from bot.messages import refusals, replays
from bot.pictures import Pictures
from bot.refusals import RefusedError, Why
from engine.match import Match
from engine.record import FORMS, LARGEST, Record, RecordError, read

Interaction = discord.Interaction[Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reel:
    """A game to be shown move by move."""

    title: str
    match: Match
    """As it stands, or ended."""
    players: Sequence[str]
    """What the people are called, by seat."""


class Replays:
    """Reads what was pressed, asks the host, shows the board."""

    def __init__(self, host: Host, pictures: Pictures, workers: Executor) -> None:
        """``workers`` do what would hold up the event loop."""
        self._host = host
        self._pictures = pictures
        self._workers = workers

    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """The board after as many moves as the control says; the last one where there are fewer."""
        reel = await self._reel(interaction, control)
        return await self._shown(reel, control)

    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """The form that asks for a ply."""
        reel = await self._reel(interaction, control)
        last = len(reel.match.course.moves)
        return Answer(modal=controls.jump_modal(control, replays.plain_title(reel.title), last))

    async def jump(self, interaction: Interaction, control: Control) -> Answer:
        """That form, filled in; where it names no ply, the board stays and says so."""
        reel, typed = await self._reel(interaction, control), controls.field_of(interaction.data)
        last, number = len(reel.match.course.moves), replays.ply_in(typed)
        if number is None or number > last:
            return await self._shown(reel, control, replays.no_such_ply(last))
        return await self._shown(reel, control.at(number))

    async def record(self, interaction: Interaction, key: int, form: str) -> Answer:
        """The record of a match as a file."""
        await self._check(interaction, key)
        record, write = await self._host.record(key), FORMS[form]
        data = await self._work(partial(write, record))
        name = f"{record.game.key}-{key}.{form}"
        return Answer(replays.record(record, form), document=Document(data, name))

    async def bring(
        self, interaction: Interaction, file: discord.Attachment, rules: str | None
    ) -> Answer:
        """Keep the game of a file, and show how it ended."""
        if file.size > LARGEST:
            raise RefusedError(Why.FILE_TOO_LARGE, name=file.filename)
        try:
            data = await file.read()
        except UNANSWERED as error:
            logged(error, f"the file of {interaction.id}")
            raise RefusedError(Why.FILE_LOST, name=file.filename) from error
        by = self._host.games.get(rules or "")
        try:
            record = await self._work(partial(read, data, self._host.games, by))
        except RecordError as error:
            return Answer(refusals.bad_file(file.filename, error))
        user, server = interaction.user.id, interaction.guild_id or 0
        key = await self._host.keep_import(user, server, record, source=interaction.id)
        reel = await self._work(partial(_of_file, record))
        control = controls.replay(key, len(reel.match.course.moves), FILE)
        return await self._shown(reel, control, replays.KEPT)

    async def _shown(self, reel: Reel, control: Control, note: str = "") -> Answer:
        moves = reel.match.course.moves
        control = control.at(min(control.ply or 0, len(moves)))
        frame = await self._work(partial(_after, reel.match, control.ply or 0))
        text = replays.frame(reel.title, reel.match, frame, reel.players)
        # Not as boards are called: a reply to this one plays no move.
        name = f"{reel.match.game.key}-{control.subject}-after-{control.ply}"
        return Answer(
            f"{note}\n{text}".strip(),
            controls.replay_view(control, len(moves)),
            await self._pictures.of(frame, name),
        )

    async def _reel(self, interaction: Interaction, control: Control) -> Reel:
        """The game that a control shows. May refuse."""
        if controls.source_of(control) == FILE:
            record = await self._host.imported(control.subject, interaction.guild_id or 0)
            return await self._work(partial(_of_file, record))
        await self._check(interaction, control.subject)
        sitting = await self._host.sitting(control.subject)
        names = await self._host.names(sitting.players)
        title = replays.title(sitting.match.game, sitting.id)
        return Reel(title, sitting.match, [names[user] for user in sitting.players])

    async def _check(self, interaction: Interaction, key: int) -> None:
        access.check(interaction, await self._host.sitting(key))

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._workers, work)


def _of_file(record: Record) -> Reel:
    return Reel(record.title or record.game.name, record.match(), record.players)


def _after(match: Match, moves: int) -> Match:
    """The match after its first ``moves`` moves; after all of them, as it ended."""
    stood = match.course.moves
    if moves >= len(stood):
        return match
    return Match.replay(match.game, match.options, match.seats, stood[:moves])
