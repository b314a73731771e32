"""Polls in a channel: who is ahead."""
