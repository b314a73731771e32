"""What a game belongs to, such as a round of a tournament."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0038", "0037"


def upgrade() -> None:
    """Add the columns; games that are there do not say it."""
    for table in ("challenge", "match"):
        part_of = sa.Column(
            "part_of", sa.Text, comment="what its game belongs to, in words; NULL: nothing"
        )
        op.add_column(table, part_of)
