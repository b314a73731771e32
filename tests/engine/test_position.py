"""What all games share: tidying, results, options, and a game that adds nothing of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import pytest

from engine.board import rectangle
from engine.game import Game, Option, OptionError, OptionProblem, Options, OptionValue, Setup
from engine.position import (
    Declaration,
    Declare,
    IllegalMoveError,
    IllegalReason,
    Move,
    Placement,
    Position,
    Result,
    ScoreLine,
    UnreadableMoveError,
    named,
    tidy,
)


@pytest.mark.parametrize(
    "typed",
    ["d5", "D5", "d-5", "d 5", "D - 5", "D05", "ｄ５", "Ｄ５", " d5 ", "d5.", "d5!", "'d5'", "d_5"],
)
def test_points_are_tidied(typed: str):
    assert tidy(typed) == "d5"


@pytest.mark.parametrize("typed", ["d5\u200b", "d\u200e5", "d\u00a05", "d\u30005", "d5\u00ad"])
def test_what_nobody_sees_does_not_count(typed: str):
    assert tidy(typed) == "d5"


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("PASS", "pass"),
        (" Pass! ", "pass"),
        ("Komi   6", "komi 6"),
        ("komi\t6", "komi 6"),
        ("komi\u00a06", "komi 6"),
        ("a00", "a0"),
        ("a010", "a10"),
        ("BLACK", "black"),
    ],
)
def test_words_are_tidied(typed: str, tidied: str):
    assert tidy(typed) == tidied


@pytest.mark.parametrize(
    "typed",
    ["\u202ed5", "d5\0", "\ud83d", "", " ", "dd5", "5d", "d5 e6", "d5e", "d--", "é5", "d５x"],
)
def test_what_is_no_move_stays_no_move(typed: str):
    with pytest.raises(UnreadableMoveError) as refusal:
        line().read(tidy(typed))
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
    assert str(IllegalMoveError(IllegalReason.REPETITION, 7)) == "repetition of ply 7"
    assert str(IllegalMoveError(IllegalReason.SUICIDE)) == "suicide"


@dataclass(frozen=True, slots=True)
class Line(Position):
    """A toy: two colours fill a line of three points, a point each; most stones win."""

    filled: tuple[int, ...]

    @property
    def to_move(self) -> int | None:
        return None if len(self.filled) == 3 else len(self.filled) % 2

    @property
    def colours(self) -> tuple[int, ...] | None:
        return (0, 1)

    @property
    def stones(self) -> Mapping[int, int]:
        return {point: n % 2 for n, point in enumerate(self.filled)}

    def _place(self, point: int) -> Self:
        return self._after(last=point, filled=(*self.filled, point))

    def _declare(self, word: str) -> Self:
        del word
        return self._after()

    def declarations(self) -> tuple[Declaration, ...]:
        return (Declaration("wait"), Declaration("bid", numbers=range(2)))

    def is_declaration(self, word: str) -> bool:
        return word == "wait"

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        return tuple(
            (ScoreLine("stones", sum(c == colour for c in self.stones.values())),)
            for colour in (0, 1)
        )


class Mute(Line):
    """The same without declarations."""

    __slots__ = ()

    def is_declaration(self, word: str) -> bool:
        return Position.is_declaration(self, word)

    def declarations(self) -> tuple[Declaration, ...]:
        return Position.declarations(self)

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        return Position.score_lines(self)

    def result(self) -> Result | None:
        return None if self.to_move is not None else Result((1, 2))


def line(*filled: int, kind: type[Line] = Line) -> Line:
    return kind(rectangle(3, 1), len(filled), None, filled)


def test_a_game_that_adds_nothing_has_stones_for_groups_and_no_liberties_links_or_territories():
    position = line(2, 0)
    assert position.groups() == ((0,), (2,))
    assert position.liberties((0,)) is None
    assert position.links() is None
    assert position.territories() == ()
    assert position.controllers() == position.facts() == {}
    assert position.score() == (1, 1)


def reason(position: Position, move: Move) -> IllegalReason | None:
    refusal = position.why_not(move)
    return refusal and refusal.reason


@pytest.mark.parametrize(
    ("filled", "move", "expected"),
    [
        ((0, 1, 2), Declare("no word"), IllegalReason.UNREADABLE),
        ((0, 1, 2), Declare("wait"), IllegalReason.OVER),
        ((0, 1, 2), Placement("z9"), IllegalReason.OVER),
        ((0, 1, 2), Placement("a1"), IllegalReason.OVER),
        ((0,), Placement("z9"), IllegalReason.OFF_BOARD),
        ((0,), Placement("a1"), IllegalReason.OCCUPIED),
        ((0,), Placement("b1"), None),
        ((0,), Declare("wait"), None),
    ],
)
def test_refusals_come_in_the_same_order_in_every_game(
    filled: tuple[int, ...], move: Move, expected: IllegalReason | None
):
    position = line(*filled)
    assert reason(position, move) == expected
    if expected is not None:
        with pytest.raises(IllegalMoveError, match=expected):
            position.play(move)


def test_a_game_without_words_and_points_need_not_mention_them():
    over = line(0, 1, 2, kind=Mute)
    assert reason(line(0, kind=Mute), Declare("pass")) is IllegalReason.UNREADABLE
    assert list(line(0, kind=Mute).legal_moves()) == [Placement("b1"), Placement("c1")]
    assert (over.score(), over.score_lines()) == ((), ())
    result = over.result()
    assert result is not None and result.winner == 0


def test_legal_moves_are_empty_points_then_words_with_their_numbers():
    moves = [line(1).write(move) for move in line(1).legal_moves()]
    assert moves == ["a1", "c1", "wait", "bid 0", "bid 1"]


def test_why_not_asks_the_move_itself():
    refusal = line(1).why_not(Placement("b1"))
    assert refusal is not None and refusal.reason == IllegalReason.OCCUPIED
    assert line(1).why_not(Placement("a1")) is None


def test_reading_tells_points_from_words():
    assert line().read("wait") == Declare("wait")
    assert line().read("z99") == Placement("z99")


def test_points_are_named_in_the_order_of_strings():
    assert named(rectangle(1, 10), [0, 8, 9]) == ["a1", "a10", "a2"]


OPTIONS = (
    Option("size", "How long", 3, int, (1, 9)),
    Option("tempo", "How fast", "slow", str, choices=("slow", "fast")),
    Option("komi", "Points", None, float, (0, 10), halves=True),
    Option("odds", "An odd number", 1, int, odd=True),
    Option("handicap", "Stones", 0, int, (0, 9), up_to_board=True),
    Option("free", "Anything", 0.5, float),
    Option("dots", "Shown", True, bool),
)


def start(options: Options, seats: int) -> Line:
    if options["size"] != 3 and seats == 2:
        raise OptionError("size", OptionProblem.CONFLICT, other="seats")
    return line()


TOY = Game("line", "Line", "A toy", "line-1", ("B", "W", "R"), range(2, 4), OPTIONS, start)


def test_options_that_are_not_chosen_are_at_their_defaults():
    settled = TOY.settle({"tempo": "fast", "komi": 4})
    assert settled == {
        "size": 3,
        "tempo": "fast",
        "komi": 4,
        "odds": 1,
        "handicap": 0,
        "free": 0.5,
        "dots": True,
    }


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("size", 3.0, OptionProblem.VALUE),
        ("size", True, OptionProblem.VALUE),
        ("size", None, OptionProblem.VALUE),
        ("size", "3", OptionProblem.VALUE),
        ("size", [3], OptionProblem.VALUE),
        ("size", 0, OptionProblem.VALUE),
        ("size", 10, OptionProblem.VALUE),
        ("size", 5, OptionProblem.CONFLICT),
        ("tempo", "Fast", OptionProblem.VALUE),
        ("tempo", 1, OptionProblem.VALUE),
        ("tempo", {}, OptionProblem.VALUE),
        ("komi", -0.5, OptionProblem.VALUE),
        ("komi", float("nan"), OptionProblem.VALUE),
        ("komi", 0.25, OptionProblem.VALUE),
        ("odds", 4, OptionProblem.VALUE),
        ("odds", 0, OptionProblem.VALUE),
        ("dots", 1, OptionProblem.VALUE),
        ("colour", 1, OptionProblem.UNKNOWN),
        ("free", None, OptionProblem.VALUE),
        ("free", float("inf"), OptionProblem.VALUE),
    ],
)
def test_an_impossible_option_is_refused_by_its_key(
    key: str, value: object, problem: OptionProblem
):
    with pytest.raises(OptionError) as refusal:
        TOY.settle({key: value})
    assert (refusal.value.option, refusal.value.problem) == (key, problem)
    declared = refusal.value.about.get("declared")
    assert declared is None or declared == TOY.option(key)


def test_an_option_up_to_the_board_is_bounded_by_its_points():
    assert TOY.settle({"handicap": 3})["handicap"] == 3
    with pytest.raises(OptionError) as refusal:
        TOY.settle({"handicap": 4})
    declared = refusal.value.about["declared"]
    assert isinstance(declared, Option) and declared.bounds == (0, 3)
    assert refusal.value.about["on_this_board"] is True


def test_the_referee_takes_no_null_and_the_number_of_players():
    for given, problem in (
        ({"komi": None}, OptionProblem.NULL),
        ({"no": None}, OptionProblem.UNKNOWN),
        ({"players": 4}, OptionProblem.VALUE),
    ):
        with pytest.raises(OptionError) as refusal:
            TOY.start_unrestricted(given)
        assert refusal.value.problem is problem
    assert TOY.start_unrestricted({"players": 3, "size": 5}).ply == 0


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        (Setup({0: ("a1",)}), OptionProblem.NO_SETUP),
        (Setup(mover=1), OptionProblem.NO_SETUP),
        (Setup({1: (), 2: ()}), OptionProblem.SETUP_COLOUR),
        (Setup(mover=2), OptionProblem.SETUP_COLOUR),
        (Setup({0: ("z9",)}), OptionProblem.SETUP_POINT),
    ],
)
def test_a_game_need_not_take_a_set_up(setup: Setup, problem: OptionProblem):
    with pytest.raises(OptionError) as refusal:
        TOY.start_unrestricted({}, setup)
    assert refusal.value.problem is problem


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
    ("key", "texts"),
    [
        ("size", ("", "x", "3.5", "9" * 4000, LONG)),
        ("komi", ("x", "1e3", "nan", ".")),
        ("free", ("", "x", LONG)),
        ("tempo", ("", "FAST", "x")),
        ("dots", ("", "true", "x")),
    ],
)
def test_an_option_that_cannot_be_read_is_refused(key: str, texts: tuple[str, ...]):
    option = next(option for option in OPTIONS if option.key == key)
    for text in texts:
        with pytest.raises(OptionError) as refusal:
            option.read(text)
        assert (refusal.value.option, refusal.value.about["declared"]) == (key, option)


def test_an_option_without_choices_takes_any_text():
    assert Option("name", "Its name", "", str).read(" a b ") == "a b"
