"""The door of the web: a page on which a board can be touched. Knows nothing of Discord."""
