"""Whole games to look at: matches of this server, and games that people import from files."""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Self, TypeVar

from cachetools import LRUCache

from bot.chat.base.bot import Bot, Interaction
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.overlays import NONE
from bot.features.replays.service import Imports
from bot.messages import computers, replays
from bot.service.live_match import LiveMatch
from engine.game import Game
from engine.match import Match
from engine.record import Record, RecordError, json_form, read

T = TypeVar("T")
MATCH, FILE = "game", "file"
"""The sources of a replay: a match, or a game from a file."""
REMEMBERED = 8
"""How many games from files are kept in memory."""


@dataclass(frozen=True, slots=True)
class ReplayState:
    """The state of a replay, as written in the text of its controls."""

    source: str = MATCH
    """`MATCH`: the subject is a match; `FILE`: it is a game from a file."""
    shown: str = NONE
    """The overlay that is drawn over the board."""
    plies: tuple[int, int] | None = None
    """The first and the last ply of an animation."""

    def write(self, more: str = "") -> str:
        """The text of a control; ``more`` tells the buttons of one message apart."""
        plies = "" if self.plies is None else f"{self.plies[0]}-{self.plies[1]}"
        return " ".join(part for part in (self.source, self.shown, plies, more) if part)

    @classmethod
    def read(cls, control: Control) -> Self:
        """The state in the text of ``control``."""
        found = re.fullmatch(r"(\w+)(?: (\w+))?(?: ([0-9]{1,6})-([0-9]{1,6}))?.*", control.text)
        if found is None:
            return cls()
        plies = (int(found[3]), int(found[4])) if found[3] else None
        return cls(found[1], found[2] or NONE, plies)


def replay_control(
    subject: int, ply: int, state: ReplayState | None = None, more: str = ""
) -> Control:
    """The control that shows a match, or the game of a file, after ``ply`` moves."""
    return Control("replay", subject, ply, (state or ReplayState()).write(more))


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A whole game."""

    title: str
    match: Match
    """As it stands, or as it ended."""
    players: Sequence[str]
    """The names of the people, by seat."""
    live: LiveMatch | None = None
    """With its people, if it is a match of this server."""
    replaced: Mapping[int, str] = field(default_factory=dict[int, str])
    """By seat, the names of those whose seats computers have taken over."""

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.match.turn_log.moves)

    def players_at(self, ply: int) -> Sequence[str]:
        """The names by seat of those who had played until then, after ``ply`` moves."""
        if ply >= self.last:
            return self.players
        since = self.match.turn_log.taken_over
        return [
            self.replaced[seat] if seat in self.replaced and ply <= since[seat] else name
            for seat, name in enumerate(self.players)
        ]


class ReplayedGames:
    """Loads whole games; whatever may take seconds is done off the event loop."""

    def __init__(self, bot: Bot) -> None:
        self._service = bot.service
        self._readers = bot.readers
        self._imports = Imports(bot.service.store, bot.service.now)
        self._from_files = LRUCache[int, ReplayedGame](REMEMBERED)
        """The games from files viewed last, so that they are not read each time."""

    async def of(self, interaction: Interaction, control: Control) -> ReplayedGame:
        """The game that a control shows. Raises `RefusedError`, also if it may not be seen."""
        if ReplayState.read(control).source == FILE:
            return await self._from_file(interaction, control.subject)
        live = await self._service.matches.live(control.subject)
        check_access(interaction, live)
        names = await self._service.matches.names(live.everybody)
        title = replays.title(live.match.game, live.id)
        left = {s: names[user] for s, user in enumerate(live.left_by) if user is not None}
        return ReplayedGame(title, live.match, computers.names(live, names), live, left)

    async def _from_file(self, interaction: Interaction, import_id: int) -> ReplayedGame:
        user, server = interaction.user.id, interaction.guild_id or 0
        record = await self._imports.get(import_id, user, server)
        game = self._from_files.get(import_id)
        if game is None:
            games = self._service.matches.games
            game, *_ = await self.work(partial(_read, record.encode(), games, None))
            self._from_files[import_id] = game
        return game

    async def record(self, interaction: Interaction, import_id: int) -> Record:
        """The record of the game of a file. Raises `RefusedError`."""
        user, server = interaction.user.id, interaction.guild_id or 0
        stored = await self._imports.get(import_id, user, server)
        return await self.work(partial(read, stored.encode(), self._service.matches.games))

    async def keep(
        self, interaction: Interaction, data: bytes, rules: Game | None
    ) -> tuple[int, ReplayedGame, RecordError | None]:
        """Keep the game of a file, up to a turn that is illegal.

        Returns its id, the game, and what is wrong with that turn. Raises `RecordError`.
        """
        games = self._service.matches.games
        game, record, wrong = await self.work(partial(_read, data, games, rules))
        user, server = interaction.user.id, interaction.guild_id or 0
        import_id = await self._imports.keep(user, server, record, event_id=interaction.id)
        self._from_files[import_id] = game
        return import_id, game, wrong

    async def work(self, work: Callable[[], T]) -> T:
        """The result of ``work``, which is done off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)


def _read(
    data: bytes, games: Mapping[str, Game], rules: Game | None
) -> tuple[ReplayedGame, str, RecordError | None]:
    """The game of a file, its record in the form that is kept, and what is wrong after its end.

    Raises `RecordError` if nothing can be shown.
    """
    wrong = None
    try:
        record = read(data, games, rules)
    except RecordError as error:
        if error.legal is None or not error.legal.turns:
            raise
        record, wrong = error.legal, error
    game = ReplayedGame(record.title or record.game.name, record.match(), record.players)
    return game, json_form.write(record).decode(), wrong
