"""Rematches: a challenge and a match know the match that they repeat."""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema import Id

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the columns; a match has at most one rematch that is open or played."""
    told = "a match; NULL: a challenge of its own"
    op.add_column("challenge", sa.Column("rematch_of", Id, nullable=True, comment=told))
    told = "a match, with the seats in reverse order"
    op.add_column("match", sa.Column("rematch_of", Id, nullable=True, comment=told))
    op.create_index(
        "ix_challenge_rematch",
        "challenge",
        ["rematch_of"],
        unique=True,
        sqlite_where=sa.text("state IN ('open', 'accepted')"),
    )
