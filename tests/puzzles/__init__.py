"""Finds puzzles and proves them; see `tests.puzzles.__main__`."""
