"""A channel that receives every finished game."""
