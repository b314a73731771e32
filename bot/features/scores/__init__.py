"""The score of a running game as it stands."""
