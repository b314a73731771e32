"""Answers that players plan: they are played as soon as the opponent's move comes."""
