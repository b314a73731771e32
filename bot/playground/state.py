"""The stand-in's whole state in one SQLite file: records are in memory and written through.

This module only handles ids and whole JSON records; `world` gives them their meaning.
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
        # In the order of their ids, which is the order of their creation.
        found = database.execute(
            "SELECT id, body FROM records WHERE kind = ? ORDER BY length(id), id", (kind,)
        )
        self.rows: dict[str, Json] = {row_id: json.loads(body) for row_id, body in found}

    def put(self, row: Json) -> Json:
        """Store ``row``, new or changed, under its ``id``."""
        self.rows[row["id"]] = row
        self._database.execute(
            "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
            (self._kind, row["id"], json.dumps(row)),
        )
        return row

    def drop(self, row_id: str) -> None:
        """Delete the record if it exists."""
        self.rows.pop(row_id, None)
        self._database.execute(
            "DELETE FROM records WHERE kind = ? AND id = ?", (self._kind, row_id)
        )

    def get(self, row_id: str) -> Json | None:
        """The record itself, not a copy."""
        return self.rows.get(row_id)


class State:
    """The open database. `commit` before each response, so that a kill loses nothing answered."""

    def __init__(self, path: Path) -> None:
        path.touch(0o600)  # it holds what people write; SQLite's other files inherit the mode
        path.chmod(0o600)
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
        self.events = Table(self._database, "event")

    def setting(self, name: str) -> str | None:
        """The value of a setting."""
        row = self._database.execute("SELECT value FROM settings WHERE name = ?", (name,))
        found = row.fetchone()
        return None if found is None else str(found[0])

    def set(self, name: str, value: str) -> None:
        """Store the value of a setting."""
        self._database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def put_file(self, file_id: str, body: bytes) -> None:
        """Store an uploaded file."""
        self._database.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (file_id, body))

    def file(self, file_id: str) -> bytes | None:
        """The bytes of an uploaded file."""
        found = self._database.execute("SELECT body FROM files WHERE id = ?", (file_id,))
        row = found.fetchone()
        return None if row is None else bytes(row[0])

    def commit(self) -> bool:
        """Make all changes survive a kill of the process. Returns whether there were any."""
        changed = self._database.in_transaction
        self._database.commit()
        return changed

    def close(self) -> None:
        """Commit and close."""
        self._database.commit()
        self._database.close()
