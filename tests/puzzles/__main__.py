"""Write the puzzles of every game: ``python -m tests.puzzles [KEY [KIND [SEED]]]``.

First come those with a proof, then those of the computer player. A puzzle that is found again has
the same name, so what people have answered stays theirs. ``KIND``, a number from 0 in the order in
which kinds are found: what the file has is kept, and what is found of this kind is added; ``none``:
nothing is, after the net of a game has changed. Another ``SEED`` finds others; the same one finds
the same.
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
from tests.puzzles import finding, lines, searching

SEED = 1


def kinds(game: Game, thinker: Machine, seed: int = SEED) -> list[Iterator[dict[str, Any]]]:
    """The puzzles of a game, by the kinds that are looked for."""
    proved = (_proved(game, source, thinker, seed) for source in finding.SOURCES.get(game.key, ()))
    searched = (
        islice(searching.puzzles(game, series, seed, thinker), series.number)
        for series in searching.SERIES[game.key]
    )
    return [*proved, *searched]


def _proved(
    game: Game, source: finding.Source, thinker: Machine, seed: int
) -> Iterator[dict[str, Any]]:
    every = finding.puzzles(game, source, seed, thinker)
    if source.searched:
        every = (each for each in every if not _too_easy(game, each, thinker))
    return islice(every, source.number)


def _too_easy(game: Game, puzzle: dict[str, Any], thinker: Machine) -> bool:
    read = Puzzle.read(puzzle)
    return searching.too_easy(read.start(game).position, read.best, thinker)


def followed(game: Game, puzzle: dict[str, Any], thinker: Machine) -> dict[str, Any]:
    """A puzzle with the line of play after its best move, and how likely that move looks."""
    read = Puzzle.read(puzzle)
    likely = searching.looks(read.start(game).position, read.best, thinker)
    line = puzzle.get("line") or lines.after_best(game, read, thinker)
    return {**puzzle, "likely": likely, "line": line}


def kept(game: Game) -> list[dict[str, Any]]:
    """The puzzles that the file of a game has."""
    file = FOLDER / f"{game.key}.json"
    stored: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["puzzles"]
    return stored


def write(game: Game, puzzles: Iterable[dict[str, Any]], thinker: Machine) -> None:
    """Write the puzzles of a game, each once, proved ones first."""
    every = dict[str, dict[str, Any]]()
    for puzzle in puzzles:
        if puzzle["name"] not in every:
            every[puzzle["name"]] = followed(game, puzzle, thinker)
            print(f"{game.key}: {len(every)}", file=sys.stderr)
    ordered = sorted(every.values(), key=lambda puzzle: "searched" in puzzle)
    head = f'{{"game": "{game.key}", "ruleset": "{game.ruleset}", "puzzles": ['
    FOLDER.mkdir(exist_ok=True)
    text = ",\n".join(map(json.dumps, ordered))
    (FOLDER / f"{game.key}.json").write_text(f"{head}\n{text}\n]}}\n", encoding="utf-8")
    number(game, every)


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


def main(arguments: Sequence[str]) -> None:
    """Write the files of the games that are named, or of all."""
    thinker = machine()
    for key, game in all_games().items():
        if key not in searching.SERIES or key != (*arguments[:1], key)[0]:
            continue
        found = kinds(game, thinker, int((*arguments[2:], SEED)[0]))
        if len(arguments) > 1:
            added = found[int(arguments[1])] if arguments[1] != "none" else iter(())
            found = [iter(kept(game)), added]
        write(game, (puzzle for each in found for puzzle in each), thinker)


if __name__ == "__main__":
    main(sys.argv[1:])
