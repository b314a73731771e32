"""Games and matches: rules, without Discord, files, pictures, a network or a clock of their own.

The map and the rules of the shape are in ARCHITECTURE.md.
"""
