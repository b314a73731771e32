"""How long the bot waits before it tries again what has failed."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.service import shown_messages
from bot.storage.schema import channel_pause
from bot.storage.transaction import Transaction
from tests.bot.left import left
from tests.bot.table import Table

SHORT = 0.1
PAUSES = ("SECOND", "LONGEST_PAUSE", "LONGEST_AFTER_FAILURE")


def pause_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every pause be so long."""
    for name in PAUSES:
        monkeypatch.setattr(shown_messages, name, timedelta(seconds=seconds))


async def ask_until_gone(table: Table) -> None:
    """Let more than ten minutes go by in which Discord is asked for a channel, without a gap."""
    step = shown_messages.LONGEST_WHILE_MISSING + timedelta(seconds=1)
    for _ in range(shown_messages.GONE_AFTER // step + 2):
        table.clock.pass_by(step)

        async def asked() -> bool:  # an answer pauses the channel anew, for less than a step
            free = await table.store.read(_free_again)
            return (free is not None and free > table.clock()) or not await table.store.read(left)

        await table.until(asked)


async def paused(table: Table) -> None:
    """Return when it is stored that a channel refuses what is sent."""

    async def is_paused() -> bool:
        return await table.store.read(_free_again) is not None

    await table.until(is_paused)


def _free_again(tx: Transaction) -> datetime | None:
    """When a channel that Discord did not know is to be asked for again."""
    return tx.connection.execute(sa.select(sa.func.max(channel_pause.c.until))).scalar()
