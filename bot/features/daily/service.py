"""Daily puzzles: each day one for every server whose owners want that, never two for a day."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import partial

from bot.features.daily.store import DailyQueries, StoredDaily
from bot.service import puzzles
from bot.service.learning import Answered, PostedPuzzle
from bot.service.puzzles import Puzzle
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings, Setting, as_text, positive, settings_in
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.rows import DELETED, Spot, StoredMessage
from bot.storage.transaction import Transaction
from engine.game import Game

DAY = timedelta(days=1)
DAILY = "daily"
"""The note of a daily puzzle's post, before the server and the day."""
BATCH = 25
"""Servers that get their puzzles in one transaction."""
LATEST = timedelta(hours=12)
"""A puzzle that is later than this, after an outage, is skipped."""
USUAL_HOUR = 12
"""The hour at which puzzles come, in UTC, if nobody has decided otherwise."""
CHANNEL = Setting("daily", positive)
"""The channel that gets a puzzle every day."""
AT_HOUR = Setting("daily_hour", lambda kept: kept if type(kept) is int and 0 <= kept < 24 else None)
"""The hour at which it comes, in UTC; None: the usual one."""
GAME = Setting("daily_game", as_text)
"""The key of the game of these puzzles; None: the games take turns."""


class DailyRefusal(StrEnum):
    """Why no puzzle is posted now: the keys of the texts."""

    NO_CHANNEL = "daily-no-channel"
    NO_PUZZLES = "daily-no-puzzles"


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
        self._store = service.store
        self._games = service.matches.games
        self._now = service.now

    def register(self, service: Service) -> None:
        """Follow what happens from now on."""
        service.deadlines.rounds.append(self.tick)
        service.servers.at_change.append(self._reschedule)
        service.learning.posted.append(_posted)
        service.learning.at_answer.append(_answered)

    def _reschedule(
        self, tx: Transaction, server: int, before: ServerSettings, after: ServerSettings
    ) -> None:
        """The owners of a server have changed their settings."""
        if any(setting.of(after) != setting.of(before) for setting in (CHANNEL, AT_HOUR)):
            last = _queries(tx).latest(server)
            day = 0 if last is None else last.day
            _queries(tx).set_due(server, next_daily(after, self._now(), day))

    async def due(self, server: int) -> datetime | None:
        """When the next puzzle of a server comes; None: never."""
        return await self._store.read(lambda tx: _queries(tx).due(server))

    async def tick(self, there: Shards) -> list[int]:
        """Have the puzzles posted that are due on these shards. Returns the channels."""
        now, channel_ids = self._now(), list[int]()
        more = await self._store.read(lambda tx: _queries(tx).is_due(now, there))
        while more:
            more, posted = await self._store.write(lambda tx: self._post(tx, now, there))
            channel_ids += posted
        return channel_ids

    def _post(self, tx: Transaction, now: datetime, there: Shards) -> tuple[bool, list[int]]:
        """Have some of them posted. Returns whether there may be more, and the channels."""
        daily, channel_ids = _queries(tx), list[int]()
        due = daily.take_due(now, BATCH, there)
        for server in due:
            settings = settings_in(tx, server)
            at = last_hour(hour_of(settings), now)
            day, channel_id = at.date().toordinal(), CHANNEL.of(settings)
            daily.set_due(server, None if channel_id is None else at + DAY)
            if channel_id is None or now - at > LATEST:
                continue
            chosen = self._chosen(daily, server, day, settings)
            if chosen is None:
                continue
            game, puzzle = chosen
            if daily.add(StoredDaily(server, day, game.key, puzzle.name, at)):
                tx.messages.add_note(DAILY, f"{server} {day}", Spot(server, channel_id))
                channel_ids.append(channel_id)
        return len(due) == BATCH, channel_ids

    def _chosen(
        self, daily: DailyQueries, server: int, day: int, settings: ServerSettings
    ) -> tuple[Game, Puzzle] | None:
        """The puzzle of a day on a server, which nobody there has seen for longest."""
        had = partial(daily.had, server)
        return puzzles.of_day(self._games, day, GAME.of(settings), had)

    async def post_now(self, server: int) -> StoredMessage | None:
        """Have the puzzle of today posted before its hour; the next one comes tomorrow.

        Returns the message if today's is there, or is being sent. One that could not be posted, or
        still waits in another channel, is posted in the chosen one. May refuse.
        """

        def work(tx: Transaction) -> StoredMessage | None:
            now, settings, daily = self._now(), settings_in(tx, server), _queries(tx)
            day, channel_id = now.date().toordinal(), CHANNEL.of(settings)
            if channel_id is None:
                raise RefusedError(DailyRefusal.NO_CHANNEL)
            last, chosen = daily.latest(server), None
            if last is not None and last.day >= day:
                day, before = last.day, tx.messages.with_note(f"{DAILY} {server} {last.day}")
                if before is not None and not _will_not_come(before, channel_id):
                    return before
                if before is not None:
                    tx.messages.forget(before.id)
                chosen = puzzles.named(self._games, last.game, last.name)  # None: it was retired
            chosen = chosen or self._chosen(daily, server, day, settings)
            if chosen is None:
                raise RefusedError(DailyRefusal.NO_PUZZLES)
            asked = StoredDaily(server, day, chosen[0].key, chosen[1].name, now)
            if daily.add(asked):
                daily.set_due(server, next_daily(settings, now, day))
            else:
                daily.ask_again(asked)
            tx.messages.add_note(DAILY, f"{server} {day}", Spot(server, channel_id))
            return None

        return await self._store.write(work)

    async def to_post(self, server: int, day: int) -> tuple[Game, Puzzle, Results | None] | None:
        """The puzzle of a day and the results of the one before; None: it is too late for it."""

        def work(tx: Transaction) -> tuple[StoredDaily | None, StoredDaily | None, list[bool]]:
            daily = _queries(tx)
            new, before = daily.get(server, day), daily.latest(server, day)
            if before is not None:
                sent = tx.messages.with_note(f"{DAILY} {server} {before.day}")
                before = before if sent is not None and sent.message is not None else None
            return new, before, [] if before is None else daily.answers(before)

        new, before, answers = await self._store.read(work)
        asked = None if new is None else puzzles.named(self._games, new.game, new.name)
        if new is None or asked is None or self._now() - new.at > LATEST:
            return None
        known = None if before is None else puzzles.named(self._games, before.game, before.name)
        results = None if known is None else Results(*known, len(answers), sum(answers))
        return *asked, results


def _will_not_come(one: StoredMessage, channel_id: int) -> bool:
    """True if a post is gone with its channel, or was not sent and will not be to this one."""
    waits_elsewhere = one.begun == 0 and one.channel_id != channel_id
    return one.desired == DELETED or (one.message is None and waits_elsewhere)


def _posted(tx: Transaction, server: int) -> PostedPuzzle | None:
    """The last puzzle of a server."""
    last = _queries(tx).latest(server)
    return None if last is None else PostedPuzzle(last.game, last.name, last.at)


def _answered(tx: Transaction, answer: Answered) -> None:
    """Whoever answers the last puzzle of a server there counts there."""
    last = None if answer.server is None else _queries(tx).latest(answer.server)
    if last is not None and (last.game, last.name) == (answer.game, answer.name):
        _queries(tx).answer(last, answer.user, solved=answer.solved)


def _queries(tx: Transaction) -> DailyQueries:
    return DailyQueries(tx.connection)


def hour_of(settings: ServerSettings) -> int:
    """The hour at which the puzzle of a server comes."""
    chosen = AT_HOUR.of(settings)
    return USUAL_HOUR if chosen is None else chosen


def last_hour(hour: int, now: datetime) -> datetime:
    """The last time at which it was this hour."""
    today = datetime.combine(now.date(), time(hour), UTC)
    return today if today <= now else today - DAY


def next_daily(settings: ServerSettings, now: datetime, last: int) -> datetime | None:
    """When the next puzzle of a server comes: on a day after ``last``; None: never."""
    if CHANNEL.of(settings) is None:
        return None
    due = last_hour(hour_of(settings), now) + DAY
    return due if due.date().toordinal() > last else due + DAY
