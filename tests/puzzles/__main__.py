"""Write the puzzles of every game: ``python -m tests.puzzles [KEY]``. The same seed, same file.

First come those with a proof, then those of the computer player. A puzzle that is found again has
the same name, so what people have answered stays theirs.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from bot.core_files import machine
from bot.service.puzzles import FOLDER, NUMBERS, Puzzle, numbered
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
    number(game, [str(json.loads(line)["name"]) for line in lines])


def number(game: Game, names: Iterable[str]) -> None:
    """Give a number to each new puzzle of a game. No number is ever used again."""
    known = {key: [*of] for key, of in numbered().items()}
    of_game = known.setdefault(game.key, [])
    of_game += [name for name in names if name not in of_game]
    NUMBERS.write_text(as_numbers(known), encoding="utf-8")
    numbered.cache_clear()


def as_numbers(known: Mapping[str, Sequence[str]]) -> str:
    """The file of numbers: a few names a line."""
    games = list[str]()
    for key in sorted(known):
        rows = [json.dumps(known[key][n : n + 8])[1:-1] for n in range(0, len(known[key]), 8)]
        lines = ",\n  ".join(rows)
        games.append(f"{json.dumps(key)}: [\n  {lines}\n]")
    return "{\n" + ",\n".join(games) + "\n}\n"


if __name__ == "__main__":
    for key, game in all_games().items():
        if key in SEARCHED and sys.argv[1:] in ([], [key]):
            write(game, found(game, machine()))
