"""Golden games: a page of text for each game and each value of its options.

A change of rules shows in the difference. To accept one: ``PLAYTHROUGHS=write pytest`` this file.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from engine import diagram
from engine.game import Game, OptionValue
from engine.games import all_games
from engine.position import Placement, Position, named
from tests.engine.test_every_game import smallest, variants

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {"ki": 5}
"""Where the first game would not show what an option changes: here a cascade, and forced passes."""


def shown(value: OptionValue) -> str:
    return "none" if value is None else str(value).lower()


def wanted() -> Iterator[tuple[str, Game, dict[str, OptionValue], int]]:
    """A file for the smallest form of each game, each value of its options, each number of seats.

    A file is named by how it differs from the smallest game for the fewest.
    """
    for key, game in all_games().items():
        usual = smallest(game)
        for options in variants(game):
            differs = [f"{o}-{shown(v)}" for o, v in options.items() if v != usual[o]]
            yield "_".join([key, *differs]), game, options, game.seats[0]
        for seats in game.seats[1:]:
            yield f"{key}_{seats}-seats", game, usual, seats


WANTED = {name: (game, options, seats) for name, game, options, seats in wanted()}
LONGEST = 100
"""Plies after which people declare what they can: some games would fill a book."""


def page(game: Game, options: dict[str, OptionValue], seats: int) -> str:
    """A random game of these options: its moves, its last board, and what that counts."""
    chosen = "  ".join(f"{key}={shown(value)}" for key, value in options.items())
    lines = [f"game {game.key}  ruleset={game.ruleset}  seats={seats}  {chosen}", ""]
    random, position = Random(SEEDS.get(game.key, 1)), game.start(options, seats)
    while position.to_move is not None:
        mover, moves = position.to_move, list(position.legal_moves())
        stones = [move for move in moves if isinstance(move, Placement)]
        # Stones for as long as a game lasts, then words: it must not be passed away early.
        long_enough = len(position.stones) > 0.7 * len(position.board)
        words = [move for move in moves if not isinstance(move, Placement)]
        likely = words if position.ply >= LONGEST else [] if long_enough else stones
        move = random.choice(likely or moves)
        who = str(mover + 1) if position.colours is None else game.colours[position.colours[mover]]
        before, position = position, position.play(move)
        captured = named(position.board, position.captured)
        takes = f"  takes {' '.join(captured)}" if captured else ""
        takes += _anchored(game, before, position)
        lines.append(f"{position.ply:3}  {who} {position.write(move)}{takes}  [{len(moves)}]")
    return "\n".join([*lines, "", *_ending(game, position), ""])


def _anchored(game: Game, before: Position, after: Position) -> str:
    """The anchor of a position, where it is another than before."""
    anchor = after.anchor()
    if anchor is None or anchor == before.anchor():
        return ""
    return f"  anchors {diagram.line(after.board, anchor, game.colours)}"


def _ending(game: Game, position: Position) -> list[str]:
    result = position.result()
    assert result is not None
    return [
        diagram.draw(position.board, position.stones, game.colours),
        "",
        *(
            f"{letter}: {'  '.join(f'{line.name} {line.points:g}' for line in lines)}"
            for letter, lines in zip(game.colours, position.score_lines(), strict=False)
        ),
        f"ranks: {' '.join(map(str, result.ranks))}",
    ]


@pytest.mark.parametrize("name", WANTED)
def test_a_playthrough_is_what_it_was(name: str):
    path, actual = FOLDER / f"{name}.txt", page(*WANTED[name])
    if os.environ.get("PLAYTHROUGHS") == "write":
        path.write_text(actual, "utf-8")
    assert path.exists(), f"{path.name} is missing; see the head of this file"
    assert path.read_text("utf-8") == actual


def test_every_file_belongs_to_a_game_and_its_options():
    assert {path.stem for path in FOLDER.glob("*")} == set(WANTED)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_every_game_and_every_value_of_its_options_has_a_file(game: Game):
    pages = [path.read_text("utf-8").split("\n")[0] for path in FOLDER.glob(f"{game.key}*.txt")]
    for option in game.options:
        values = {"true", "false"} if option.kind is bool else set(option.choices)
        for value in values:
            assert any(f"  {option.key}={value}" in head for head in pages), (option.key, value)
