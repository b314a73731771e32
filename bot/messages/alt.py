"""What pictures say to those who cannot see them: the whole position, as far as there is room."""

from collections.abc import Sequence

from bot.messages import boards, overlays
from bot.messages.phrases import colour, listed
from bot.messages.refusals import because
from engine.match import Match
from engine.position import IllegalMoveError, Place, named

LIMIT = 1024
"""Characters of an attachment's description on Discord."""


def text(match: Match, shown: str = "none", group: int | None = None) -> str:
    """The position of ``match``; ``shown``: what is drawn over it, ``group``: for which stone's.

    Where it would be too long, stones are left out, and it says how many of which colour.
    """
    position, game = match.position, match.game
    facts = [f"{game.name}, {len(position.board)} points, ply {position.ply}."]
    if match.shown.last is not None:
        facts.append(f"Last move {position.board.names[match.shown.last]}.")
    if match.shown.captured:
        facts.append(f"Captured: {' '.join(named(position.board, match.shown.captured))}.")
    facts += boards.anchor(position)
    if match.end is None:
        facts.append(f"{boards.to_move(match, game)}.")
    if shown != "none":
        facts.append(f"Shown: {overlays.LABELS[shown].lower()}.")
    if group is not None:
        facts.append(boards.group_as_text(match, next(g for g in position.groups() if group in g)))
    if shown == "score":
        for what, *numbers in overlays.score_rows(match):
            each = zip(map(colour, game.colours), numbers, strict=False)
            facts.append(f"{what}: {', '.join(f'{who} {number}' for who, number in each)}.")
    return _fitting(match, " ".join(facts))


def film(ending: Match, first: int, last: int) -> str:
    """Of an animation: its last position."""
    facts = f"{ending.game.name}, ply {first} to {last}, move by move. At the end:"
    return _fitting(ending, facts)


def why_not(match: Match, error: IllegalMoveError, move: Place) -> str:
    """The position, with the stone that is refused and the stones because of which it is."""
    position = match.position
    told = f"{move.point} is refused: {because(error, position, match.game)}."
    if blamed := position.blamed(move):
        told += f" Marked: {' '.join(named(position.board, blamed))}."
    return _fitting(match, told)


def _fitting(match: Match, facts: str) -> str:
    """``facts`` and all stones, or as many as there is room for."""
    names, stones = match.position.board.names, match.position.stones
    standing: list[tuple[str, list[str]]] = []
    for number, letter in enumerate(match.game.colours):
        mine = [names[p] for p in sorted(stones) if stones[p] == number]
        if mine or number < match.seats:
            standing.append((colour(letter), mine))
    most = max(len(mine) for _, mine in standing)
    facts = facts if len(facts) <= LIMIT // 2 else f"{facts[: LIMIT // 2 - 2]} …"
    while len(told := f"{facts} {_told(standing, most)}") > LIMIT:
        most -= 1
    return told


def _told(standing: Sequence[tuple[str, Sequence[str]]], most: int) -> str:
    """At most so many stones of each colour, and how many are left out."""
    told = " ".join(f"{who}: {' '.join(mine[:most]) or 'no stones'}." for who, mine in standing)
    left = [f"{len(mine) - most} {who.lower()}" for who, mine in standing if len(mine) > most]
    if not left:
        return told
    return f"{told} Left out: {listed(left)} stones. /board as:text has all of the newest board."
