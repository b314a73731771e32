"""The service with people on a real database, without Discord."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.service.terms import Terms
from bot.storage.database import Store
from bot.storage.schema import match
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.time_control import TimeControl
from tests import hours
from tests.stores import url_for

ADA, BO, CY = 1, 2, 3
PLACE, SERVER = 70, 7
NAMES = {ADA: "Ada", BO: "Bo", CY: "Cy"}
KEIL = all_games()["keil"]


class House:
    """The service with a clock that the test moves."""

    def __init__(self, store: Store, **arguments: Any) -> None:
        self.time = datetime(2026, 11, 21, 12, tzinfo=UTC) + hours.ahead
        self.store = store
        arguments.setdefault("outage", timedelta(days=400))
        arguments.setdefault("random", Random(1))
        games = arguments.pop("games", all_games())
        self.service = Service.over(store, games, now=lambda: self.time, **arguments)
        self.event_ids = count(1000)

    async def challenge(self, *invited: int | None, by: int = ADA, **options: Any) -> int:
        time = TimeControl.read(options.pop("time", "1h"))
        channel_id, server = options.pop("channel_id", PLACE), options.pop("server", SERVER)
        place, game = options.pop("place", None), options.pop("game", KEIL)
        asked = await self.service.challenges.issue(
            game=game,
            options={"size": 3, **options},
            control=time,
            challenger=by,
            invited=invited,
            names=NAMES,
            channel_id=channel_id,
            server=server,
            place=place,
            event_id=next(self.event_ids),
        )
        return asked.id

    async def match(self, **options: Any) -> int:
        """A match of Ada against Bo; with fixed komi Ada's colour is drawn."""
        begun = await self.service.challenges.accept(await self.challenge(BO, **options), BO, "Bo")
        assert begun is not None
        return begun

    async def match_of_three(self, time: str) -> int:
        """A match of Kee by Ada, Bo and Cy with its usual terms."""
        game = all_games()["kee"]
        asked = await self.service.challenges.issue(
            game=game,
            options=Terms.usual(game).options,
            control=TimeControl.read(time),
            challenger=ADA,
            invited=[BO, CY],
            names=NAMES,
            channel_id=PLACE,
            server=SERVER,
            event_id=next(self.event_ids),
        )
        await self.service.challenges.accept(asked.id, BO, "Bo")
        begun = await self.service.challenges.accept(asked.id, CY, "Cy")
        assert begun is not None
        return begun

    async def play(self, key: int, *moves: str) -> LiveMatch:
        """Moves by whoever's turn it is."""
        live = await self.service.matches.live(key)
        for move in moves:
            user = live.to_move
            assert user is not None
            live = await self.service.matches.play(
                key, user, move, event_id=next(self.event_ids), confirmed=True
            )
        return live


@asynccontextmanager
async def house_at(folder: Path, **arguments: Any) -> AsyncGenerator[House]:
    async with Store.open(url_for(folder / "keil.db")) as store:
        house = House(store, **arguments)
        yield house
        await house.store.read(lambda tx: check_results(tx, house))


def check_results(tx: Transaction, house: House) -> None:
    """Compare the results that are stored with replays."""
    cache = MatchCache(house.service.matches.games)
    for key in tx.connection.execute(sa.select(match.c.id)).scalars().all():
        stored = tx.matches.get(key)
        assert stored is not None
        end = cache.end_of(tx, stored)
        assert (stored.ending, stored.ranks) == (end and end.how, end and end.ranks)


def refused(why: StrEnum) -> Any:
    return pytest.raises(RefusedError, match=f"^{why}$")
