"""A town for every test that asks for one."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.bot.house import house_at
from tests.features.privacy.town import Town


@pytest.fixture
async def town(tmp_path: Path) -> AsyncGenerator[Town]:
    async with house_at(tmp_path) as house:
        yield Town(house)
