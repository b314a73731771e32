"""The page of a board, before the real door."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.page.web_page.seated import Room, room_at


@pytest.fixture
async def closed_room(tmp_path: Path) -> AsyncGenerator[Room]:
    """Nobody is let in yet."""
    async with room_at(tmp_path) as made:
        yield made


@pytest.fixture
async def room(closed_room: Room) -> AsyncGenerator[Room]:
    """People are let in."""
    async with closed_room.door():
        yield closed_room
