"""The actions of people in matches and challenges, independent of Discord and all wording."""
