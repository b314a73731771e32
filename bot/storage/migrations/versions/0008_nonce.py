"""Every post has a nonce of its own: ids come again after a backup was restored."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"


def upgrade() -> None:
    """Add the column; posts of before have none."""
    op.add_column("post", sa.Column("nonce", sa.Text, nullable=True))
