"""The commands of a bot that is the test itself, and what it hears and says."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.playground.server import Playground
from tests.playground.plain import Gateway, Json, Rest

COMMANDS: list[Json] = [
    {
        "name": "ask",
        "description": "Ask for everything",
        "options": [
            {"type": 3, "name": "text", "description": "t", "required": True, "max_length": 5},
            {"type": 4, "name": "whole", "description": "w", "min_value": 1, "max_value": 9},
            {"type": 10, "name": "number", "description": "n"},
            {"type": 5, "name": "yes", "description": "y"},
            {"type": 6, "name": "who", "description": "p"},
            {"type": 7, "name": "where", "description": "c"},
            {
                "type": 3,
                "name": "side",
                "description": "s",
                "choices": [{"name": "First", "value": "1"}, {"name": "Second", "value": "2"}],
            },
        ],
    },
    {
        "name": "import",
        "description": "Bring a file",
        "options": [
            {"type": 11, "name": "file", "description": "f", "required": True},
            {"type": 3, "name": "by", "description": "b", "autocomplete": True},
            {"type": 11, "name": "notes", "description": "n"},
        ],
    },
    {"name": "plain", "description": "Nothing to choose"},
    {"name": "Rating", "type": 2},
    {"name": "Explain", "type": 3},
]


@pytest.fixture(autouse=True)
async def commands(playground: Playground, rest: Rest) -> None:
    """They are registered, and have a minute to answer: the browser acts in between."""
    playground.interactions.answered_within = 60.0
    path = f"/applications/{playground.world.app_id}/commands"
    status, body = await rest("PUT", path, COMMANDS)
    assert status == 200, body


Asked = Callable[[], Awaitable[Json]]


@pytest.fixture
def asked(gateway: Gateway) -> Asked:
    """The next interaction that reaches the bot."""

    async def next_one() -> Json:
        return await gateway.event("INTERACTION_CREATE")

    return next_one


def options(interaction: Json) -> dict[str, Any]:
    return {option["name"]: option["value"] for option in interaction["data"].get("options", [])}


def message(text: str, *, private: bool = False, **more: Any) -> Json:
    return {"type": 4, "data": {"content": text, "flags": 64 * private, **more}}
