"""Leaderboards on the page: of the server of the game that one looks at, and of all.

That of a server is for its members, and the page lets people in who have left it but play on.
"""

from collections.abc import Iterable

from bot.features.ratings import leader_texts as texts
from bot.features.ratings.leader_page import page_of
from bot.features.ratings.leaders import Leaderboards
from bot.features.ratings.service import Ratings
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, game_menu, gone

SCENES = "leaders"
HERE, ALL = "here", "all"
SHOW, HIDE = "show", "hide"


class LeaderScenes(Scenes):
    """A step says of where, then has a game, the number of a page, and perhaps *show* or *hide*."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._boards = Leaderboards(stage.service)
        self._ratings = Ratings(stage.service)

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Leaderboard*, of this game, on this server if it is on any."""
        yield Choice(texts.scenes(), f"{SCENES} {HERE} {live.match.game.key}")

    async def privately(self, live: LiveMatch, user: int) -> str:
        """That the game is rated no more, once."""
        newly = await self._ratings.newly_unrated(live, user)
        return text("ratings-unrated-now") if newly else ""

    async def act(self, asked: Asked) -> Scene:
        """Show a page, perhaps after hiding oneself or showing oneself again."""
        where, key, written, way = (*asked.value.split(" "), "", "", "", "")[:4]
        game, user = self.service.matches.games.get(key), asked.user
        number = int(written) if written.isdecimal() and len(written) < 6 else 0
        if game is None or where not in (HERE, ALL) or way not in ("", SHOW, HIDE):
            raise gone()
        if way:
            await self._boards.hide(user, hidden=way == HIDE)
        member = await asked.sees()
        server = asked.server if where == HERE and member else None
        page = await page_of(self.service, self.pictures, game, server, number, user)
        leaders, here = page.leaders, f"{SCENES} {ALL if server is None else HERE}"
        buttons = list[Choice]()
        if leaders.page:
            buttons.append(Choice(texts.back(), f"{here} {key} {leaders.page - 1}"))
        if leaders.more:
            buttons.append(Choice(texts.forward(), f"{here} {key} {leaders.page + 1}"))
        if server is not None:
            buttons.append(Choice(texts.everywhere(), f"{SCENES} {ALL} {key}"))
        elif member:
            buttons.append(Choice(texts.here(), f"{SCENES} {HERE} {key}"))
        change = SHOW if leaders.hidden else HIDE
        label = texts.show_me() if leaders.hidden else texts.hide_me()
        buttons.append(Choice(label, f"{here} {key} 0 {change}"))
        menus = game_menu(self.service.matches.games.values(), game, here)
        return Scene(texts.scenes(), page.text, page.picture, buttons=buttons, menus=menus)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, LeaderScenes(stage))
