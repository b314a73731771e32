"""What is stored in PostgreSQL, and what must hold of it beyond what `tests.campaign` looks at."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.campaign.invariants import OUT_OF_TIME, Invariants
from tests.campaign.ledger import Ledger
from tests.campaign.looks import Shown, Stored, StoredTurn
from tests.campaign.processes import PATIENCE, look

EARLY_US = 0
"""No deadline is over before its time."""


@dataclass
class StoredOnServer(Stored):
    """The bots' database, on a server that may be away for a while."""

    url: str = ""
    """For psycopg: ``postgresql://…``."""
    away: bool = False
    """Whether the server is being ended: then a look raises `TimeoutError`."""
    _connection: psycopg.Connection | None = None
    _known: Counter[int] = field(default_factory=Counter[int])
    """How many turns of each match `turns` has given."""
    _given: int = 0

    def _look(self, query: str, given: tuple[object, ...] = ()) -> list[Any]:
        until = time.monotonic() + PATIENCE
        while True:
            if self.away:
                raise TimeoutError("the database is away")
            try:
                if self._connection is None:
                    self._connection = psycopg.connect(self.url, autocommit=True)
                done = self._connection.execute(query.replace("?", "%s").encode(), given)
                return done.fetchall() if done.description else []
            except psycopg.errors.UndefinedTable:
                return []  # no bot has begun yet
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                self.close()
                time.sleep(0.05)

    def run(self, statement: str, given: tuple[object, ...] = ()) -> list[Any]:
        """Run a statement past the bots. Returns the rows."""
        return self._look(statement, given)

    def close(self) -> None:
        """Close the connection; the next look opens another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                connection.close()

    def tables(self) -> list[str]:
        """The names of all tables."""
        query = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
        return [name for (name,) in self._look(query)]

    def turns(self, after: int) -> list[StoredTurn]:
        """The turns that have not been given yet; all of them if ``after`` is 0.

        Rows have no numbers here that grow with time, so they are numbered as they are found.
        """
        if not after:
            self._known.clear()
            self._given = 0
        found: list[StoredTurn] = []
        for match, ply in self.plies().items():
            if ply <= self._known[match]:
                continue
            query = (
                'SELECT ply, seat, text, source, planned FROM turn WHERE "match" = ? AND ply > ?'
            )
            rows = self._look(query + " ORDER BY ply", (match, self._known[match]))
            for number, seat, text, source, planned in rows:
                self._given += 1
                found.append(StoredTurn(self._given, match, number, seat, text, source, planned))
                self._known[match] = number
        return found


@dataclass
class Timed:
    """A match whose time was set to run out soon, with nobody playing in it."""

    match: int
    ply: int
    due_us: int
    """When, in microseconds since 1970."""
    reminder: bool
    """Whether its player is to be reminded then; else the match ends."""


@dataclass
class Lateness:
    """How late deadlines and reminders were."""

    ends: int = 0
    reminders: int = 0
    early: int = 0
    late: int = 0
    worst_s: float = 0.0
    all_s: list[float] = field(default_factory=list[float])


class FleetInvariants(Invariants):
    """Also deadlines and reminders, and the log of each process."""

    def __init__(
        self, ledger: Ledger, stored: StoredOnServer, shown: Shown, logs: list[Path], most_s: float
    ) -> None:
        """``most_s``: so late may a deadline be."""
        super().__init__(ledger, stored, shown, logs[0])
        self._database = stored
        self._logs = dict.fromkeys(logs, 0)
        self._most_s = most_s
        self.timed: dict[int, Timed] = {}
        """What is due, by match."""
        self._shortened: set[int] = set()
        """The matches whose time was ever set. It may run out later, too: who takes a move back
        has as much time as was left."""
        self.lateness = Lateness()

    def expect(self, timed: Timed) -> None:
        """Note that a time was set."""
        self.timed[timed.match] = timed
        self._shortened.add(timed.match)

    def log(self) -> Iterator[str]:
        """Tracebacks without a reference, of all processes."""
        for file, read in self._logs.items():
            self._log, self._read = file, read
            yield from super().log()
            self._logs[file] = self._read

    def _made_by_its_player(self, turn: StoredTurn, makers: dict[int, str]) -> Iterator[str]:
        timed = self.timed.get(turn.match)
        if turn.text in OUT_OF_TIME and timed is not None and not timed.reminder:
            query = 'SELECT at FROM turn WHERE "match" = ? AND ply = ?'
            ((at,),) = self._database.run(query, (turn.match, turn.ply))
            del self.timed[turn.match]
            self.lateness.ends += 1
            yield from self._judged(f"the end of match {turn.match}", at - timed.due_us)
        elif turn.text in OUT_OF_TIME and turn.match in self._shortened:
            return
        else:
            yield from super()._made_by_its_player(turn, makers)

    def _judged(self, what: str, late_us: int) -> Iterator[str]:
        late = late_us / 1_000_000
        self.lateness.all_s.append(round(late, 2))
        self.lateness.worst_s = max(self.lateness.worst_s, late)
        if late_us < EARLY_US:
            self.lateness.early += 1
            yield f"{what} came {-late:.3f} s early"
        if late > self._most_s:
            self.lateness.late += 1
            yield f"{what} came {late:.1f} s late"

    def reminders(self) -> Iterator[str]:
        """Those that were due, and all that came twice."""
        for timed in [timed for timed in self.timed.values() if timed.reminder]:
            query = (
                "SELECT tried FROM message WHERE kind = 'reminder' AND \"match\" = ? AND ply = ? "
                "AND message IS NOT NULL"
            )
            sent = self._database.run(query, (timed.match, timed.ply))
            if sent:
                del self.timed[timed.match]
                self.lateness.reminders += 1
                yield from self._judged(f"a reminder in {timed.match}", sent[0][0] - timed.due_us)
            elif self._database.plies()[timed.match] != timed.ply:
                del self.timed[timed.match]  # somebody has moved after all

    def overtaken(self) -> None:
        """Forget what has moved because somebody has made a move after all, or gone away.

        A request is a turn that leaves the deadline as it is.
        """
        for timed in [timed for timed in self.timed.values() if timed.reminder]:
            query = (
                'SELECT remind FROM "match" WHERE id = ? AND NOT EXISTS (SELECT 1 FROM message '
                'WHERE kind = \'reminder\' AND message."match" = "match".id AND message.ply = ?)'
            )
            rows = self._database.run(query, (timed.match, timed.ply))
            if any(remind != timed.due_us for (remind,) in rows):
                del self.timed[timed.match]
        for timed in [timed for timed in self.timed.values() if not timed.reminder]:
            query = 'SELECT deadline, ply FROM "match" WHERE id = ?'
            ((deadline, ply),) = self._database.run(query, (timed.match,))
            if deadline is None:  # over, by the clock or otherwise
                query = 'SELECT text FROM turn WHERE "match" = ? AND ply = ?'
                last = self._database.run(query, (timed.match, ply))
                moved = not any(text in OUT_OF_TIME for (text,) in last)
            else:
                moved = deadline != timed.due_us
            if moved:
                del self.timed[timed.match]

    def shown_reminders(self) -> Counter[tuple[int, int]]:
        """How often the channels remind of each match and ply."""
        query = "SELECT body FROM records WHERE kind = 'message' AND body LIKE '%k1:look:%'"
        found: Counter[tuple[int, int]] = Counter()
        for (body,) in look(self._shown.database, query):
            row = json.loads(body)
            if row["author_id"] != self._shown.bot or "interaction_metadata" in row["extra"]:
                continue
            for line in row["components"]:
                for button in line.get("components", ()):
                    name, _, rest = str(button.get("custom_id", "")).partition("k1:look:")
                    if not name and rest and not row["attachments"]:
                        match, ply = rest.split(":")[:2]
                        found[int(match), int(ply)] += 1
        return found
