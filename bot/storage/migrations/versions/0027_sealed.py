"""What players say unseen, until it is opened."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0027", "0026"


def upgrade() -> None:
    """Add the table; nothing is sealed."""
    key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "sealed",
        sa.Column("match", key, sa.ForeignKey("match.id"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False, comment="whose turn it will be"),
        sa.Column("ply", sa.Integer, nullable=False, comment="moves on the board since then"),
        sa.Column("text", sa.Text, nullable=False, comment="the turn, encrypted"),
    )
