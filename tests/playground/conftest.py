"""Plain clients, for the tests of the stand-in itself."""

from tests.playground.fixtures import games, gateway, rest

__all__ = ["games", "gateway", "rest"]
