"""Boards as pictures for people, drawn off the event loop."""

import asyncio
from concurrent.futures import Executor
from functools import partial

from bot.answers import Picture
from bot.messages import boards
from engine.match import Ending, Match
from render.board_image import View, draw


class Pictures:
    """Draws with the threads that it is given."""

    def __init__(self, painters: Executor) -> None:
        self._painters = painters

    async def of(self, match: Match, name: str) -> Picture:
        """The board of ``match`` as a picture of this name, without its ending."""
        loop = asyncio.get_running_loop()
        paint = partial(draw, match.position, _view(match), lately=match.shown)
        png = await loop.run_in_executor(self._painters, paint)
        return Picture(png, f"{name}.png", boards.alt_text(match, match.game))


def _view(match: Match) -> View:
    return View(territory=match.end is not None and match.end.how is Ending.SCORE)
