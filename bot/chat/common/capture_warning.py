"""The line under a beginner's move that has left stones to be captured."""

import asyncio

from bot.messages import capture_warning
from bot.service.capture_warning import plays_low_levels, warning_for
from bot.service.live_match import LiveMatch


async def warning(live: LiveMatch) -> str:
    """The warning, if the last move of ``live`` needs one; else empty."""
    if not plays_low_levels(live):
        return ""
    found = await asyncio.to_thread(warning_for, live)
    match = live.match
    return (
        "" if found is None else capture_warning.capture_warning(match.game, match.position, found)
    )
