"""A command for each game that begins it at once."""
