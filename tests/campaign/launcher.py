"""Forks real bots from one process that has imported everything: ``python -m …launcher``.

Each line on the standard input is a JSON object of environment variables and begins one bot, which
is `keil run`. Each line of the answers is a JSON array: ``["began", pid]``, and later ``["ended",
pid, status]``. The file ``HOST_CLOCK`` holds the seconds by which the host's clock is wrong for the
bot, which writes its log into the file ``LOG``. ``LEASE`` is the lease on shards in seconds,
``ROUND`` those between two looks at the deadlines,
``IDENTIFY_EVERY`` those between two sessions, and ``OVERLAP`` those that a process waits for an
earlier one that is about to end. ``PLACE`` is how games live; by default each turn has its board.
"""

import asyncio
import ctypes
import gc
import importlib
import json
import os
import select
import signal
import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot.chat.gateway import client, identifying
from bot.cli.log import configure_logging
from bot.cli.run import run, until_stopped
from bot.features import all_features
from bot.messages import catalogue
from bot.service import server_settings
from bot.service.server_settings import ServerSettings
from bot.service.service import Service
from bot.service.shard_leases import ShardLeases
from bot.settings import read_settings
from bot.storage import predecessor, process_locks, wake_ups
from bot.storage.rows import BOARDS
from engine.games import all_games

identifying.EVERY = 0.0  # a thousand kills would take two hours
# More sessions than Discord allows in a day: the bot would come back in an hour.
identifying.pause_before_next = lambda begun, total, now: 0.0  # noqa: ARG005
WARM = (catalogue, process_locks, wake_ups)
"""What a bot would load later: a fork has it."""
DIE_WITH_PARENT = 1


class HostClock:
    """The time as the bot's host has it. The campaign sets it by writing into a file."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_CREAT)

    def __call__(self) -> datetime:
        """The time."""
        wrong_by = float(os.pread(self._file, 32, 0) or b"0")
        return datetime.now(UTC) + timedelta(seconds=wrong_by)


def use_clock(clock: HostClock) -> None:
    """Let every service of this process read its time there."""
    made = Service.over

    def over(*given: Any, **more: Any) -> Service:
        return made(*given, **{"now": clock} | more)

    setattr(Service, "over", over)  # noqa: B010 (typed as a method)


def use_lease(lease: timedelta) -> None:
    """Let another process go on so soon after one has died, where waiting would show nothing."""
    setattr(client, "ShardLeases", partial(ShardLeases, lease=lease))  # noqa: B010 (typed as class)


def bot(environment: dict[str, str]) -> int:
    """The life of one forked process. Returns its exit status."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    log = os.open(environment["LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, sys.stderr.fileno())
    os.environ.update(environment)
    use_clock(HostClock(Path(environment["HOST_CLOCK"])))
    place = ServerSettings(place=environment.get("PLACE", BOARDS))
    setattr(server_settings, "UNDECIDED", place)  # noqa: B010 (constant)
    if "LEASE" in environment:
        use_lease(timedelta(seconds=float(environment["LEASE"])))
    if "ROUND" in environment:
        defaults = client.KeilClient.__init__.__kwdefaults__ or {}
        defaults["longest_sleep"] = float(environment["ROUND"])
    identifying.EVERY = float(environment.get("IDENTIFY_EVERY", identifying.EVERY))
    if "OVERLAP" in environment:
        predecessor.OVERLAP = float(environment["OVERLAP"])
    settings = read_settings()
    configure_logging(settings.log_level)
    return until_stopped(lambda: run(settings, settings.token(), all_games()))


def fork(line: bytes) -> int:
    """Begin a bot. Returns its process id."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        status = bot(json.loads(line))
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.stderr.flush()
        os._exit(status)


def say(*words: str | int) -> None:
    """Answer a line."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Fork bots until the standard input ends; they end with this process."""
    for feature in all_features():
        importlib.import_module(feature)
    asyncio.run(asyncio.sleep(0))  # loads the parts of asyncio that only a loop loads
    gc.collect()
    gc.freeze()
    running: dict[int, int] = {}
    rest = b""
    while True:
        ready, _, _ = select.select([0, *running], [], [])
        for pidfd in ready:
            if pidfd == 0:
                if not (read := os.read(0, 65536)):
                    return
                *lines, rest = (rest + read).split(b"\n")
                for line in lines:
                    child = fork(line)
                    running[os.pidfd_open(child)] = child
                    say("began", child)
                continue
            child = running.pop(pidfd)
            _, status = os.waitpid(child, 0)
            os.close(pidfd)
            say("ended", child, os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
