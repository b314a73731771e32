"""What a stone does, in a sentence: the most that can be said of it."""

import pytest

from bot.messages import phrases, purposes
from engine.game import Game, Options
from engine.games import kee, keil, ki
from engine.match import Match
from engine.position import Placement
from engine.threats import Purpose, Threat, purpose
from engine.turns import NO_TIME, Turn
from tests.bot.says import says

KEIL: Options = {"size": 4, "komi": 0.0, "button": False}
SMALL: Options = {"width": 4, "height": 4}
Given = dict[str, str | int]


@pytest.mark.parametrize(
    ("game", "options", "moves", "key", "given"),
    [
        (kee.GAME, SMALL, "a1 a2 d4 b1", "captures", {"stones": "a1"}),
        (kee.GAME, SMALL, "a1 a2 b1", "saves", {"stones": "a1", "who": "White", "point": "b1"}),
        (kee.GAME, SMALL, "c3 a1 a2", "threatens", {"stones": "a1", "point": "b1"}),
        (kee.GAME, SMALL, "b2 d4 b4 d3 b3", "links", {"number": 2}),
        (ki.GAME, {"size": 5}, "b3 e5 d3", "controls", {"points": "c3"}),
    ],
)
def test_one_sentence(game: Game, options: Options, moves: str, key: str, given: Given):
    assert told(game, options, moves) == it(deed(key, **given))


def it(does: str) -> str:
    return says("purpose", does=does)


def deed(key: str, **given: str | int) -> str:
    return says(f"purpose-{key}", **given)


def test_all_that_it_captures_and_saves_is_told_and_a_threat_to_more_stones():
    """Of more than three stones one is named, and the others are counted."""
    before = kee.GAME.start(kee.GAME.settle(SMALL), 2)
    index = before.board.index

    def points(names: str) -> tuple[int, ...]:
        return tuple(index[name] for name in names.split())

    captured, saved = points("a1"), Threat(1, index["b1"], points("c1 c2"))
    for stones, does in (("d1 d2 d3", False), ("d1 d2 d3 d4", True)):
        next_ = Threat(0, index["a4"], points(stones))
        clauses = [
            deed("captures", stones="a1"),
            deed("saves", stones="c1 and c2", who="White", point="b1"),
            deed("threatens", stones=says("purpose-stones", one="d1", others=3), point="a4"),
        ]
        found = purposes.sentence(kee.GAME, before, Purpose(captured, saved, next_, joined=2))
        assert found == it(phrases.listed(clauses if does else clauses[:2], "clauses"))


def test_stones_that_cannot_escape_are_told_of_the_last_stone():
    """Whatever White does, Black captures them next: c1 only makes it three."""
    turns = [Turn(n % 2, text, NO_TIME) for n, text in enumerate(["a2", "a1", "c2", "b1", "b2"])]
    match = Match.replay(kee.GAME, kee.GAME.settle(SMALL), 2, turns)
    assert purposes.of_last(match) == it(deed("traps", stones="a1 and b1"))
    match = match.take(Turn(1, "pass", NO_TIME))
    assert purposes.of_last(match) == ""
    assert purposes.purpose_of_last(match) == Purpose()


def test_a_cut_is_told_if_it_threatens_nothing():
    before = keil.GAME.start(keil.GAME.settle(KEIL), 2)
    pair = before.board.index["d4"], before.board.index["d5"]
    does = Purpose(cut=(pair,), joined=2)
    assert purposes.sentence(keil.GAME, before, does) == it(deed("cuts", pairs="d4–d5"))


def test_a_stone_that_does_nothing_special_has_none():
    assert told(kee.GAME, SMALL, "b2") == ""


def told(game: Game, options: Options, moves: str) -> str:
    """What is said of the last of ``moves``."""
    before = after = game.start(game.settle(options), 2)
    for text in moves.split():
        before, after = after, after.play(after.read(text))
    does = purpose(before, after, Placement(moves.split()[-1]))
    return purposes.sentence(game, before, does)
