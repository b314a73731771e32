"""The scenes of a small feature, in no list: somebody counts what they have touched."""

from asyncio import Event
from collections.abc import Iterable

from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Done, Menu, Scene, Scenes, Stage, Tap, board_tap, gone

NAME = "toy"


class ToyScenes(Scenes):
    """The board of the match, whose points can be touched."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.taken = list[str]()
        """The steps that were taken, on whatever page."""
        self.faults = list[Exception]()
        """What goes wrong while a page waits for something."""
        self.done: Done | None = None
        """What comes of a step instead of a scene."""
        self.awaits = ""
        """What its scenes wait for."""
        self.wait: Event | None = None
        """What has to happen before there is an answer."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Toy*, and a way to a feature that is not there."""
        del live
        yield Choice("Toy", f"{NAME} begin")
        yield Choice("Away", "away begin")

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """*Cheer*, for those who play."""
        if user in live.players:
            yield Choice("Cheer", f"{NAME} cheer", "success")

    async def look(self, asked: Asked) -> Scene | None:
        """A fault, or nothing."""
        del asked
        if self.faults:
            raise self.faults.pop(0)
        return None

    async def act(self, asked: Asked) -> Scene | Done:
        """Say who has touched what."""
        self.taken.append(asked.value)
        if self.wait is not None:
            await self.wait.wait()
        what, _, touched = asked.value.partition(" ")
        point, _, mood = touched.partition(" ")
        if self.done is not None:
            return self.done
        if what == "broken":
            raise RuntimeError("a fault of the toy")
        if what not in ("begin", "touch", "cheer"):
            raise gone()
        match = asked.live.match
        preferences = await self.service.preferences.of(asked.user)
        picture = await self.pictures.of(match, "toy", preferences)
        names = match.position.board.names
        tap: Tap = board_tap(match, preferences, f"{NAME} touch", names, twice=True)
        ways = [Choice("Again", f"{NAME} begin", "primary"), Choice("Away", "away begin")]
        picks = [
            Choice(name, f"{NAME} touch {name} {mood}".rstrip(), chosen=name == point)
            for name in names[:3]
        ]
        at = f"{NAME} touch {point or names[0]}"
        moods = [
            Choice("Calm", at, chosen=not mood),
            Choice("Bold", f"{at} bold", chosen=bool(mood)),
        ]
        menus = [Menu("Pick", picks), Menu("Mood", moods)]
        said = f"<@{asked.user}>: {what} {point} {mood}".rstrip()
        return Scene("A toy", said, picture, tap, ways, menus, self.awaits)
