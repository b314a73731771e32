"""The channel of a challenge, a match and a post gets the name that Discord gives it."""

from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    """Rename the columns; their indexes follow by themselves."""
    for table in ("challenge", "match", "post"):
        op.execute(f'ALTER TABLE "{table}" RENAME COLUMN place TO channel_id')
