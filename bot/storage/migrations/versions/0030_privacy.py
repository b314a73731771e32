"""Who does not want to play with whom."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0030", "0028"


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
