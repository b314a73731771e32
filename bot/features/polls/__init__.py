"""Who is ahead, by the votes of a channel."""
