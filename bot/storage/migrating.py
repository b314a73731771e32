"""Brings the schema of a database up to date by the operator's wish, before a bot does."""

from bot.storage import migrations
from bot.storage.admin_connection import connected


def migrate(url: str) -> tuple[str | None, str | None]:
    """The revisions before and after; None is a database without a schema.

    Raises `bot.storage.migrations.SchemaTooNewError`.
    """
    with connected(url, write=True) as connection, connection.begin():
        before = migrations.revision(connection)
        migrations.upgrade(connection)
        return before, migrations.revision(connection)
