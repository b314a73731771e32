"""What people can do with matches and challenges, without Discord and without words."""
