"""PostgreSQL gets indexes of some of the rows, as SQLite has, and comments that are true."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"

PARTIAL = (
    ("ix_challenge_open", "challenge", "expires", "state = 'open'"),
    ("ix_challenge_rematch", "challenge", "rematch_of", "state IN ('open', 'accepted')"),
    ("ix_match_deadline", "match", "deadline", "deadline IS NOT NULL"),
    ("ix_match_remind", "match", "remind", "remind IS NOT NULL"),
    ("ix_match_place", "match", "channel_id", "deadline IS NOT NULL"),
    ("ix_match_finished", "match", "channel_id", "deadline IS NULL"),
    ("ix_post_unsent", "post", "channel_id", "state IN ('waiting', 'sending')"),
    ("ix_post_controls", "post", "channel_id", "controls"),
)


def upgrade() -> None:
    """Make the indexes anew; earlier steps knew SQLite only."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for name, table, column, where in PARTIAL:
        op.drop_index(name, table)
        unique = name == "ix_challenge_rematch"
        op.create_index(name, table, [column], unique=unique, postgresql_where=sa.text(where))
    told = "waiting, sending, sent, failed or folded"  # SQLite keeps no comments
    op.alter_column("post", "state", comment=told, existing_type=sa.Text, existing_nullable=False)
    told = "by which Discord knows a request that comes again"
    op.alter_column("post", "nonce", comment=told, existing_type=sa.Text)
