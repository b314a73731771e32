"""A page of a leaderboard, as words and as a picture."""

from dataclasses import dataclass

from bot.features.ratings import leader_texts as texts
from bot.features.ratings.leaders import Leaderboards, Leaders
from bot.pictures import Pictures
from bot.service.service import Service
from bot.uploads import Upload
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Page:
    """What somebody sees of a leaderboard."""

    leaders: Leaders
    text: str
    picture: Upload | None
    """None if nobody is on it."""


async def page_of(
    service: Service, pictures: Pictures, game: Game, server: int | None, number: int, asker: int
) -> Page:
    """The page with this number, see `Leaderboards.page`."""
    leaders = await Leaderboards(service).page(game.key, server, number, asker)
    people = {row.user for row in leaders.rows} | {user for user, _ in leaders.provisional}
    names = await service.matches.names(people | {asker})
    said = texts.leaderboard(leaders, game, names, asker, everywhere=server is None)
    if not leaders.rows:
        return Page(leaders, said, None)
    headings, rows = texts.table(leaders, names)
    own = next((n for n, row in enumerate(leaders.rows) if row.user == asker), None)
    preferences = await service.preferences.of(asker)
    described = texts.described(leaders, game, names)
    picture = await pictures.table(headings, rows, "leaderboard", preferences, described, own)
    return Page(leaders, said, picture)
