"""When the clocks of players stand still: at night, on weekends, while they are away."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0024", "0023"


def upgrade() -> None:
    """Add the tables; in games that are there, clocks run on."""
    still = "when the clock of this turn stands still; NULL: never"
    op.add_column("match", sa.Column("rest", sa.Text, comment=still))
    before = "the same of the turn before, for an undo"
    op.add_column("match", sa.Column("rest_before", sa.Text, comment=before))
    op.create_table(
        "rest",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("chosen", sa.Text, nullable=False, comment="nights, weekends, absence"),
    )
    op.create_table(
        "vacation",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("left_s", sa.BigInteger, nullable=False, comment="seconds of it, at ``counted``"),
        sa.Column("counted", sa.BigInteger, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False, comment="a day of it against a loss"),
    )
