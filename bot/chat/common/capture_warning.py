"""The line under a beginner's move that has left stones to be captured."""

import asyncio

from bot.messages import capture_warning
from bot.service.capture_warning import plays_low_levels, warning_for
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch


async def warning(judge: Judge, live: LiveMatch) -> str:
    """The warning, if the last move of ``live`` needs one and it matters; else empty."""
    if not plays_low_levels(live):
        return ""
    found = await asyncio.to_thread(warning_for, live)
    if found is None or not await judge.matters(live, found):
        return ""
    return capture_warning.capture_warning(live.match.game, live.match.position, found)
