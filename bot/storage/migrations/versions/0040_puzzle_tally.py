"""How many people have answered each puzzle, and how many solved it at once."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0040", "0039"


def upgrade() -> None:
    """Add the table, and count the answers that there are."""
    op.create_table(
        "puzzle_tally",
        sa.Column("game", sa.Text),
        sa.Column("name", sa.Text, comment="of the puzzle"),
        sa.Column("answered", sa.Integer, nullable=False, comment="people"),
        sa.Column(
            "solved", sa.Integer, nullable=False, comment="those who did by their first answer"
        ),
        sa.PrimaryKeyConstraint("game", "name", name="pk_puzzle_tally"),
    )
    op.execute(
        "INSERT INTO puzzle_tally (game, name, answered, solved)"
        " SELECT game, name, count(*), sum(CASE WHEN solved THEN 1 ELSE 0 END)"
        " FROM answered WHERE kind = 'puzzle' GROUP BY game, name"
    )
