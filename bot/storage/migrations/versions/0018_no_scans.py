"""Indexes without which statements for everyday work read all games ever stored."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0018", "0017"


def upgrade() -> None:
    """Make the indexes."""
    op.create_index("ix_challenge_match", "challenge", ["match"])
    op.create_index("ix_audit_match", "audit", ["match"])
    op.create_index("ix_follower_user", "follower", ["user"])
    running = sa.column("deadline").is_not(None)
    op.create_index(
        "ix_match_running", "match", ["server"], sqlite_where=running, postgresql_where=running
    )
