"""Estimates by the search: who is ahead."""
