"""Games imported from files."""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema import Id, Moment

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table, and an index of the finished matches of each channel."""
    op.create_table(
        "imported",
        sa.Column("id", Id, primary_key=True),
        sa.Column("source", sa.BigInteger, nullable=False, unique=True),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, index=True),
        sa.Column("at", Moment, nullable=False),
        sa.Column("record", sa.Text, nullable=False, comment="as JSON, see engine/record"),
    )
    op.create_index(
        "ix_match_finished", "match", ["place"], sqlite_where=sa.text("deadline IS NULL")
    )
