"""The daily puzzles of servers: when the next one is due, which there were, and who solved them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.personal import OF_SERVER, Erasure, key_of_person
from bot.storage.queries.base import Queries, on_shards
from bot.storage.schema import Moment, metadata, partial_index, server_settings

_DUE = sa.Column("daily_due", Moment, comment="when its next daily puzzle comes; NULL: never")
server_settings.append_column(_DUE)
partial_index("ix_configured_daily_due", _DUE, where=_DUE.is_not(None))

daily = sa.Table(
    "daily",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=OF_SERVER),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False, comment="since year 1"),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False, comment="of the puzzle"),
    sa.Column("at", Moment, nullable=False, comment="when it was to be posted"),
)

daily_answer = sa.Table(
    "daily_answer",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=OF_SERVER),
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    key_of_person(Erasure.ROW, index=True),
    sa.Column("solved", sa.Boolean, nullable=False, comment="by the first answer"),
    sa.ForeignKeyConstraint(["server", "day"], ["daily.server", "daily.day"]),
)


@dataclass(frozen=True, slots=True)
class StoredDaily:
    """The puzzle of a day on a server."""

    server: int
    day: int
    """As `datetime.date.toordinal` numbers the days in UTC."""
    game: str
    name: str
    """Of the puzzle."""
    at: datetime
    """When it was to be posted."""


class DailyQueries(Queries):
    """The daily puzzles of servers."""

    def is_due(self, now: datetime, shards: Shards) -> bool:
        """True if the next puzzle of a server on these shards is due."""
        return self._one(_due(now, shards).limit(1)) is not None

    def take_due(self, now: datetime, most: int, shards: Shards) -> list[int]:
        """Some of these servers, which nobody else takes until this transaction is over."""
        rows = self._all(_due(now, shards).limit(most).with_for_update(skip_locked=True))
        return [row.server for row in rows]

    def due(self, server: int) -> datetime | None:
        """When the next puzzle of a server comes; None: never."""
        this = server_settings.c.server == server
        row = self._one(sa.select(_DUE).where(this))
        return None if row is None else row.daily_due

    def set_due(self, server: int, due: datetime | None) -> None:
        """Decide when the next puzzle of a server with settings comes; None: never."""
        this = server_settings.c.server == server
        self._run(sa.update(server_settings).where(this).values(daily_due=due))

    def add(self, new: StoredDaily) -> bool:
        """Note the puzzle of a day; whether there was none."""
        if self.get(new.server, new.day) is not None:
            return False
        values = {"server": new.server, "day": new.day, "at": new.at}
        self._run(sa.insert(daily).values(values | {"game": new.game, "name": new.name}))
        return True

    def ask_again(self, this: StoredDaily) -> None:
        """Change when the puzzle of a day was asked, or ask another: then nobody has answered."""
        day = daily.c.server == this.server, daily.c.day == this.day
        if self._one(sa.select(daily).where(*day, daily.c.name != this.name)) is not None:
            self._run(sa.delete(daily_answer).where(*_to(this)))
        self._run(sa.update(daily).where(*day).values(game=this.game, name=this.name, at=this.at))

    def get(self, server: int, day: int) -> StoredDaily | None:
        """The puzzle of a day."""
        row = self._one(sa.select(daily).where(daily.c.server == server, daily.c.day == day))
        return None if row is None else StoredDaily(**row._mapping)

    def latest(self, server: int, before: int | None = None) -> StoredDaily | None:
        """The last puzzle of a server, or the last one ``before`` a day."""
        found = sa.select(daily).where(daily.c.server == server)
        if before is not None:
            found = found.where(daily.c.day < before)
        row = self._one(found.order_by(daily.c.day.desc()).limit(1))
        return None if row is None else StoredDaily(**row._mapping)

    def had(self, server: int, game: str) -> Mapping[str, int]:
        """The days on which the puzzles of a game came to a server last, by name."""
        last = sa.select(daily.c.name, sa.func.max(daily.c.day).label("day"))
        here = daily.c.server == server, daily.c.game == game
        return {row.name: row.day for row in self._all(last.where(*here).group_by(daily.c.name))}

    def answer(self, of: StoredDaily, user: int, *, solved: bool) -> None:
        """Note somebody's first answer; later ones change nothing."""
        this = {"server": of.server, "day": of.day, "user": user}
        columns = [daily_answer.c[name] == value for name, value in this.items()]
        if self._one(sa.select(daily_answer.c.user).where(*columns)) is None:
            self._run(sa.insert(daily_answer).values(this | {"solved": solved}))

    def answers(self, of: StoredDaily) -> list[bool]:
        """For everybody who has answered a puzzle, whether they solved it at once."""
        found = sa.select(daily_answer.c.solved).where(*_to(of))
        return [bool(row.solved) for row in self._all(found)]


def _to(of: StoredDaily) -> tuple[sa.ColumnElement[bool], ...]:
    """The answers to a puzzle."""
    return daily_answer.c.server == of.server, daily_answer.c.day == of.day


def _due(now: datetime, shards: Shards) -> sa.Select[tuple[int]]:
    due = now >= _DUE, on_shards(server_settings.c.server, shards)
    return sa.select(server_settings.c.server).where(*due)
