"""The exercises and puzzles that people have answered."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014", "0013"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "answered",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite")),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, comment="exercise or puzzle"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, comment="of the exercise or the puzzle"),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.UniqueConstraint("user", "kind", "game", "name", name="uq_answered_user_kind_game_name"),
        sa.PrimaryKeyConstraint("id", name="pk_answered"),
    )
