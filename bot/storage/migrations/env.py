"""Alembic's entry point: runs inside the transaction that `upgrade` is given."""

from alembic import context

from bot.storage.schema import all_tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=all_tables(),
    render_as_batch=True,
)
context.run_migrations()
