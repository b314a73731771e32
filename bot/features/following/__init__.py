"""Spectators who want to be called."""
