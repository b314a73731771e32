"""Where and when people are called: by mention or direct message, and when not."""
