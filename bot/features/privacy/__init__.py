"""What is stored about people: shown, exported, and deleted."""
