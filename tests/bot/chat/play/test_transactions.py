"""What a move costs the database: whatever a feature needs to know is read where the turn is
stored."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.chat.delivery.worker import Delivery
from bot.storage.database import Store
from tests.bot.table import Table

OF_ROUNDS = ("DeadlineTimer.run", "BotPlayer.run")
"""The tasks that look at the database again and again, whether anybody moves or not."""


async def nothing_is_sent() -> bool:
    """True if no channel has anything to be sent, nor anything to be stored about it."""
    sending = Delivery._send.__qualname__  # pyright: ignore[reportPrivateUsage]
    running = (getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
    return sending not in running


async def test_a_move_is_two_transactions_and_reads_in_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stores the turn and wants its board, the other stores that the board was sent."""
    made, this = Counter[tuple[str, str]](), asyncio.current_task()

    def count(kind: str) -> None:
        run: Callable[[Store, Any], Any] = getattr(Store, kind)

        async def counted(store: Store, work: Any) -> Any:
            if (task := asyncio.current_task()) is not this and task is not None:
                made[kind, getattr(task.get_coro(), "__qualname__", "")] += 1
            return await run(store, work)

        monkeypatch.setattr(Store, kind, counted)

    count("read")
    count("write")
    _, black, white = await table.begin_small(button=True)
    await table.moves((black, "a1"), (white, "e1"))
    await table.all_posted()
    await table.until(nothing_is_sent)  # what the last board still has to store is not of this move
    made.clear()
    await table.play(black, "c3", 1)
    await table.board(3)
    await table.all_posted()
    moved = {key: times for key, times in made.items() if key[1] not in OF_ROUNDS}
    assert moved == {("write", "_answer_of"): 1, ("write", "Delivery._send"): 1}
