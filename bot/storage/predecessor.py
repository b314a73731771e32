"""Waits for an earlier process that is about to end, as when a new version is rolled out."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

OVERLAP = 30.0
"""Seconds that a new process waits for the old one to end."""


class InUseError(RuntimeError):
    """Another process is still using the database."""


IN_USE = "another process uses this database"


async def waited(
    try_to: Callable[[], Awaitable[bool]],
    stop: asyncio.Event,
    why: Callable[[], str] = lambda: IN_USE,
) -> bool:
    """Try until it works; false if ``stop`` is set meanwhile. Raises `InUseError`.

    ``why`` says what was in the way of the last attempt.
    """
    deadline, warned = asyncio.get_running_loop().time() + OVERLAP, False
    while not stop.is_set():
        if await try_to():
            return True
        if asyncio.get_running_loop().time() > deadline:
            raise InUseError(why())
        if not warned:
            log.warning("%s: waiting for its end", why())
            warned = True
        with contextlib.suppress(TimeoutError):
            # Two that hinder each other must not go on to do so in step.
            async with asyncio.timeout(random.uniform(0.1, 0.3)):
                await stop.wait()
    return False
