"""The line under a beginner's move that has left stones to be captured."""

import asyncio

from bot.messages import purposes
from bot.service.care import left_open
from bot.service.live_match import LiveMatch


async def warning(live: LiveMatch) -> str:
    """That line, if the last move of ``live`` needs one; else empty."""
    found = await asyncio.to_thread(left_open, live)
    match = live.match
    return "" if found is None else purposes.left_open(match.game, match.position, found)
