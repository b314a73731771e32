"""What people were told: the promises that the bot has to keep."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

TURN = (
    "You played ",
    "You passed.",
    "You had no legal placement, so you had to pass.",
    "You took ",
    "You chose ",
    "You named komi ",
    "You bid ",
    "Your bid is sealed",
    "You resigned.",
    "Request sent.",
    "You agreed.",
    "You refused.",
    "You claimed ",
    "You gave ",
)
"""How answers begin that say: your turn is stored."""
CHALLENGE = ("Your challenge is on its way",)
ACCEPTED = ("Accepted. The board follows",)
SECRETS = tuple(100.5 + number for number in range(68))
"""Bids that are on no other board, in no score and in no time of a log."""
OTHERS = tuple(number / 2 for number in range(2, 100))


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
    plans: set[tuple[int, int, str, str]] = field(default_factory=set[tuple[int, int, str, str]])
    """What people have entered as answers: match, seat, the opponent's move, the answer."""
    bids: set[tuple[int, float]] = field(default_factory=set[tuple[int, float]])
    """What people have entered as the first bid of a match, which is to be sealed."""
    tried: dict[int, float] = field(default_factory=dict[int, float])
    """The same by the event that entered it, where that is known."""
    out_of_time: set[int] = field(default_factory=set[int])
    """The matches whose time a fault let run out."""
    moves: int = 0
    """How many turns were answered."""
    pages: int = 0
    """How many acts were answered on the page."""
    on_page: dict[int, str] = field(default_factory=dict[int, str])
    """Who has done what on the page, by its event."""
    refused: int = 0

    def __post_init__(self) -> None:
        self.plans |= {(*plan,) for what, plan in self._lines() if what == "plan"}
        self.on_page |= {event: user for what, (event, user) in self._pairs() if what == "page"}
        self.out_of_time |= {match for what, match in self._lines() if what == "out of time"}
        self.bids |= {(match, bid) for what, (match, bid) in self._pairs() if what == "bid"}
        self.tried |= dict(pair for what, pair in self._pairs() if what == "tried")

    def plans_to(self, match: int, seat: int, moves: Sequence[str]) -> None:
        """Somebody is about to enter these moves in a row, the opponent's and their own."""
        for before, answer in pairwise(moves):
            self._note("plan", (match, seat, before, answer))
            self.plans.add((match, seat, before, answer))

    def bids_first(self, match: int, chance: Random) -> float:
        """Draw the first bid of a match, mostly one that nobody has ever entered elsewhere."""
        used = {bid for other, bid in self.bids if other != match}
        free = [bid for bid in SECRETS if bid not in used]
        bid = chance.choice(free if free and chance.random() < 0.8 else OTHERS)
        self._note("bid", (match, bid))
        self.bids.add((match, bid))
        return bid

    def tries(self, event: int, bid: float) -> None:
        """Somebody has entered this bid by that event, whatever has come of it."""
        self._note("tried", (event, bid))
        self.tried[event] = bid

    def does_on_page(self, event: int, user: str) -> None:
        """Somebody is about to do something on the page."""
        self._note("page", (event, user))
        self.on_page[event] = user

    def runs_out(self, match: int) -> None:
        """The time of a match is about to run out."""
        self._note("out of time", match)
        self.out_of_time.add(match)

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

    def _note(self, what: str, number: int | tuple[int | float | str, ...]) -> None:
        with self.file.open("a") as file:
            file.write(json.dumps([what, number]) + "\n")

    def everything(self) -> tuple[set[int], set[int], set[int]]:
        """All promises ever made: turns, challenges, accepted challenges."""
        found: dict[str, set[int]] = {"turn": set(), "challenge": set(), "accepted": set()}
        for what, number in self._lines():
            if what in found:
                found[what].add(number)
        return found["turn"], found["challenge"], found["accepted"]

    def _lines(self) -> Iterator[tuple[str, Any]]:
        if self.file.exists():
            yield from map(json.loads, self.file.read_text().splitlines())

    def _pairs(self) -> Iterator[tuple[str, tuple[int, Any]]]:
        for what, told in self._lines():
            if what in ("bid", "tried", "page"):
                yield what, (told[0], told[1])
