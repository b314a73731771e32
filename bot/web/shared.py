"""What many wait for at once, or somebody asks for twice, is made once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class Shared(Generic[Made]):
    """Made things by key. The newest ``most`` are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks = OrderedDict[Hashable, asyncio.Task[Made]]()

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """What was made for ``key``, or is made now. A failure is not kept."""
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            self._tasks[key] = task = asyncio.ensure_future(make())
        self._tasks.move_to_end(key)
        while len(self._tasks) > self._most:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)
