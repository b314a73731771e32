"""The tests of features have what those of the bot have."""

from tests.bot.conftest import _at_once, driver, house, process, soon, table, toys, trio
from tests.bot.web.conftest import paged, patient, toy_page

__all__ = [
    "_at_once",
    "driver",
    "house",
    "paged",
    "patient",
    "process",
    "soon",
    "table",
    "toy_page",
    "toys",
    "trio",
]
