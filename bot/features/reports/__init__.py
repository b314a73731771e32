"""Reports of games to the moderators of their server."""
