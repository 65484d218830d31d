"""Alembic runs this around the migrations: on the connection that `store.migrating` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transaction_per_migration=False)
with context.begin_transaction():
    context.run_migrations()
