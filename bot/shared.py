"""What many wait for at once, or somebody asks for twice, is made once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from math import inf
from time import monotonic
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class Shared(Generic[Made]):
    """Made things by key. The newest ``most`` are kept, each for ``for_s`` seconds."""

    def __init__(self, most: int, for_s: float = inf) -> None:
        self._most = most
        self._for_s = for_s
        self._kept = OrderedDict[Hashable, _Making[Made]]()

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, Made]]) -> Made:
        """What was made for ``key``, or is made now. A failure is not kept."""
        making = self._kept.get(key)
        if making is None or making.until <= monotonic():
            self._kept[key] = making = _Making(make(), self._for_s)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return await asyncio.shield(making.task)


class _Making(Generic[Made]):
    """Something that is made, and until when it is kept."""

    def __init__(self, work: Coroutine[Any, Any, Made], for_s: float) -> None:
        self.until = inf
        self.task = asyncio.ensure_future(work)
        self.task.add_done_callback(lambda _: self._done(for_s))

    def _done(self, for_s: float) -> None:
        # Asking for the exception also says that it is known: whoever waited may be gone.
        failed = self.task.cancelled() or self.task.exception() is not None
        self.until = -inf if failed else monotonic() + for_s
