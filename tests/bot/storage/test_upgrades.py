"""A database with games in every state is upgraded, and they are played on.

``upgraded`` holds what the version of a schema really wrote, with the hour at which it was stopped.
"""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.features.ratings.recompute import recompute
from bot.features.ratings.store import RatingQueries
from bot.service.live_match import LiveMatch
from bot.storage.database import Store
from bot.storage.transaction import Transaction
from engine.match import Ending
from engine.position import Declare
from engine.time_control import TimeControl
from tests.bot.house import ADA, BO, CY, House, check_results
from tests.bot.storage import earlier
from tests.stores import url_for_new

FOLDER = Path(__file__).parent / "upgraded"
AFTER = timedelta(hours=5)
"""How long the program is away for the upgrade."""
COMPUTERS = "against the computer"
"""The game in which it has to move."""
OVER = {
    "over by score": Ending.SCORE,
    "over by resignation": Ending.RESIGNATION,
    "over on time": Ending.TIMEOUT,
    "over before a stone": Ending.CLOSED,
}


class Upgraded:
    """The newest program on a database that an earlier one has written."""

    def __init__(self, house: House, kept: dict[str, Any]) -> None:
        self.house, self.matches = house, house.service.matches
        self.games: dict[str, int] = kept["games"]
        columns, rows = kept["tables"]["match"]["columns"], kept["tables"]["match"]["rows"]
        self.before = {row[0]: dict(zip(columns, row, strict=True)) for row in rows}
        """What that stored of each match."""

    def running(self) -> list[str]:
        return [name for name in self.games if name not in (*OVER, "challenge")]

    async def live(self, name: str) -> LiveMatch:
        return await self.matches.live(self.games[name])


@pytest.fixture(params=[path.stem for path in sorted(FOLDER.glob("*.json"))])
async def upgraded(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Upgraded]:
    kept = json.loads((FOLDER / f"{request.param}.json").read_text("utf-8"))
    async with _upgraded(kept, str(request.param), tmp_path) as made:
        yield made


@asynccontextmanager
async def _upgraded(kept: dict[str, Any], revision: str, folder: Path) -> AsyncGenerator[Upgraded]:
    url = url_for_new(folder / "keil.db")
    engine = sa.create_engine(url.replace("sqlite+aiosqlite", "sqlite"), poolclass=sa.NullPool)
    schema = earlier.make_schema(engine, revision)
    rows = {
        name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for name, table in kept["tables"].items()
    }
    order = [table.name for table in schema.sorted_tables if table.name != "alembic_version"]
    with engine.begin() as connection:
        earlier.fill(connection, schema.tables, rows, order)
        earlier.number_on(connection, schema)
    async with Store.open(url) as store:
        house = House(store, outage=timedelta(seconds=30))
        house.event_ids = count(1_000_000)  # the smaller ones are those of what is stored
        house.time = datetime.fromisoformat(kept["time"]) + AFTER
        await house.service.outages.catch_up()
        yield Upgraded(house, kept)
        await store.read(lambda tx: check_results(tx, house))


async def test_games_that_are_over_ended_as_they_did(upgraded: Upgraded) -> None:
    for name, how in OVER.items():
        end = (await upgraded.live(name)).match.end
        assert end is not None and end.how is how, name


async def test_clocks_go_on_where_they_were(upgraded: Upgraded) -> None:
    """Each game has its time for every move; the upgrade was an outage, which costs nobody any."""
    for name in upgraded.running():
        live, before = await upgraded.live(name), upgraded.before[upgraded.games[name]]
        assert live.control == TimeControl(timedelta(seconds=before["per_move_s"])), name
        assert (live.match.ply, live.match.to_move) == (before["ply"], before["to_move"]), name
        was = datetime.fromtimestamp(before["deadline"] / 1e6, tz=upgraded.house.time.tzinfo)
        assert live.clock is not None
        moved = timedelta() if before["paused"] else AFTER
        limit = upgraded.house.time + live.clock.whole
        assert live.clock.deadline == min(was + moved, limit), name
    assert await upgraded.house.service.deadlines.tick() == []


async def test_every_running_game_is_played_to_its_end(upgraded: Upgraded) -> None:
    house, random = upgraded.house, Random(1)
    paused = upgraded.games["paused"]
    await Moderation(house.service).resume(paused, CY, "go on", event_id=next(house.event_ids))
    for name in upgraded.running():
        live = await upgraded.live(name)
        if name == COMPUTERS:
            assert live.thinking
            continue
        while live.match.end is None and live.match.position.ply < 60:
            legal = [*live.match.position.legal_moves()]
            passes = [move for move in legal if isinstance(move, Declare) and move.word == "pass"]
            late = live.match.position.ply > 20
            move = passes[0] if late and passes else random.choice(legal)
            live = await house.play(live.id, live.match.position.write(move))
        end = live.match.end
        assert end is not None and end.how is Ending.SCORE, name


async def test_what_was_asked_can_still_be_answered(upgraded: Upgraded) -> None:
    live = await upgraded.live("with a request")
    other = live.players[live.match.to_move or 0]
    after = await upgraded.matches.answer(live.id, other, allow=True, event_id=1)
    assert after.match.position.ply == live.match.position.ply - 1


async def test_a_challenge_can_still_be_accepted(upgraded: Upgraded) -> None:
    challenge = upgraded.games["challenge"]
    key = await upgraded.house.service.challenges.accept(challenge, BO, "Bo")
    assert key is not None
    live = await upgraded.matches.live(key)
    assert {*live.players} == {ADA, BO}
    assert live.control == TimeControl.read("3d")


async def test_games_that_are_over_are_rated_by_one_command(upgraded: Upgraded) -> None:
    """Those of people; nobody has noted who was helped against the computer."""
    house, games = upgraded.house, upgraded.house.service.matches.games
    over = await house.store.write(lambda tx: recompute(tx, games, lambda _a, _b, _c: None))
    assert over.games >= len(OVER) and over.changed == over.people
    again = await house.store.write(lambda tx: recompute(tx, games, lambda _a, _b, _c: None))
    assert (again.changed, again.events, again.rated) == (0, 0, over.rated)

    def helped(tx: Transaction) -> list[bool]:
        queries = RatingQueries(tx.connection)
        return [queries.was_helped(upgraded.games[name]) for name in (COMPUTERS, "paused")]

    assert await house.store.read(helped) == [True, False]


async def test_who_was_reminded_is_not_reminded_again(upgraded: Upgraded) -> None:
    stored = await upgraded.matches.stored(upgraded.games["reminded"])
    assert stored is not None and stored.remind is None
    other = await upgraded.matches.stored(upgraded.games["in the place living"])
    assert other is not None and other.remind is not None


async def test_a_minute_is_a_minute(upgraded: Upgraded) -> None:
    live = await upgraded.live("with a minute left")
    for _ in range(7):
        upgraded.house.time += timedelta(seconds=10)
        await upgraded.house.service.deadlines.tick()
    end = (await upgraded.matches.live(live.id)).match.end
    assert end is not None and end.how is Ending.TIMEOUT
