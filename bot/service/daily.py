"""Daily puzzles: each day one for every server whose owners want that, never two for a day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.service import puzzles
from bot.service.now import Now
from bot.service.puzzles import Puzzle
from bot.service.server_settings import DAY, hour_of, last_hour, settings_in
from bot.shards import Shards
from bot.storage.database import Store
from bot.storage.rows import Spot, StoredDaily
from bot.storage.transaction import Transaction
from engine.game import Game

DAILY = "daily"
"""The note of a daily puzzle's post, before the server and the day."""
BATCH = 25
"""Servers that get their puzzles in one transaction."""
LATEST = timedelta(hours=12)
"""A puzzle that is later than this, after an outage, does not come any more."""


@dataclass(frozen=True, slots=True)
class Results:
    """What has become of a puzzle that was posted."""

    game: Game
    puzzle: Puzzle
    answered: int
    solved: int
    """How many of these found the best move at once."""


class Daily:
    """The daily puzzles of the servers in one database."""

    def __init__(self, store: Store, games: Mapping[str, Game], now: Now) -> None:
        self._store = store
        self._games = games
        self._now = now

    async def due(self, server: int) -> datetime | None:
        """When the next puzzle of a server comes."""
        return await self._store.read(lambda tx: tx.daily.due(server))

    async def tick(self, there: Shards) -> list[int]:
        """Have the puzzles posted that are due on these shards. Returns the channels."""
        now, channel_ids = self._now(), list[int]()
        more = await self._store.read(lambda tx: tx.daily.is_due(now, there))
        while more:
            more, posted = await self._store.write(lambda tx: self._post(tx, now, there))
            channel_ids += posted
        return channel_ids

    def _post(self, tx: Transaction, now: datetime, there: Shards) -> tuple[bool, list[int]]:
        """Have some of them posted. Returns whether there may be more, and the channels."""
        due, channel_ids = tx.daily.take_due(now, BATCH, there), list[int]()
        for server in due:
            settings = settings_in(tx, server)
            at = last_hour(hour_of(settings), now)
            day, channel_id = at.date().toordinal(), settings.daily
            tx.daily.set_due(server, None if channel_id is None else at + DAY)
            chosen = puzzles.of_day(self._games, day, settings.daily_game)
            if channel_id is None or chosen is None or now - at > LATEST:
                continue
            game, puzzle = chosen
            if tx.daily.add(StoredDaily(server, day, game.key, puzzle.name, at)):
                tx.messages.add_note(DAILY, f"{server} {day}", Spot(server, channel_id))
                channel_ids.append(channel_id)
        return len(due) == BATCH, channel_ids

    async def to_post(self, server: int, day: int) -> tuple[Game, Puzzle, Results | None] | None:
        """The puzzle of a day and the results of the one before; None: it is too late for it."""

        def work(tx: Transaction) -> tuple[StoredDaily | None, StoredDaily | None, list[bool]]:
            new, before = tx.daily.get(server, day), tx.daily.latest(server, day)
            if before is not None:
                sent = tx.messages.noted(f"{DAILY} {server} {before.day}")
                before = before if sent is not None and sent.message is not None else None
            return new, before, [] if before is None else tx.daily.answers(before)

        new, before, answers = await self._store.read(work)
        asked = None if new is None else self._known(new)
        if new is None or asked is None or self._now() - new.at > LATEST:
            return None
        known = None if before is None else self._known(before)
        results = None if known is None else Results(*known, len(answers), sum(answers))
        return *asked, results

    async def today(self, server: int | None, wanted: Game | None) -> tuple[Game, Puzzle] | None:
        """The puzzle of this day: the one that was posted on the server, else everybody's."""
        now = self._now()
        if server is not None:
            last = await self._store.read(lambda tx: tx.daily.latest(server))
            known = None if last is None or now - last.at >= DAY else self._known(last)
            if known is not None and wanted in (None, known[0]):
                return known
        key = None if wanted is None else wanted.key
        return puzzles.of_day(self._games, now.date().toordinal(), key)

    def _known(self, stored: StoredDaily) -> tuple[Game, Puzzle] | None:
        """A stored puzzle; None if the program does not know it any more."""
        game = self._games.get(stored.game)
        puzzle = None if game is None else puzzles.known(game, stored.name)
        return None if game is None or puzzle is None else (game, puzzle)
