"""How a match ended, and who has won it."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0020", "0019"


def upgrade() -> None:
    """Add the columns. The bot fills them after its start, since only replays know the results."""
    ending = sa.Column(
        "ending", sa.Text, comment="how it ended, see engine/match.py; NULL: not known yet"
    )
    rank = sa.Column(
        "rank", sa.Integer, comment="1 for the winner; NULL: nobody has lost, or not yet"
    )
    op.add_column("match", ending)
    op.add_column("player", rank)
    where = sa.column("deadline").is_(None) & sa.column("ending").is_(None)
    op.create_index(
        "ix_match_unresolved", "match", ["server"], sqlite_where=where, postgresql_where=where
    )
