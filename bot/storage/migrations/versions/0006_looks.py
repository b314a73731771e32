"""How people want to see boards."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "looks",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("chosen", sa.Text, nullable=False, comment="as JSON, see bot/looks.py"),
    )
