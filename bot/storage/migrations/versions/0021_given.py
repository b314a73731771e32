"""The time that outages have given back for a move, so that the board can say so."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0021", "0020"


def upgrade() -> None:
    """Add the column; of earlier outages, boards say nothing."""
    op.add_column(
        "match",
        sa.Column(
            "given_s",
            sa.BigInteger,
            nullable=False,
            server_default="0",
            comment="seconds that outages gave back for this move",
        ),
    )
