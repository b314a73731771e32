"""What the parts of play and several features share."""
