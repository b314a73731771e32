"""What the core and features do when somebody is forgotten, and what the operator has decided."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.storage.transaction import Transaction

Erase = Callable[[Transaction, int, int, Sequence[tuple[int, int]]], None]
"""Called with somebody who is forgotten, their pseudonym, and the seats that they have or had, each
by match and seat."""


@dataclass(frozen=True, slots=True)
class OperatorChoices:
    """The decisions of whoever runs the bot about what it knows of people."""

    contact: str = ""
    """How people reach the operator; empty: nothing is known."""
    privacy_url: str = ""
    terms_url: str = ""
    """Where people can read PRIVACY.md and TERMS.md; empty: nowhere."""
    keep_servers: timedelta = timedelta(days=30)
    """How long what is about a server alone is kept when the bot is not there any more."""
