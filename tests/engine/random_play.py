"""Seeded random play, for the properties, the playthroughs and the measurements."""

from collections.abc import Iterator
from random import Random

from engine.game import Options, OptionValue
from engine.games import all_games
from engine.position import Move, Placement, Position

WORDINGS = ("current", "2019")


SMALL: dict[str, tuple[Options, ...]] = {
    "kee": tuple(
        {"rows": rows, "cols": cols, "players": players, "komi": 0.5}
        for rows, cols in ((1, 3), (2, 2), (2, 4), (3, 3))
        for players in (2, 3, 6)
    ),
    "keil": tuple({"size": n, "linking": wording} for n in (2, 3, 4) for wording in WORDINGS),
    "ki": (
        *(
            {"rows": rows, "cols": cols, "cascade": cascade}
            for rows, cols in ((1, 3), (3, 3), (3, 5), (5, 5), (7, 7))
            for cascade in (True, False)
        ),
        {"rows": 3, "cols": 5, "swap": True},
    ),
}
"""For each game options of small boards, as the referee takes them."""


def small_starts() -> list[Position]:
    """First positions of all games on small boards."""
    return [
        all_games()[game].start_unrestricted(options) for game in SMALL for options in SMALL[game]
    ]


def keil(size: int, linking: str = "current", button: bool = True, **more: OptionValue) -> Position:
    """The first position of Keil without a pie."""
    options = {"size": size, "linking": linking, "button": button, **more}
    return all_games()["keil"].start_unrestricted(options)


def random_move(position: Position, random: Random) -> Move:
    """A legal move; a declaration (as likely as any single stone) only one time in eight.

    Otherwise most games on small boards would be passed away before anything happens.
    """
    moves = list(position.legal_moves())
    stones = [move for move in moves if isinstance(move, Placement)]
    return random.choice(moves if not stones or random.random() < 0.125 else stones)


def random_game(position: Position, random: Random, plies: int) -> Iterator[tuple[Move, Position]]:
    """At most ``plies`` random moves, each with the position that it leads to."""
    for _ in range(plies):
        if position.to_move is None:
            return
        move = random_move(position, random)
        position = position.play(move)
        yield move, position
