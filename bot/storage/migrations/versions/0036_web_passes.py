"""The page: links that are used once, and sessions."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0036", "0035"


def upgrade() -> None:
    """Add the table."""
    id_ = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "web_pass",
        sa.Column(
            "digest", sa.Text, primary_key=True, comment="of the secret, which is not stored"
        ),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("match", id_, sa.ForeignKey("match.id"), comment="of a link; none: a session"),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_web_pass_user", "web_pass", ["user"])
    op.create_index("ix_web_pass_expires", "web_pass", ["expires"])
