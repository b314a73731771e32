"""A nonce for every post, since ids are used again after a backup is restored."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    """Add the column; earlier posts have none."""
    op.add_column("post", sa.Column("nonce", sa.Text, nullable=True))
