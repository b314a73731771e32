"""Databases of the version before, stopped in the middle of moves: what becomes of each post.

``carried_over`` holds what that version really wrote, run by run, each stopped many times, and in
``expected.txt`` every message that there must be after the migration.
"""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import sqlalchemy as sa

from bot.storage import migrations
from bot.storage.queries.base import fields
from bot.storage.rows import BOARD, CARD, LINE, LIVING_BOARD, OPENED_THREAD, StoredMessage
from bot.storage.schema import match, message
from bot.storage.transaction import Transaction
from tests import postgresql
from tests.bot.storage import earlier
from tests.stores import on_postgresql

FOLDER = Path(__file__).parent / "carried_over"
RUNS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
STOPS = [(run, stop) for run, known in RUNS.items() for stop in known["stops"]]
ORDER = ("match", "challenge", "invitation", "player", "turn", "person", "post", "home")
"""The tables, each after those that it refers to."""
SCHEMA: dict[str, sa.Table] = {}
"""The tables as the version before knew them, once there is a database."""
SETTLED = timedelta(seconds=51)
Rows = dict[str, list[dict[str, Any]]]


def rows_at(run: str, stop: str) -> Rows:
    """The rows of the tables when a run was stopped."""
    known = RUNS[run]
    found: Rows = {}
    for name, numbers in known["stops"][stop].items():
        table = known["tables"][name]
        rows = [table["rows"][number] for number in numbers]
        found[name] = [dict(zip(table["columns"], row, strict=True)) for row in rows]
    return found


@contextmanager
def carried_over(folder: Path, rows: Rows) -> Generator[sa.Connection]:
    """A connection to a database with the newest schema that had ``rows`` in that of before."""
    engine = _database_of_before() if on_postgresql() else _copy_of_before(folder / "keil.db")
    with engine.connect() as connection, connection.begin() as everything:
        fill(connection, rows)
        before = _contents(connection)
        migrations.upgrade(connection)
        assert _contents(connection) == before, "what is kept is kept as it was"
        yield connection
        everything.rollback()  # the next one begins with the same database of PostgreSQL


@cache
def _database_of_before() -> sa.Engine:
    """An empty database of PostgreSQL with the schema of the version before."""
    url = postgresql.database("carried_over", empty=True)
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    make_schema_of_before(engine)
    return engine


def _copy_of_before(database: Path) -> sa.Engine:
    """The same of SQLite."""
    database.write_bytes(_file_of_before())
    return sa.create_engine(f"sqlite:///{database}", poolclass=sa.NullPool)


@cache
def _file_of_before() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.db"
        make_schema_of_before(sa.create_engine(f"sqlite:///{file}", poolclass=sa.NullPool))
        return file.read_bytes()


def fill(connection: sa.Connection, rows: Rows) -> None:
    """Store ``rows`` in an empty database of the version before."""
    earlier.fill(connection, SCHEMA, rows, ORDER)


def make_schema_of_before(engine: sa.Engine) -> None:
    """Make the tables of the version before."""
    SCHEMA.update(earlier.make_schema(engine, "0016", ORDER).tables)


def _contents(connection: sa.Connection) -> list[list[tuple[Any, ...]]]:
    statements = ("SELECT * FROM post ORDER BY id", 'SELECT * FROM home ORDER BY "match"')
    return [[tuple(row) for row in connection.exec_driver_sql(each)] for each in statements]


def messages(connection: sa.Connection) -> list[StoredMessage]:
    found = connection.execute(sa.select(*fields(message)).order_by(message.c.id))
    return [StoredMessage(**row._mapping) for row in found]


def described(connection: sa.Connection, rows: Rows) -> list[str]:
    """Every match and every message in a line."""
    cards = {row["message"] for row in rows["post"] if row["challenge"] and row["message"]}
    lines = [
        f"match {one.id} {one.place}, {_where(one.channel_id, cards)}"
        for one in connection.execute(sa.select(match).order_by(match.c.id))
    ]
    return [*lines, *(_line(one, cards) for one in messages(connection))]


def _where(channel_id: int, cards: set[int]) -> str:
    return "nowhere" if channel_id == 0 else "in its thread" if channel_id in cards else "in #games"


def _line(one: StoredMessage, cards: set[int]) -> str:
    about = [f"of match {one.match}"] if one.match is not None else []
    about += [f"at {one.ply}"] if one.ply is not None else []
    about += [f"of challenge {one.challenge}"] if one.challenge is not None else []
    about += [f"({one.note})"] if one.note is not None else []
    turns = "?" if one.announces_from is None else one.announces_from, one.announces_to
    told = "" if one.announces_to is None else f", told {turns[0]}-{turns[1]}"
    there = "" if one.message is None else ", there"
    state = f"{one.desired}, rev {one.rev}, shown {one.shown}, begun {one.begun}"
    where = _where(one.channel_id, cards)
    return f"{one.id} {' '.join([one.kind, *about])}, {where}: {state}{told}{there}"


def _expected() -> dict[tuple[str, str], list[str]]:
    """What must be, by run and stop."""
    blocks = (FOLDER / "expected.txt").read_text("utf-8").strip().split("\n\n")
    found: dict[tuple[str, str], list[str]] = {}
    for block in blocks:
        title, *lines = block.splitlines()
        run, stop = title.removeprefix("# ").split(" ")
        found[run, stop] = lines
    return found


@pytest.mark.parametrize(("run", "stop"), STOPS)
def test_every_post_becomes_a_message(run: str, stop: str, tmp_path: Path) -> None:
    rows = rows_at(run, stop)
    with carried_over(tmp_path, rows) as connection:
        assert described(connection, rows) == _expected().get((run, stop))
        _check(messages(connection), rows)


def _check(found: Sequence[StoredMessage], rows: Rows) -> None:
    """What holds for each row, wherever it comes from."""
    posts = {row["id"]: row for row in rows.get("post", ())}
    nonces = [one.nonce for one in found]
    assert len(set(nonces)) == len(nonces)
    assert all(0 < len(nonce) <= 25 for nonce in nonces)
    for one in found:
        post = posts.get(one.id)
        if post is not None:
            known = (post["server"], post["nonce"] or one.nonce, post["message"])
            assert (one.server, one.nonce, one.message) == known
        assert one.attempt == (1 if one.begun else 0)
        assert one.due is None and one.failing is None
        assert 0 <= one.shown <= one.rev
        if one.in_doubt:
            assert one.tried is not None and one.not_before == one.tried + SETTLED
            assert one.announces_from is not None or one.kind not in (BOARD, LIVING_BOARD, LINE)
        else:
            assert one.not_before is None


def test_the_next_message_gets_a_number_of_its_own(tmp_path: Path) -> None:
    rows = rows_at("thread-own", "02-first-sending")
    with carried_over(tmp_path, rows) as connection:
        before = messages(connection)
        new = Transaction(connection).messages.add(BOARD, before[0], match=1, ply=0)
        assert new.id == before[-1].id + 1


def test_for_games_of_before_the_server_decides_about_pictures(tmp_path: Path) -> None:
    with carried_over(tmp_path, rows_at("thread-own", "02-first-sending")) as connection:
        tx = Transaction(connection)
        asked, begun = tx.challenges.get(1), tx.matches.get(1)
        assert asked is not None and begun is not None
        assert (asked.pictures, begun.pictures) == (None, None)


def test_an_empty_database_gets_empty_tables(tmp_path: Path) -> None:
    with carried_over(tmp_path, {}) as connection:
        assert messages(connection) == []
        where = connection.execute(sa.select(match.c.card_channel_id, match.c.place)).all()
        assert list(where) == []


# --- what takes too long, or too much luck, to be made by a run ---


def test_a_thread_opens_before_all_that_waits_in_it(tmp_path: Path) -> None:
    """Also a reminder, and the note of a ruling, whose turn came while Discord was away."""
    rows = rows_at("thread-own", "02-first-sending")
    card, board = rows["post"]
    waits = {"state": "waiting", "message": None, "controls": False, "challenge": None}
    thread = card["message"]
    note = {**card, **waits, "id": 7, "channel_id": thread, "nonce": "n", "note": "ruling 1"}
    other = {**board, **waits, "id": 8, "match": None, "reminds": 1, "nonce": "r"}
    rows["post"] += [note, other]
    with carried_over(tmp_path, rows) as connection:
        there, _ = Transaction(connection).messages.waiting(thread)
        assert [one.kind for one in there] == [OPENED_THREAD, BOARD, "ruling", "reminder"]
        assert not any(one.begun for one in there)


def test_a_card_that_is_there_moves_its_match_to_the_thread(tmp_path: Path) -> None:
    """The process ended between the report of the card and the first board."""
    rows = rows_at("practice-thread", "0-card-sending")
    card = next(row for row in rows["post"] if row["challenge"])
    card |= {"state": "sent", "message": 900, "controls": False}
    rows["post"][1]["state"] = "sending"  # which was surely not sent
    with carried_over(tmp_path, rows) as connection:
        moved = Transaction(connection).matches.get(1)
        assert moved is not None
        assert (moved.place, moved.channel_id) == ("thread", 900)
        assert moved.card_channel_id == card["channel_id"]
        there, _ = Transaction(connection).messages.waiting(900)
        assert [(one.kind, one.begun) for one in there] == [(OPENED_THREAD, 0), (BOARD, 0)]
        ((shown,), _) = Transaction(connection).messages.waiting(moved.card_channel_id)
        assert (shown.kind, shown.desired, shown.match) == (CARD, "full", 1)


def test_a_match_whose_card_will_never_be_there_goes_on_in_the_channel(tmp_path: Path) -> None:
    rows = rows_at("practice-thread", "0-card-sending")
    next(row for row in rows["post"] if row["challenge"])["state"] = "failed"
    with carried_over(tmp_path, rows) as connection:
        stays = Transaction(connection).matches.get(1)
        assert stays is not None
        assert (stays.place, stays.channel_id) == ("living", stays.card_channel_id)
        ((board,), _) = Transaction(connection).messages.waiting(stays.card_channel_id)
        assert (board.kind, board.note) == (LIVING_BOARD, "unthreaded 1")


def test_a_card_that_others_have_deleted_is_not_edited(tmp_path: Path) -> None:
    rows = rows_at("thread-own", "10-folded")
    rows["home"][0] |= {"message": None, "shown": 1}
    with carried_over(tmp_path, rows) as connection:
        (card,) = Transaction(connection).messages.of_match(1, CARD)
        assert (card.desired, card.shown, card.rev) == ("gone", 1, 1)


def test_a_channel_that_was_given_up_has_nothing_left_to_be_done(tmp_path: Path) -> None:
    rows = rows_at("thread-own", "02-first-sending")
    rows["home"][0]["closed"] = True
    rows["match"][0] |= {"deadline": None, "to_move": None, "ply": 1}
    rows["post"][1]["state"] = "failed"
    with carried_over(tmp_path, rows) as connection:
        assert all(one.shown == one.rev for one in messages(connection))


def test_one_message_is_that_of_one_row(tmp_path: Path) -> None:
    """Should two posts claim a message, the migration does not fail."""
    rows = rows_at("boards-own", "09-folded-unstripped")
    rows["post"][2]["message"] = rows["post"][1]["message"]
    with carried_over(tmp_path, rows) as connection:
        _, one, other, *_ = messages(connection)
        assert one.message is not None and other.message is None
        assert (other.desired, other.shown) == ("gone", other.rev)
