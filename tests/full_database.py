"""A database that looks as after years: finished and running games with all that belongs to them.

Everything is made by statements that both stores understand, each a whole table at once: a game has
the same moves as every other, so all games are legal, and any of the running ones can be gone on
with by the move `NEXT`.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from json import dumps

import sqlalchemy as sa

from bot.storage.schema import EPOCH, all_tables
from tests.bench.pipeline import GAME, OPTIONS, random_game
from tests.bot.storage.earlier import number_on

TURNS = 10
*MOVES, NEXT = random_game(TURNS)
"""The moves of every game; the one with which a running game can go on."""
MOVER = TURNS % 2
"""The seat whose turn it is in the running games."""
SERVERS, CHANNELS, DAYS = 500, 2_000, 30
_MINUTE = 60_000_000
_EVENTS = 10**12
"""Smaller numbers of events are left to the tests."""


def player(game: int, seat: int, games: int) -> int:
    """The user in a seat of a game; everybody has some twenty games."""
    people = _people(games)
    return 2 * (game * 7 % people + 1 + seat * people) + seat


def _people(games: int) -> int:
    return max(1, games // 20)


def fill(connection: sa.Connection, finished: int, running: int) -> None:
    """Fill an empty database with the newest schema; the last games are those that run."""
    games = finished + running
    now = (datetime.now(UTC) - EPOCH).total_seconds()
    if connection.dialect.name == "postgresql":  # checks no references, which would take longest
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    for statement in _statements(games, finished, int(now) * 1_000_000):
        connection.execute(sa.text(statement))
    if connection.dialect.name == "postgresql":
        number_on(connection, all_tables())
        connection.exec_driver_sql("ANALYZE")


def _numbers(most: int) -> str:
    return (
        "WITH RECURSIVE n(n) AS"
        f" (SELECT CAST(1 AS bigint) UNION ALL SELECT n + 1 FROM n WHERE n < {most}) "
    )


_PLIES = "played(ply, seat, text) AS (VALUES {})".format(
    ", ".join(f"({ply}, {(ply - 1) % 2}, '{text}')" for ply, text in enumerate(MOVES, 1))
)


def _statements(games: int, finished: int, now: int) -> Iterator[str]:
    people, days = _people(games), 24 * 60 * _MINUTE
    opened = f"{now} - ({games} - n) * {_MINUTE} - {days}"
    yield from _games(games, finished, now, opened)
    yield from _messages(now)
    yield from _tournaments(games, now)
    yield from (
        # people
        _numbers(4 * people + 2) + "INSERT INTO person (\"user\", name) SELECT n, 'P' || n FROM n",
        _numbers(people) + "INSERT INTO looks (\"user\", chosen) SELECT n, '{}' FROM n",
        _numbers(4 * people)
        + 'INSERT INTO answered ("user", kind, game, name, solved)'
        + " SELECT 1 + n / 4, 'puzzle', 'keil', 'p' || (n % 4), true FROM n",
        "INSERT INTO puzzle_tally (game, name, answered, solved)"
        " SELECT game, name, count(*), count(*) FROM answered GROUP BY game, name",
        _numbers(games // 50 + 1)
        + 'INSERT INTO imported (source, server, "user", at, record)'
        + f" SELECT {_EVENTS} + n, n % {SERVERS}, n % {people}, {now}, '{{}}' FROM n",
        # servers
        _numbers(SERVERS)
        + "INSERT INTO configured (server, chosen, daily_due)"
        + f" SELECT n << 22, '{{}}', CASE n % 2 WHEN 0 THEN {now} + {days} END FROM n",
        _numbers(SERVERS * DAYS)
        + "INSERT INTO daily (server, day, game, name, at)"
        + f" SELECT (1 + (n - 1) / {DAYS}) << 22, n % {DAYS}, 'keil', 'p', {now} FROM n",
        'INSERT INTO daily_answer (server, day, "user", solved)'
        " SELECT server, day, person.user, true FROM daily, person WHERE person.user < 3",
        # ladders: each server has one, and a tenth of the games were played for it
        _numbers(4 * people)
        + 'INSERT INTO ladder (server, game, "user", position, missed)'
        + f" SELECT (1 + n % {SERVERS}) << 22, '{GAME.key}', n, n, 0 FROM n",
        "INSERT INTO ladder_challenge (challenge, server, game, outcome, at, gone)"
        " SELECT challenge.id, challenge.server, challenge.game,"
        " CASE WHEN deadline IS NULL THEN 'held' END, challenge.opened, false"
        ' FROM challenge JOIN "match" ON "match".id = challenge."match"'
        " WHERE challenge.id % 10 = 0",
        _numbers(SERVERS)
        + 'INSERT INTO ladder_removal (source, server, game, "user", player, reason, at)'
        + f" SELECT {_EVENTS} + n, n << 22, '{GAME.key}', n, n + 1, 'asked to', {now} FROM n",
    )


def _tournaments(games: int, now: int) -> Iterator[str]:
    """One in ten games belongs to a tournament of sixteen with ten rounds; a few are under way."""
    rounds, boards = 10, 8
    number = max(1, games // 10 // (rounds * boards))
    options, last = dumps(dict(OPTIONS)), number - number // 100
    yield (
        _numbers(number)
        + "INSERT INTO tournament (id, source, server, channel_id, organiser, name, system, game,"
        + " options, time, place, rounds, most, until, state, round, lot, opened, due, agreed,"
        + " forum)"
        + f" SELECT n, {_EVENTS} + n, (1 + n % {SERVERS}) << 22, 1 + n % {CHANNELS}, n, 'Club',"
        + f" 'swiss', '{GAME.key}', '{options}', '3d', 'living', {rounds}, 32, NULL,"
        + f" CASE WHEN n > {last} THEN 'running' ELSE 'over' END, {rounds}, n, {now},"
        + f" CASE WHEN n > {last} THEN {now} END, '', 1 + n % {CHANNELS} FROM n"
    )
    yield (
        _numbers(number * 2 * boards)
        + 'INSERT INTO entrant (tournament, "user", seed, enters, bonus)'
        + f" SELECT 1 + (n - 1) / {2 * boards}, n, 1 + (n - 1) % {2 * boards}, 1, 0 FROM n"
    )
    yield (
        _numbers(number * rounds * boards)
        + 'INSERT INTO pairing (id, tournament, round, board, "first", "second", result, forfeit,'
        + ' "match", games)'
        + f" SELECT n, 1 + (n - 1) / {rounds * boards}, 1 + (n - 1) / {boards} % {rounds},"
        + f" 1 + (n - 1) % {boards}, 2 * n - 1, 2 * n,"
        + f" CASE WHEN n <= {last * rounds * boards} THEN 'first' END, false, n, 1 FROM n"
    )
    yield (
        _numbers(number)
        + 'INSERT INTO correction (source, tournament, "user", act, reason, at)'
        + f" SELECT {_EVENTS} + n, n, n, 'remove', 'asked to', {now} FROM n"
    )


def _games(games: int, finished: int, now: int, opened: str) -> Iterator[str]:
    """The games and their challenges."""
    over, options, minute = f"n <= {finished}", dumps(dict(OPTIONS)), _MINUTE
    thread = "n % 3 = 0"
    yield (
        _numbers(games)
        + 'INSERT INTO "match" (id, server, home, place, channel_id, game, ruleset, options,'
        + " per_move_s, ply, to_move, opened, deadline, ending, part_of, remind)"
        + f" SELECT n, (1 + n % {SERVERS}) << 22, 1 + n % {CHANNELS},"
        + f" CASE WHEN {thread} THEN 'thread' ELSE 'boards' END,"
        + f" CASE WHEN {thread} THEN 1000000 + n ELSE 1 + n % {CHANNELS} END,"
        + f" '{GAME.key}', '{GAME.ruleset}', '{options}', 259200,"
        + f" CASE WHEN {over} THEN {TURNS + 1} ELSE {TURNS} END,"
        + f" CASE WHEN {over} THEN NULL ELSE {MOVER} END, {opened},"
        + f" CASE WHEN {over} THEN NULL ELSE {now + 4000 * minute} + n * 1000 END,"
        + f" CASE WHEN {over} THEN 'resignation' END,"
        + " CASE WHEN n % 10 = 0 THEN 'Club, round 3' END,"
        + f" CASE WHEN {over} THEN NULL ELSE {now + 3000 * minute} + n * 1000 END FROM n"
    )
    for seat in (0, 1):
        people = _people(games)
        user = f"2 * (n * 7 % {people} + 1 + {seat * people}) + {seat}"
        level = "CASE n % 20 WHEN 0 THEN 3 END" if seat else "NULL"
        yield (
            _numbers(games)
            + 'INSERT INTO player ("match", seat, "user", level, rank)'
            + f" SELECT n, {seat}, {user}, CAST({level} AS integer),"
            + f" CASE WHEN {over} THEN {2 if seat == MOVER else 1} END FROM n"
        )
    yield (
        f'WITH {_PLIES} INSERT INTO turn ("match", ply, seat, text, at, source)'
        f" SELECT id, played.ply, played.seat, played.text,"
        f" opened + CAST({minute} AS bigint) * played.ply,"
        f' {_EVENTS} + id * 1000 + played.ply FROM "match", played'
    )
    yield (
        'INSERT INTO turn ("match", ply, seat, text, at, source)'
        f" SELECT id, {TURNS + 1}, {MOVER}, 'resign', opened + {(TURNS + 1) * minute},"
        f' {_EVENTS} + id * 1000 + {TURNS + 1} FROM "match" WHERE deadline IS NULL'
    )
    ways = {  # every game had one; as many have expired as there are tenths, as many are open
        "accepted": (games, "n"),
        "expired": (games // 10, f"{games} + n"),
        "open": (games // 100 + 1, f"{2 * games} + n"),
    }
    for state, (number, key) in ways.items():
        rematch = "CASE n % 10 WHEN 0 THEN n - 1 END" if state == "accepted" else "NULL"
        yield (
            _numbers(number)
            + "INSERT INTO challenge (id, source, server, channel_id, challenger, game, options,"
            + ' per_move_s, opened, expires, state, "match", rematch_of, part_of, place)'
            + f" SELECT {key}, {_EVENTS} + {key}, (1 + n % {SERVERS}) << 22, 1 + n % {CHANNELS},"
            + f" 2 * (n * 7 % {_people(games)} + 1), '{GAME.key}', '{options}', 259200,"
            + f" {opened}, {now + 90000 * minute}, '{state}',"
            + f" {'n' if state == 'accepted' else 'CAST(NULL AS bigint)'},"
            + f" CAST({rematch} AS bigint), 'Club, round 3', 'thread' FROM n"
        )
    yield (
        'INSERT INTO invitation (challenge, number, "user", accepted, level)'
        " SELECT challenge.id, 0, coalesce(player.user, challenge.challenger + 1),"
        " challenge.state = 'accepted', player.level FROM challenge"
        ' LEFT JOIN player ON player."match" = challenge."match" AND player.seat = 1'
    )
    rated = '"match", "user", game, at, before, deviation_before, value, deviation, late, level'
    yield (
        f"INSERT INTO rated ({rated})"
        f' SELECT player."match", player."user", \'{GAME.key}\', "match".opened, 1500, 90, 1510,'
        ' 85, false, other.level FROM player JOIN "match" ON "match".id = player."match"'
        ' JOIN player AS other ON other."match" = player."match" AND other.seat <> player.seat'
        ' WHERE player.level IS NULL AND player.rank IS NOT NULL ORDER BY player."match"'
    )
    yield (
        'INSERT INTO rating ("user", game, value, deviation, at, games, settled)'
        f' SELECT "user", game, 1000 + "user" % 1000, 85, {now}, 20, "user" % 10 > 0'
        ' FROM (SELECT DISTINCT "user", game FROM rated) AS each_one'
    )
    yield (
        'INSERT INTO rated_on (server, game, "user")'
        ' SELECT DISTINCT server, rated.game, "user" FROM rated'
        ' JOIN "match" ON "match".id = rated."match"'
    )
    yield (
        'INSERT INTO played ("match", seat, at, colour, firsts)'
        " SELECT player.\"match\", seat, opened, 'B', 'capture' FROM player"
        ' JOIN "match" ON "match".id = player."match" WHERE "rank" IS NOT NULL'
    )
    yield (
        'INSERT INTO helped ("match", "user", told)'
        ' SELECT "match", "user", true FROM player WHERE seat = 0 AND "match" % 20 = 0'
    )
    yield (
        'INSERT INTO follower ("match", "user", every)'
        ' SELECT "match", 1, 1 FROM player WHERE seat = 0 AND "match" % 10 = 0'
    )
    yield (
        'INSERT INTO web_pass (digest, "user", "match", expires)'
        f' SELECT CAST("match" AS TEXT), "user", NULL, {now} + "match" FROM player'
        " WHERE seat = 0 AND level IS NULL"
    )
    yield (
        'INSERT INTO audit (source, server, "match", "user", act, reason, at)'
        f" SELECT {_EVENTS} + id, server, id, 1, 'pause', 'r', opened"
        ' FROM "match" WHERE id % 50 = 0'
    )


def _messages(now: int) -> Iterator[str]:
    """What channels show of them: cards, boards, reminders and threads."""
    common = "server, channel_id, look, rev, shown, begun, attempt, nonce, wanted, message, kind"
    open_card = "CASE state WHEN 'open' THEN 'full' ELSE 'bare' END"
    yield (
        f"INSERT INTO message ({common}, challenge)"
        f" SELECT server, channel_id, {open_card}, 1, 1, 1, 1, 'n', {now}, id * 1000 + 900,"
        " 'card', id FROM challenge"
    )
    newest = 'last.n = 1 AND "match".deadline IS NOT NULL'
    yield (  # of the empty board and of each turn
        f'INSERT INTO message ({common}, "match", ply, tells, told)'
        ' SELECT "match".server, "match".channel_id,'
        f" CASE WHEN {newest} THEN 'full' ELSE 'bare' END, 1, 1, 1, 1, 'n', {now},"
        ' turn."match" * 1000 + turn.ply - 1 + last.n, \'board\', turn."match",'
        " turn.ply - 1 + last.n, turn.ply - 1 + last.n, turn.ply - 1 + last.n"
        ' FROM "match" JOIN turn ON turn."match" = "match".id'
        ' JOIN (SELECT 0 AS n UNION ALL SELECT 1) AS last ON last.n = 0 OR turn.ply = "match".ply'
    )
    yield (
        f'INSERT INTO message ({common}, "match", ply)'
        f" SELECT server, channel_id, 'bare', 1, 1, 1, 1, 'n', {now}, id * 1000 + 800,"
        f" 'reminder', id, {TURNS} FROM \"match\" WHERE id % 10 = 1"
    )
    yield (
        f'INSERT INTO message ({common}, "match")'
        f" SELECT server, channel_id, 'full', 1, 1, 1, 1, 'n', {now}, -channel_id, 'thread', id"
        ' FROM "match" WHERE id % 3 = 0'
    )
