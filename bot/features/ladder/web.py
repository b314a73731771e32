"""The ladder on the page, from the games that are played for a place on it."""

from dataclasses import replace

from bot.features.ladder import texts
from bot.features.ladder.drawing import ladder_picture
from bot.features.ladder.service import ON_A_PAGE, LadderRefusal, Ladders
from bot.features.ladder.store import Where
from bot.service.refusals import RefusedError
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, gone

SCENES = "ladder"


class LadderScenes(Scenes):
    """A step has the number of a page, from 0."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._ladders = Ladders(stage.service)

    async def whole(self, asked: Asked) -> Scene | None:
        """The ladder of a match that is one for a place."""
        return await self._shown(asked, 0)

    async def act(self, asked: Asked) -> Scene:
        """Show a page."""
        written = asked.value
        scene = None
        if written.isdecimal() and len(written) < 6:
            scene = await self._shown(asked, int(written))
        if scene is None:
            raise gone()
        return scene

    async def _shown(self, asked: Asked, number: int) -> Scene | None:
        live = asked.live
        if live.part_of is None or await self._ladders.told(live) is None:
            return None
        if not await asked.sees():
            raise RefusedError(LadderRefusal.HIDDEN)
        game, user = live.match.game, asked.user
        where = Where(live.server, game.key)
        # The challenges that wait for somebody are in the channel.
        page = replace(await self._ladders.page(where, user, number), waiting=())
        here, last = page.begin // ON_A_PAGE, max(page.number - 1, 0) // ON_A_PAGE
        buttons = [
            Choice(label, f"{SCENES} {to}")
            for label, to in ((texts.back(), here - 1), (texts.forward(), here + 1))
            if 0 <= to <= last
        ]
        picture = await ladder_picture(self.service, self.pictures, page, game, user)
        return Scene(texts.scenes(), texts.page(page, game, user), picture, buttons=buttons)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, LadderScenes(stage))
