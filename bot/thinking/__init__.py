"""The search runs in processes of its own, which can be killed at any time."""
