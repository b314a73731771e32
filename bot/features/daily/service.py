"""Daily puzzles: each day one for every server whose owners want that, never two for a day."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from bot.service import puzzles
from bot.service.puzzles import Puzzle
from bot.service.server_settings import USUAL_HOUR, ServerSettings, settings_in
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.rows import Spot, StoredDaily
from bot.storage.transaction import Transaction
from engine.game import Game

DAY = timedelta(days=1)
DAILY = "daily"
"""The note of a daily puzzle's post, before the server and the day."""
BATCH = 25
"""Servers that get their puzzles in one transaction."""
LATEST = timedelta(hours=12)
"""A puzzle that is later than this, after an outage, is skipped."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a puzzle that was posted."""

    game: Game
    puzzle: Puzzle
    answered: int
    solved: int
    """How many of these found the best move at once."""


class Daily:
    """The daily puzzles of the servers in one database."""

    def __init__(self, service: Service) -> None:
        """Registers the round that posts puzzles, and what follows from changed settings."""
        self._store = service.store
        self._games = service.matches.games
        self._now = service.now
        service.deadlines.rounds.append(self.tick)
        service.servers.at_change.append(self._reschedule)

    def _reschedule(
        self, tx: Transaction, server: int, before: ServerSettings, after: ServerSettings
    ) -> None:
        """The owners of a server have changed their settings."""
        if (after.daily, after.daily_hour) != (before.daily, before.daily_hour):
            last = tx.daily.latest(server)
            day = 0 if last is None else last.day
            tx.daily.set_due(server, next_daily(after, self._now(), day))

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
                sent = tx.messages.with_note(f"{DAILY} {server} {before.day}")
                before = before if sent is not None and sent.message is not None else None
            return new, before, [] if before is None else tx.daily.answers(before)

        new, before, answers = await self._store.read(work)
        asked = None if new is None else puzzles.named(self._games, new.game, new.name)
        if new is None or asked is None or self._now() - new.at > LATEST:
            return None
        known = None if before is None else puzzles.named(self._games, before.game, before.name)
        results = None if known is None else Results(*known, len(answers), sum(answers))
        return *asked, results


def hour_of(settings: ServerSettings) -> int:
    """The hour at which the puzzle of a server comes."""
    return USUAL_HOUR if settings.daily_hour is None else settings.daily_hour


def last_hour(hour: int, now: datetime) -> datetime:
    """The last time at which it was this hour."""
    today = datetime.combine(now.date(), time(hour), UTC)
    return today if today <= now else today - DAY


def next_daily(settings: ServerSettings, now: datetime, last: int) -> datetime | None:
    """The time of a server's next puzzle, on a day after ``last``; None: never."""
    if settings.daily is None:
        return None
    due = last_hour(hour_of(settings), now) + DAY
    return due if due.date().toordinal() > last else due + DAY
