"""What a person has played, won and learned: ``/profile``."""
