"""Whether people have replied to a message, which then has to stay."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0019", "0018"


def upgrade() -> None:
    """Add the column; until now, messages with replies were deleted like others."""
    op.add_column(
        "message",
        sa.Column(
            "replied",
            sa.Boolean,
            nullable=False,
            server_default=sa.false(),
            comment="people have replied to it, so it is not deleted",
        ),
    )
