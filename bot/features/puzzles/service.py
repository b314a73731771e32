"""Which puzzle is asked."""

from datetime import timedelta

from bot.service import puzzles
from bot.service.puzzles import Puzzle
from bot.service.service import Service
from engine.game import Game


async def of_today(
    service: Service, server: int | None, wanted: Game | None
) -> tuple[Game, Puzzle] | None:
    """The puzzle of this day: the one that was posted on the server, else everybody's."""
    now, games = service.now(), service.matches.games
    if server is not None:
        last = await service.learning.last_posted(server)
        if last is not None and now - last.at < timedelta(days=1):
            posted = puzzles.named(games, last.game, last.name)
            if posted is not None and wanted in (None, posted[0]):
                return posted
    key = None if wanted is None else wanted.key
    return puzzles.of_day(games, now.date().toordinal(), key)
