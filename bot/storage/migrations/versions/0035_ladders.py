"""Ladders; how long a challenge stands, and whether its terms can be changed."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0035", "0034"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Add the tables and the columns."""
    op.add_column(
        "challenge",
        sa.Column(
            "stands_s",
            sa.Integer,
            nullable=False,
            server_default="86400",
            comment="seconds for which it stands",
        ),
    )
    op.add_column(
        "challenge",
        sa.Column(
            "fixed",
            sa.Boolean,
            nullable=False,
            server_default=sa.false(),
            comment="nobody may offer other terms",
        ),
    )
    op.create_table(
        "ladder",
        sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False, comment="the order; gaps mean nothing"),
        sa.Column("missed", sa.Integer, nullable=False, comment="games in a row without a move"),
    )
    op.create_index("ix_ladder_user", "ladder", ["user"])
    op.create_index("ix_ladder_position", "ladder", ["server", "game", "position"])
    op.create_table(
        "ladder_challenge",
        sa.Column("challenge", ID, primary_key=True, comment="which may have been pruned"),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, comment="taken, held, drawn or void; NULL: it is open"),
        sa.Column("at", sa.BigInteger, comment="when it was decided"),
        sa.Column("place", sa.Integer, comment="for which it is, from 1"),
        sa.Column("gone", sa.Boolean, nullable=False, comment="its loser had to leave the ladder"),
    )
    op.create_index("ix_ladder_challenge_server", "ladder_challenge", ["server"])
    for name, columns, where in (
        ("open", ["server", "game"], "outcome IS NULL"),
        ("held", ["server", "game", "at"], "outcome = 'held'"),
    ):
        op.create_index(
            f"ix_ladder_challenge_{name}",
            "ladder_challenge",
            columns,
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )
