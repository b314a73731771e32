"""Profiles on the page: one's own, and those of the people in the game that one looks at."""

from collections.abc import Iterable

from bot.features.profile import texts
from bot.features.profile.page import Page, page_of
from bot.features.profile.service import Profiles
from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Menu, Scene, Scenes, Stage, gone

SCENES = "profile"
SHARE, KEEP = "share", "keep"


class ProfileScenes(Scenes):
    """A step has a game, perhaps a user, and for oneself perhaps *share* or *keep*."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._profiles = Profiles(stage.service)

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Profile*, in this game."""
        yield Choice(texts.scenes(), f"{SCENES} {live.match.game.key}")

    async def act(self, asked: Asked) -> Scene:
        """Show a profile, perhaps after deciding who may see one's own."""
        key, _, wanted = asked.value.partition(" ")
        if key not in self.service.matches.games:
            raise gone()
        people = list(dict.fromkeys([asked.user, *_people(asked.live)]))
        user = next((one for one in people if str(one) == wanted), asked.user)
        if wanted in (SHARE, KEEP):
            await self._profiles.share(asked.user, shared=wanted == SHARE)
        elif wanted and str(user) != wanted:
            raise gone()
        page = await page_of(self.service, user, asked.user, key)
        picture = await page.picture(self.service, self.pictures, asked.user)
        menus, buttons = await self._menus(page, people, key), list[Choice]()
        if page.own:
            way, label = KEEP if page.profile.shared else SHARE, page.profile.shared
            buttons.append(Choice(texts.decide(shared=label), f"{SCENES} {key} {way}"))
        return Scene(texts.scenes(), page.text, picture, buttons=buttons, menus=menus)

    async def _menus(self, page: Page, people: list[int], key: str) -> list[Menu]:
        names, user = await self.service.matches.names(people), page.profile.user
        shown = [
            Choice(
                texts.yours() if each == people[0] else names[each],
                f"{SCENES} {key} {each}",
                chosen=each == user,
            )
            for each in people
        ]
        games = [
            Choice(each.name, f"{SCENES} {each.key} {user}", chosen=each is page.game)
            for each in page.games
        ]
        menus = [Menu(texts.whose(), shown), Menu(texts.other_game(), games)]
        return [menu for menu in menus if len(menu.choices) > 1]


def _people(live: LiveMatch) -> list[int]:
    """The people of a match, also those whose seats computers have taken over."""
    return [*live.people, *filter(None, live.left_by)]


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, ProfileScenes(stage))
