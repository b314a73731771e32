"""A channel that receives finished games."""
