"""The tests of features have what those of the bot have."""

from tests.bot.conftest import _at_once, driver, house, process, soon, table, toys, trio

__all__ = ["_at_once", "driver", "house", "process", "soon", "table", "toys", "trio"]
