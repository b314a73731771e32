"""``python -m bot.playground``: the stand-in as a process of its own.

When it listens, it prints a line of JSON: ``url``, ``gateway``, ``driver_key``, ``token``. It stops
on SIGTERM and, with ``--until-eof``, at the end of its standard input, so that it does not outlive
its parent.
"""

import argparse
import asyncio
import contextlib
import importlib
import json
import os
import secrets
import signal
import sys
from pathlib import Path

from bot.playground.checking import Check, unchecked
from bot.playground.ratelimits import FREE, Rates
from bot.playground.server import Playground, run_until


def main() -> None:
    """Read the arguments and serve until a signal arrives."""
    reader = argparse.ArgumentParser(prog="python -m bot.playground")
    reader.add_argument("--database", type=Path, required=True)
    reader.add_argument("--port", type=int, default=0, help="0 takes a free one")
    reader.add_argument("--token", help="of the bot; a new one if it is not given")
    reader.add_argument("--bot-name", default="games", help="in a new database")
    reader.add_argument("--check", help="module:callable, shown every body")
    reader.add_argument("--heartbeat-ms", type=int, default=41_250)
    reader.add_argument("--free", action="store_true", help="no rate limits")
    reader.add_argument("--key-file", type=Path, help="keeps the driver's key; made if missing")
    reader.add_argument("--until-eof", action="store_true", help="ends with its standard input")
    given = reader.parse_args()
    playground = Playground(
        database=given.database,
        token=given.token,
        port=given.port,
        rates=FREE if given.free else Rates(),
        check=_checker(given.check),
        heartbeat_ms=given.heartbeat_ms,
        bot_name=given.bot_name,
        driver_key=_kept_key(given.key_file) if given.key_file else None,
    )
    asyncio.run(_serve(playground, until_eof=given.until_eof))


def _kept_key(path: Path) -> str:
    """The key, the same at every start so that open tabs keep working. Only its owner reads it."""
    with contextlib.suppress(FileExistsError):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_urlsafe(24))
    return path.read_text("utf-8").strip()


def _checker(name: str | None) -> Check:
    if name is None:
        return unchecked
    module, _, attribute = name.partition(":")
    found: Check = getattr(importlib.import_module(module), attribute)
    return found


def _stop_at_eof(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1):
        asyncio.get_running_loop().remove_reader(sys.stdin)
        stop.set()


async def _serve(playground: Playground, *, until_eof: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    if until_eof:
        loop.add_reader(sys.stdin, _stop_at_eof, stop)
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)

    def ready() -> None:
        line = {
            "url": playground.url,
            "gateway": playground.gateway_url,
            "driver_key": playground.driver_key,
            "token": playground.world.token,
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    await run_until(stop, playground, ready)


if __name__ == "__main__":
    main()
