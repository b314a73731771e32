"""How people want to be called when games wait for them."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0026", "0025"


def upgrade() -> None:
    """Add the table; nobody has chosen anything yet."""
    op.create_table(
        "notification",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Text, nullable=False, comment="mention, direct or none"),
        sa.Column("reminders", sa.Text, nullable=False, comment="half, fifth, two-hours"),
        sa.Column("quiet", sa.Text, comment="night, or minutes such as 1380-420; NULL: none"),
        sa.Column("channel_id", sa.BigInteger, comment="of direct messages; NULL: not known"),
        sa.Column("refused", sa.Boolean, nullable=False, comment="direct messages were"),
        sa.Column("due", sa.BigInteger, comment="when to call them next; NULL: nothing waits"),
        sa.Column(
            "since",
            sa.BigInteger,
            comment="of what has come since then; NULL: of all that waits",
        ),
    )
    where = sa.column("due").is_not(None)
    op.create_index(
        "ix_notification_due",
        "notification",
        ["due"],
        sqlite_where=where,
        postgresql_where=where,
    )
