"""Tournaments."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0032", "0031"


def upgrade() -> None:
    """Add the tables."""
    id_ = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "tournament",
        sa.Column("id", id_, primary_key=True),
        sa.Column("source", sa.BigInteger, nullable=False, unique=True),
        sa.Column("server", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("organiser", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("time", sa.Text, nullable=False, comment="its time control"),
        sa.Column("place", sa.Text, nullable=False, comment="where its games live"),
        sa.Column("rounds", sa.Integer, nullable=False, comment="of a Swiss tournament"),
        sa.Column("most", sa.Integer, nullable=False, comment="players"),
        sa.Column(
            "until", sa.BigInteger, comment="the end of sign-up; NULL: the organiser starts it"
        ),
        sa.Column("state", sa.Text, nullable=False, comment="signup, running, over or cancelled"),
        sa.Column("round", sa.Integer, nullable=False, comment="the last that has begun"),
        sa.Column(
            "lot", sa.Integer, nullable=False, comment="the seed of the lot that seeds players"
        ),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column(
            "due", sa.BigInteger, comment="when it is to go on; NULL: something has to happen first"
        ),
        sa.Column("agreed", sa.Text, nullable=False, comment="what its games say yes to, in words"),
    )
    op.create_index("ix_tournament_server", "tournament", ["server", "id"])
    due = sa.text("due IS NOT NULL")
    op.create_index(
        "ix_tournament_due", "tournament", ["due"], sqlite_where=due, postgresql_where=due
    )
    op.create_table(
        "entrant",
        sa.Column("tournament", id_, sa.ForeignKey("tournament.id"), primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seed", sa.Integer, nullable=False, comment="0: not yet"),
        sa.Column("enters", sa.Integer, nullable=False, comment="the first round"),
        sa.Column("bonus", sa.Double, nullable=False, comment="the points of a late entry"),
        sa.Column("out", sa.Text, comment="why they are not paired; NULL: they are"),
    )
    op.create_index("ix_entrant_user", "entrant", ["user"])
    op.create_table(
        "pairing",
        sa.Column("id", id_, primary_key=True),
        sa.Column("tournament", id_, sa.ForeignKey("tournament.id"), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False, comment="who goes first"),
        sa.Column("second", sa.BigInteger, comment="NULL: the first one has the bye"),
        sa.Column("result", sa.Text, comment="NULL: they play"),
        sa.Column("forfeit", sa.Boolean, nullable=False, comment="decided without a game"),
        sa.Column("match", id_, sa.ForeignKey("match.id"), comment="the last game of the two"),
        sa.Column("games", sa.Integer, nullable=False, comment="that they have begun in it"),
        sa.UniqueConstraint(
            "tournament", "round", "board", name="uq_pairing_tournament_round_board"
        ),
    )
    played, runs = sa.text("match IS NOT NULL"), sa.text("result IS NULL")
    op.create_index(
        "ix_pairing_match",
        "pairing",
        ["match"],
        unique=True,
        sqlite_where=played,
        postgresql_where=played,
    )
    op.create_index(
        "ix_pairing_open", "pairing", ["tournament"], sqlite_where=runs, postgresql_where=runs
    )
    op.create_table(
        "correction",
        sa.Column("id", id_, primary_key=True),
        sa.Column("source", sa.BigInteger, nullable=False, unique=True),
        sa.Column("tournament", id_, sa.ForeignKey("tournament.id"), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False, comment="the organiser"),
        sa.Column("act", sa.Text, nullable=False, comment="result, remove or late"),
        sa.Column("pairing", id_, sa.ForeignKey("pairing.id")),
        sa.Column("player", sa.BigInteger, comment="whom it is about"),
        sa.Column("value", sa.Text, comment="the result, or the points"),
        sa.Column("reason", sa.Text, nullable=False, comment="as it was typed"),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_correction_tournament", "correction", ["tournament"])
