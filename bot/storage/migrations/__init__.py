"""The schema's history, applied at start. Each step is a file in ``versions``."""

from functools import cache
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

UNFINISHED = "copying"
"""How the revision of a database begins into which a copy is being made: nothing else uses it."""


class SchemaTooNewError(RuntimeError):
    """The database was written by a newer program, or is not complete."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _steps() -> ScriptDirectory:
    """The migrations in ``versions``, read once."""
    return ScriptDirectory.from_config(_config())


def newest() -> str:
    """The revision of the schema that this program uses."""
    return str(_steps().get_current_head())


def revision(connection: sa.Connection) -> str | None:
    """The revision of a database; None if it has no schema. Raises `SchemaTooNewError`."""
    heads = MigrationContext.configure(connection).get_current_heads()
    if len(heads) > 1:  # no version of ours writes that
        raise SchemaTooNewError(
            f"the database says that it has several schemas at once, {' and '.join(heads)}: "
            "restore a backup"
        )
    return heads[0] if heads else None


def refuse_unknown(connection: sa.Connection) -> None:
    """Raise `SchemaTooNewError` if this program does not know the schema of the database."""
    known = {script.revision for script in _steps().walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    unknown = [revision for revision in heads if revision not in known]
    if unknown and unknown[0].startswith(UNFINISHED):
        raise SchemaTooNewError(
            "a copy or a restore into this database was broken off: repeat that command"
        )
    if unknown:
        raise SchemaTooNewError(
            f"the database has schema {unknown[0]}, which this version does not know: "
            "start the newer version that wrote it"
        )
    revision(connection)


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date, or raise `SchemaTooNewError` and change nothing."""
    refuse_unknown(connection)
    if revision(connection) == newest():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
