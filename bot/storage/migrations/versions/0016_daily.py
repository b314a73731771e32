"""The daily puzzles of servers, and who has answered them."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0016", "0015"


def upgrade() -> None:
    """Add the tables; no server has asked for a puzzle yet."""
    op.add_column(
        "configured",
        sa.Column(
            "daily_due", sa.BigInteger, comment="when its next daily puzzle comes; NULL: never"
        ),
    )
    where = sa.column("daily_due").is_not(None)
    op.create_index(
        "ix_configured_daily_due",
        "configured",
        ["daily_due"],
        sqlite_where=where,
        postgresql_where=where,
    )
    op.create_table(
        "daily",
        sa.Column("server", sa.BigInteger, autoincrement=False),
        sa.Column("day", sa.Integer, autoincrement=False, comment="since year 1"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="of the puzzle"),
        sa.Column("at", sa.BigInteger, nullable=False, comment="when it was to be posted"),
        sa.PrimaryKeyConstraint("server", "day", name="pk_daily"),
    )
    op.create_table(
        "daily_answer",
        sa.Column("server", sa.BigInteger, autoincrement=False),
        sa.Column("day", sa.Integer, autoincrement=False),
        sa.Column("user", sa.BigInteger, autoincrement=False),
        sa.Column("solved", sa.Boolean, nullable=False, comment="by the first answer"),
        sa.PrimaryKeyConstraint("server", "day", "user", name="pk_daily_answer"),
        sa.ForeignKeyConstraint(
            ["server", "day"], ["daily.server", "daily.day"], name="fk_daily_answer_server"
        ),
    )
