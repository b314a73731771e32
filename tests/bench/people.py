"""Leaderboards and profiles beside many people: 100,000 of them with a million games.

Figures are milliseconds that a page takes in the service, on one connection that reads; nothing is
drawn or sent.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import sqlalchemy as sa

from bot.features.profile.service import Profiles
from bot.features.profile.store import played
from bot.features.ratings.leaders import Leaderboards
from bot.features.ratings.store import events, rated_on, ratings
from bot.service.service import Service
from bot.storage.database import Store
from bot.storage.schema import match, player
from engine.games import all_games
from tests import postgresql
from tests.bot.empty_database import put_empty_database

PEOPLE = (1_000, 100_000)
GAMES_EACH = 10
"""Games for each person; two people play each, so there are five times as many games as people."""
SERVERS = 50
ASKED = 200
Row = tuple[str, Mapping[str, object]]


def fill(connection: sa.Connection, people: int) -> None:
    """Fill a database by what it counts itself: rows from here would take minutes."""
    now = int(datetime.now(UTC).timestamp() * 1e6)
    games = people * GAMES_EACH
    sqlite = connection.dialect.name == "sqlite"

    def numbers(most: int) -> str:
        if sqlite:
            return (
                f"(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})"
                " SELECT i FROM n)"
            )
        return f"(SELECT generate_series(1, {most}) AS i)"

    def insert(table: sa.Table, most: int, **values: object) -> None:
        columns = ", ".join(f'"{table.c[name].name}"' for name in values)
        each = ", ".join(map(str, values.values()))
        statement = (
            f'INSERT INTO "{table.name}" ({columns}) SELECT {each} FROM {numbers(most)} AS n'
        )
        connection.execute(sa.text(statement))

    def truth(expression: str) -> str:
        return expression if sqlite else f"({expression})"

    insert(
        match,
        games,
        id="i",
        server=f"1 + i % {SERVERS}",
        channel_id="i",
        card_channel_id="i",
        place="'boards'",
        game="'keil'",
        ruleset="'1'",
        options="'{}'",
        per_move_s="86400",
        ply="9",
        opened=now,
        ending="'resignation'",
        thinking="0" if sqlite else "false",
        given_s="0",
    )
    for seat, rank in ((0, "1"), (1, "2")):
        user = f"1 + (i * {1 + 2 * seat} + {seat}) % {people}"
        insert(player, games, match="i", seat=str(seat), user=user, rank=rank)
        insert(played, games, match="i", seat=str(seat), at=now, colour="'B'", firsts="''")
        insert(
            events,
            games,
            match="i",
            user=user,
            game="'keil'",
            at=now,
            before="1500",
            deviation_before="80",
            value="1500",
            deviation="80",
            late=truth("1 = 0"),
        )
    insert(
        ratings,
        people,
        user="i",
        game="'keil'",
        value="1000 + (i * 7919) % 1000",
        deviation="80",
        at=now,
        games=str(GAMES_EACH),
        settled=truth("i % 5 > 0"),
    )
    insert(rated_on, people, server=f"1 + i % {SERVERS}", game="'keil'", user="i")
    if not sqlite:
        connection.execute(sa.text("ANALYZE"))


def filled(url: str, people: int) -> str:
    """The address of a database with the newest schema, which is filled now."""
    engine = sa.create_engine(url.replace("+aiosqlite", ""), poolclass=sa.NullPool)
    with engine.begin() as connection:
        fill(connection, people)
    engine.dispose()
    return url


async def measure(name: str, urls: Mapping[int, str]) -> list[Row]:
    """A row for each question, in turns over the databases."""
    async with AsyncExitStack() as stack:
        asked = dict[str, dict[int, list[float]]]()
        services = dict[int, Service]()
        for people, url in urls.items():
            store = await stack.enter_async_context(Store.open(url))
            services[people] = Service.over(store, all_games())
        for number in range(ASKED):
            for people, service in services.items():
                for what, ask in _questions(service, 1 + number * 37 % people).items():
                    begun = perf_counter()
                    await ask()
                    took = (perf_counter() - begun) * 1000
                    asked.setdefault(what, {}).setdefault(people, []).append(took)
    return [
        (
            f"{what} with {people:,} people, {name}",
            {"median": quantiles(times, n=20)[9], "p95": quantiles(times, n=20)[18]},
        )
        for what, by_people in asked.items()
        for people, times in by_people.items()
    ]


def _questions(service: Service, user: int) -> dict[str, Callable[[], Awaitable[Any]]]:
    boards = Leaderboards(service)
    return {
        "a server's leaderboard": lambda: boards.page("keil", 1 + user % SERVERS, 0, user),
        "everybody's leaderboard": lambda: boards.page("keil", None, 0, user),
        "page 500 of it": lambda: boards.page("keil", None, 499, user),
        "a profile": lambda: Profiles(service).of(user, user),
    }


def rows() -> list[Row]:
    """The rows of both stores."""
    with tempfile.TemporaryDirectory() as folder:
        urls = dict[int, str]()
        for people in PEOPLE:
            file = Path(folder) / f"{people}.db"
            put_empty_database(file)
            urls[people] = filled(f"sqlite+aiosqlite:///{file}", people)
        found = asyncio.run(measure("SQLite", urls))
    if postgresql.programs() is None:
        return [*found, ("on PostgreSQL", {"NOT RUN": "PostgreSQL is not installed"})]
    postgresql.cluster()
    urls = {people: filled(postgresql.database(f"people{people}"), people) for people in PEOPLE}
    return [*found, *asyncio.run(measure("PostgreSQL", urls))]
