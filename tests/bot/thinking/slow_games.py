"""Games that a worker needs seconds for; see `test_thinking`."""

import time
from dataclasses import replace

from engine.game import Options
from engine.position import Position
from tests.toy import TOYS

SECONDS = 4.0
TOY = TOYS["trio"]


def slowly(options: Options, seats: int) -> Position:
    """The first position, after a while."""
    time.sleep(SECONDS)
    return TOY.start(options, seats)


GAMES = {TOY.key: replace(TOY, start=slowly)}
