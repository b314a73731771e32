"""The settings of a server's owners: where games live, the usual terms, who may play.

Features declare their own, each as a `Setting`.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Generic, Self, TypeVar, cast

from bot.service.places import choices
from bot.storage.database import Store
from bot.storage.rows import PICTURE_MODES
from bot.storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's decisions; every default is good for a server that has made none."""

    place: str | None = None
    """How games live, see `bot.service.places`; None: in threads if the bot may, or as its next."""
    game: str | None = None
    """The key of the game that is played if nothing else is said; None: the first one."""
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """The usual options of each game, as people write them, such as the size and the komi's way."""
    time: str | None = None
    """The usual time for a move, as people write it."""
    challengers: int | None = None
    """The role whose members may challenge; None: everybody."""
    called: int | None = None
    """The role that the cards of challenges to anybody call; None: nobody."""
    moderators: int | None = None
    """The role whose members may use ``/admin``, besides those who may manage messages."""
    channels: tuple[int, ...] = ()
    """The only channels in which games may begin; none: all."""
    most_games: int | None = None
    """How many games one person may have open on this server; None: as many as they like."""
    boards_a_minute: int | None = None
    """How many boards come to one channel within a minute; None: as many as there are turns."""
    pictures: str | None = None
    """When posts have pictures in games that have not chosen, one of `PICTURE_MODES`; None: if the
    board has changed."""
    of_features: Mapping[str, object] = field(default_factory=dict[str, object])
    """The settings of features, by key, as they are stored: also those of features that this
    program does not have."""

    def write(self) -> str:
        """The settings as they are stored."""
        own = asdict(self)
        return json.dumps(own.pop("of_features") | own)

    @classmethod
    def read(cls, stored: str) -> Self:
        """The inverse of `write`. A setting that is damaged, or from another version, is taken as
        not chosen.

        This never fails: the settings of its server are read whenever a game ends.
        """
        try:
            kept: object = json.loads(stored)
        except ValueError:
            kept = None
        if not isinstance(kept, dict):
            return cls()
        found = cast(dict[str, Any], kept)
        place, pictures = found.get("place"), found.get("pictures")
        return cls(
            place=place if place in choices() else None,
            game=as_text(found.get("game")),
            options=_options(found.get("options")),
            time=as_text(found.get("time")),
            challengers=positive(found.get("challengers")),
            called=positive(found.get("called")),
            moderators=positive(found.get("moderators")),
            channels=_numbers(found.get("channels")),
            most_games=positive(found.get("most_games")),
            boards_a_minute=positive(found.get("boards_a_minute")),
            pictures=pictures if pictures in PICTURE_MODES else None,
            of_features={
                key: value for key, value in found.items() if key not in _OWN and value is not None
            },
        )


_OWN = {each.name for each in fields(ServerSettings)}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A setting of servers that a feature declares; None if the owners have not chosen."""

    key: str
    """The key in the stored JSON, which no other setting may have."""
    read: Callable[[object], T | None]
    """The value of what is stored; None if that is damaged or from another version."""

    def of(self, settings: ServerSettings) -> T | None:
        """The value that the owners have chosen."""
        return self.read(settings.of_features.get(self.key))

    def chosen(self, settings: ServerSettings, value: T | None) -> ServerSettings:
        """``settings`` with this ``value``, which must be possible in JSON."""
        others = {key: one for key, one in settings.of_features.items() if key != self.key}
        if value is not None:
            others[self.key] = value
        return replace(settings, of_features=others)


def as_text(kept: object) -> str | None:
    """Any text."""
    return kept if isinstance(kept, str) else None


def positive(kept: object) -> int | None:
    """A positive number that fits into the database."""
    return kept if type(kept) is int and 0 < kept < 2**63 else None


def _numbers(kept: object) -> tuple[int, ...]:
    listed = cast(list[object], kept) if isinstance(kept, list) else []
    return tuple(number for each in listed if (number := positive(each)) is not None)


def _options(kept: object) -> dict[str, dict[str, str]]:
    games = cast(dict[str, object], kept).items() if isinstance(kept, dict) else ()
    read: dict[str, dict[str, str]] = {}
    for game, terms in games:
        if isinstance(terms, dict):
            written = cast(dict[str, object], terms).items()
            read[game] = {key: text for key, text in written if isinstance(text, str)}
    return read


AUDIT_CHANNEL = Setting("audit", positive)
"""The channel of the moderators, which hears what they do and what is reported to them."""
UNDECIDED = ServerSettings()


class Servers:
    """The settings of all servers in one database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.at_change: list[Callable[[Transaction, int, ServerSettings, ServerSettings], None]]
        self.at_change = []
        """Callbacks of the features, called in the transaction that changes the settings of a
        server, with the settings before and after."""

    async def settings(self, server: int) -> ServerSettings:
        """The settings that the owners of ``server`` have chosen."""
        return await self._store.read(lambda tx: settings_in(tx, server))

    async def change(
        self, server: int, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change the settings of ``server`` from now on. Returns them."""

        def work(tx: Transaction) -> ServerSettings:
            before = settings_in(tx, server)
            changed = change(before)
            tx.servers.keep_settings(server, changed.write())
            for follow in self.at_change:
                follow(tx, server, before, changed)
            return changed

        return await self._store.write(work)


def settings_in(tx: Transaction, server: int) -> ServerSettings:
    """The settings of ``server`` as a transaction sees them."""
    stored = tx.servers.settings(server)
    return UNDECIDED if stored is None else ServerSettings.read(stored)
