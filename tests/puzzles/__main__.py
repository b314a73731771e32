"""Write the puzzles of every game: ``python -m tests.puzzles [KEY]``. The same seed, same file.

A puzzle that is found again has the same name, so what people have answered stays theirs.
"""

import json
import sys
from itertools import islice

from bot.service.puzzles import FOLDER
from engine.game import Game
from engine.games import all_games
from tests.puzzles.finding import SOURCES, puzzles

SEED = 1
NUMBER = {"keil": 60, "ki": 60}
"""How many puzzles of each game."""


def write(game: Game) -> None:
    """Find and write the puzzles of a game."""
    found: list[str] = []
    for puzzle in islice(puzzles(game, SEED), NUMBER[game.key]):
        found.append(json.dumps(puzzle))
        print(f"{game.key}: {len(found)} of {NUMBER[game.key]}", file=sys.stderr)
    lines = ",\n".join(found)
    head = f'{{"game": "{game.key}", "ruleset": "{game.ruleset}", "puzzles": ['
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game.key}.json").write_text(f"{head}\n{lines}\n]}}\n", encoding="utf-8")


if __name__ == "__main__":
    for key, game in all_games().items():
        if key in SOURCES and sys.argv[1:] in ([], [key]):
            write(game)
