"""How many games a person has won, drawn and lost."""
