"""Games move by move, privately: matches of this server, and games that people bring in files.

What a viewer shows is in the ``custom_id`` of its buttons, so it works for ever.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import discord

from bot import access, controls, viewers
from bot.answers import UNANSWERED, Answer, Progress, Upload, logged
from bot.controls import FILE, Control, Reel
from bot.host import Host
from bot.looks import USUAL, Looks
from bot.messages import overlays, refusals, replays
from bot.pictures import Pictures, after, offered
from bot.refusals import RefusedError, Why
from bot.viewers import FROM, TO
from engine.match import Match
from engine.position import Game
from engine.record import FORMS, LARGEST, RecordError, json_form, read

Interaction = discord.Interaction[Any]
T = TypeVar("T")
MOST_FILMS = 4
"""So many animations are drawn or waited for at once; each person has one."""
REMEMBERED = 8
"""Games from files that are kept in memory."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game to be shown move by move."""

    title: str
    match: Match
    """As it stands, or ended."""
    players: Sequence[str]
    """What the people are called, by seat."""

    @property
    def last(self) -> int:
        """How many moves there are."""
        return len(self.match.course.moves)


class Replays:
    """Reads what was pressed, asks the host, shows the board."""

    def __init__(self, host: Host, pictures: Pictures, readers: Executor) -> None:
        """``readers`` do what may take seconds, off the event loop."""
        self._host = host
        self._pictures = pictures
        self._readers = readers
        self._from_files: OrderedDict[int, Played] = OrderedDict()
        """The games of files that were looked at last, so that they are not read each time."""
        self._filmed: set[int] = set()
        """Who waits for an animation: one at a time is enough for each."""

    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """The board after as many moves as the control says; the last one where there are fewer."""
        game = await self._game(interaction, control)
        return await self._shown(interaction, game, control)

    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """The form that asks for a ply."""
        game = await self._game(interaction, control)
        title = replays.plain_title(game.title)
        return Answer(modal=viewers.jump_modal(control, title, game.last))

    async def jump(self, interaction: Interaction, control: Control) -> Answer:
        """That form, filled in; where it names no ply, the board stays and says so."""
        game = await self._game(interaction, control)
        number = replays.ply_in(controls.field_of(interaction.data))
        if number is None or number > game.last:
            return await self._shown(interaction, game, control, replays.no_such_ply(game.last))
        return await self._shown(interaction, game, control.at(number))

    async def share(self, interaction: Interaction, control: Control) -> Answer:
        """What a replay shows, for everybody in the channel: as the channel sees boards."""
        _check_writing(interaction)
        game, user = await self._game(interaction, control), interaction.user.id
        if Reel.read(control).source == FILE:  # what a file says of itself is not for all
            game = replace(game, title=replays.of_file(game.match.game))
        if plies := Reel.read(control).plies:
            first, last = min(plies[0], game.last), min(plies[1], game.last)
            film, every = await self._film(user, game, (first, last), USUAL, None)
            told = overlays.shared_film(user, game.title, first, last, every)
            return Answer(told, upload=film)
        shown, ply = Reel.read(control).shown, min(control.ply or 0, game.last)
        frame = await self._work(partial(after, game.match, ply))
        shown = _possible(shown, offered(game.match, frame))
        text = overlays.shared(user, game.title, ply, game.last, shown)
        return Answer(
            text, upload=await self._pictures.of(frame, _name(control, game), shown=shown)
        )

    async def ask_for_film(self, interaction: Interaction, control: Control) -> Answer:
        """The form that asks for the plies of an animation."""
        game = await self._game(interaction, control)
        title = replays.plain_title(game.title)
        return Answer(modal=viewers.film_modal(control, title, game.last))

    async def film(
        self, interaction: Interaction, control: Control, progress: Progress | None
    ) -> Answer:
        """That form, filled in: the animation, privately."""
        game, typed = await self._game(interaction, control), controls.fields_of(interaction.data)
        first, last = (replays.ply_in(typed.get(key, "")) for key in (FROM, TO))
        if first is None or last is None or not first <= last <= game.last:
            return Answer(replays.no_such_plies(game.last))
        user = interaction.user.id
        looks = await self._host.looks(user)
        film, every = await self._film(user, game, (first, last), looks, progress)
        view = viewers.film_view(control.subject, last, Reel.read(control), (first, last))
        return Answer(overlays.film(game.title, first, last, every), view, upload=film)

    async def record(self, interaction: Interaction, key: int, form: str) -> Answer:
        """The record of a match as a file."""
        await self._check(interaction, key)
        record, write = await self._host.record(key), FORMS[form]
        data = await self._work(partial(write, record))
        name = f"{record.game.key}-{key}.{form}"
        return Answer(replays.record(record, form), upload=Upload(data, name))

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
            game, kept = await self._work(partial(_read, data, self._host.games, by))
        except RecordError as error:
            return Answer(refusals.bad_file(file.filename, error))
        user, server = interaction.user.id, interaction.guild_id or 0
        key = await self._host.keep_import(user, server, kept, source=interaction.id)
        self._remember(key, game)
        control = controls.replay(key, game.last, Reel(FILE))
        return await self._shown(interaction, game, control, replays.KEPT)

    async def _shown(
        self, interaction: Interaction, game: Played, control: Control, note: str = ""
    ) -> Answer:
        control = control.at(min(control.ply or 0, game.last))
        frame = await self._work(partial(after, game.match, control.ply or 0))
        reel, there = Reel.read(control), offered(game.match, frame)
        looks = await self._host.looks(interaction.user.id)
        text = replays.frame(game.title, game.match, frame, game.players)
        shown = _possible(reel.shown, there)
        picture = await self._pictures.of(frame, _name(control, game), looks, shown)
        view = viewers.replay_view(control, game.last, there)
        return Answer(f"{note}\n{text}".strip(), view, picture)

    async def _film(
        self,
        user: int,
        game: Played,
        plies: tuple[int, int],
        looks: Looks,
        progress: Progress | None,
    ) -> tuple[Upload, int]:
        if user in self._filmed or len(self._filmed) >= MOST_FILMS:
            raise RefusedError(Why.STILL_DRAWING)
        self._filmed.add(user)
        try:
            return await self._pictures.animation(game.match, *plies, looks, progress)
        finally:
            self._filmed.discard(user)

    async def _game(self, interaction: Interaction, control: Control) -> Played:
        """The game that a control shows. May refuse."""
        if Reel.read(control).source == FILE:
            kept = await self._host.imported(control.subject, interaction.guild_id or 0)
            game = self._from_files.get(control.subject)
            if game is None:
                game, _ = await self._work(partial(_read, kept.encode(), self._host.games, None))
            self._remember(control.subject, game)
            return game
        await self._check(interaction, control.subject)
        sitting = await self._host.sitting(control.subject)
        names = await self._host.names(sitting.players)
        title = replays.title(sitting.match.game, sitting.id)
        return Played(title, sitting.match, [names[user] for user in sitting.players])

    def _remember(self, key: int, game: Played) -> None:
        self._from_files[key] = game
        self._from_files.move_to_end(key)
        while len(self._from_files) > REMEMBERED:
            self._from_files.popitem(last=False)

    async def _check(self, interaction: Interaction, key: int) -> None:
        access.check(interaction, await self._host.sitting(key))

    async def _work(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)


def _read(data: bytes, games: Mapping[str, Game], by: Game | None) -> tuple[Played, str]:
    """The game of a file, and its record as it is kept. Raises `RecordError`."""
    record = read(data, games, by)
    game = Played(record.title or record.game.name, record.match(), record.players)
    return game, json_form.write(record).decode()


def _check_writing(interaction: Interaction) -> None:
    """Raise `RefusedError` where the asker may not write what the bot would write for them."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    if not (writes and may.attach_files):
        raise RefusedError(Why.MAY_NOT_WRITE)


def _name(control: Control, game: Played) -> str:
    """What the picture is called: not as boards are, so that a reply to it plays no move."""
    return f"{game.match.game.key}-{control.subject}-after-{control.ply}"


def _possible(shown: str, there: Sequence[str]) -> str:
    """An overlay, or none where it says nothing about this board."""
    return shown if shown in there else "none"
