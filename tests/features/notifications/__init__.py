"""Where and when people are called."""
