"""What the owners of a server decide."""
