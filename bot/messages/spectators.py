"""The words for spectators under a board."""

from collections.abc import Iterable

from bot.messages.catalogue import text
from bot.messages.phrases import (
    mention,
    separated,
)


def call(users: Iterable[int], room: int) -> str:
    """The line under a board that calls its followers, as many as fit into ``room`` characters.

    Empty if there are none.
    """
    called = list(map(mention, users))
    while called:
        line = text("followers-called", followers=separated(called))
        if len(line) <= room:
            return line
        called.pop()
    return ""
