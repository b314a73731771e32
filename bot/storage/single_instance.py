"""Only one process at a time posts from a database.

Turns would be safe with two of them, but every board would be posted twice.
"""

import asyncio
import fcntl
import importlib
import os
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from bot.storage.overlap import waited

OWNER_ONLY = 0o600
"""The mode of a new database, which its other files inherit: they hold who plays whom."""


def single_instance(url: str, stop: asyncio.Event) -> AbstractAsyncContextManager[bool]:
    """Hold the database exclusively, waiting for an earlier process that is about to end.

    Goes on without it if ``stop`` is set meanwhile. Raises `InUseError`, `OSError` and
    `StorageError`.
    """
    if url.startswith("postgresql"):
        held: AbstractAsyncContextManager[bool] = importlib.import_module(
            "bot.storage.postgresql"
        ).locked(url, stop)
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
