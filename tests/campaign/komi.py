"""How komi is settled: what must hold of it, reckoned here anew, and what must not be read.

A bid that is sealed is a secret until the other is there, and for ever if the game ends before.
People draw such bids from `SECRETS`, each of them once, so that none of them can be read anywhere
by accident.
"""

import re
from collections.abc import Iterator, Sequence

from engine.match import Match
from engine.position import MoveError
from tests.campaign.ledger import SECRETS, Ledger
from tests.campaign.looks import Post, Shown, Stored, StoredTurn

SEALED = "sealed"
NUMBER = re.compile(r"(?<![0-9.,])([0-9]{3})(?:\.5|½|\\u00bd)(?![0-9])")
MOST_TOLD = 12
"""The turns before a board that it may tell."""
SEATING = re.compile(r"Black <@([0-9]+)>, White <@([0-9]+)>")


def way(match: Match) -> str | None:
    """The way in which the players settle komi; None: they do not."""
    options = match.options
    given = options.get("komi") is not None or options.get("handicap") is not None
    return None if given or "komi_by" not in options else str(options["komi_by"])


def said(match: Match) -> list[tuple[int, str]]:
    """The moves that stand, each with the seat that made it."""
    return [(turn.seat, turn.text) for turn in match.turn_log.moves]


def settled(by: str, moves: Sequence[tuple[int, str]]) -> tuple[int, float, int] | None:
    """Who plays Black, for how much komi, and after how many moves; None: that is still open."""
    named = dict[int, float]()
    for number, (seat, text) in enumerate(moves, 1):
        word, _, value = text.partition(" ")
        if word in ("komi", "bid"):
            named[seat] = float(value)
        elif word in ("black", "white", "lot"):
            takes_black = "black" in (word, value)
            return seat if takes_black else 1 - seat, max(named.values()), number
        if by == SEALED and len(named) == 2 and named[0] != named[1]:
            return max(named, key=lambda seat: named[seat]), max(named.values()), number
    return None


class KomiLooks:
    """Looks at the games in which komi is settled."""

    def __init__(self, ledger: Ledger, stored: Stored, shown: Shown) -> None:
        self._ledger, self._stored, self._shown = ledger, stored, shown
        self._sealed_by: dict[int, int | None] = {}
        """The event by which the bid was sealed that counts, by match."""
        self._seen_bids: set[tuple[int, int]] = set()
        """The matches and seats whose bids are there for all to see."""
        self._seen: dict[int, int] = {}
        """How many turns of a match were looked at."""

    def takes(self, turn: StoredTurn) -> Iterator[str]:
        """Note a turn; where the first bid was sealed, nobody makes two that others see."""
        if turn.text == SEALED:
            self._sealed_by[turn.match] = turn.source
        elif turn.text.startswith("bid ") and turn.match in self._sealed_by:
            if (turn.match, turn.seat) in self._seen_bids:
                yield f"seat {turn.seat} of match {turn.match} bids again ({turn.text})"
            self._seen_bids.add((turn.match, turn.seat))

    def opens(self, turn: StoredTurn) -> bool:
        """Whether nobody makes this turn, since it was sealed before or is a lot."""
        if not turn.planned or turn.match not in self._sealed_by:
            return False
        return turn.text.startswith("lot ") or (turn.text.startswith("bid ") and turn.seat == 0)

    def opened(self, turn: StoredTurn) -> Iterator[str]:
        """A bid is opened as it was sealed."""
        word, _, number = turn.text.partition(" ")
        if word == "lot":
            return
        tried = self._ledger.tried.get(self._sealed_by[turn.match] or 0)
        bids = {bid for match, bid in self._ledger.bids if match == turn.match}
        if float(number) not in (bids if tried is None else {tried}):
            was = "nobody has made it" if tried is None else f"{tried:g} was sealed"
            yield f"turn {turn.ply} of match {turn.match} opens {turn.text}, and {was}"

    def told(self, post: Post) -> Iterator[str]:
        """A board says who plays which colour as it follows from what was said."""
        seating = SEATING.search(post.text)
        if seating is None or post.board is None:
            return
        number, ply = post.board
        players, known = self._stored.players(number), list[int]()
        # It may tell several turns, of which the last takes the choice back.
        for earlier in range(ply, max(ply - MOST_TOLD, -1), -1):
            try:
                match = self._stored.at(number, earlier)
            except MoveError:
                return  # see `wrong`
            if (by := way(match)) is None:
                return
            if (found := settled(by, said(match))) is not None:
                known.append(found[0])
        if not known:
            yield f"match {number} has colours after {ply} turns, and komi is not settled"
        elif all((players[black], players[1 - black]) != seating.groups() for black in known):
            yield f"the board of match {number} after {ply} turns has the colours wrong"

    def wrong(self) -> Iterator[str]:
        """What does not follow from what was said, in all matches that have gone on."""
        for number, ply, to_move in self._stored.headers("keil"):
            if self._seen.get(number) == ply:
                continue
            self._seen[number] = ply
            try:
                match = self._stored.at(number, ply)
            except MoveError as error:
                yield f"the turns of match {number} cannot be: {error!r}"
                continue
            by, moves = way(match), said(match)
            if by is None:
                continue
            if by == SEALED:
                yield from _sealed_in_order(number, moves, running=to_move is not None)
            found, position = settled(by, moves), match.position
            first = 1 if by == "choose" else 0
            if moves and moves[0][0] != first:
                yield f"seat {moves[0][0]} of match {number} was the first, by {by}"
            if found is None:
                if position.colours is not None:
                    yield f"match {number} has colours, and komi is not settled ({moves})"
                continue
            black, komi, settling = found
            lines = {line.name: line.points for line in position.score_lines()[1]}
            if position.colours != (black, 1 - black) or lines["komi"] != komi:
                yield f"in match {number} colours and komi do not follow from {moves}"
            if to_move is not None and len(moves) == settling and to_move != black:
                yield f"seat {to_move} of match {number} is to move, after {moves}"

    # --- secrets ---

    def secrets(self) -> dict[float, int]:
        """The bids that nobody may read now, each with its match."""
        opened = self._stored.with_bids()
        return {
            bid: match for match, bid in self._ledger.bids if match not in opened and bid in SECRETS
        }

    def leaks_in(self, *read: tuple[str, str]) -> Iterator[str]:
        """The secrets in texts that were read before this is called, each with its place."""
        found = [(bid, where) for text, where in read for bid in _numbers(text)]
        secret = self.secrets() if found else {}
        for bid, where in found:
            if bid in secret:
                yield f"the sealed bid {bid:g} of match {secret[bid]} can be read in {where}"

    def leaks(self) -> Iterator[str]:
        """The secrets that others can read than who has made them, or that are stored as such."""
        makers = {bid: self._stored.players(match)[0] for bid, match in self.secrets().items()}
        if not makers:
            return
        shown = [
            (f"{bid:g}", f"the {kind} {number}")
            for kind, number, viewer, text in self._shown.texts()
            for bid in _numbers(text)
            if viewer != makers.get(bid)
        ]
        tables = self._stored.tables()
        stored = [("\n".join(self._stored.texts(name)), f"the table {name}") for name in tables]
        yield from self.leaks_in(*shown, *stored)


def _numbers(text: str) -> list[float]:
    """The numbers in a text that may be secrets, each once."""
    return sorted({float(number) + 0.5 for number in NUMBER.findall(text)}.intersection(SECRETS))


def _sealed_in_order(
    number: int, moves: Sequence[tuple[int, str]], *, running: bool
) -> Iterator[str]:
    """The first bid is unseen, the second opens it at once, and each stands once."""
    words = [text.partition(" ")[0] for _, text in moves]
    if words[:1] == ["bid"]:
        yield f"the first bid of match {number} was made openly: {moves[0][1]}"
    elif words == [SEALED, "bid"] and running:
        yield f"seat 0 of match {number} is asked for its bid again"
    elif words == [SEALED, "bid", "bid"] and running and settled(SEALED, moves) is None:
        yield f"seat 1 of match {number} is to choose its lot"
