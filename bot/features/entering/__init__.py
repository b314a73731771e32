"""A move chosen from lists of points, with a preview."""
