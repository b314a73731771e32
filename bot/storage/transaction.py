"""A transaction, which reads and writes through the queries of all subjects."""

from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from bot.storage.queries.answered import AnsweredQueries
from bot.storage.queries.audit import AuditQueries
from bot.storage.queries.backlog import BacklogQueries
from bot.storage.queries.challenges import ChallengeQueries
from bot.storage.queries.deadlines import DeadlineQueries
from bot.storage.queries.followers import FollowerQueries
from bot.storage.queries.matches import MatchQueries
from bot.storage.queries.messages import MessageQueries
from bot.storage.queries.meta import MetaQueries
from bot.storage.queries.people import PeopleQueries
from bot.storage.queries.servers import ServerQueries
from bot.storage.queries.shards import ShardQueries
from bot.storage.queries.turns import TurnQueries
from bot.storage.queries.web_passes import WebPassQueries


class Transaction:
    """One transaction, or one consistent view of the database: see `bot.storage.database`.

    A feature with queries of its own makes them from ``connection``.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self.once: dict[object, Any] = {}
        """What was read and need not be read again in this transaction, by who has read it."""
        self.answered = AnsweredQueries(connection)
        self.audit = AuditQueries(connection)
        self.backlog = BacklogQueries(connection)
        self.challenges = ChallengeQueries(connection)
        self.deadlines = DeadlineQueries(connection)
        self.followers = FollowerQueries(connection)
        self.matches = MatchQueries(connection)
        self.messages = MessageQueries(connection)
        self.meta = MetaQueries(connection)
        self.people = PeopleQueries(connection)
        self.servers = ServerQueries(connection)
        self.shards = ShardQueries(connection)
        self.turns = TurnQueries(connection)
        self.web_passes = WebPassQueries(connection)


T = TypeVar("T")
Work = Callable[[Transaction], T]
"""The code of a transaction. It runs in another thread and must not wait for anything."""
