"""When the posts of a game have pictures."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0022", "0021"


def upgrade() -> None:
    """Add the columns; games that are there have not chosen, so their servers decide."""
    for table in ("challenge", "match"):
        pictures = sa.Column(
            "pictures", sa.Text, comment="change or turn; NULL: as the server decides"
        )
        op.add_column(table, pictures)
