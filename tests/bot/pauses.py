"""How long the bot waits before it tries again what has failed."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from bot.service import showing
from bot.storage.schema import channel_pause
from bot.storage.transaction import Transaction
from tests.bot.left import left
from tests.bot.table import Table

SHORT = 0.1
PAUSES = ("SECOND", "LONGEST_PAUSE", "LONGEST_WHILE_MISSING", "LONGEST_AFTER_FAILURE")


def pause_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every pause be so long."""
    for name in PAUSES:
        monkeypatch.setattr(showing, name, timedelta(seconds=seconds))


async def ask_until_gone(table: Table) -> None:
    """Let more than ten minutes go by in which Discord is asked for a channel, without a gap."""
    step = showing.LONGEST_WHILE_MISSING + timedelta(seconds=1)
    for _ in range(showing.GONE_AFTER // step + 2):
        before = await table.store.read(_missed)
        table.clock.pass_by(step)

        async def missed(before: datetime | None = before) -> bool:
            waits = await table.store.read(left)
            return not waits or await table.store.read(_missed) != before

        await table.until(missed)


def _missed(tx: Transaction) -> datetime | None:
    """When Discord last did not know a channel."""
    return tx.connection.execute(sa.select(sa.func.max(channel_pause.c.missed))).scalar()
