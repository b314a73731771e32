"""The page on which a board can be touched: how people get there."""
