"""Who is ahead, by the search."""
