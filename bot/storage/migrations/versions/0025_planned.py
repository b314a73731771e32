"""Moves that players plan as answers to moves of their opponents."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0025", "0024"


def upgrade() -> None:
    """Add the column and the table; no earlier move was planned."""
    op.add_column(
        "turn",
        sa.Column(
            "planned",
            sa.Boolean,
            nullable=False,
            server_default=sa.false(),
            comment="by its player, as the answer to the turn before",
        ),
    )
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "plan",
        sa.Column("match", key, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False, comment="after which its board came to be"),
        sa.Column("variations", sa.JSON, nullable=False, comment="moves; none: it has failed"),
    )
