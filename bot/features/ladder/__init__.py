"""Challenge ladders: one for each server and game, on which people take each other's places."""
