"""What all games share: tidying, results, options, and a game that adds nothing of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import pytest

from engine.board import Board, rectangle
from engine.position import (
    Declare,
    Game,
    IllegalMoveError,
    Move,
    Option,
    OptionError,
    Options,
    OptionValue,
    Place,
    Position,
    Reason,
    Result,
    ScoreLine,
    Setup,
    UnreadableMoveError,
    Word,
    named,
    tidy,
)


@pytest.mark.parametrize(
    "typed",
    ["d5", "D5", "d-5", "d 5", "D - 5", "D05", "ｄ５", "Ｄ５", " d5 ", "d5.", "d5!", "'d5'", "d_5"],
)
def test_points_are_tidied(typed: str):
    assert tidy(typed) == "d5"


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("PASS", "pass"),
        (" Pass! ", "pass"),
        ("Komi   6", "komi 6"),
        ("komi\t6", "komi 6"),
        ("a00", "a0"),
        ("a010", "a10"),
        ("BLACK", "black"),
    ],
)
def test_words_are_tidied(typed: str, tidied: str):
    assert tidy(typed) == tidied


@pytest.mark.parametrize("typed", ["", " ", "dd5", "5d", "d5 e6", "d5e", "d--", "é5", "d５x"])
def test_what_is_no_move_stays_no_move(typed: str):
    with pytest.raises(UnreadableMoveError) as refusal:
        Line(()).read(tidy(typed))
    assert refusal.value.text == tidy(typed)


def test_a_long_text_is_cut_before_it_costs_anything():
    assert len(tidy("x" * 10_000)) == 100
    assert len(str(UnreadableMoveError("x" * 10_000))) < 100


@pytest.mark.parametrize(
    ("score", "ranks", "winner"),
    [
        ((3, 1), (1, 2), 0),
        ((1, 1), (1, 1), None),
        ((1, 5, 5), (3, 1, 1), None),
        ((2, 9, 4, 4), (4, 1, 2, 2), 1),
    ],
)
def test_results_rank_by_points(score: tuple[float, ...], ranks: tuple[int, ...], winner: int):
    assert Result.of(score) == Result(ranks)
    assert Result.of(score).winner == winner


def test_a_refusal_says_its_reason_and_the_ply_it_repeats():
    assert str(IllegalMoveError(Reason.REPETITION, 7)) == "repetition of ply 7"
    assert str(IllegalMoveError(Reason.SUICIDE)) == "suicide"


@dataclass(frozen=True, slots=True)
class Line(Position):
    """A toy: two colours fill a line of three points, a point each; most stones win."""

    filled: tuple[int, ...]
    ply: int = 0
    last: int | None = None

    @property
    def board(self) -> Board:
        return rectangle(3, 1)

    @property
    def to_move(self) -> int | None:
        return None if len(self.filled) == 3 else len(self.filled) % 2

    @property
    def colours(self) -> tuple[int, ...] | None:
        return (0, 1)

    @property
    def stones(self) -> Mapping[int, int]:
        return {point: n % 2 for n, point in enumerate(self.filled)}

    @property
    def captured(self) -> Mapping[int, int]:
        return {}

    def play(self, move: Move) -> Self:
        if isinstance(move, Declare):
            return self
        point = self.board.index[move.point]
        if point in self.filled:
            raise IllegalMoveError(Reason.OCCUPIED)
        return type(self)((*self.filled, point))

    def words(self) -> tuple[Word, ...]:
        return (Word("wait"), Word("bid", numbers=range(2)))

    def understands(self, word: str) -> bool:
        return word == "wait"

    def result(self) -> Result | None:
        return Result.of(self.score()) if self.to_move is None else None

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        return tuple(
            (ScoreLine("stones", sum(c == colour for c in self.stones.values())),)
            for colour in (0, 1)
        )


def test_a_game_that_adds_nothing_has_stones_for_groups_and_no_liberties_links_or_territories():
    position = Line((2, 0))
    assert position.groups() == ((0,), (2,))
    assert position.liberties((0,)) is None
    assert position.links() is None
    assert position.territories() == ()
    assert position.controllers() == position.facts() == {}
    assert position.score() == (1, 1)


def test_legal_moves_are_empty_points_then_words_with_their_numbers():
    moves = [Line((1,)).write(move) for move in Line((1,)).legal_moves()]
    assert moves == ["a1", "c1", "wait", "bid 0", "bid 1"]


def test_why_not_asks_the_move_itself():
    refusal = Line((1,)).why_not(Place("b1"))
    assert refusal is not None and refusal.reason == Reason.OCCUPIED
    assert Line((1,)).why_not(Place("a1")) is None


def test_reading_tells_points_from_words():
    assert Line(()).read("wait") == Declare("wait")
    assert Line(()).read("z99") == Place("z99")


def test_points_are_named_in_the_order_of_strings():
    assert named(rectangle(1, 10), [0, 8, 9]) == ["a1", "a10", "a2"]


OPTIONS = (
    Option("size", "How long", 3, int, (1, 9)),
    Option("tempo", "How fast", "slow", str, choices=("slow", "fast")),
    Option("komi", "Points", None, float, (0, 10)),
    Option("free", "Anything", 0.5, float),
    Option("dots", "Shown", True, bool),
)


def start(options: Options, seats: int = 2) -> Line:
    if options["size"] != 3 and seats == 2:
        raise OptionError("size", "size must be 3 for two.")
    return Line(())


def judge(options: Options, setup: Setup) -> Line:
    del setup
    return start(options)


TOY = Game("line", "Line", "A toy", "line-1", ("B", "W"), range(2, 4), OPTIONS, start, judge)


def test_options_that_are_not_chosen_are_at_their_defaults():
    settled = TOY.settle({"tempo": "fast", "komi": 4})
    assert settled == {"size": 3, "tempo": "fast", "komi": 4, "free": 0.5, "dots": True}


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("size", 3.0, "size takes int."),
        ("size", True, "size takes int."),
        ("size", None, "size takes int."),
        ("size", "3", "size takes int."),
        ("size", 0, "size must be from 1 to 9."),
        ("size", 10, "size must be from 1 to 9."),
        ("size", 5, "size must be 3 for two."),
        ("tempo", "Fast", "tempo takes slow or fast."),
        ("tempo", 1, "tempo takes slow or fast."),
        ("komi", -0.5, "komi must be from 0 to 10."),
        ("komi", float("nan"), "komi must be from 0 to 10."),
        ("dots", 1, "dots takes bool."),
        ("colour", 1, "Line has no option colour."),
        ("free", None, "free takes float."),
    ],
)
def test_an_impossible_option_is_refused_by_its_key(key: str, value: OptionValue, text: str):
    with pytest.raises(OptionError) as refusal:
        TOY.settle({key: value})
    assert (refusal.value.option, str(refusal.value)) == (key, text)


@pytest.mark.parametrize("value", [-1e300, 7, 0.25])
def test_an_option_without_bounds_takes_any_number(value: float):
    assert TOY.settle({"free": value})["free"] == value


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("size", " 4 ", 4),
        ("size", "４", 4),
        ("komi", "", None),
        ("komi", "6", 6.0),
        ("komi", "6.5", 6.5),
        ("komi", "6,5", 6.5),
        ("komi", "6½", 6.5),
        ("komi", "½", 0.5),
        ("komi", "-1", -1.0),
        ("tempo", "fast", "fast"),
        ("dots", "no", False),
        ("dots", "Yes", True),
    ],
)
def test_options_are_read_as_people_write_them(key: str, text: str, value: OptionValue):
    option = next(option for option in OPTIONS if option.key == key)
    found = option.read(text)
    assert (found, type(found)) == (value, type(value))
    assert option.read(option.write(found)) == found


LONG = "5" + " " * 4000 + "x"


@pytest.mark.parametrize(
    ("key", "texts", "told"),
    [
        ("size", ("", "x", "3.5", "9" * 4000, LONG), "size must be a whole number from 1 to 9."),
        ("komi", ("x", "1e3", "nan", "."), "komi must be a number from 0 to 10, or left empty."),
        ("free", ("", "x", LONG), "free must be a number."),
        ("tempo", ("", "FAST", "x"), "tempo must be slow or fast."),
        ("dots", ("", "true", "x"), "dots must be yes or no."),
    ],
)
def test_an_option_that_cannot_be_read_is_refused(key: str, texts: tuple[str, ...], told: str):
    option = next(option for option in OPTIONS if option.key == key)
    for text in texts:
        with pytest.raises(OptionError) as refusal:
            option.read(text)
        assert (refusal.value.option, str(refusal.value)) == (key, told)


def test_an_option_without_choices_takes_any_text():
    assert Option("name", "Its name", "", str).read(" a b ") == "a b"
