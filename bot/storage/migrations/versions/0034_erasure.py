"""Who wants to be forgotten, which servers the bot has left, and where people's ids are found."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0034", "0033"

KINDS = ("direct", "call", "absence", "vacation")
"""The kinds of messages about one person, whose notes have that person's id after the kind."""


def upgrade() -> None:
    """Add the tables, the column and its values, and the indexes."""
    op.create_table(
        "deletion",
        sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False, comment="when they wanted it"),
    )
    op.create_table(
        "server_left",
        sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.add_column("message", sa.Column("person", sa.BigInteger, comment="whom alone it is about"))
    names = (sa.column("id"), sa.column("kind"), sa.column("note"), sa.column("person"))
    message, database = sa.table("message", *names), op.get_bind()
    of_people = sa.select(message.c.id, message.c.note).where(message.c.kind.in_(KINDS))
    for row in database.execute(of_people).all():
        person = (row.note or "").split()[1:2]
        if person and person[0].isdecimal():
            this = sa.update(message).where(message.c.id == row.id)
            database.execute(this.values(person=int(person[0])))
    for table, column in (("message", "person"), ("challenge", "closed_by"), ("rated", "by")):
        where = sa.column(column).is_not(None)
        op.create_index(
            f"ix_{table}_{column}", table, [column], sqlite_where=where, postgresql_where=where
        )
    for table, column in (
        *(("pairing", one) for one in ("first", "second")),
        *(("correction", one) for one in ("user", "player")),
        ("tournament", "organiser"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])
    users = ("audit", "daily_answer", "rated_on", "helped")
    for table, column in (*((table, "user") for table in users), ("analysis", "about")):
        op.create_index(f"ix_{table}_{column}", table, [column])
