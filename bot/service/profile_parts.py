"""What features show on people's profiles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """A value that is known only roughly, such as a rating, from some time on."""

    at: datetime
    value: float
    spread: float
    """It is probably not farther than this from the value."""


@dataclass(frozen=True, slots=True)
class ProfilePart:
    """A line about a person in one game."""

    game: str
    """The game's key."""
    text: str
    course: Sequence[CoursePoint] = ()
    """What the picture shows, in order; with fewer than two points there is none."""


OnProfile = Callable[[Transaction, int], Sequence[ProfilePart]]
"""What a feature shows on the profile of a user, read in a transaction."""
