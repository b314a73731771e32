"""Every word that we say. English for now.

Games bring their own names and the words of their options and lessons (a game is one file);
all else that a person reads is written here, and the games' words are drawn through here too.
"""
