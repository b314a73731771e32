"""Scenes: what features show on the page besides a match, and what people do there.

A feature brings them in its own ``web.py``, whose ``setup`` registers them; `all_scenes` of
`bot.features` finds it. A scene is facts like those of a board, so the page shows any of them with
what it has for boards: points, a typed field, the keyboard, screen readers.

What somebody does in a scene is one text, a *step*: the name of the scenes, then what they
themselves write there, such as ``puzzle next keil``. A step comes from the page, so it may be
anything: whoever takes it refuses what it never wrote.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bot.messages import labels
from bot.messages.catalogue import text
from bot.pictures import Pictures
from bot.service.beginning import Presence
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.service.preferences import DisplayPreferences
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.shared import Shared
from bot.storage.rows import NOWHERE
from bot.uploads import Upload
from bot.web.host import Host
from bot.web.picture_facts import point_facts, size_of
from engine.game import Game
from engine.match import Match

WHOLE = "whole"
"""The step to what a match belongs to, whichever feature knows it."""
KEPT = 64
"""Scenes that are kept for a step that comes again after a broken connection."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button, or an entry of a menu; a press of it is its ``step``."""

    label: str
    step: str
    style: str = "secondary"
    """As on Discord: primary, secondary, success or danger."""
    chosen: bool = False
    """True for the entry of a menu that holds."""
    more: bool = False
    """True if it stands behind *More*, among what is done rarely in a match."""
    begins: bool = False
    """True if it is to begin a game: not offered where none can be begun on the page."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices of which one holds."""

    label: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class Tap:
    """Points of the picture that can be touched; the step is ``step``, then the name of a point."""

    step: str
    points: Sequence[Sequence[Any]]
    """The name of each, its pixel, 1 if it can be chosen, perhaps words about it."""
    reach: float
    """Pixels up to which a touch means a point."""
    twice: bool = False
    """True if a second touch is to confirm the first."""
    typed: bool = False
    """True if other answers than points can be typed."""
    columns: bool = False
    """True if the points stand side by side: how high a touch is does not matter."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What somebody sees."""

    title: str
    text: str = ""
    """In Discord's notation."""
    picture: Upload | None = None
    """A PNG; without an alternative text it says nothing that the text does not say."""
    tap: Tap | None = None
    buttons: Sequence[Choice] = ()
    menus: Sequence[Menu] = ()
    awaits: str = ""
    """A step that the page repeats, wherever it is meanwhile, until something has come of it: see
    `Scenes.look`."""


@dataclass(frozen=True, slots=True)
class Done:
    """What comes of a step that leads to no scene."""

    text: str
    match: int | None = None
    """A match to which their page goes; whether they may see it is asked there."""
    refused: bool = False
    """True if nothing was done."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who wants what: ``value`` is the step without the name of the scenes."""

    user: int
    live: LiveMatch
    """The match on whose page they are, as it was loaded for this; they may see it."""
    value: str
    host: Host
    event_id: int
    """The event that it is."""

    @property
    def server(self) -> int | None:
        """The server of that match, if it is on any."""
        return self.live.server or None

    async def presence(self) -> Presence:
        """What the rules about beginning a game ask of them, where that match is.

        Raises `RefusedError` if nobody can say.
        """
        try:
            return await self.host.presence(self.user, self.live)
        except ConnectionError as error:
            raise RefusedError(ServiceRefusal.DISCORD_SILENT) from error

    async def sees(self, channel_id: int = NOWHERE) -> bool:
        """True if they surely are on that server, and see this channel of it.

        The page lets people in who play but are not there any more.
        """
        if self.server is None:
            return False
        try:
            return await self.host.sees(self.user, self.live.server, channel_id)
        except ConnectionError:
            return False


@dataclass(frozen=True, slots=True)
class Sequel:
    """What somebody who played in a match sees of what comes after it."""

    text: str = ""
    choices: Sequence[Choice] = ()
    match: int | None = None
    """A match that goes on from it: a page goes there once it begins."""


class Afterwards(Protocol):
    """What has come of a match since it ended. What is equal looks alike."""

    def seen_by(self, user: int) -> Sequel:
        """What somebody sees of it who played in the match."""
        ...


class Scenes(ABC):
    """The scenes of one feature. Override what it has."""

    def __init__(self, stage: "Stage") -> None:
        self.stage = stage
        self.service = stage.service
        self.pictures = stage.pictures

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """Ways here from the page of a match; asked for each board, so it only names them."""
        del live
        return ()

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """What ``user`` can do about this match, beside its other buttons; None: who only watches
        it, all alike."""
        del live, user
        return ()

    async def after(self, live: LiveMatch) -> Afterwards | None:
        """What has come of a match that is over; asked again and again while people look at it."""
        del live
        return None

    async def look(self, asked: Asked) -> Scene | Done | None:
        """What takes the place of a scene that waits for something; None: it has not come yet.

        They may be on the page of another match by then, where they are only told of a `Done` that
        leads to a match. Changes nothing. Raises `RefusedError`.
        """
        del asked
        raise gone()

    async def whole(self, asked: Asked) -> Scene | None:
        """What the match belongs to, such as a tournament; None: to nothing of this feature. The
        value is empty. Raises `RefusedError`."""
        del asked
        return None

    @abstractmethod
    async def act(self, asked: Asked) -> Scene | Done:
        """Do what is asked, and show what there is then. Raises `RefusedError`."""


@dataclass
class Stage:
    """Everything that scenes work with, and the scenes themselves, by name."""

    service: Service
    pictures: Pictures
    judge: Judge
    scenes: dict[str, Scenes] = field(default_factory=dict[str, Scenes])
    _acted: Shared[Scene | Done] = field(default_factory=lambda: Shared[Scene | Done](KEPT))

    def add(self, name: str, scenes: Scenes) -> None:
        """Register the scenes of a feature under a name of their own."""
        if name in (*self.scenes, WHOLE) or " " in name or not name:
            raise ValueError(f"scenes {name!r}")
        self.scenes[name] = scenes

    async def act(self, asked: Asked) -> Scene | Done:
        """The scene after a whole step. Raises `RefusedError`.

        A step of an event that comes twice is taken once.
        """
        if asked.value.partition(" ")[0] == WHOLE:
            act, step = self._whole, asked
        else:
            scenes, step = self._whose(asked)
            act = scenes.act
        key = asked.event_id, asked.value
        return await self._acted.get(key, lambda: act(step))

    async def _whole(self, asked: Asked) -> Scene:
        """What the match belongs to."""
        step = replace(asked, value="")
        for each in self.scenes.values():
            if (scene := await each.whole(step)) is not None:
                return scene
        raise gone()

    async def look(self, asked: Asked) -> Scene | Done | None:
        """What takes the place of a scene that waits, see `Scenes.look`."""
        scenes, step = self._whose(asked)
        return await scenes.look(step)

    def _whose(self, asked: Asked) -> tuple[Scenes, Asked]:
        name, _, value = asked.value.partition(" ")
        if name not in self.scenes:
            raise gone()
        return self.scenes[name], replace(asked, value=value)

    def forget(self) -> None:
        """Keep no scene: what was done is known only from the database."""
        self._acted = Shared(KEPT)

    async def after(self, live: LiveMatch) -> list[Afterwards]:
        """What has come of a match, if it is over."""
        if live.match.end is None:
            return []
        return [
            came for each in self.scenes.values() if (came := await each.after(live)) is not None
        ]

    def offered(self, live: LiveMatch, *, begins: bool) -> list[list[Any]]:
        """The ways from a match to scenes, as facts for the page; ``begins``: a game can be begun
        there."""
        found = (way for each in self.scenes.values() for way in each.offered(live))
        ways = (way for way in found if begins or not way.begins)
        whole = [Choice(text("web-whole"), WHOLE)] if live.part_of is not None else []
        return self._facts([*whole, *ways])

    def about_match(self, live: LiveMatch, user: int | None) -> list[dict[str, Any]]:
        """What scenes have for a match, as the page's other actions."""
        return _actions(
            way for each in self.scenes.values() for way in each.about_match(live, user)
        )

    def sequel(
        self, after: Iterable[Afterwards], user: int | None, *, begins: bool
    ) -> dict[str, Any]:
        """What somebody sees of it, as facts; None: who only watches sees nothing of it."""
        seen = [] if user is None else [each.seen_by(user) for each in after]
        return {
            "text": [each.text for each in seen if each.text],
            "actions": _actions(
                way for each in seen for way in each.choices if begins or not way.begins
            ),
            "next": next((each.match for each in seen if each.match is not None), None),
        }

    def facts(self, scene: Scene) -> dict[str, Any]:
        """A scene for the page, apart from its text and its picture."""
        tap, picture = scene.tap, scene.picture
        return {
            "title": scene.title,
            "size": None if picture is None else size_of(picture.data),
            "points": [] if tap is None else tap.points,
            "reach": 0 if tap is None else tap.reach,
            "tap": None if tap is None else tap.step,
            "twice": tap is not None and tap.twice,
            "typed": tap is not None and tap.typed,
            "columns": tap is not None and tap.columns,
            "buttons": self._facts(scene.buttons),
            "awaits": scene.awaits,
            "menus": [[menu.label, self._facts(menu.choices)] for menu in scene.menus],
        }

    def _facts(self, choices: Iterable[Choice]) -> list[list[Any]]:
        """Those that lead somewhere: scenes of a feature that is not there are not offered."""
        return [
            [each.label, each.step, each.style, int(each.chosen)]
            for each in choices
            if each.step.partition(" ")[0] in (*self.scenes, WHOLE)
        ]


def _actions(ways: Iterable[Choice]) -> list[dict[str, Any]]:
    return [
        {
            "do": "scene",
            "value": way.step,
            "label": way.label,
            "style": way.style,
            "more": way.more,
        }
        for way in ways
    ]


def board_tap(
    match: Match, preferences: DisplayPreferences, step: str, points: Iterable[str], *, twice: bool
) -> Tap:
    """The points of a board that is drawn with these preferences; ``points`` can be chosen."""
    facts = point_facts(match, preferences, frozenset(points))
    return Tap(step, facts["points"], facts["reach"], twice=twice, typed=True)


def word_choices(match: Match, step: str) -> list[Choice]:
    """The answers that are no points, such as a pass, as buttons."""
    return [
        Choice(labels.word_label(each), f"{step} {each.word}")
        for each in match.position.declarations()
    ]


def game_menu(games: Iterable[Game], shown: Game, step: str) -> list[Menu]:
    """A menu of games, if there are several; the step is ``step``, then the key of one."""
    choices = [Choice(each.name, f"{step} {each.key}", chosen=each is shown) for each in games]
    return [Menu(text("web-game"), choices)] if len(choices) > 1 else []


def gone() -> RefusedError:
    """The refusal of a step that nobody ever offered, or not any more."""
    return RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
