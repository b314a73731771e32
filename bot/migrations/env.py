"""Alembic's entry point: runs inside the transaction that `bot.migrations.upgrade` is given."""

from alembic import context

from bot.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
