"""Everything around the games: settings, storage, the service, Discord, and the commands."""
