"""Leaderboards: who has rated games on which server, and who is on none."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0031", "0030"


def upgrade() -> None:
    """Add the tables; they are filled with the ratings."""
    op.create_table(
        "rated_on",
        sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "unlisted",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    where = sa.text("NOT settled")
    op.create_index(
        "ix_rating_provisional",
        "rating",
        ["game", "value", "user", "at"],
        sqlite_where=where,
        postgresql_where=where,
    )
