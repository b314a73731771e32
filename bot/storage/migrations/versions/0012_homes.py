"""Where games live, settings of servers, followers, pauses, notes among the posts, the audit."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012", "0011"


def upgrade() -> None:
    """Add them; games of before live as boards in their channels."""
    op.add_column("challenge", sa.Column("place", sa.Text, comment="how its game will live"))
    op.add_column("match", sa.Column("paused", sa.BigInteger, comment="since when; NULL: it runs"))
    op.add_column("post", sa.Column("note", sa.Text, comment="any other kind, in words: poll 12"))
    op.create_index("ix_post_note", "post", ["note"], unique=True)
    op.create_table(
        "home",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("place", sa.Text, nullable=False, comment="thread, living or boards"),
        sa.Column("channel_id", sa.BigInteger, nullable=False, comment="of the card"),
        sa.Column("message", sa.BigInteger, comment="kept up to date: the card or the board"),
        sa.Column("shown", sa.Integer, comment="the ply that it shows"),
        sa.Column("ready", sa.Boolean, nullable=False, comment="the thread is there"),
        sa.Column("closed", sa.Boolean, nullable=False, comment="nothing is left to be done"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_home_match"),
        sa.PrimaryKeyConstraint("match", name="pk_home"),
    )
    op.create_index("ix_home_channel_id", "home", ["channel_id"])
    op.create_table(
        "configured",
        sa.Column("server", sa.BigInteger, autoincrement=False),
        sa.Column("chosen", sa.Text, nullable=False, comment="as JSON"),
        sa.PrimaryKeyConstraint("server", name="pk_configured"),
    )
    op.create_table(
        "follower",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("user", sa.BigInteger, autoincrement=False),
        sa.Column("every", sa.Integer, nullable=False, comment="moves; 0: only the end"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_follower_match"),
        sa.PrimaryKeyConstraint("match", "user", name="pk_follower"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("source", sa.BigInteger, nullable=False),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, comment="the moderator"),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_audit_match"),
        sa.UniqueConstraint("source", name="uq_audit_source"),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
