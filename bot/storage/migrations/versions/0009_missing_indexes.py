"""Two indexes that 0004 did not make when it was new: databases of then lack them."""

from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    """Make the indexes that are missing."""
    op.create_index("ix_challenge_challenger", "challenge", ["challenger"], if_not_exists=True)
    op.create_index("ix_invitation_user", "invitation", ["user"], if_not_exists=True)
