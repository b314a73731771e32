"""An empty database with the newest schema, migrated once for all tests of a process.

The tests of the migrations themselves are in `test_store`, and start from no database.
"""

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from bot.storage import migrations


def put_empty_database(path: Path) -> None:
    """Write the database to ``path``, unless there is one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(migrated())


@cache
def migrated() -> bytes:
    """The file, as bytes."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        engine = sa.create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            migrations.upgrade(connection)
        engine.dispose()
        database = sqlite3.connect(path)
        database.execute("PRAGMA journal_mode=WAL")  # as the store does; else each copy changes it
        database.close()
        return path.read_bytes()
