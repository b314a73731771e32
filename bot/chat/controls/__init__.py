"""Buttons, selects, forms and commands with files."""
