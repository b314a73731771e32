"""Finding boards by their messages, to which people reply."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the index."""
    op.create_index(op.f("ix_post_message"), "post", ["message"], unique=False)
