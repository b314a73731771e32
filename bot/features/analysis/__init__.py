"""Analysis: what else could have been played, with comments and marks, and shared as a file."""
