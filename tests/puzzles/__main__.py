"""Write the puzzles of every game: ``python -m tests.puzzles [KEY]``. The same seed, same file.

First come those with a proof, then those of the computer player. A puzzle that is found again has
the same name, so what people have answered stays theirs.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from bot.core_files import machine
from bot.service.puzzles import FOLDER, Puzzle
from engine.ai import Machine
from engine.game import Game
from engine.games import all_games
from tests.puzzles import finding, searching

SEED = 1
PROVED = {"keil": 60, "ki": 60}
SEARCHED = {"keil": 40, "ki": 40, "kee": 40}
"""How many puzzles of each game, with a proof and without."""


def found(game: Game, thinker: Machine) -> Iterator[dict[str, Any]]:
    """The puzzles of a game, each with its rating."""
    if number := PROVED.get(game.key):
        for puzzle in islice(finding.puzzles(game, SEED), number):
            yield rated(game, puzzle, thinker)
    yield from islice(searching.puzzles(game, SEED, thinker), SEARCHED[game.key])


def rated(game: Game, puzzle: dict[str, Any], thinker: Machine) -> dict[str, Any]:
    """A puzzle, and how hard it is."""
    read = Puzzle.read(puzzle)
    return {**puzzle, "found": searching.rating(read.start(game).position, read.best, thinker)}


def write(game: Game, puzzles: Iterable[dict[str, Any]]) -> None:
    """Write the puzzles of a game."""
    lines, most = list[str](), PROVED.get(game.key, 0) + SEARCHED[game.key]
    for puzzle in puzzles:
        lines.append(json.dumps(puzzle))
        print(f"{game.key}: {len(lines)} of {most}", file=sys.stderr)
    head = f'{{"game": "{game.key}", "ruleset": "{game.ruleset}", "puzzles": ['
    FOLDER.mkdir(exist_ok=True)
    text = ",\n".join(lines)
    (FOLDER / f"{game.key}.json").write_text(f"{head}\n{text}\n]}}\n", encoding="utf-8")


if __name__ == "__main__":
    for key, game in all_games().items():
        if key in SEARCHED and sys.argv[1:] in ([], [key]):
            write(game, found(game, machine()))
