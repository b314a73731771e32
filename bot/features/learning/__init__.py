"""Rules learned by making moves."""
