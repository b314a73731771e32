"""``keil supervise``: runs ``keil run`` and starts it again if it ends, for containers.

systemd and Kubernetes do this themselves. A container engine would start a process again at once,
and each start costs one of the 1,000 logins a day after which Discord takes the token away.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from time import monotonic

from bot.cli.exits import BAD_CONFIGURATION

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 15.0, 300.0
"""Seconds before another start; after each failure twice as long."""
LONG_ENOUGH = 600.0
"""Seconds after which a process counts as started: the next pause is short again."""


def pauses(first: float = FIRST_PAUSE, longest: float = LONGEST_PAUSE) -> Iterator[float]:
    """Seconds to wait after each of several failures in a row."""
    while True:
        yield first
        first = min(2 * first, longest)


async def supervise(command: Sequence[str], first: float = FIRST_PAUSE) -> int:
    """Run ``command`` until a signal to stop comes. Returns its last exit status.

    If its settings are wrong, it is not started again: this waits for the signal then.
    """
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    waits = pauses(first)
    while True:
        begun = monotonic()
        status = await _run_once(command, stop)
        if stop.is_set():
            return status
        if status == BAD_CONFIGURATION:
            log.error("the settings are wrong: repair them, then start the container again")
            await stop.wait()
            return status
        if monotonic() - begun > LONG_ENOUGH:
            waits = pauses(first)
        pause = next(waits)
        log.error("the bot has ended with status %d and starts again in %d s", status, pause)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await stop.wait()
                return status


async def _run_once(command: Sequence[str], stop: asyncio.Event) -> int:
    """The exit status of one run, which a signal ends."""
    running = await asyncio.create_subprocess_exec(*command, start_new_session=True)
    ending, stopping = (asyncio.create_task(it) for it in (running.wait(), stop.wait()))
    try:
        await asyncio.wait({ending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not ending.done():
            # `Process.send_signal` looks for the end first, and asyncio would miss the status then.
            with contextlib.suppress(ProcessLookupError):
                os.kill(running.pid, signal.SIGTERM)
        await ending
    finally:
        stopping.cancel()
        if running.returncode is None:
            running.kill()
    return ending.result()


def run() -> int:
    """Supervise ``keil run``. Returns the exit status."""
    return asyncio.run(supervise([sys.executable, "-m", "bot", "run"]))
