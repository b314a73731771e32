"""The schema's history, applied at start. Each step is a file in ``versions``."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory


class SchemaTooNewError(RuntimeError):
    """The database was written by a newer program."""


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date, or raise `SchemaTooNewError` and change nothing."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    unknown = [revision for revision in heads if revision not in known]
    if unknown:
        raise SchemaTooNewError(
            f"the database has schema {unknown[0]}, which this version does not know: "
            "start the newer version that wrote it"
        )
    if len(heads) > 1:  # no version of ours writes that
        raise SchemaTooNewError(
            f"the database says that it has several schemas at once, {' and '.join(heads)}: "
            "restore a backup"
        )
    command.upgrade(config, "head")
