"""A challenge by command that is refused: a button opens the form with everything that was given.

The control has it all, see `Given.write`, and then the fields of the form.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.chat.answer import Answer
from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import Control
from bot.chat.permissions import Person
from bot.messages import labels, refusals
from bot.service.terms import Terms
from engine.game import Game, OptionError

BASE = 36
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Given:
    """What a command says besides the terms."""

    game: str
    seats: int
    people: tuple[int, ...]

    @classmethod
    def to(cls, game: Game, people: Sequence[Person], players: int | None) -> Self:
        """What is said by a command; ``players`` at most as many as can play."""
        seats = max(game.seats[0], len(people) + 1, min(players or 0, game.seats[-1]))
        return cls(game.key, seats, tuple(person.id for person in people))

    def write(self) -> str:
        """The text of a control: ``keil.2.9xk2``, short, since the terms follow."""
        return ".".join([self.game, str(self.seats), *map(_short, self.people)])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The inverse of `write`; None for what was forged."""
        key, *rest = text.split(".")
        try:
            seats, *people = (int(part, 10 if n == 0 else BASE) for n, part in enumerate(rest))
        except ValueError:
            return None
        return cls(key, seats, tuple(people))


def again(error: OptionError, given: Given, usual: Terms, written: Mapping[str, str]) -> Answer:
    """Why the challenge is refused, with a button that opens the form."""
    typed = {**usual.write(), **written}
    fields = {name: typed[name] for name in usual.write()}
    amends = Control("amend", 0, 0, given.write()).with_fields(fields)
    view = view_of([ControlButton(amends, labels.try_again())])
    return Answer(refusals.refusal(error), view, refused=True)


def _short(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, BASE)
        digits = DIGITS[digit] + digits
    return digits or "0"
