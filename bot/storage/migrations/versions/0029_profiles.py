"""What profiles show of finished games, and whose everybody may see."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0029", "0028"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the tables; games that are over already are worked out little by little."""
    op.create_table(
        "played",
        sa.Column("match", ID, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, comment="when the game ended; NULL: not worked out yet"),
        sa.Column("colour", sa.Text, comment="as its game names it; NULL: it had none yet"),
        sa.Column("firsts", sa.Text, comment="words with spaces; NULL: not worked out yet"),
    )
    due = sa.text("firsts IS NULL")
    op.create_index("ix_played_due", "played", ["match"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "profile_shared",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.execute(
        """
        INSERT INTO played ("match", seat)
        SELECT "match", seat FROM player WHERE "rank" IS NOT NULL AND level IS NULL
        """
    )
