"""The first tables: challenges, matches, turns, posts."""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema import Id, Moment

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""

    op.create_table(
        "fact",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_fact")),
    )
    op.create_table(
        "match",
        sa.Column("id", Id, nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("per_move_s", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column(
            "to_move", sa.Integer(), nullable=True, comment="a seat; NULL when the match is over"
        ),
        sa.Column("opened", Moment(), nullable=False),
        sa.Column("deadline", Moment(), nullable=True, comment="NULL when the match is over"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
    )
    op.create_index(
        "ix_match_deadline",
        "match",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index(
        "ix_match_place",
        "match",
        ["place"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_table(
        "person",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment="as the person was last seen"),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_person")),
    )
    op.create_table(
        "challenge",
        sa.Column("id", Id, nullable=False),
        sa.Column("source", sa.BigInteger(), nullable=False),
        sa.Column("server", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("challenger", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("per_move_s", sa.Integer(), nullable=False),
        sa.Column("opened", Moment(), nullable=False),
        sa.Column("expires", Moment(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("closed_by", sa.BigInteger(), nullable=True),
        sa.Column("match", Id, nullable=True),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_challenge_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
        sa.UniqueConstraint("source", name=op.f("uq_challenge_source")),
    )
    op.create_index(
        "ix_challenge_open",
        "challenge",
        ["expires"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "player",
        sa.Column("match", Id, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_player_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_player")),
    )
    op.create_index(op.f("ix_player_user"), "player", ["user"], unique=False)
    op.create_table(
        "turn",
        sa.Column("match", Id, nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column(
            "source", sa.BigInteger(), nullable=True, comment="the interaction; NULL: the clock"
        ),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_turn_match")),
        sa.PrimaryKeyConstraint("match", "ply", name=op.f("pk_turn")),
        sa.UniqueConstraint("source", name=op.f("uq_turn_source")),
    )
    op.create_table(
        "invitation",
        sa.Column("challenge", Id, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column(
            "user", sa.BigInteger(), nullable=True, comment="NULL: anybody may take this seat"
        ),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge"], ["challenge.id"], name=op.f("fk_invitation_challenge")
        ),
        sa.PrimaryKeyConstraint("challenge", "number", name=op.f("pk_invitation")),
    )
    op.create_table(
        "post",
        sa.Column("id", Id, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("challenge", Id, nullable=True),
        sa.Column("match", Id, nullable=True),
        sa.Column("ply", sa.Integer(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False, comment="waiting, sending, sent or failed"),
        sa.Column("since", Moment(), nullable=False, comment="when it came into this state"),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("controls", sa.Boolean(), nullable=False, comment="the message shows buttons"),
        sa.ForeignKeyConstraint(["challenge"], ["challenge.id"], name=op.f("fk_post_challenge")),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name=op.f("fk_post_match")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post")),
        sa.UniqueConstraint("challenge", name=op.f("uq_post_challenge")),
        sa.UniqueConstraint("match", "ply", name=op.f("uq_post_match_ply")),
    )
    op.create_index(
        "ix_post_controls", "post", ["place"], unique=False, sqlite_where=sa.text("controls")
    )
    op.create_index(
        "ix_post_unsent",
        "post",
        ["place"],
        unique=False,
        sqlite_where=sa.text("state IN ('waiting', 'sending')"),
    )
