"""What people analyse."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0028", "0027"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "analysis",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("about", sa.Text, nullable=False, comment="the game, such as game:12"),
        sa.Column("at", sa.BigInteger, nullable=False, comment="when it was begun or last changed"),
        sa.Column("record", sa.Text, nullable=False, comment="as JSON, see engine/record"),
        sa.UniqueConstraint("user", "about", name="uq_analysis_user_about"),
    )
