"""Who does not want to play with whom, and what was reported."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0033", "0032"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "block",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column(
            "other",
            sa.BigInteger,
            primary_key=True,
            autoincrement=False,
            comment="the person that they have blocked",
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_block_other", "block", ["other"])
    op.create_table(
        "unavailable",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column(
            "at", sa.BigInteger, nullable=False, comment="since when they take no challenges"
        ),
    )
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "report",
        sa.Column("id", key, primary_key=True),
        sa.Column("source", sa.BigInteger, nullable=False, unique=True),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("match", key, sa.ForeignKey("match.id"), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, comment="who reports"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_report_match", "report", ["match"])
    op.create_index("ix_report_user_at", "report", ["user", "at"])
