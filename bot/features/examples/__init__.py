"""Examples: games that show what a rule is for, turn by turn, with words."""
