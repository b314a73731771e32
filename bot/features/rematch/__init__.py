"""The same game once more."""
