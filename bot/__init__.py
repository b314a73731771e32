"""Discord, storage and time round the games: settings, store, host, outbox, commands."""
