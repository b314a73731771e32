"""A page of a ladder as a picture."""

from bot.features.ladder import texts
from bot.features.ladder.service import Page
from bot.pictures import Pictures
from bot.service.preferences import USUAL
from bot.service.service import Service
from bot.uploads import Upload
from engine.game import Game


async def ladder_picture(
    service: Service, pictures: Pictures, page: Page, game: Game, user: int | None = None
) -> Upload | None:
    """The page as a table, as ``user`` wants it; None if nobody is on it."""
    people = [one and one.user for one in texts.in_picture(page)]
    if not people:
        return None
    names = await service.matches.names([one for one in people if one is not None])
    own = people.index(user) if user in people else None
    return await pictures.table(
        *texts.table(page, names),
        "ladder",
        USUAL if user is None else await service.preferences.of(user),
        texts.described(page, game, names),
        own,
    )
