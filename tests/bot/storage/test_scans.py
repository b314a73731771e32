"""The check itself that no statement reads a whole table: see `tests.scans`."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from bot.features.following.store import FollowQueries
from bot.features.notifications.store import NotificationQueries
from bot.features.profile.service import Profiles
from bot.features.profile.store import ProfileQueries
from bot.features.ratings.leader_store import LeaderQueries, Scope
from bot.features.ratings.service import Ratings
from bot.features.ratings.store import RatingQueries, history, rating_of
from bot.features.tournaments.store import TournamentQueries
from bot.features.watching.store import WatchQueries
from bot.shards import WHOLE
from bot.storage.database import Store
from bot.storage.transaction import Transaction
from tests import full_database, postgresql, scans
from tests.bot.administration import POSTGRESQL, STORES
from tests.bot.empty_database import put_empty_database
from tests.bot.house import BO, CY, House
from tests.stores import WHATEVER_IS_CHOSEN

ROOT = Path(__file__).parents[3]
FINISHED, RUNNING = 100_000, 10_000

PLANTED = """
import sqlalchemy as sa
from bot.storage.schema import challenge
from tests.bot.house import house_at
from tests.scans import reads_no_whole_table

def opened(state):
    return sa.select(challenge.c.id).where(challenge.c.state == state)

async def test_with_parameters(tmp_path):
    async with house_at(tmp_path) as house:
        await house.store.read(lambda tx: tx.challenges._all(opened("open")))

async def test_written_out(tmp_path):
    written = sa.literal_column("'open'")
    async with house_at(tmp_path) as house:
        await house.store.read(lambda tx: tx.challenges._all(opened(written)))
"""


@pytest.mark.slow
@pytest.mark.storage
@WHATEVER_IS_CHOSEN
def test_a_test_fails_whose_statement_reads_a_whole_table(tmp_path: Path) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text(PLANTED)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-c", "pyproject.toml")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(planted)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "2 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "ERROR" in done.stdout
    assert "SCAN challenge\n  by bot/storage/queries/base.py Queries._all" in done.stdout


def test_the_statements_of_a_feature_are_looked_at_too() -> None:
    file, found = f"{scans._BOT}/features/party/store.py", dict[str, list[str]]()
    called = compile("found['by'] = who(sys._getframe())", file, "exec")
    exec(called, {"found": found, "who": scans.who, "sys": sys})
    assert found["by"] == ["bot/features/party/store.py <module>"]


@WHATEVER_IS_CHOSEN
@pytest.mark.parametrize(
    ("statement", "step"),
    [
        ("SELECT id FROM message AS older WHERE older.rev = 1", "SCAN older"),
        ("SELECT max(id) FROM message WHERE server = ?", "SEARCH message"),
        ('SELECT "user" FROM player ORDER BY "match"', "SCAN player"),
        ("UPDATE challenge SET state = ? WHERE state = ?", "SCAN challenge"),
        ("SELECT max(seen) FROM shard", None),
        ('SELECT count(*) FROM "match" WHERE deadline IS NOT NULL', None),
        ("SELECT id FROM message WHERE id = ?", None),
        ("SELECT a FROM not_ours", None),
    ],
)
def test_what_reads_a_whole_table(statement: str, step: str | None) -> None:
    assert [each.split(" USING")[0] for each in scans.scans(statement)] == ([step] if step else [])


def ranks(tx: Transaction, scope: Scope, server: int, user: int) -> None:
    queries = LeaderQueries(tx.connection)
    queries.best(scope, 20, 40)
    queries.number_above(scope, user, 1990)
    queries.of_server(scope, server, user, 20, 40, 5)


async def everyday(house: House, games: int) -> None:
    """What people and timers do every day in a database of so many games."""
    service, store, now = house.service, house.store, house.time
    Ratings(service).register(service)
    Profiles(service).register(service)
    key = await house.match(komi=0)
    await house.play(key, "c3", "d4", "a1", "e1", "b2", "d3")
    await service.matches.resign(key, BO, event_id=next(house.event_ids))
    await house.challenge(CY)
    await house.challenge(None)
    game, user = games, full_database.player(games, full_database.MOVER, games)
    live = await service.matches.play(game, user, full_database.NEXT, event_id=games * 1000 + 99)
    server, channel = live.server, live.channel_id
    await service.deadlines.tick()
    await service.deadlines.next_due()
    await service.matches.servers()
    everybodys = dict[str, int]()
    here, mine = {"channel_id": channel}, {"user": user}
    asked: list[Callable[[Transaction], object]] = [
        lambda tx: tx.backlog.at(now),
        lambda tx: tx.followers.of(game),
        lambda tx: FollowQueries(tx.connection).followed_by(user),
        lambda tx: WatchQueries(tx.connection).running(server),
        lambda tx: rating_of(tx, user, "keil"),
        lambda tx: history(tx, user, "keil"),
        lambda tx: ranks(tx, Scope("keil", now), server, user),
        lambda tx: LeaderQueries(tx.connection).is_noted(server, "keil", user),
        lambda tx: LeaderQueries(tx.connection).hide(user, hidden=True),
        lambda tx: ProfileQueries(tx.connection).of(user),
        lambda tx: ProfileQueries(tx.connection).of(user, 9),
        lambda tx: ProfileQueries(tx.connection).known(user),
        lambda tx: ProfileQueries(tx.connection).share(user, shared=True),
        lambda tx: RatingQueries(tx.connection).was_late(user),
        lambda tx: RatingQueries(tx.connection).meetings(user, user + 1, "keil", now),
        lambda tx: RatingQueries(tx.connection).meetings_with_level(user, 3, "keil", now),
        lambda tx: RatingQueries(tx.connection).of_match(game),
        lambda tx: RatingQueries(tx.connection).marks(game),
        lambda tx: RatingQueries(tx.connection).was_helped(game),
        lambda tx: RatingQueries(tx.connection).note_help(game, user, told=False),
        lambda tx: RatingQueries(tx.connection).to_tell(game, user),
        lambda tx: RatingQueries(tx.connection).told(game, user),
        lambda tx: NotificationQueries(tx.connection).get(user),
        lambda tx: NotificationQueries(tx.connection).due(now, 25),
        lambda tx: NotificationQueries(tx.connection).to_call([user]),
        lambda tx: NotificationQueries(tx.connection).postpone(user, now, now),
        lambda tx: NotificationQueries(tx.connection).take_due(user, now),
        lambda tx: NotificationQueries(tx.connection).ended_since(user, now),
        lambda tx: NotificationQueries(tx.connection).sent_to(channel, "direct"),
        lambda tx: TournamentQueries(tx.connection).get(1, locked=True),
        lambda tx: TournamentQueries(tx.connection).from_event(1),
        lambda tx: TournamentQueries(tx.connection).of_server(server, 25),
        lambda tx: TournamentQueries(tx.connection).due(now, 25, WHOLE),
        lambda tx: TournamentQueries(tx.connection).entrants(1),
        lambda tx: TournamentQueries(tx.connection).entrant(1, user),
        lambda tx: TournamentQueries(tx.connection).pairings(1),
        lambda tx: TournamentQueries(tx.connection).pairing(1),
        lambda tx: TournamentQueries(tx.connection).pairing_of(game),
        lambda tx: TournamentQueries(tx.connection).plays(1),
        lambda tx: TournamentQueries(tx.connection).correction(1),
        lambda tx: TournamentQueries(tx.connection).corrected(1),
        lambda tx: tx.deadlines.to_remind(now, 50, WHOLE),
        lambda tx: tx.matches.thinking(WHOLE, 4),
        lambda tx: tx.challenges.last_of(user, "keil", server),
        lambda tx: tx.challenges.rematch(game),
        lambda tx: tx.challenges.expired(now, WHOLE),
        lambda tx: tx.challenges.with_computers_since(user, now - timedelta(days=1)),
        *(
            lambda tx, which=which, on_turn=on_turn: tx.matches.running(**which, on_turn=on_turn)
            for which in (everybodys, here, {"server": server}, mine, {"server": server} | mine)
            for on_turn in {False, which is mine}
        ),
        lambda tx: tx.matches.unresolved(WHOLE),
        lambda tx: tx.matches.finished(channel),
        lambda tx: tx.matches.finished(None, user),
        lambda tx: tx.matches.open_games(server, user),
        lambda tx: tx.messages.board_before(channel, 2),
        lambda tx: tx.challenges.number_of_calls(user, now, games),
        lambda tx: tx.matches.number_with_computers(user),
        lambda tx: tx.matches.last_level(user),
        lambda tx: tx.matches.last_solo(server, user),
        lambda tx: tx.matches.channels_of(server, own_threads=True),
        lambda tx: tx.matches.channels_of(server, own_threads=False),
        lambda tx: tx.matches.running_in(channel),
        lambda tx: service.shown_messages.next_work(tx, channel),
        lambda tx: tx.messages.channels(now, WHOLE),
        lambda tx: tx.messages.troubled(WHOLE),
        lambda tx: tx.messages.end_pauses([channel]),
        lambda tx: tx.messages.take_over(WHOLE, now, now),
        lambda tx: tx.messages.serves(channel, WHOLE),
        lambda tx: tx.messages.newest_in(channel),
        lambda tx: tx.messages.newest_board(game),
        lambda tx: tx.messages.shown_as(game * 1000),
        lambda tx: tx.messages.card_of(game),
        lambda tx: tx.messages.in_full(game),
        lambda tx: tx.messages.doubts(game),
        lambda tx: tx.messages.renew([game]),
        lambda tx: tx.messages.renew_card(game),
    ]
    for work in asked:
        await store.write(work)


@pytest.fixture(params=STORES)
def full(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a full database."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'full.db'}"
    if request.param == POSTGRESQL:
        url = postgresql.database(f"t{uuid4().hex}")
    else:
        put_empty_database(tmp_path / "full.db")
    engine = sa.create_engine(url.replace("+aiosqlite", ""), poolclass=sa.NullPool)
    with engine.begin() as connection:
        full_database.fill(connection, FINISHED, RUNNING)
    yield url
    (tmp_path / "full.db").unlink(missing_ok=True)


@pytest.mark.slow
@WHATEVER_IS_CHOSEN
async def test_nothing_in_a_full_database_is_read_as_a_whole(
    full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = scans.Full(full) if full.startswith("postgresql") else None
    monkeypatch.setattr(scans, "full", asked)
    monkeypatch.setattr(scans, "seen", seen := set[str]())
    scans.scans.cache_clear()
    async with Store.open(full) as store:
        house = House(store)
        house.time = datetime.now(UTC)
        await everyday(house, FINISHED + RUNNING)
    wrong = scans.taken()
    assert not wrong, "\n".join(wrong)
    assert len(seen) > 60
    if asked is not None:
        asked.close()
        return
    with closing(sqlite3.connect(full.partition(":///")[2])) as database:
        plans = {statement: scans.plan(database, statement) for statement in seen}
    assert plans == {statement: scans.plan(scans._empty(), statement) for statement in seen}
