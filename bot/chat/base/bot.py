"""The bot as features see it, and how features register themselves.

A feature is a folder in `bot.features`, which is searched at start. Its ``chat.py`` has one or more
subclasses of `Feature` and ``async def setup(bot)``, which adds them. A feature is a cog of
discord.py, so its slash commands and its listeners to gateway events are methods. Its buttons,
selects and forms are handled by methods marked with `control`: the ``custom_id`` contains the name,
so that they still work after a restart.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.chat.base.answer import Answer, To
from bot.chat.base.config_rows import ConfigRow
from bot.chat.base.custom_id import Control
from bot.chat.base.interactions import Interactions
from bot.chat.base.message_kinds import MessageKind
from bot.chat.base.waiting import Waiting
from bot.messages.catalogue import text
from bot.pictures import Pictures
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import ServerSettings
from bot.service.service import Service
from bot.storage.rows import ESTIMATES, StoredChallenge
from bot.uploads import Progress
from engine.game import Game
from engine.record import Record
from engine.time_control import TimeControl


class Solo(Protocol):
    """The boards of games that only their player sees; see `bot.chat.common.solo`."""

    async def board(self, answer: Answer) -> Answer:
        """The board instead of a text, if ``answer`` announces a turn in such a game."""
        ...

    async def shown(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        """Keep the ``answer`` to an interaction up to date, if it is a private board."""
        ...

    async def update(self, live: LiveMatch) -> None:
        """Show what a computer has done on the board that was shown last, if that is possible."""
        ...


class Bot(commands.AutoShardedBot):
    """The bot as features see it."""

    service: Service
    pictures: Pictures
    readers: Executor
    """Threads for reading and replaying the games that people import."""
    waiting: Waiting
    interactions: Interactions
    judge: Judge
    solo: "Solo"
    ways_back: "list[WayBack]"
    """The buttons that lead back from whatever takes the place of a private message."""
    handlers: dict[str, "Handler"]
    """The handler of every control, by its name."""
    kinds: dict[str, MessageKind]
    """The kinds of messages, by their names."""
    stopping = False
    """True once the program is stopping: work under way may find everything closed."""

    def shows(self, kind: MessageKind) -> None:
        """Register a kind of messages."""
        self.kinds |= dict.fromkeys(kind.kinds, kind)

    def mark_stripped(self, message: int) -> None:
        """Note that an answer has just taken the buttons off this message."""
        raise NotImplementedError

    def on_foreign_message(self, channel_id: int, message: int) -> None:
        """Called for each message of somebody else in this channel."""
        raise NotImplementedError

    async def retry(self, here: Callable[[int], bool]) -> None:
        """Retry the refused and failed messages in the channels for which ``here`` is true."""
        raise NotImplementedError

    def features(self) -> Sequence["Feature"]:
        """Every feature, in the order of their names."""
        return [cog for _, cog in sorted(self.cogs.items()) if isinstance(cog, Feature)]

    async def perform(
        self, interaction: "Interaction", control: Control, progress: Progress | None = None
    ) -> Answer:
        """Do what a feature's control does. Raises the refusals of the service and the games."""
        handler = self.handlers.get(control.name)
        if handler is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        if interaction.guild_id is None and not handler.direct:
            return Answer(text("cannot-outside-servers"), private=True)
        return await handler.work(interaction, control, progress)

    def allowances(self) -> list[str]:
        """What a challenge can say yes to besides its terms: the core's, the features'."""
        return [ESTIMATES, *(name for feature in self.features() for name in feature.allows)]

    def usually_allowed(self, settings: ServerSettings) -> frozenset[str]:
        """Those of `allowances` that hold on a server if a challenge says nothing about them."""
        of_features = (feature.usually_allows(settings) for feature in self.features())
        return frozenset(name for names in of_features for name in names)

    async def under_result(self, live: LiveMatch) -> list[str]:
        """What every feature says to everybody under the result of a match; nothing if it runs."""
        if live.match.end is None:
            return []
        return [said for feature in self.features() if (said := await feature.under_result(live))]

    def under_board(self, live: LiveMatch, only: "Rank | None" = None) -> "list[Button]":
        """The buttons of every feature under the newest board of a match, or those of one rank.

        While a moderator has paused it, none that takes a turn.
        """
        offers = (feature.under_board(live) for feature in self.features())
        return _ranked(offers, only, without=() if live.paused is None else TURNS)

    def under_turn_answer(self, live: LiveMatch, user: int) -> "list[Button]":
        """The buttons of every feature under the private answer to ``user``, who has moved."""
        return _ranked(feature.under_turn_answer(live, user) for feature in self.features())

    def under_private_board(self, live: LiveMatch, user: int, shown: str) -> "list[Button]":
        """The buttons of every feature under a board that ``user`` looks at.

        ``shown``: what is drawn over it.
        """
        offers = (feature.under_private_board(live, user, shown) for feature in self.features())
        return _ranked(offers)

    async def privately(self, live: LiveMatch, user: int) -> str:
        """What every feature says to ``user`` alone, who looks at a match, has moved in it or has
        asked for help."""
        said = [await feature.privately(live, user) for feature in self.features()]
        return "\n".join(filter(None, said))

    async def and_privately(self, content: str, live: LiveMatch, user: int) -> str:
        """The same after ``content``, in lines of its own."""
        return "\n".join(filter(None, [content, await self.privately(live, user)]))

    def under_replay(self, live: LiveMatch | None, shown: Control) -> "list[Button]":
        """The buttons of every feature under a game that is replayed, at the ply of ``shown``.

        ``live``: its match; None if it is from elsewhere, such as a file.
        """
        return _ranked(feature.under_replay(live, shown) for feature in self.features())

    async def record_of(self, interaction: "Interaction", shown: Control) -> Record | None:
        """The record of a game that is no match, from the feature whose control shows it."""
        for feature in self.features():
            if (record := await feature.record_of(interaction, shown)) is not None:
                return record
        return None

    def under_more(self, live: LiveMatch, *, playing: bool = False) -> "list[Button]":
        """The buttons of every feature behind *More…*, for everybody who sees the match.

        ``playing``: for somebody who plays in it, whom the boards call anyway.
        """
        offers = (feature.under_more(live) for feature in self.features())
        return _ranked(offers, without=(Rank.FOLLOW,) if playing else ())

    def for_player(self, live: LiveMatch, seat: int) -> "list[Button]":
        """The buttons of every feature behind *More…*, for the player of ``seat``."""
        return _ranked(feature.for_player(live, seat) for feature in self.features())

    def before_resigning(self, live: LiveMatch, seat: int) -> "list[Button]":
        """The buttons of every feature that offer something else than to resign."""
        return _ranked(feature.before_resigning(live, seat) for feature in self.features())

    def under_card(self, live: LiveMatch) -> "list[Button]":
        """The buttons of every feature under the card of a match that is played elsewhere."""
        return _ranked(feature.under_card(live) for feature in self.features())

    def under_reminder(self, live: LiveMatch, *, named: bool = False) -> "list[Button]":
        """The buttons of every feature under a message that tells somebody to move.

        ``named``: with the game on them, as the message is about several.
        """
        return _ranked(feature.under_reminder(live, named=named) for feature in self.features())

    def check_reply(self, live: LiveMatch, user: int, move: str) -> None:
        """Let every feature refuse a ``move`` that ``user`` makes where everybody reads it."""
        for feature in self.features():
            feature.check_reply(live, user, move)

    async def before_agreeing(self, interaction: "Interaction", control: TimeControl) -> str:
        """Let every feature do what is to be done before somebody agrees to a time control; what
        they say to them."""
        said = [await each.before_agreeing(interaction, control) for each in self.features()]
        return " ".join(filter(None, said))

    async def on_card(self, asked: StoredChallenge) -> list[str]:
        """What every feature says on the card of a challenge."""
        return [said for feature in self.features() if (said := await feature.on_card(asked))]

    async def before_declining(self, asked: StoredChallenge, user: int) -> str:
        """What every feature wants ``user`` to know before they decline a challenge."""
        said = [await feature.before_declining(asked, user) for feature in self.features()]
        return "\n".join(filter(None, said))

    def for_newcomers(self, game: Game) -> "list[Button]":
        """The buttons for people who are in a challenge of this game for the first time."""
        return _ranked(feature.for_newcomers(game) for feature in self.features())


class Rank(IntEnum):
    """The order of the buttons of different features."""

    ANSWER = 0
    """In a row of their own, above all others."""
    TURN = 1
    RESIGN = 2
    INSPECT = 3
    MORE = 4
    AGAIN = 5
    HISTORY = 6
    LEARN = 7
    FOLLOW = 8
    ASK = 9
    REPORT = 10


TURNS = (Rank.ANSWER, Rank.TURN, Rank.RESIGN)
"""The buttons that take a turn."""
SERVERS_AND_DIRECT = app_commands.AppCommandContext(guild=True, dm_channel=True)
"""Where a command can be used that shows nobody more than their own games."""
Interaction = discord.Interaction[Bot]
Button = ui.DynamicItem[ui.Button[Any]]
Work = Callable[[Interaction, Control, Progress | None], Awaitable[Answer]]
Ranked = tuple[Rank, Button]
WayBack = Callable[[Interaction, Sequence[Control], Answer], Awaitable[Button | None]]
"""Returns the button to where the reader of an answer came from, by the controls of the message
that the answer replaces; None if they came from elsewhere, or the answer needs no such button."""
F = TypeVar("F", bound=Callable[..., Awaitable[Answer]])


@dataclass(frozen=True, slots=True)
class Handler:
    """The method that handles the control with this name, and where its answer goes."""

    name: str
    work: Work
    to: To = To.USUAL
    slow: bool = False
    """May take many seconds: others go first, and a private answer shows its progress."""
    direct: bool = False
    """Answers in direct messages, too: it shows nobody more than their own games."""


def control(
    name: str, *, to: To = To.USUAL, slow: bool = False, direct: bool = False
) -> Callable[[F], F]:
    """Mark a method ``(interaction, control) -> Answer`` as the handler of the control ``name``.

    If it is ``slow``, it takes a `Progress` too. ``direct``: see `Handler`.
    """

    def mark(method: F) -> F:
        marks: list[tuple[str, To, bool, bool]] = [*getattr(method, "__controls__", ())]
        mine = [*marks, (name, to, slow, direct)]
        setattr(method, "__controls__", mine)  # noqa: B010 (no attribute)
        return method

    return mark


class Feature(commands.Cog):
    """One thing that people do: its commands, controls, forms and posts."""

    allows: Sequence[str] = ()
    """What a challenge can say yes to besides its terms, as `LiveMatch.allowed` names it: what
    everybody may do while its game runs, or what else is agreed about it.

    Each is an option of ``/challenge``. Texts ``command-option-NAME`` and, for the card,
    ``challenge-allows-NAME`` go with it. No two begin with the same letter.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.service = bot.service
        self.matches = bot.service.matches

    async def cog_load(self) -> None:
        """Register the controls. Raises `ValueError` for a name that another feature has."""
        for attribute in dir(type(self)):
            method = getattr(type(self), attribute)
            for name, to, slow, direct in getattr(method, "__controls__", ()):
                if name in self.bot.handlers:
                    raise ValueError(f"two controls are called {name!r}")
                work = _with_progress(getattr(self, attribute), slow=slow)
                self.bot.handlers[name] = Handler(name, work, to, slow, direct)

    def usually_allows(self, settings: ServerSettings) -> Iterable[str]:
        """Those of `allows` that hold on a server if a challenge says nothing about them."""
        del settings
        return ()

    async def under_result(self, live: LiveMatch) -> str:
        """What to say to everybody under the result of a match that is over, or nothing."""
        del live
        return ""

    def under_board(self, live: LiveMatch) -> "Iterable[Ranked]":
        """Buttons for the newest board of a match."""
        del live
        return ()

    def under_turn_answer(self, live: LiveMatch, user: int) -> "Iterable[Ranked]":
        """Buttons for the private answer to ``user``, who has moved."""
        del live, user
        return ()

    def under_private_board(self, live: LiveMatch, user: int, shown: str) -> "Iterable[Ranked]":
        """Buttons for a board that ``user`` looks at, with ``shown`` drawn over it."""
        del live, user, shown
        return ()

    def under_replay(self, live: LiveMatch | None, shown: Control) -> "Iterable[Ranked]":
        """Buttons for a game that is replayed; see `Bot.under_replay`."""
        del live, shown
        return ()

    async def record_of(self, interaction: "Interaction", shown: Control) -> Record | None:
        """The record of a game of this feature's own that ``shown`` shows. May refuse."""
        del interaction, shown
        return None

    async def privately(self, live: LiveMatch, user: int) -> str:
        """What to say to ``user`` alone, who looks at a match, has moved in it or has asked for
        help, or nothing."""
        del live, user
        return ""

    def under_more(self, live: LiveMatch) -> "Iterable[Ranked]":
        """Buttons behind *More…*, for everybody who sees the match."""
        del live
        return ()

    def for_player(self, live: LiveMatch, seat: int) -> "Iterable[Ranked]":
        """Buttons behind *More…*, for the player of ``seat`` in a match that is not over."""
        del live, seat
        return ()

    def before_resigning(self, live: LiveMatch, seat: int) -> "Iterable[Ranked]":
        """Buttons for the player of ``seat`` who is asked whether to resign."""
        del live, seat
        return ()

    def under_card(self, live: LiveMatch) -> "Iterable[Ranked]":
        """Buttons for the card of a match that is played elsewhere, such as in a thread."""
        del live
        return ()

    def under_reminder(self, live: LiveMatch, *, named: bool = False) -> "Iterable[Ranked]":
        """Buttons for a message that tells somebody to move; see `Bot.under_reminder`."""
        del live, named
        return ()

    def check_reply(self, live: LiveMatch, user: int, move: str) -> None:
        """May refuse a ``move`` that ``user`` makes where everybody reads it."""
        del live, user, move

    async def before_agreeing(self, interaction: "Interaction", control: TimeControl) -> str:
        """Do what is to be done before somebody agrees to this time control, as they challenge or
        accept; a sentence about it, or nothing."""
        del interaction, control
        return ""

    async def on_card(self, asked: StoredChallenge) -> str:
        """What to say on the card of a challenge, or nothing."""
        del asked
        return ""

    async def before_declining(self, asked: StoredChallenge, user: int) -> str:
        """A question to ``user``, who is about to decline a challenge, or nothing."""
        del asked, user
        return ""

    def for_newcomers(self, game: Game) -> "Iterable[Ranked]":
        """Buttons for people who are in a challenge of ``game`` for the first time."""
        del game
        return ()

    def checked(self, channels: Sequence[discord.TextChannel]) -> Iterable[str]:
        """What ``/config check`` says of these channels besides what the bot may do in them."""
        del channels
        return ()

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The feature's own settings, as the panel of ``/config`` shows them on this server."""
        del server, settings
        return ()


def _with_progress(method: Callable[..., Awaitable[Answer]], *, slow: bool) -> Work:
    async def work(interaction: Interaction, control: Control, progress: Progress | None) -> Answer:
        if slow:
            return await method(interaction, control, progress)
        return await method(interaction, control)

    return work


def _ranked(
    offers: Iterable[Iterable[Ranked]], only: Rank | None = None, *, without: Sequence[Rank] = ()
) -> list[Button]:
    buttons = [button for of_feature in offers for button in of_feature]
    buttons.sort(key=lambda ranked: ranked[0])
    return [button for rank, button in buttons if only in (None, rank) and rank not in without]
