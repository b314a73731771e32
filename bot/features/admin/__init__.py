"""What moderators can do to a game."""
