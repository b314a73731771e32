"""The core against the engine, position by position: legality, captures, score, end."""

from collections.abc import Iterator
from functools import cache
from random import Random

from bot.core_files import machine
from engine.ai.machine import BUTTON, PASS, Machine
from engine.games import all_games
from engine.position import Declare, Move, Placement, Position

SETTINGS: dict[str, list[dict[str, object]]] = {
    "keil": [
        {"size": size, "linking": linking, "button": button, "komi": 3.5}
        for size in (2, 3, 4, 5, 6, 7, 8)
        for linking in ("current", "2019")
        for button in (True, False)
    ],
    "ki": [
        {"size": size, "cascade": cascade}
        for size in (3, 5, 7, 9, 11, 13, 15, 17, 19)
        for cascade in (True, False)
    ],
    "kee": [
        *(
            {"rows": rows, "cols": cols, "players": players, "komi": 0.5}
            for rows, cols in (
                (1, 2),
                (2, 1),
                (19, 1),
                (2, 2),
                (1, 4),
                (2, 3),
                (3, 3),
                (4, 5),
                (7, 7),
                (9, 9),
            )
            for players in (2, 3, 4, 5, 6, 7, 8)
        ),
        *(
            {"side": side, "players": players, "komi": 0.5}
            for side in (2, 3, 5)
            for players in (2, 3, 6)
        ),
    ],
}
"""Options of the referee, which judges more than people are offered."""


@cache
def core() -> Machine:
    return machine()


def starts(most_points: int = 10_000) -> Iterator[tuple[str, Position]]:
    """The first position of every setting, with a name for it."""
    for key, all_options in SETTINGS.items():
        for options in all_options:
            start = all_games()[key].start_unrestricted(options)
            if len(start.board) <= most_points:
                yield f"{key} {' '.join(f'{k}={v}' for k, v in options.items())}", start


def number(position: Position, move: Move) -> int:
    """The core's number of a move."""
    if isinstance(move, Placement):
        return position.board.index[move.point]
    return BUTTON if move.word == "button" else PASS


def sensible(position: Position, random: Random, stones: list[int]) -> Move:
    """A random stone; one time in twelve a declaration, if there is one."""
    words = position.declarations()
    if words and (not stones or random.random() < 1 / 12):
        return Declare(words[0].word)
    return Placement(position.board.names[random.choice(stones)])


def compare_game(
    position: Position, random: Random, *, plies: int = 2000, reload: float = 0.02
) -> Iterator[str | None]:
    """A random game in both, a value for each position compared: None, or what is different.

    Now and then the core is given the position afresh, with all that it remembers.
    """
    machine, colours = core(), len(position.colours or ())
    machine.load(position)
    for _ in range(plies):
        over, score = machine.count(colours)
        moves = list(position.legal_moves())
        stones = [position.board.index[m.point] for m in moves if isinstance(m, Placement)]
        words = [number(position, move) for move in moves if isinstance(move, Declare)]
        theirs, word = machine.legal(len(position.board))
        if over != (position.to_move is None):
            yield f"ply {position.ply}: over is {over}"
        elif score != position.score():
            yield f"ply {position.ply}: score {score}, not {position.score()}"
        elif theirs != stones:
            yield f"ply {position.ply}: only one of them allows {set(theirs) ^ set(stones)}"
        elif words != [word] * (word is not None):
            yield f"ply {position.ply}: declaration {word}, not {words}"
        else:
            yield None
        if position.to_move is None:
            return
        move = sensible(position, random, stones)
        after = position.play(move)
        removed = machine.play(number(position, move))
        if removed != sorted(after.captured):
            yield f"ply {after.ply}: removed {removed}, not {sorted(after.captured)}"
        position = after
        if random.random() < reload and position.to_move is not None:
            machine.load(position)
