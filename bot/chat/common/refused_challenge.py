"""A challenge by command that is refused: a button opens the form with everything that was given.

The control has it all, see `Given.write`, and then the fields of the form.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from bot.chat.base.answer import Answer
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import Person
from bot.chat.common.sending_challenges import Choices
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import refusals
from bot.messages.catalogue import text
from bot.service.places import choices
from bot.service.terms import Terms
from bot.service.terms import fields as fields_of
from bot.storage.rows import ESTIMATES, PICTURE_MODES
from engine.game import Game, OptionError

BASE = 36
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
SHAPE = re.compile(
    r"([^.]*)\.([0-9]{1,4})([a-z]?)((?:[+-][a-z]?)*)([A-Z]?)((?:\.[0-9a-z]{1,13})*)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Given:
    """The parts of a challenge besides its terms, as given in a command."""

    game: str
    seats: int
    people: tuple[int, ...]
    choices: Choices

    @classmethod
    def to(
        cls, game: Game, people: Sequence[Person], players: int | None, choices: Choices
    ) -> Self:
        """The parts given in a command; ``players`` is at most the seats of the game."""
        seats = max(game.seats[0], len(people) + 1, min(players or 0, game.seats[-1]))
        users = tuple(person.id for person in people)
        return cls(game.key, seats, users, choices)

    def write(self) -> str:
        """The text of a control: ``keil.2t.9xk2``, short, since the terms follow."""
        shown = (self.choices.place or "")[:1]
        shown += "".join(f"+{name[0]}" for name in sorted(self.choices.allowed))
        shown += "".join(f"-{name[0]}" for name in sorted(self.choices.refused))
        shown += (self.choices.pictures or "")[:1].upper()
        return ".".join([self.game, f"{self.seats}{shown}", *map(_short, self.people)])

    @classmethod
    def read(cls, text: str, allowances: Sequence[str]) -> Self | None:
        """The inverse of `write`; None for what was forged.

        ``allowances``: what a challenge can allow; estimates once were the only one.
        """
        found = SHAPE.fullmatch(text)
        if found is None:
            return None
        key, seats, place, signs, pictures, people = found.groups()
        users = tuple(int(person, BASE) for person in people.split(".")[1:])
        place, pictures = _beginning(choices(), place), _beginning(PICTURE_MODES, pictures.lower())
        said = {"+": set[str](), "-": set[str]()}
        for sign, initial in re.findall(r"([+-])([a-z]?)", signs):
            if name := _beginning(allowances, initial or ESTIMATES[0]):
                said[sign].add(name)
        allowed, refused = frozenset(said["+"]), frozenset(said["-"])
        return cls(key, int(seats), users, Choices(place, allowed, pictures, refused))


def again(error: OptionError, given: Given, usual: Terms, written: Mapping[str, str]) -> Answer:
    """Why the challenge is refused, with a button that opens the form.

    There is no button if so many people are named that it has no room for them.
    """
    typed = {**usual.write(), **written}
    fields = {name: typed[name] for name in fields_of(usual.game)}
    amends, form = (Control(name, 0, 0, given.write()) for name in ("amend", "amended"))
    buttons = [ControlButton(amends.with_fields(fields), text("button-try-again"))]
    fits = amends.fits and form.fits
    return Answer(refusals.refusal(error), view_of(buttons if fits else []), refused=True)


def _beginning(values: Iterable[str], initial: str) -> str | None:
    return next((value for value in values if initial and value.startswith(initial)), None)


def _short(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, BASE)
        digits = DIGITS[digit] + digits
    return digits or "0"
