"""Games against the bot."""
