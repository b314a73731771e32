"""Ratings of people: one for each game, the same on every server."""
