"""Moderation of games."""
