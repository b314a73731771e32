"""Events that the passing of time brings about, by the stand-in's clock."""

import asyncio
from typing import Any, Protocol

from bot.playground.world import World


class Elapsing(Protocol):
    """Something with ends in time."""

    def next_end(self) -> float | None:
        """The moment of the next one; None if there is none."""
        ...

    def elapse(self) -> None:
        """Do all that is due."""
        ...


async def elapse(world: World, *parts: Elapsing) -> None:
    """Until it is cancelled: let each part do what is due, whether time passes or is moved."""
    while True:
        changed, now = world.changed, world.clock.now()
        ends: list[float] = []
        for part in parts:
            end = part.next_end()
            if end is not None and end <= now:
                part.elapse()
                world.commit()
                end = part.next_end()
            if end is not None:
                ends.append(end)
        waiting: list[asyncio.Task[Any]] = [asyncio.create_task(changed.wait())]
        if ends:
            waiting.append(asyncio.create_task(world.clock.sleep_until(min(ends))))
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
