"""Time controls other than a fixed time for each move."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0023", "0022"


def upgrade() -> None:
    """Add the columns; challenges and games that are there keep their fixed time for each move."""
    for table in ("challenge", "match"):
        control = "its time control; NULL: per_move_s for each move"
        op.add_column(table, sa.Column("time", sa.Text, comment=control))
    reserves = "by seat, at the beginning of this turn; NULL: none"
    op.add_column("match", sa.Column("reserves", sa.Text, comment=reserves))
