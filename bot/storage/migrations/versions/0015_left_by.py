"""Who has left a seat that a computer took over."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0015", "0014"


def upgrade() -> None:
    """Add the column; until now, nobody could be replaced."""
    op.add_column(
        "player",
        sa.Column(
            "left_by",
            sa.BigInteger,
            comment="who played until a computer took over; NULL: nobody left it",
        ),
    )
    where = sa.column("left_by").is_not(None)
    op.create_index(
        "ix_player_left_by", "player", ["left_by"], sqlite_where=where, postgresql_where=where
    )
