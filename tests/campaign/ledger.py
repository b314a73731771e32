"""What people were told: the promises that the bot has to keep."""

import json
from dataclasses import dataclass, field
from pathlib import Path

TURN = (
    "You played ",
    "You passed.",
    "You had no legal placement, so you had to pass.",
    "You took ",
    "You chose ",
    "You named komi ",
    "You resigned.",
    "Request sent.",
    "You agreed.",
    "You refused.",
)
"""How answers begin that say: your turn is stored."""
CHALLENGE = ("Your challenge is on its way",)
ACCEPTED = ("Accepted. The board follows",)


@dataclass
class Ledger:
    """Every promise, in a file that outlives the campaign's process."""

    file: Path
    turns: set[int] = field(default_factory=set[int])
    """The events whose turns were promised and not yet seen in the database."""
    challenges: set[int] = field(default_factory=set[int])
    accepted: set[int] = field(default_factory=set[int])
    """The challenges, by their own numbers, of which somebody heard that the game begins."""
    acts: int = 0
    unanswered: int = 0
    """How many acts got no answer, or nobody knows which."""
    moves: int = 0
    """How many turns were answered."""
    refused: int = 0

    def heard(self, event: int, text: str, challenge: int = 0) -> None:
        """Somebody was told ``text`` after the interaction ``event``."""
        if text.startswith(TURN):
            self.moves += 1
            self._note("turn", event)
            self.turns.add(event)
        elif text.startswith(CHALLENGE):
            self._note("challenge", event)
            self.challenges.add(event)
        elif text.startswith(ACCEPTED) and challenge:
            self._note("accepted", challenge)
            self.accepted.add(challenge)
        else:
            self.refused += 1

    def _note(self, what: str, number: int) -> None:
        with self.file.open("a") as file:
            file.write(json.dumps([what, number]) + "\n")

    def everything(self) -> tuple[set[int], set[int], set[int]]:
        """All promises ever made: turns, challenges, accepted challenges."""
        found: dict[str, set[int]] = {"turn": set(), "challenge": set(), "accepted": set()}
        if self.file.exists():
            for line in self.file.read_text().splitlines():
                what, number = json.loads(line)
                found[what].add(number)
        return found["turn"], found["challenge"], found["accepted"]
