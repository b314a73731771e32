"""``python -m bot.playground``: the stand-in as its own process.

Prints one line of JSON when it listens: ``url``, ``gateway``, ``driver_key``. SIGTERM ends it.
"""

import argparse
import asyncio
import importlib
import json
import signal
import sys
from pathlib import Path

from bot.playground.checking import Check, unchecked
from bot.playground.ratelimits import FREE, Rates
from bot.playground.server import Playground, run_until


def main() -> None:
    """Read the arguments, serve until a signal."""
    reader = argparse.ArgumentParser(prog="python -m bot.playground")
    reader.add_argument("--database", type=Path, required=True)
    reader.add_argument("--port", type=int, default=0, help="0 takes a free one")
    reader.add_argument("--token", default="demo-token")
    reader.add_argument("--check", help="module:callable, shown every body")
    reader.add_argument("--heartbeat-ms", type=int, default=41_250)
    reader.add_argument("--free", action="store_true", help="no rate limits")
    given = reader.parse_args()
    playground = Playground(
        database=given.database,
        token=given.token,
        port=given.port,
        rates=FREE if given.free else Rates(),
        check=_checker(given.check),
        heartbeat_ms=given.heartbeat_ms,
    )
    asyncio.run(_serve(playground))


def _checker(name: str | None) -> Check:
    if name is None:
        return unchecked
    module, _, attribute = name.partition(":")
    found: Check = getattr(importlib.import_module(module), attribute)
    return found


async def _serve(playground: Playground) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)

    def ready() -> None:
        line = {
            "url": playground.url,
            "gateway": playground.gateway_url,
            "driver_key": playground.driver_key,
        }
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    await run_until(stop, playground, ready)


if __name__ == "__main__":
    main()
