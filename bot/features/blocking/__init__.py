"""People who do not want to play with each other, or with anybody for now."""
