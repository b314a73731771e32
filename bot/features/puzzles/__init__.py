"""The best move in a position."""
