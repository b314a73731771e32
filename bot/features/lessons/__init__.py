"""Rules told in pictures."""
