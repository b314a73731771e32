"""The rules of Ki, one by one.

Columns have letters, rows are numbered from the bottom; c3 is the centre of a 5 by 5 board::

    a5 b5 c5 d5 e5
    a4 b4 c4 d4 e4
    a3 b3 c3 d3 e3
    a2 b2 c2 d2 e2
    a1 b1 c1 d1 e1
"""

import pytest

from engine.game import OptionError, OptionValue, Setup
from engine.games.ki import GAME
from engine.position import Declaration, IllegalReason
from tests.engine.games.helpers import drawn, names, play, refused
from tests.engine.games.ki_helpers import EITHER_WAY, controlled, ki, legal

# --- control ---


@pytest.mark.parametrize(
    ("black", "white", "controller"),
    [
        *((0, 0, None), (1, 0, None), (0, 1, None), (1, 1, None), (2, 2, None)),
        *((2, 0, "B"), (2, 1, "B"), (3, 0, "B"), (3, 1, "B"), (4, 0, "B")),
        *((0, 2, "W"), (1, 2, "W"), (0, 3, "W"), (1, 3, "W"), (0, 4, "W")),
    ],
)
def test_inside_two_stones_and_a_majority_of_the_four_neighbours_control(
    black: int, white: int, controller: str | None
):
    beside = ("c2", "d3", "c4", "b3")
    for turn in range(4):
        around = beside[turn:] + beside[:turn]
        stones = {0: around[:black], 1: around[black : black + white]}
        position = GAME.start_unrestricted({"size": 5}, Setup(stones))
        expected = None if controller is None else "BW".index(controller)
        assert position.controllers().get(position.board.index["c3"]) == expected


@pytest.mark.parametrize(
    ("black", "white", "controller"),
    [
        *((0, 0, None), (1, 0, None), (0, 1, None), (1, 1, None)),
        *((2, 0, "B"), (2, 1, "B"), (3, 0, "B")),
        *((0, 2, "W"), (1, 2, "W"), (0, 3, "W")),
    ],
)
@pytest.mark.parametrize(
    ("space", "beside"),
    [
        ("c1", ("b1", "c2", "d1")),
        ("e3", ("e2", "d3", "e4")),
        ("c5", ("d5", "c4", "b5")),
        ("a3", ("a4", "b3", "a2")),
    ],
)
def test_on_an_edge_two_of_three_control(
    space: str, beside: tuple[str, ...], black: int, white: int, controller: str | None
):
    stones = {0: beside[:black], 1: beside[black : black + white]}
    position = GAME.start_unrestricted({"size": 5}, Setup(stones))
    expected = None if controller is None else "BW".index(controller)
    assert position.controllers().get(position.board.index[space]) == expected


def test_in_a_corner_it_takes_both_neighbours():
    position = ki(
        """
        . B . W .
        B . . . W
        . . . . .
        . . . . .
        . B . W .
        """
    )
    assert controlled(position) == {"a5": "B", "b4": "B", "e5": "W", "d4": "W"}


def test_stones_on_a_diagonal_or_beyond_the_edge_are_not_adjacent():
    position = ki(
        """
        . . . . .
        . . . . B
        B . . . .
        . . . . B
        B . . . .
        """
    )
    assert controlled(position) == {"a2": "B", "e3": "B"}


def test_an_occupied_space_is_not_told_as_controlled():
    position = ki(
        """
        . . . . .
        . . B . .
        . B W B .
        . . . . .
        . . . . .
        """
    )
    assert "c3" not in controlled(position)


def test_on_a_single_line_a_space_is_controlled_from_both_sides():
    position = ki("B . B . W . W . .")
    assert controlled(position) == {"b1": "B", "f1": "W"}
    column = ki("B\n.\nB")
    assert controlled(column) == {"a2": "B"}


# --- placing ---


def test_black_moves_first_anywhere():
    position = ki(size=5)
    assert (position.to_move, len(legal(position))) == (0, 25)
    assert refused(position, "pass") == IllegalReason.MUST_PLACE


def test_turns_alternate():
    assert [play(ki(), *moves).to_move for moves in ((), ("c3",), ("c3", "a1"))] == [0, 1, 0]
    assert drawn(play(ki(size=3), "b2", "a1")) == ". . .\n. B .\nW . ."


TWO_TO_ONE = """
    . . . . .
    . . B . .
    . B . W .
    . . . . .
    . . . . .
"""


@EITHER_WAY
def test_a_space_that_the_opponent_controls_is_closed(cascade: bool):
    white = ki(TWO_TO_ONE, to_move="W", cascade=cascade)
    assert controlled(white) == {"b4": "B", "c3": "B"}
    assert refused(white, "c3") == refused(white, "b4") == IllegalReason.CONTROLLED
    assert len(legal(white)) == 25 - 3 - 2


@EITHER_WAY
def test_a_space_that_one_controls_oneself_is_open(cascade: bool):
    black = ki(TWO_TO_ONE, to_move="B", cascade=cascade)
    assert refused(black, "c3") is None
    assert len(legal(black)) == 25 - 3


@EITHER_WAY
@pytest.mark.parametrize("to_move", ["B", "W"])
def test_equal_numbers_leave_a_space_open_to_both(cascade: bool, to_move: str):
    position = ki(
        """
        . . .
        B . .
        W . .
        """,
        to_move=to_move,
        cascade=cascade,
    )
    assert controlled(position) == {}
    assert refused(position, "b2") is None
    inside = ki(
        """
        . B .
        W . W
        . B .
        """,
        to_move=to_move,
        cascade=cascade,
    )
    assert controlled(inside) == {}
    assert refused(inside, "b2") is None


@EITHER_WAY
def test_not_even_to_make_a_capture(cascade: bool):
    """White on c3 would take c4, but c3 is Black's; without b3 it is not."""
    closed = ki(
        """
        . . W . .
        . . B . .
        . B . . .
        . . . . .
        . . . . .
        """,
        to_move="W",
        cascade=cascade,
    )
    assert refused(closed, "c3") == IllegalReason.CONTROLLED
    free = ki(
        """
        . . W . .
        . . B . .
        . . . . .
        . . . . .
        . . . . .
        """,
        to_move="W",
        cascade=cascade,
    )
    after = play(free, "c3")
    assert names(after, after.captured) == ["c4"]


@EITHER_WAY
def test_a_stone_may_be_placed_among_enemies_who_are_not_yet_two(cascade: bool):
    after = play(ki(size=3, cascade=cascade), "a2", "a1")
    assert names(after, after.stones) == ["a1", "a2"]


@EITHER_WAY
def test_a_stone_stands_on_an_empty_space_of_the_board(cascade: bool):
    position = play(ki(size=5, cascade=cascade), "c3")
    assert refused(position, "c3") == IllegalReason.OCCUPIED
    assert refused(position, "f1") == refused(position, "a6") == IllegalReason.OFF_BOARD


def test_where_a_stone_stands_a_space_is_occupied_whoever_controls_it():
    position = ki(
        """
        . B .
        B . .
        . . .
        """,
        to_move="W",
    )
    assert refused(position, "a3") == IllegalReason.CONTROLLED
    assert refused(play(position, "c1", "a3"), "a3") == IllegalReason.OCCUPIED


# --- capture ---


@EITHER_WAY
def test_two_stones_capture_in_a_corner_and_the_space_is_theirs(cascade: bool):
    after = play(ki(size=5, cascade=cascade), "a2", "a1", "b1")
    assert names(after, after.captured) == ["a1"]
    assert set(after.captured.values()) == {1}
    assert refused(after, "a1") == IllegalReason.CONTROLLED


@EITHER_WAY
def test_equal_numbers_do_not_capture(cascade: bool):
    position = ki(
        """
        . . . . .
        . . B . .
        . W W . .
        . . W . .
        . . . . .
        """,
        cascade=cascade,
    )
    after = play(position, "d3")
    assert after.captured == {}


@EITHER_WAY
def test_two_capture_against_one(cascade: bool):
    position = ki(
        """
        . . . . .
        . . B . .
        . . W W .
        . . . . .
        . . . . .
        """,
        cascade=cascade,
    )
    after = play(position, "b3")
    assert names(after, after.captured) == ["c3"]
    assert refused(after, "c3") == IllegalReason.CONTROLLED


@EITHER_WAY
def test_several_stones_fall_at_once(cascade: bool):
    position = ki(
        """
        B B .
        W . B
        . W B
        """,
        cascade=cascade,
    )
    after = play(position, "b2")
    assert names(after, after.captured) == ["a2", "b1"]
    assert drawn(after) == "B B .\n. B B\n. . B"


@EITHER_WAY
def test_a_two_by_two_block_cannot_be_captured(cascade: bool):
    """Each stone has two friends, so no enemy majority is possible."""
    position = ki(
        """
        . . B B .
        . B W W B
        . B W W B
        . . . B .
        . . . . .
        """,
        cascade=cascade,
    )
    after = play(position, "c2")
    assert after.captured == {}


@EITHER_WAY
def test_stones_fall_anywhere_on_the_board(cascade: bool):
    """Such a stone is only there where it was set up, or where cascade is off."""
    position = ki(
        """
        W B . . .
        B . . . .
        . . . . .
        . . . . .
        . . . . .
        """,
        to_move="W",
        cascade=cascade,
    )
    white = play(position, "e1")
    assert white.captured == {}  # only who places a stone captures
    black = play(white, "c2")
    assert names(black, black.captured) == ["a5"]


@EITHER_WAY
def test_what_was_captured_is_told_for_the_last_turn_only(cascade: bool):
    after = play(ki(size=5, cascade=cascade), "a2", "a1", "b1")
    assert after.last is not None and after.board.names[after.last] == "b1"
    assert play(after, "e5").captured == {}


# --- cascade ---

BEFORE_A_CASCADE = """
    . . . . B
    . . B B .
    . B W W .
    . . W . .
    W . . . .
"""
"""Black e3 takes d3, two to one. Without d3, c3 has two against one as well, having had two."""


def test_with_cascade_captures_that_captures_make_possible_are_made():
    after = play(ki(BEFORE_A_CASCADE, cascade=True), "e3")
    assert names(after, after.captured) == ["c3", "d3"]


def test_without_cascade_there_is_one_round():
    after = play(ki(BEFORE_A_CASCADE, cascade=False), "e3")
    assert names(after, after.captured) == ["d3"]


def test_without_cascade_what_was_left_falls_at_the_next_placement_of_the_capturer():
    after = play(ki(BEFORE_A_CASCADE, cascade=False), "e3", "e1")
    assert after.captured == {}
    later = play(after, "a5")
    assert names(later, later.captured) == ["c3"]


def test_without_cascade_the_other_side_can_save_what_was_left():
    """White may not go back to d3, but takes b3, and c3 has one against one."""
    left = play(ki(BEFORE_A_CASCADE, cascade=False), "e3")
    assert refused(left, "d3") == IllegalReason.CONTROLLED
    saved = play(left, "b2")
    assert names(saved, saved.captured) == ["b3"]
    assert play(saved, "a5").captured == {}


ROW = """
    . B B B B B .
    . W W W W W W
    . . B B B B .
"""
"""Each white stone but the last is held by the one to its right."""


def test_a_cascade_goes_on_until_nothing_is_left_to_take():
    after = play(ki(ROW, cascade=True), "b1")
    assert names(after, after.captured) == ["b2", "c2", "d2", "e2", "f2"]


def test_without_cascade_each_round_takes_a_placement():
    position = play(ki(ROW, cascade=False), "b1")
    assert names(position, position.captured) == ["b2"]
    position = play(position, "a2", "g1")
    assert names(position, position.captured) == ["c2"]
    position = play(position, "a3", "a1")
    assert names(position, position.captured) == ["d2"]


# --- passes and the end ---

WHITE_HAS_NO_SPACE = """
    B B W
    B B W
    . B W
"""


@EITHER_WAY
def test_who_has_no_legal_placement_must_pass(cascade: bool):
    position = ki(WHITE_HAS_NO_SPACE, to_move="W", cascade=cascade)
    assert legal(position) == ["pass"] and position.declarations() == (Declaration("pass"),)
    assert refused(position, "a1") == IllegalReason.CONTROLLED
    after = play(position, "pass")
    assert (after.to_move, after.last, after.captured) == (0, None, {})
    assert after.stones == position.stones


@EITHER_WAY
def test_otherwise_passing_is_not_permitted(cascade: bool):
    position = ki(WHITE_HAS_NO_SPACE, to_move="B", cascade=cascade)
    assert legal(position) == ["a1"] and position.declarations() == ()
    assert refused(position, "pass") == IllegalReason.MUST_PLACE


@EITHER_WAY
def test_a_full_board_ends_the_game_and_more_stones_win(cascade: bool):
    position = play(ki(WHITE_HAS_NO_SPACE, cascade=cascade), "a1")
    assert position.to_move is None and position.score() == (6, 3)
    result = position.result()
    assert result is not None and result.winner == 0
    assert legal(position) == [] and position.declarations() == ()
    for move in ("a1", "b2", "z9", "pass"):
        assert refused(position, move) == IllegalReason.OVER


@EITHER_WAY
def test_a_board_that_the_last_stone_opens_again_is_not_full(cascade: bool):
    position = ki(
        """
        B B B
        B . B
        W W B
        """,
        cascade=cascade,
    )
    after = play(position, "b2")
    assert names(after, after.captured) == ["b1"]
    assert (after.result(), legal(after)) == (None, ["pass"])
    last = play(after, "pass", "b1", "pass", "a1")
    assert last.to_move is None and last.score() == (9, 0)


def test_only_stones_count():
    position = play(ki(size=5), "c3", "a1", "c4")
    assert [[(line.name, line.points) for line in lines] for lines in position.score_lines()] == [
        [("stones", 2)],
        [("stones", 1)],
    ]


# --- options ---


def test_people_start_on_eleven_by_eleven_with_cascade():
    assert GAME.settle({}) == {"size": 11, "cascade": True, "swap": False}
    assert len(GAME.start(GAME.settle({}), 2).board) == 121


@pytest.mark.parametrize("size", [5, 7, 9, 11, 13, 15, 17, 19])
def test_boards_for_people_have_an_odd_side(size: int):
    assert len(GAME.start(GAME.settle({"size": size}), 2).board) == size * size


@pytest.mark.parametrize("size", [3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21])
def test_other_sides_are_refused(size: int):
    with pytest.raises(OptionError, match="size: value") as refusal:
        GAME.settle({"size": size})
    assert refusal.value.option == "size"


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, 121),
        ({"size": 3}, 9),
        ({"size": 25}, 625),
        ({"rows": 1, "cols": 3}, 3),
        ({"rows": 3, "cols": 1}, 3),
        ({"rows": 3, "cols": 5}, 15),
        ({"rows": 25, "cols": 25}, 625),
    ],
)
def test_the_referee_takes_all_boards_with_an_odd_number_of_spaces(
    options: dict[str, OptionValue], points: int
):
    assert len(GAME.start_unrestricted(options).board) == points


def test_rows_are_rows_and_columns_are_columns():
    assert GAME.start_unrestricted({"rows": 1, "cols": 3}).board.names == (
        "a1",
        "b1",
        "c1",
    )


def test_what_black_gains_by_the_first_move_is_that_of_the_nearest_measured_board() -> None:
    gains = [GAME.first_move({"size": size}) for size in (5, 7, 9, 11, 13, 19)]
    assert gains == [881, 191, 108, 48, 48, 48]
    assert GAME.first_move({"size": 9, "swap": True}) == 0
    assert GAME.first_move({"rows": 3, "columns": 7}) == 0
