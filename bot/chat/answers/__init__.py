"""Answers to interactions: within 3 seconds, once, privately, with a reference if we fail."""
