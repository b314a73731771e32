"""What people can do with matches and challenges. No Discord here, and no words."""
