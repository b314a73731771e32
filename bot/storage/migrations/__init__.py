"""The schema's history, applied at start. Each step is a file in ``versions``.

Alembic is only loaded if there is something to apply: most starts find the schema as it should be,
and people wait for the bot meanwhile.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

UNFINISHED = "copying"
"""How the revision of a database begins into which a copy is being made: nothing else uses it."""
VERSION = sa.table("alembic_version", sa.column("version_num", sa.Text()))
"""The table with the revision of a database."""


class SchemaTooNewError(RuntimeError):
    """The database was written by a newer program, or is not complete."""


def config() -> "Config":
    """The configuration of Alembic, without a connection."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    return made


@cache
def _known() -> list[str]:
    """The revisions of the migrations in ``versions``: each file is named after its own."""
    files = (Path(__file__).parent / "versions").glob("0*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def newest() -> str:
    """The revision of the schema that this program uses."""
    return _known()[-1]


def revision(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it has no schema. Raises `SchemaTooNewError`."""
    found = _revisions(connection)
    if len(found) > 1:  # no version of ours writes that
        raise SchemaTooNewError(
            f"the database says that it has several schemas at once, {' and '.join(found)}: "
            "restore a backup"
        )
    return found[0] if found else None


def _revisions(connection: sa.Connection) -> list[str]:
    if not sa.inspect(connection).has_table(VERSION.name):
        return []
    return sorted(connection.scalars(sa.select(VERSION.c.version_num)))


def refuse_unknown(connection: sa.Connection) -> str | None:
    """As `revision`, but raise `SchemaTooNewError` also if this program does not know it."""
    unknown = [revision for revision in _revisions(connection) if revision not in _known()]
    if unknown and unknown[0].startswith(UNFINISHED):
        raise SchemaTooNewError(
            "a copy or a restore into this database was broken off: repeat that command"
        )
    if unknown:
        raise SchemaTooNewError(
            f"the database has schema {unknown[0]}, which this version does not know: "
            "start the newer version that wrote it"
        )
    return revision(connection)


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date, or raise `SchemaTooNewError` and change nothing."""
    if refuse_unknown(connection) == newest():
        return
    from alembic import command

    to = config()
    to.attributes["connection"] = connection
    command.upgrade(to, "head")
