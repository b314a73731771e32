"""Nights in their own zone, and days away: what a game does not make people wait for."""
