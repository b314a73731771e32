"""Tournaments: sign-up, rounds that begin by themselves, standings."""
