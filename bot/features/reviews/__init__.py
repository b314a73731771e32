"""The course of a finished game and its biggest mistakes."""
