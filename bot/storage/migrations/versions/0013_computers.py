"""Seats that a computer plays, each with its level."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    """Add them; until now, people have played everywhere."""
    op.add_column(
        "invitation", sa.Column("level", sa.Integer, comment="of a computer; NULL: a person")
    )
    op.add_column("player", sa.Column("level", sa.Integer, comment="of a computer; NULL: a person"))
    op.add_column(
        "match",
        sa.Column(
            "thinking",
            sa.Boolean,
            nullable=False,
            server_default=sa.false(),
            comment="a computer is to move",
        ),
    )
    where = sa.column("thinking")
    op.create_index(
        "ix_match_thinking", "match", ["server"], sqlite_where=where, postgresql_where=where
    )
