"""Several processes: servers of posts, signs of life and leases of shards, shared requests."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SERVER = """
    UPDATE post SET server = COALESCE(
        (SELECT server FROM challenge WHERE challenge.id = post.challenge),
        (SELECT server FROM "match" WHERE "match".id = COALESCE(post."match", post.reminds)),
        0)
"""


def upgrade() -> None:
    """Add what several processes need; the last sign of life becomes that of a whole process."""
    op.add_column("post", sa.Column("server", sa.BigInteger, server_default="0", nullable=False))
    op.execute(SERVER)
    shard = op.create_table(
        "shard",
        sa.Column("number", sa.Integer, autoincrement=False),
        sa.Column("count", sa.Integer, autoincrement=False, comment="of all shards"),
        sa.Column("seen", sa.BigInteger, comment="the last sign of life"),
        sa.Column("holder", sa.Text, comment="the process that sends its posts"),
        sa.Column("until", sa.BigInteger, comment="when its lease ends"),
        sa.PrimaryKeyConstraint("number", "count", name="pk_shard"),
    )
    op.create_table(
        "budget",
        sa.Column("key", sa.Text),
        sa.Column("level", sa.Double, nullable=False, comment="requests in the bucket"),
        sa.Column("at", sa.Double, nullable=False, comment="seconds since 1970, by the database"),
        sa.PrimaryKeyConstraint("key", name="pk_budget"),
    )
    seen = sa.text("SELECT value FROM fact WHERE key = 'last seen'")
    last = op.get_bind().execute(seen).scalar()
    if last is not None:
        moment = (datetime.fromisoformat(last) - EPOCH) // timedelta(microseconds=1)
        op.bulk_insert(shard, [{"number": 0, "count": 1, "seen": moment}])
        op.execute("DELETE FROM fact WHERE key = 'last seen'")
