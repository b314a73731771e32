"""Code that the parts of play and several features share."""
