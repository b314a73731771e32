"""Every word that people read. English only, for now.

A game is one file, with its own name and the words of its options. Everything else is written here,
and the games' own words pass through here too.
"""
