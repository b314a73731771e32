"""Only one process at a time uses a SQLite file, and only one each shard in PostgreSQL.

Turns would be safe with two of them, but every board would be posted twice.
"""

import asyncio
import fcntl
import importlib
import os
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from bot.shards import Shards
from bot.storage.predecessor import waited

OWNER_ONLY = 0o600
"""The mode of a new database, which its other files inherit: they hold who plays whom."""


def single_instance(
    url: str, stop: asyncio.Event, shards: Shards | None = None
) -> AbstractAsyncContextManager[bool]:
    """Hold ``shards``, or the whole database, waiting for an earlier process that is about to end.

    Gives False if ``stop`` is set meanwhile. Raises `InUseError`, `OSError` and `StorageError`.
    """
    if url.startswith("postgresql"):
        locks = importlib.import_module("bot.storage.process_locks")
        held: AbstractAsyncContextManager[bool] = locks.locked(url, stop, shards)
        return held
    return _file_held(Path(url.split(":///", 1)[1]), stop)


@asynccontextmanager
async def _file_held(database: Path, stop: asyncio.Event) -> AsyncGenerator[bool]:
    database.parent.mkdir(parents=True, exist_ok=True)
    # The file itself is locked, not its name: links are other names. SQLite's locks are of another
    # kind; a process that closed this descriptor would lose them, so it stays open to the end.
    opened = os.open(database, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    with os.fdopen(opened, "rb") as lock:

        async def locks() -> bool:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with the process
            except BlockingIOError:
                return False
            return True

        yield await waited(locks, stop)
