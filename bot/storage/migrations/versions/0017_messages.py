"""One table of messages, which says what channels show and are to show, in place of two.

Every post becomes a message, also in the middle of a move. ``post`` and ``home`` are kept for one
release as they were, and read by nobody.
"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0017", "0016"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1) // timedelta(microseconds=1)
SETTLED = 51 * SECOND
"""After so long nothing of an earlier attempt can be carried out any more."""

PLACES = """
    UPDATE "match" SET
        home = COALESCE(
            (SELECT h.channel_id FROM home AS h
             WHERE h."match" = "match".id AND h.place IN ('thread', 'living')),
            channel_id),
        place = CASE WHEN channel_id = 0 THEN 'solo' ELSE COALESCE(
            (SELECT h.place FROM home AS h WHERE h."match" = "match".id), 'boards') END
"""
WITHOUT_THREAD = """
    place = 'thread' AND channel_id = home AND id IN
        (SELECT "match" FROM home WHERE message IS NULL AND NOT ready AND NOT closed)
"""
CARDS = """
    SELECT c."match" AS id, p.message, p.state
    FROM challenge AS c JOIN post AS p ON p.challenge = c.id
    WHERE c."match" IS NOT NULL
"""
NEVER_A_CARD = f"""
    UPDATE "match" SET place = 'living' WHERE {WITHOUT_THREAD} AND id NOT IN
        (SELECT id FROM ({CARDS}) AS card
         WHERE state IN ('waiting', 'sending') OR (state = 'sent' AND message IS NOT NULL))
"""
"""A match without a card gets no thread: it goes on in the channel."""
AFTER_THE_CARD = f"""
    UPDATE "match" SET channel_id = card.message
    FROM ({CARDS}) AS card
    WHERE card.id = "match".id AND card.state = 'sent' AND card.message IS NOT NULL
        AND "match".id IN (SELECT id FROM "match" WHERE {WITHOUT_THREAD})
"""
"""A match whose card is there, but was not when it began: its thread has the card's number."""

COLUMNS = """
    id, server, channel_id, kind, "match", ply, challenge, note, look, rev, shown, begun, attempt,
    tried, tells, told, nonce, not_before, message, wanted
"""
THREADS = f"""
    INSERT INTO message ({COLUMNS})
    SELECT
        :last + row_number() OVER (ORDER BY m.id), m.server, m.channel_id, 'thread', m.id,
        NULL, NULL, NULL,
        CASE
            WHEN h.closed AND NOT h.ready THEN 'gone'
            WHEN h.closed OR m.deadline IS NULL THEN 'bare'
            ELSE 'full' END,
        CASE WHEN m.deadline IS NULL AND NOT h.closed THEN 2 ELSE 1 END,
        CASE WHEN h.closed OR h.ready THEN 1 ELSE 0 END,
        CASE WHEN h.ready THEN 1 ELSE 0 END,
        CASE WHEN h.ready THEN 1 ELSE 0 END,
        CASE WHEN h.ready THEN m.opened END,
        NULL, NULL, $NONCE, NULL,
        CASE WHEN h.ready THEN -m.channel_id END,
        m.opened
    FROM "match" AS m JOIN home AS h ON h."match" = m.id
    WHERE m.place = 'thread' AND m.channel_id <> m.home
"""
"""A thread has no message of its own, and the number of the card: here that number is negative."""

MESSAGES = f"""
    WITH unopened AS (  -- threads that are not there yet: nothing was ever sent to them
        SELECT m.id, m.channel_id FROM "match" AS m JOIN home AS h ON h."match" = m.id
        WHERE m.place = 'thread' AND m.channel_id <> m.home AND NOT h.ready AND NOT h.closed
    ),
    newest AS (
        SELECT "match", MAX(ply) AS ply FROM post
        WHERE "match" IS NOT NULL AND state IN ('waiting', 'sending', 'sent')
        GROUP BY "match"
    ),
    doubted AS (
        SELECT "match", MIN(id) AS id FROM post
        WHERE "match" IS NOT NULL AND state = 'sending'
        GROUP BY "match"
    ),
    unsent AS (  -- the newest board or line, if it is not there yet
        SELECT p."match", p.id FROM post AS p
        JOIN newest AS n ON n."match" = p."match" AND n.ply = p.ply
        WHERE p.state IN ('waiting', 'sending')
    ),
    living AS (  -- the post that is the living board of its match, or will be
        SELECT m.id AS "match", COALESCE(
            CASE WHEN m.deadline IS NULL THEN u.id END,
            (SELECT MIN(p.id) FROM post AS p
             WHERE p."match" = m.id AND p.message = h.message AND p.state = 'sent'),
            CASE WHEN h.place = 'living' THEN d.id END,
            u.id) AS post
        FROM "match" AS m
        JOIN home AS h ON h."match" = m.id
        LEFT JOIN unsent AS u ON u."match" = m.id
        LEFT JOIN doubted AS d ON d."match" = m.id
        WHERE m.place = 'living'
    ),
    known AS (
        SELECT
            p.id, p.server, p.channel_id, p.ply, p.challenge, p.note, p.since, p.nonce, p.controls,
            m.id AS "match", m.ply AS newest, m.deadline IS NOT NULL AS runs,
            h.shown, h.ready, h.closed, h.message AS kept,
            p.challenge IS NOT NULL AND COALESCE(m.place, '') = 'thread' AS grows,
            CASE
                WHEN p.note IS NOT NULL THEN 'note'
                WHEN p.challenge IS NOT NULL THEN 'card'
                WHEN p.reminds IS NOT NULL THEN 'reminder'
                WHEN l.post = p.id THEN 'living'
                WHEN m.place = 'living' AND p.message = h.message THEN 'living'
                WHEN m.place = 'living' THEN 'line'
                ELSE 'board' END AS kind,
            CASE
                WHEN p.state = 'sending' AND here.id IS NOT NULL THEN 'waiting'
                WHEN p.state = 'sending' AND p."match" IS NOT NULL
                    AND h.place = 'thread' AND NOT h.ready THEN 'waiting'
                ELSE p.state END AS state,
            CASE
                WHEN p.note IS NOT NULL OR l.post = p.id THEN false
                WHEN p.challenge IS NOT NULL
                    THEN c.state <> 'open' AND COALESCE(m.place, '') <> 'thread'
                WHEN p.reminds IS NOT NULL THEN COALESCE(m.ply > p.ply, true)
                ELSE COALESCE(p.ply < n.ply, false) END AS outdated,
            CASE WHEN p.message IS NOT NULL AND NOT EXISTS
                (SELECT 1 FROM post AS o WHERE o.message = p.message AND o.id < p.id)
                THEN p.message END AS message,
            here.id IS NOT NULL AS in_unopened,
            there.channel_id AS moves_to
        FROM post AS p
        LEFT JOIN challenge AS c ON c.id = p.challenge
        LEFT JOIN "match" AS m ON m.id = COALESCE(p."match", p.reminds, c."match")
        LEFT JOIN home AS h ON h."match" = m.id
        LEFT JOIN newest AS n ON n."match" = p."match"
        LEFT JOIN living AS l ON l."match" = p."match"
        LEFT JOIN unopened AS here ON here.channel_id = p.channel_id
        LEFT JOIN unopened AS there ON there.id = COALESCE(p."match", p.reminds)
    ),
    judged AS (
        SELECT known.*,
            state IN ('sending', 'sent') AS begun,
            state = 'waiting' AND NOT outdated AS waits,
            state = 'sent' AND (message IS NULL OR (grows AND ready AND kept IS NULL)) AS lost,
            state = 'sent' AND NOT controls AND kind <> 'note' AND NOT grows AS stripped,
            CASE
                WHEN kind = 'living' AND state = 'sent' THEN runs AND COALESCE(shown, -1) <> newest
                WHEN kind = 'living' AND state = 'sending' THEN runs AND ply <> newest
                WHEN grows AND state = 'sent' THEN NOT closed AND COALESCE(shown, -1) <> newest
                ELSE false END AS behind,
            CASE WHEN state IN ('sending', 'sent') AND kind IN ('board', 'living', 'line')
                THEN ply END AS told
        FROM known
    )
    INSERT INTO message ({COLUMNS})
    SELECT
        CASE WHEN state = 'waiting' AND (in_unopened OR moves_to IS NOT NULL)
            THEN id + :threads ELSE id END,
        server,
        CASE WHEN state = 'waiting' THEN COALESCE(moves_to, channel_id) ELSE channel_id END,
        CASE WHEN kind = 'note' THEN $WORD ELSE kind END,
        CASE WHEN kind <> 'card' OR grows THEN "match" END,
        CASE
            WHEN kind <> 'living' THEN ply
            WHEN runs THEN newest
            WHEN state = 'sent' THEN COALESCE(shown, ply)
            ELSE ply END,
        challenge,
        COALESCE(note, CASE WHEN kind = 'living' AND NOT ready AND state IN ('waiting', 'sending')
            THEN 'unthreaded ' || CAST("match" AS TEXT) END),
        CASE
            WHEN state = 'folded' OR (state = 'waiting' AND outdated) THEN 'bare'
            WHEN state = 'failed' OR lost THEN 'gone'
            WHEN NOT (outdated OR stripped) THEN 'full'
            WHEN kind IN ('living', 'line') THEN 'gone'
            ELSE 'bare' END,
        CASE WHEN begun AND (outdated OR behind) AND NOT (lost OR stripped) THEN 2 ELSE 1 END,
        CASE WHEN waits OR state = 'sending' THEN 0 ELSE 1 END,
        CASE WHEN begun THEN 1 ELSE 0 END,
        CASE WHEN begun THEN 1 ELSE 0 END,
        CASE WHEN state = 'sending' THEN CAST(:now AS BIGINT) WHEN begun THEN since END,
        CASE WHEN told IS NOT NULL AND (state = 'sending' OR controls) THEN COALESCE(1 + (
            SELECT MAX(o.ply) FROM post AS o
            WHERE o."match" = judged."match" AND o.ply < judged.ply
                AND o.state IN ('sending', 'sent')
        ), 0) END,
        told,
        COALESCE(nonce, $NONCE),
        CASE WHEN state = 'sending' THEN CAST(:now AS BIGINT) + {SETTLED} END,
        message,
        since
    FROM judged
"""
"""The middle of a move, as the older program left it, told in the words of the newer one."""

DIALECTS = {
    "sqlite": {
        "$NONCE": "lower(hex(randomblob(12)))",
        "$WORD": "substr(note, 1, instr(note || ' ', ' ') - 1)",
    },
    "postgresql": {
        "$NONCE": "substr(replace(CAST(gen_random_uuid() AS TEXT), '-', ''), 1, 24)",
        "$WORD": "split_part(note, ' ', 1)",
    },
}


def upgrade() -> None:
    """Make the tables, say of each match where it lives, and carry every post over."""
    _places()
    _make_tables()
    _carry_over()
    _make_indexes()


def _places() -> None:
    told = "the channel of its card, which decides who may see it"
    home = sa.Column("home", sa.BigInteger, server_default="0", nullable=False, comment=told)
    op.add_column("match", home)
    told = "how it lives, see bot/service/places"
    place = sa.Column("place", sa.Text, server_default="boards", nullable=False, comment=told)
    op.add_column("match", place)
    for statement in (PLACES, NEVER_A_CARD, AFTER_THE_CARD):
        op.execute(statement)
    _partial_index("ix_match_home", "match", ["home"], sa.column("home") != sa.column("channel_id"))
    if op.get_bind().dialect.name == "postgresql":  # SQLite keeps no comments
        told = "where it is played"
        kept = {"existing_type": sa.BigInteger, "existing_nullable": False}
        op.alter_column("match", "channel_id", comment=told, **kept)


def _make_tables() -> None:
    op.create_table(
        "message",
        sa.Column("id", ID, comment="the order in its channel"),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", ID),
        sa.Column("ply", sa.Integer),
        sa.Column("challenge", ID),
        sa.Column("note", sa.Text, comment="what else it is about, in words: poll 12"),
        sa.Column("look", sa.Text, nullable=False, comment="wanted: full, bare or gone"),
        sa.Column("rev", sa.Integer, nullable=False, comment="the number of the last wish"),
        sa.Column("shown", sa.Integer, nullable=False, comment="the last wish that is fulfilled"),
        sa.Column("begun", sa.Integer, nullable=False, comment="at which wish it was first sent"),
        sa.Column("attempt", sa.Integer, nullable=False, comment="how often it was sent"),
        sa.Column("tried", sa.BigInteger, comment="when it was last sent"),
        sa.Column("tells", sa.Integer, comment="the first turn that it tells"),
        sa.Column("told", sa.Integer, comment="the last turn that it tells"),
        sa.Column("nonce", sa.Text, nullable=False, comment="by which Discord knows a repetition"),
        sa.Column("due", sa.BigInteger, comment="not to be edited before"),
        sa.Column("not_before", sa.BigInteger, comment="not to be tried before, after a failure"),
        sa.Column("failing", sa.BigInteger, comment="since when it fails"),
        sa.Column("message", sa.BigInteger, comment="its id on Discord; NULL: not known"),
        sa.Column("wanted", sa.BigInteger, nullable=False, comment="since when"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_message_match"),
        sa.ForeignKeyConstraint(["challenge"], ["challenge.id"], name="fk_message_challenge"),
        sa.PrimaryKeyConstraint("id", name="pk_message"),
    )
    op.create_table(
        "channel_pause",
        sa.Column("channel_id", sa.BigInteger, autoincrement=False),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column(
            "since", sa.BigInteger, nullable=False, comment="when its sends began to be refused"
        ),
        sa.Column("until", sa.BigInteger, nullable=False, comment="nothing is sent before"),
        sa.Column("missing", sa.BigInteger, comment="since when Discord does not know it"),
        sa.Column("missed", sa.BigInteger, comment="when Discord last said so"),
        sa.PrimaryKeyConstraint("channel_id", name="pk_channel_pause"),
    )


def _carry_over() -> None:
    connection = op.get_bind()

    def number(statement: str) -> int:
        return int(connection.execute(sa.text(statement)).scalar() or 0)

    last = number("SELECT MAX(id) FROM post")
    threads = number("SELECT COUNT(*) FROM home WHERE place = 'thread'")
    now = (datetime.now(UTC) - EPOCH) // timedelta(microseconds=1)

    def carry(statement: str, **given: int) -> None:
        for name, meaning in DIALECTS[connection.dialect.name].items():
            statement = statement.replace(name, meaning)
        connection.execute(sa.text(statement), given)

    if connection.dialect.name == "postgresql":  # it would compile these for seconds
        op.execute("SET LOCAL jit = off")
    carry(MESSAGES, now=now, threads=last + threads)
    carry(THREADS, last=last)
    if connection.dialect.name == "postgresql":  # SQLite numbers behind the last row by itself
        op.execute(
            "SELECT setval(pg_get_serial_sequence('message', 'id'), COALESCE(MAX(id), 1),"
            " MAX(id) IS NOT NULL) FROM message"
        )


def _make_indexes() -> None:
    pending = sa.column("shown") != sa.column("rev")
    _partial_index("ix_message_pending", "message", ["channel_id", "id"], pending)
    _partial_index("ix_message_pending_of", "message", ["match"], pending)
    op.create_index("ix_message_match", "message", ["match", "id"])
    _partial_index("ix_message_full", "message", ["match"], sa.text("look = 'full'"))
    told, there = sa.column("told").is_not(None), sa.column("message").is_not(None)
    _partial_index("ix_message_told", "message", ["match", "told"], told)
    _partial_index("ix_message_message", "message", ["message"], there, unique=True)
    _partial_index("ix_message_newest", "message", ["channel_id", "message"], there)
    for name in ("challenge", "note"):
        given = sa.column(name).is_not(None)
        _partial_index(f"ix_message_{name}", "message", [name], given, unique=True)


def _partial_index(
    name: str,
    table: str,
    columns: list[str],
    where: sa.ColumnElement[bool] | sa.TextClause,
    *,
    unique: bool = False,
) -> None:
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
