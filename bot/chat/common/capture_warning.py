"""The line under a beginner's move that has left stones to be captured."""

from bot.messages import capture_warning
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch


async def warning(judge: Judge, live: LiveMatch) -> str:
    """The warning, if the last move of ``live`` needs one; else empty."""
    found = await judge.warning(live)
    return (
        "" if found is None else capture_warning.capture_warning(live, found, command=not live.solo)
    )
