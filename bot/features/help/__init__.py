"""What the bot can do, in a few lines."""
