"""The help: the bot in a few lines."""
