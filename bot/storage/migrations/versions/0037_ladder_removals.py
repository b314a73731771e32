"""Whom moderators have taken off ladders."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0037", "0036"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "ladder_removal",
        sa.Column("id", ID, primary_key=True),
        sa.Column("source", sa.BigInteger, nullable=False, unique=True),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, comment="the moderator"),
        sa.Column("player", sa.BigInteger, nullable=False, comment="who was taken off"),
        sa.Column("reason", sa.Text, nullable=False, comment="as it was typed"),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    for column in ("server", "user", "player"):
        op.create_index(f"ix_ladder_removal_{column}", "ladder_removal", [column])
