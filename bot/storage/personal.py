"""What the columns of the schema say of people and servers: marks for `sa.Column(info=...)`.

Whatever holds a person's id has a mark, which says what becomes of it when they delete their data
(`erase`) and that it belongs to an export. What belongs to one server only has a mark, too.
"""

from enum import StrEnum
from typing import Any

import sqlalchemy as sa

_PERSON, _SEAT, _SERVER, _PRIVATE = "person", "seat", "server", "private"


class Erasure(StrEnum):
    """What becomes of a row or a column when somebody deletes their data."""

    ROW = "the row goes"
    PSEUDONYM = "a number that is nobody's takes its place"
    CLEAR = "it is emptied"


def of_person(erasure: Erasure, *, private: bool = False) -> dict[str, Any]:
    """The mark of a column that holds the id of a person.

    ``private``: what the row says is somebody else's, so it is in no export of this person.
    """
    return {_PERSON: erasure, _PRIVATE: private}


def key_of_person(
    erasure: Erasure, name: str = "user", *, private: bool = False, **more: Any
) -> sa.Column[int]:
    """A column with the id of a person, which is part of its table's primary key."""
    info = of_person(erasure, private=private)
    return sa.Column(name, sa.BigInteger, primary_key=True, autoincrement=False, info=info, **more)


def of_seat(erasure: Erasure) -> dict[str, Any]:
    """The mark of a column that says something of who sits in a seat: of the seat that is its
    value, or if it is in the table of matches, of one of the seats. It holds no id."""
    return {_SEAT: erasure}


OF_SERVER: dict[str, Any] = {_SERVER: True}
"""The mark of a column with the id of the server that alone the row is about: it goes when the bot
has left that server for good."""


def erasure_of(info: dict[Any, Any]) -> Erasure | None:
    """What becomes of a person's id in a column; None if it holds none."""
    return info.get(_PERSON)


def erasure_of_seat(info: dict[Any, Any]) -> Erasure | None:
    """What becomes of what a column says of a person in a seat; None if it says nothing."""
    return info.get(_SEAT)


def is_private(info: dict[Any, Any]) -> bool:
    """True if a row with a person's id here is not theirs to see."""
    return bool(info.get(_PRIVATE))


def is_of_server(info: dict[Any, Any]) -> bool:
    """True if the row is about the server in this column and nothing else."""
    return bool(info.get(_SERVER))
