"""Pictures that people have looked at and found good, one for each shape and feature.

Where one changes on purpose: ``GOLDEN=accept make test``, look at the new files, commit them.
"""

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.board import hexhex, rectangle
from engine.games import keil, ki
from engine.position import Declare, Place, Position
from render.board_image import View, draw
from tests.render.still import Still, parts_of, related, scattered

GOLDEN = Path(__file__).with_name("golden")
NEARLY = 0.3
"""The mean difference of a channel (0 to 255) that other versions of FreeType and zlib may make."""


def keil_game(size: int, plies: int, seed: int, *, over: bool = False) -> Position:
    """A random game of Keil; with two passes at its end if it is ``over``."""
    options = keil.GAME.settle({"size": size, "komi": 0.0, "button": False})
    position = keil.GAME.start(options, 2)
    random = Random(seed)
    for _ in range(plies):
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        position = position.play(random.choice(places))
    for _ in range(2 * over):
        position = position.play(Declare("pass"))
    return position


def related_still(size: int, seed: int) -> Still:
    board = hexhex(size)
    stones = scattered(board, seed, filled=0.9)
    return Still(board, stones, related(board, stones), last=max(stones))


def colourful() -> Still:
    board = hexhex(5)
    stones = scattered(board, 2, range(6), 0.6)
    empty = [point for point in range(len(board)) if point not in stones]
    return Still(
        board,
        stones,
        related(board, stones),
        last=next(point for point, colour in stones.items() if colour == 3),
        removed={point: index for index, point in enumerate(empty[:6])},
        parts=parts_of(board, {p: (*range(6), None)[i % 7] for i, p in enumerate(empty[6:])}),
        seats=6,
    )


def ki_game(plies: int, seed: int) -> Position:
    """A random game of Ki on the published board."""
    position = ki.GAME.start(ki.GAME.settle({}), 2)
    random = Random(seed)
    for _ in range(plies):
        position = position.play(random.choice(list(position.legal_moves())))
    return position


def ki_lesson(number: int) -> Position:
    lesson = ki.LESSONS[number]
    position = ki.GAME.start(ki.GAME.settle(lesson.options), 2)
    for text in lesson.moves.split(", "):
        position = position.play(position.read(text))
    return position


def go(width: int, height: int, seed: int, colours: Sequence[int] = range(2)) -> Still:
    board = rectangle(width, height)
    stones = scattered(board, seed, colours, filled=0.5)
    empty = [point for point in range(len(board)) if point not in stones]
    return Still(
        board,
        stones,
        last=min(stones),
        removed={point: point % len(colours) for point in empty[: len(colours) + 1]},
        parts=parts_of(
            board, {p: (*colours, None)[p % (len(colours) + 1)] for p in empty[len(colours) + 1 :]}
        ),
        seats=len(colours),
    )


def last_of(colour: int) -> Still:
    """Stones of all colours, the last one in the middle, and empty points that they control."""
    board = rectangle(5, 3)
    stones = {point: point % 6 for point in (0, 1, 2, 3, 4, 5)} | {7: colour}
    return Still(board, stones, last=7, controlled={p: p % 6 for p in range(8, 14)}, seats=6)


def anchored(colours: Sequence[int]) -> Still:
    """An anchor from which stones were captured, one of them just now, and others came."""
    board, several = rectangle(9, 9), len(colours)
    stones = scattered(board, 3, colours, 0.55)
    empty = [point for point in range(len(board)) if point not in stones]
    taken = {point: colours[i % several] for i, point in enumerate(empty[:: 20 // several])}
    later = set(list(stones)[::5])
    replaced = {p: colours[(stones[p] + 1) % several] for p in list(stones)[2::11]}
    return Still(
        board,
        stones,
        last=max(later),
        removed={empty[0]: taken[empty[0]]},
        anchored={p: c for p, c in stones.items() if p not in later} | taken | replaced,
        seats=len(colours),
    )


PICTURES: dict[str, tuple[Position, View]] = {
    "keil-start": (keil_game(4, 0, 0), View(320)),
    "keil-capture": (keil_game(5, 49, 7), View(400)),
    "keil-over": (keil_game(4, 30, 2, over=True), View(320, territory=True)),
    "ki-capture": (ki_game(60, 5), View(400)),
    "ki-lesson": (ki_lesson(2), View(320)),
    "side-2": (related_still(2, 3), View(300)),
    "side-13": (related_still(13, 1), View(400)),
    "relations": (related_still(5, 3), View(400)),
    "six-colours": (colourful(), View(400, territory=True)),
    "go-9x9": (go(9, 9, 1), View(320)),
    "go-19x19": (go(19, 19, 1), View(400)),
    "go-5x3-territory": (go(5, 3, 1), View(320, territory=True)),
    "go-2x9": (go(2, 9, 3), View(300)),
    "go-six-colours": (go(9, 9, 5, range(6)), View(400, territory=True)),
    **{f"go-last-{colour}": (last_of(colour), View(300)) for colour in range(6)},
    "anchor": (anchored(range(2)), View(400)),
    "anchor-six-colours": (anchored(range(6)), View(400)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_people_have_seen_it(name: str, tmp_path: Path):
    position, view = PICTURES[name]
    png, golden = draw(position, view), GOLDEN / f"{name}.png"
    if os.environ.get("GOLDEN") == "accept":
        golden.write_bytes(png)
    actual = Image.open(BytesIO(png)).convert("RGBA")
    expected = Image.open(golden).convert("RGBA")
    assert actual.size == expected.size
    difference = ImageChops.difference(actual, expected)
    apart = max(ImageStat.Stat(difference).mean)
    if apart > NEARLY:
        actual.save(tmp_path / "actual.png")
        louder = [min(255, 4 * level) for level in range(256)] * 3
        difference.convert("RGB").point(louder).save(tmp_path / "difference.png")
    assert apart <= NEARLY, (
        f"{golden} differs by {apart:.2f}: see actual and difference in {tmp_path}"
    )


def test_every_golden_picture_is_compared():
    assert {path.stem for path in GOLDEN.glob("*.png")} == set(PICTURES)


def test_the_capture_is_one():
    """The random games of the pictures with ghosts still end with a capture."""
    assert PICTURES["keil-capture"][0].captured and PICTURES["ki-capture"][0].captured
