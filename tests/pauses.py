"""Random pauses before and after each transaction of the store: ``--pauses=0.1``, in seconds.

They put other work in between where it could come but hardly ever does, and so find races.
"""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from functools import cache
from random import Random
from typing import Any

from bot.storage.database import Store
from bot.storage.transaction import Work

Transactions = Callable[[Store, Work[Any]], Awaitable[Any]]


def drawn(wanted: str) -> str:
    """What was asked for, ``SECONDS`` or ``SECONDS:SEED``, with a seed."""
    seconds, _, seed = wanted.partition(":")
    return f"{float(seconds)}:{seed or random.SystemRandom().randrange(1_000_000)}"


def between_transactions(wanted: str) -> None:
    """Pause before and after every transaction from now on; a test always draws the same."""
    seconds, _, seed = wanted.partition(":")

    @cache
    def chance(test: str) -> Random:
        return Random(f"{seed} {test}")

    async def pause() -> None:
        test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
        await asyncio.sleep(chance(test).uniform(0, float(seconds)))

    def pausing(run: Transactions) -> Transactions:
        async def paused(store: Store, work: Work[Any]) -> Any:
            await pause()
            result = await run(store, work)
            await pause()
            return result

        return paused

    Store.read, Store.write = pausing(Store.read), pausing(Store.write)  # pyright: ignore[reportAttributeAccessIssue]
