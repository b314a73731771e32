"""What a stone does, in a sentence: only the most that can be said of it."""

import pytest

from bot.messages import purposes
from engine.game import Game, Options
from engine.games import kee, keil, ki
from engine.position import Placement
from engine.threats import Purpose, purpose
from tests.bot.says import says

KEIL: Options = {"size": 4, "komi": 0.0, "button": False}
SMALL: Options = {"width": 4, "height": 4}
Given = dict[str, str | int]


@pytest.mark.parametrize(
    ("game", "options", "moves", "key", "given"),
    [
        (kee.GAME, SMALL, "a1 a2 d4 b1", "purpose-captures", {"number": 1}),
        (
            kee.GAME,
            SMALL,
            "a1 a2 b1",
            "purpose-saves",
            {"number": 1, "who": "White", "point": "b1"},
        ),
        (kee.GAME, SMALL, "c3 a1 a2", "purpose-threatens", {"number": 1, "point": "b1"}),
        (kee.GAME, SMALL, "b2 d4 b4 d3 b3", "purpose-links", {"number": 2}),
        (ki.GAME, {"size": 5}, "b3 e5 d3", "purpose-controls", {"points": "c3"}),
    ],
)
def test_one_sentence(game: Game, options: Options, moves: str, key: str, given: Given):
    assert told(game, options, moves) == says(key, **given)


def test_a_cut_is_told_if_it_threatens_nothing():
    before = keil.GAME.start(keil.GAME.settle(KEIL), 2)
    pair = before.board.index["d4"], before.board.index["d5"]
    does = Purpose(cut=(pair,), joined=2)
    assert purposes.sentence(keil.GAME, before, does) == says("purpose-cuts", pairs="d4–d5")


def test_a_stone_that_does_nothing_special_has_none():
    assert told(kee.GAME, SMALL, "b2") == ""


def told(game: Game, options: Options, moves: str) -> str:
    """What is said of the last of ``moves``."""
    before = after = game.start(game.settle(options), 2)
    for text in moves.split():
        before, after = after, after.play(after.read(text))
    does = purpose(before, after, Placement(moves.split()[-1]))
    return purposes.sentence(game, before, does)
