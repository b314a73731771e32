"""How requests end."""

from enum import IntEnum


class Code(IntEnum):
    """How a request ended: by a code of Discord's, or, below zero, by none."""

    OK = 0
    LOST = -1  # no answer: it was carried out, or will be, or not
    UNMADE = -3  # its content could not be made, which is our own fault: nothing was asked
    STALE = -2  # it has waited for too long, so it was not written
    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    OLD_EDITS = 30046
    NO_ACCESS = 50001
    NOT_PERMITTED = 50013
    ARCHIVED = 50083
    TOO_MANY_THREADS = 160006


REFUSED = (Code.NO_ACCESS, Code.NOT_PERMITTED, Code.ARCHIVED, Code.TOO_MANY_THREADS)
