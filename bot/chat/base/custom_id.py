"""Controls, and the ``custom_id`` that holds all of their state, so that they work for ever.

A ``custom_id`` reads ``k1:name:subject[:ply[:text]]``: the version of this format, the name of the
control, the number of a match, challenge or person, the board on which it stands, and the rest.
Features name the controls and handle them; nothing here knows which ones there are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.service.refusals import RefusedError, ServiceRefusal

LONGEST = 100
"""How many characters fit into a ``custom_id``."""
LARGEST_NUMBER = 2**63 - 1
"""The largest number on Discord and in the database."""
CHOSEN = "{}"
"""The place of the chosen value in the text of a select's control."""

TEMPLATE = (
    r"k1:(?P<name>[a-z]{1,20}):(?P<subject>[0-9]{1,20})"
    r"(?::(?P<ply>[0-9]{1,9})(?::(?P<text>.+))?)?"
)


def whole_number(text: str, largest: int = LARGEST_NUMBER) -> int | None:
    """The number that ``text`` writes in ASCII digits; None if it writes none, or a larger one.

    Whatever comes back from Discord may be forged, also the values of our own selects.
    """
    if re.fullmatch("[0-9]{1,20}", text) is None or int(text) > largest:
        return None
    return int(text)


@dataclass(frozen=True, slots=True)
class Control:
    """The name of a control and what it is about."""

    name: str
    subject: int
    ply: int | None = None
    text: str = ""

    def write(self, prefix: str = "") -> str:
        """The ``custom_id``. Raises `RefusedError` if Discord has no room for it.

        What our own controls carry fits, so this is about one that was forged.
        """
        written = f"{prefix}{self._written}"
        if len(written) > LONGEST:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        return written

    @property
    def fits(self) -> bool:
        """True if Discord has room for it."""
        return len(self._written) <= LONGEST

    @property
    def _written(self) -> str:
        parts: list[object] = ["k1", self.name, self.subject]
        if self.ply is not None:
            parts += [self.ply, self.text] if self.text else [self.ply]
        return ":".join(str(part) for part in parts)

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """The control of a ``custom_id``; None if it is not in this format."""
        found = re.fullmatch(TEMPLATE, custom_id, re.DOTALL)
        if found is None:
            return None
        ply = None if found["ply"] is None else int(found["ply"])
        subject = min(int(found["subject"]), LARGEST_NUMBER)  # larger ones name nothing either
        return cls(found["name"], subject, ply, found["text"] or "")

    def at(self, ply: int) -> Self:
        """The same control for another ply."""
        return replace(self, ply=ply)

    def with_choice(self, value: str) -> Self:
        """The same control with the chosen value of a select in its text."""
        return replace(self, text=self.text.replace(CHOSEN, value))

    def with_fields(self, fields: Mapping[str, str]) -> Self:
        """The same control carrying what was typed into a form, as much of it as fits."""
        plain = (
            "".join(c for c in text if c.isprintable() and c != "|") for text in fields.values()
        )
        room = LONGEST - len(replace(self, text="|").write()) + 1
        return replace(self, text="|".join([self.text, *plain])[:room].rstrip())

    def fields(self) -> tuple[str, list[str]]:
        """The inverse of `with_fields`: the text before the fields, and what is in each."""
        first, *typed = self.text.split("|")
        return first, typed
