"""A client for the driver's interface: acts for people on the stand-in, for tests and benchmarks.

You can name people (``"Ada"``) and channels (``"#games"``, ``"Server/games"``, or ``"@Ada"`` for
the direct messages with the bot), or give the id of anything.
"""

from bot.playground.driver.connection import Answer, File
from bot.playground.driver.faults import (
    CALLBACK,
    EDIT,
    EDIT_ORIGINAL,
    EDIT_SENT,
    FOLLOW_UP,
    SEND,
    FaultVerbs,
    Held,
)
from bot.playground.driver.people import PeopleVerbs
from bot.playground.driver.reading import ReadingVerbs
from bot.playground.driver.world import WorldVerbs
from bot.playground.errors import CannotDo, Json

__all__ = [
    "CALLBACK",
    "EDIT",
    "EDIT_ORIGINAL",
    "EDIT_SENT",
    "FOLLOW_UP",
    "SEND",
    "Answer",
    "CannotDo",
    "Driver",
    "File",
    "Held",
    "Json",
]


class Driver(PeopleVerbs, ReadingVerbs, WorldVerbs, FaultVerbs):
    """``async with Driver(url, key) as driver``. Every verb raises `CannotDo` with the reason."""
