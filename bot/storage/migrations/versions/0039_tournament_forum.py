"""Posts of tournaments in forums."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0039", "0038"


def upgrade() -> None:
    """Add the column."""
    comment = "where it has its post; NULL: nowhere"
    op.add_column("tournament", sa.Column("forum", sa.BigInteger, comment=comment))
