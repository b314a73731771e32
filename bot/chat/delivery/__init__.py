"""Brings what channels show to what the database says: a worker for each channel."""
