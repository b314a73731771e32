"""The page of a board, before the real door."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.web import open_page
from tests.page.web_page.seated import Room, room_at


@pytest.fixture
async def closed_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Room]:
    """Nobody is let in yet."""
    monkeypatch.setattr(open_page, "PATIENCE_S", 60.0)  # however long this machine stands still
    async with room_at(tmp_path) as made:
        yield made


@pytest.fixture
async def room(closed_room: Room) -> AsyncGenerator[Room]:
    """People are let in."""
    async with closed_room.door():
        yield closed_room
