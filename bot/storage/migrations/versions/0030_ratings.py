"""Ratings.

Games against computers that began before are noted as if their players had been helped: nobody
has noted whether they were.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0030", "0029"

KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the tables; `keil admin ratings` fills them from the games that are over."""
    op.create_table(
        "rating",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False, comment="after the last game"),
        sa.Column(
            "at", sa.BigInteger, nullable=False, comment="the end of the last game that counted"
        ),
        sa.Column("games", sa.Integer, nullable=False, comment="that counted"),
        sa.Column("settled", sa.Boolean, nullable=False, comment="it is not provisional"),
    )
    where = sa.column("settled")
    op.create_index(
        "ix_rating_leaders",
        "rating",
        ["game", "value", "user", "at"],
        sqlite_where=where,
        postgresql_where=where,
    )
    op.create_table(
        "rated",
        sa.Column("id", KEY, primary_key=True, comment="the order"),
        sa.Column("match", KEY, sa.ForeignKey("match.id"), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("why", sa.Text, comment="it did not count; NULL: it did"),
        sa.Column("late", sa.Boolean, nullable=False, comment="the person ran out of time"),
        sa.Column("level", sa.Integer, comment="that the person met; NULL: people"),
        sa.Column("by", sa.BigInteger, comment="who has taken it away; NULL: this is a game"),
        sa.Column("reason", sa.Text, comment="why"),
    )
    op.create_index("ix_rated_match", "rated", ["match", "id"])
    op.create_index("ix_rated_user", "rated", ["user", "id"])
    op.create_index("ix_rated_meetings", "rated", ["user", "game", "at"])
    op.create_table(
        "helped",
        sa.Column("match", KEY, sa.ForeignKey("match.id"), primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("told", sa.Boolean, nullable=False, comment="they know that it is not rated"),
    )
    op.execute(
        'INSERT INTO helped ("match", "user", told) SELECT DISTINCT person."match", person."user",'
        " TRUE FROM player AS person JOIN player AS other"
        ' ON other."match" = person."match" AND other.level IS NOT NULL WHERE person.level IS NULL'
    )
