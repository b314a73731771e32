"""Everything the stand-in remembers, in one SQLite file: records in memory, written through.

Only ids and whole JSON records are known here; what they mean is in `world`.
"""

import json
import sqlite3
from pathlib import Path

from bot.playground.errors import Json

_SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)
) STRICT;
CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
"""


class Table:
    """One kind of record. Change a row in ``rows``, then `put` it."""

    def __init__(self, database: sqlite3.Connection, kind: str) -> None:
        self._database = database
        self._kind = kind
        # In the order of their numbers, which is the order in which they were made.
        found = database.execute(
            "SELECT id, body FROM records WHERE kind = ? ORDER BY length(id), id", (kind,)
        )
        self.rows: dict[str, Json] = {row_id: json.loads(body) for row_id, body in found}

    def put(self, row: Json) -> Json:
        """Keep ``row`` under its ``id``, new or changed."""
        self.rows[row["id"]] = row
        self._database.execute(
            "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
            (self._kind, row["id"], json.dumps(row)),
        )
        return row

    def drop(self, row_id: str) -> None:
        """Forget it, if it is there."""
        self.rows.pop(row_id, None)
        self._database.execute(
            "DELETE FROM records WHERE kind = ? AND id = ?", (self._kind, row_id)
        )

    def get(self, row_id: str) -> Json | None:
        """The record itself, not a copy."""
        return self.rows.get(row_id)


class State:
    """The open database. `commit` before each answer: a kill then loses nothing answered."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level="DEFERRED")
        self._database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _SCHEMA
        )
        self.users = Table(self._database, "user")
        self.guilds = Table(self._database, "guild")
        self.members = Table(self._database, "member")
        self.channels = Table(self._database, "channel")
        self.messages = Table(self._database, "message")
        self.commands = Table(self._database, "command")
        self.interactions = Table(self._database, "interaction")

    def setting(self, name: str) -> str | None:
        """A single remembered value."""
        row = self._database.execute("SELECT value FROM settings WHERE name = ?", (name,))
        found = row.fetchone()
        return None if found is None else str(found[0])

    def set(self, name: str, value: str) -> None:
        """Remember a single value."""
        self._database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def put_file(self, file_id: str, body: bytes) -> None:
        """Keep an upload."""
        self._database.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (file_id, body))

    def file(self, file_id: str) -> bytes | None:
        """An upload's bytes."""
        found = self._database.execute("SELECT body FROM files WHERE id = ?", (file_id,))
        row = found.fetchone()
        return None if row is None else bytes(row[0])

    def commit(self) -> bool:
        """Everything until here survives a kill of the process; whether there was anything."""
        changed = self._database.in_transaction
        self._database.commit()
        return changed

    def close(self) -> None:
        """Commit and close."""
        self._database.commit()
        self._database.close()
