"""The course of a match, reminders of its deadline, and who is new to a game."""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema import Id, Moment

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the columns. Players who are to move now get no reminder for this turn."""
    told = "seconds that were left for it; NULL: not noted"
    op.add_column("turn", sa.Column("left_s", sa.Integer, nullable=True, comment=told))
    told = "when to remind who is to move; NULL: no more"
    op.add_column("match", sa.Column("remind", Moment, nullable=True, comment=told))
    told = "a match, at ply: no board, but a reminder of its deadline"
    op.add_column("post", sa.Column("reminds", Id, nullable=True, comment=told))
    op.create_index(
        "ix_match_remind", "match", ["remind"], sqlite_where=sa.text("remind IS NOT NULL")
    )
    op.create_index("ix_post_reminds", "post", ["reminds", "ply"], unique=True)
    op.create_index("ix_challenge_challenger", "challenge", ["challenger"])
    op.create_index("ix_invitation_user", "invitation", ["user"])
