"""How long the bot waits before it tries again what has failed."""

from datetime import timedelta

import pytest

from bot.service import showing
from tests.bot.left import left
from tests.bot.table import Table

SHORT = 0.1
PAUSES = ("SECOND", "LONGEST_PAUSE", "LONGEST_WHILE_MISSING", "LONGEST_AFTER_FAILURE")


def pause_for(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let every pause be so long."""
    for name in PAUSES:
        monkeypatch.setattr(showing, name, timedelta(seconds=seconds))


async def ask_until_gone(table: Table, route: str) -> None:
    """Let more than ten minutes go by in which Discord is asked for a channel, without a gap."""
    step = showing.ASKED * 0.45  # an answer may be stored only after the next step
    for _ in range(showing.GONE_AFTER // step + 2):
        before = len(await table.driver.requests(route))
        table.clock.pass_by(step)

        async def asked(before: int = before) -> bool:
            waits = await table.store.read(left)
            return not waits or len(await table.driver.requests(route)) > before

        await table.until(asked)
