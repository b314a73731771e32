"""Only one process at a time posts from a database.

Turns would be safe with two of them, but every board would be posted twice.
"""

import asyncio
import contextlib
import fcntl
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

log = logging.getLogger(__name__)

OWNER_ONLY = 0o600
"""The mode of a new database, which its other files inherit: they hold who plays whom."""
OVERLAP = 30.0
"""Seconds that a new process waits for the old one to end, as when a new version is rolled out."""


class InUseError(RuntimeError):
    """Another process is still using the database."""


@asynccontextmanager
async def single_instance(database: Path, stop: asyncio.Event) -> AsyncGenerator[bool]:
    """Hold the database exclusively, waiting for an earlier process that is about to end.

    Goes on without it if ``stop`` is set meanwhile. Raises `InUseError` and `OSError`.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    # The file itself is locked, not its name: links are other names. SQLite's locks are of another
    # kind; a process that closed this descriptor would lose them, so it stays open to the end.
    opened = os.open(database, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    with os.fdopen(opened, "rb") as lock:
        deadline = asyncio.get_running_loop().time() + OVERLAP
        held = told = False
        while not stop.is_set():
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with the process
                held = True
                break
            except BlockingIOError:
                if asyncio.get_running_loop().time() > deadline:
                    raise InUseError("another process uses this database") from None
            if not told:
                log.warning("another process uses this database: waiting for its end")
                told = True
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await stop.wait()
        yield held
