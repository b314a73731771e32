"""The choice of a rating system, by what candidates predict of simulated people."""
