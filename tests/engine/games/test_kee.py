"""The Kee Rules of Go, one by one: captures, suicide, anchor, situations, passes, the end, area."""

import pytest

from engine.game import OptionError, Options
from engine.games.kee import GAME, History, Kee, Situation
from engine.position import Declare, IllegalMoveError, IllegalReason
from tests.engine.games.helpers import drawn, names, play, refused
from tests.engine.games.kee_helpers import anchored, captures, empty, kee, legal, repeats

PLAYERS = pytest.mark.parametrize("players", range(2, 7))
BEFORE_KO = """
    . B W . B
    B W . W .
    . B W . .
"""
"""Black takes with c2, white would take back with b2."""

# --- turns ---


@PLAYERS
def test_players_play_in_the_order_of_their_colours(players: int):
    position, order = empty(5, 5, players), list[int | None]()
    moves = ("a1", "c3", "pass", "e5", "a5", "e1", "pass", "c1")
    for move in moves:
        order.append(position.to_move)
        position = play(position, move)
    assert order == [turn % players for turn in range(8)]
    board = {name: seat for name, seat in zip(moves, order, strict=True) if name != "pass"}
    assert {position.board.names[p]: c for p, c in position.stones.items()} == board


def test_who_has_no_stones_left_still_plays():
    position = play(empty(1, 2, 3), "a1", "b1", "a1")
    assert position.stones == {0: 2}
    assert position.to_move == 0 and legal(position) == "b1 pass"


def test_a_stone_stands_on_an_empty_point_of_the_board():
    position = play(empty(2, 2), "a1")
    assert refused(position, "a1") is IllegalReason.OCCUPIED
    assert refused(position, "c1") is IllegalReason.OFF_BOARD
    assert refused(position, "i1") is IllegalReason.OFF_BOARD


def test_passing_is_the_one_word():
    position = empty(2, 2)
    assert [word.word for word in position.declarations()] == ["pass"]
    assert not position.is_declaration("button")
    refusal = position.why_not(Declare("button"))
    assert refusal is not None and refusal.reason is IllegalReason.UNREADABLE


# --- captures ---


def test_a_group_without_liberties_is_removed_whole():
    position = kee(
        """
        . B B .
        B W W .
        . B B .
        """
    )
    assert captures(play(position, "d2")) == ["b2", "c2"]


def test_stones_of_different_opponents_are_different_groups_that_go_at_once():
    position = kee(
        """
        R W
        . W
        """,
        3,
    )
    after = play(position, "a1")
    assert after.captured == {0: 2, 1: 1, 3: 1}
    assert names(after, after.stones) == ["a1"]


def test_an_opponent_is_captured_by_whose_stone_it_is_that_takes_the_last_liberty():
    position = play(empty(5, 5, 3), "b2", "a2", "c2", "e5", "b1", "pass", "e4", "b3")
    assert captures(position) == ["b2"]
    assert position.captured == {position.board.index["b2"]: 0}


def test_a_capture_makes_the_liberty_that_a_stone_needs():
    position = kee(
        """
        . W B
        W B .
        """,
        to_move="B",
    )
    after = play(position, "a2")
    assert captures(after) == ["a1", "b2"]


def test_the_others_go_first_so_a_stone_that_captures_stays():
    position = kee(
        """
        B W
        . B
        """,
        to_move="W",
    )
    after = play(position, "a1")
    assert captures(after) == ["a2", "b1"]
    assert names(after, after.stones) == ["a1", "b2"]


# --- suicide ---

SNAG = """
    . . . .
    B B . .
    . . B .
"""
"""White's a1 and b1 would be without liberties."""


def test_several_stones_may_take_their_own_last_liberty():
    after = play(kee(SNAG, to_move="W"), "a1", "d3", "b1")
    assert captures(after) == ["a1", "b1"]
    assert set(after.captured.values()) == {1}
    assert after.last == after.board.index["b1"] and after.last not in after.stones
    assert after.ply == 3 and after.to_move == 0


def test_suicide_of_one_stone_changes_nothing_and_is_a_repetition():
    surrounded = """
        . W .
        W . W
        . W .
    """
    position = kee(surrounded)
    assert {point: repeats(position, point) for point in ("a1", "a3", "b2", "c1", "c3")} == (
        dict.fromkeys(("a1", "a3", "b2", "c1", "c3"), 0)
    )
    later = play(kee(surrounded, 3), "pass", "pass", "pass")
    assert repeats(later, "b2") == 2  # the first pass made no anchor, the second did


def test_a_suicide_makes_a_situation_like_any_stone():
    position = play(kee(SNAG, to_move="W"), "a1", "pass", "b1")
    assert drawn(position).split() == SNAG.split() and position.anchor() != position.stones
    again = play(position, "pass", "a1", "pass")
    assert repeats(again, "b1") == 3


# --- positions that were set up ---


def test_set_up_groups_without_liberties_go_at_the_next_placement():
    position = kee(
        """
        W B . .
        B . . .
        . . . R
        . . R G
        """,
        4,
    )
    passed = play(position, "pass")
    assert passed.captured == {} and "a4" in names(passed, passed.stones)
    assert captures(play(position, "b1")) == ["a4", "d1"]


def test_of_those_the_movers_own_go_last_and_may_be_saved():
    doomed = kee(
        """
        W B . .
        B . . .
        . . . R
        . . R G
        """,
        4,
        to_move="W",
    )
    assert captures(play(doomed, "b1")) == ["a4", "d1"]
    saved = kee(
        """
        W B R
        W B .
        """,
        3,
        to_move="W",
    )
    assert [g for g in saved.groups() if not saved.liberties(g)] == [(0, 3)]
    after = play(saved, "c1")
    assert captures(after) == ["b1", "b2", "c2"]
    assert names(after, after.stones) == ["a1", "a2", "c1"]


# --- the anchor ---


def test_there_is_no_anchor_before_all_plays():
    assert empty(2, 2).anchor() is None
    assert kee(BEFORE_KO).anchor() is None


@PLAYERS
def test_the_board_that_all_but_one_have_passed_in_a_row_is_the_anchor(players: int):
    position = play(empty(3, 3, players), "b2")
    for _ in range(players - 2):
        position = play(position, "pass")
        assert position.anchor() is None
    position = play(position, "pass")
    assert anchored(position) and position.anchor() == {4: 0}


@PLAYERS
def test_a_stone_between_passes_starts_the_count_again(players: int):
    position = play(empty(3, 3, players), *["pass"] * (players - 2), "b2")
    position = play(position, *["pass"] * (players - 2))
    assert position.anchor() is None
    assert anchored(play(position, "pass"))


@PLAYERS
def test_the_anchor_stays_whatever_is_placed(players: int):
    position = play(empty(3, 3, players), "b2", *["pass"] * (players - 1))
    after = play(position, "a1", "c3", "a3")
    assert after.anchor() == {4: 0} != after.stones


def test_further_passes_leave_the_anchor_as_it_is():
    position = play(empty(3, 3, 3), "b2", "pass", "pass")
    assert play(position, "pass").anchor() == play(position, "pass", "pass").anchor() == {4: 0}


def test_an_anchor_may_be_empty_which_is_not_the_same_as_none():
    position = play(empty(2, 2), "pass")
    assert position.anchor() == {} and anchored(position)
    assert position.facts() == {"anchor": "...."}
    assert empty(2, 2).facts() == {"anchor": None}


# --- situations ---


def test_a_ko_may_not_be_taken_back_at_once():
    position = play(kee(BEFORE_KO), "c2")
    assert captures(position) == ["b2"]
    assert repeats(position, "b2") == 0


def test_an_exchange_elsewhere_lifts_the_ban():
    position = play(kee(BEFORE_KO), "c2", "e1", "a1")
    assert refused(position, "b2") is None


def test_a_new_anchor_lifts_the_ban():
    position = play(kee(BEFORE_KO), "c2", "pass", "pass")
    after = play(position, "b2")
    assert captures(after) == ["c2"]
    assert drawn(after).split() == BEFORE_KO.split()


def test_a_refusal_names_the_ply_whose_situation_would_come_back():
    position = play(kee(BEFORE_KO), "c2", "pass", "pass", "b2")
    assert repeats(position, "c2") == 2
    assert repeats(play(empty(1, 2), "a1", "b1"), "a1") == 1


def test_of_several_plies_the_first_is_named():
    """The second of two passes leaves the situation as the first has made it."""
    position = play(kee(BEFORE_KO), "pass", "pass", "c2")
    assert repeats(position, "b2") == 1


def test_it_does_not_matter_for_whom_a_situation_appeared():
    """The start was Black's to play; White's stone would make it Red's."""
    position = play(kee(BEFORE_KO, 3), "c2")
    assert position.to_move == 1 and repeats(position, "b2") == 0


def test_one_pass_of_three_players_makes_no_anchor_and_lifts_no_ban():
    position = play(kee(BEFORE_KO, 3, to_move="R"), "pass", "c2")
    assert repeats(position, "b2") == 0


def test_a_pass_is_never_refused():
    position = play(empty(1, 2), "a1", "b1")
    for _ in range(3):
        assert refused(position, "pass") is None
        position = play(position, "pass")
    assert refused(position, "pass") is IllegalReason.OVER


def test_positions_that_part_do_not_know_each_others_situations():
    start = empty(1, 3)
    one, other = play(start, "a1"), play(start, "c1")
    assert one.history.ply((one.placed, None)) == 1
    assert other.history.ply((one.placed, None)) is None
    assert one.history.ply((start.placed, None)) == other.history.ply((start.placed, None)) == 0


# --- passes and the end ---


@PLAYERS
def test_twice_as_many_passes_as_players_less_one_end_the_game(players: int):
    position: Kee = play(empty(3, 3, players), "b2")
    for number in range(1, 2 * players):
        assert position.to_move is not None and position.result() is None
        assert position.passing() == (number - 1, 2 * players - 1)
        position = play(position, "pass")
    assert position.passing() == (2 * players - 1, 2 * players - 1)
    assert position.to_move is None and position.result() is not None
    assert position.declarations() == () and legal(position) == ""


@PLAYERS
def test_a_stone_after_all_passes_but_one_keeps_the_game_going(players: int):
    position = play(empty(3, 3, players), *["pass"] * (2 * players - 2), "b2")
    assert position.passing()[0] == 0
    assert play(position, *["pass"] * (2 * players - 2)).to_move is not None


@pytest.mark.parametrize("move", ["a1", "b2", "z9", "pass"])
def test_after_the_end_no_move_is_legal(move: str):
    position = play(empty(3, 3), "b2", "pass", "pass", "pass")
    assert refused(position, move) is IllegalReason.OVER
    with pytest.raises(IllegalMoveError):
        position.play(position.read(move))


# --- area ---


def test_stones_and_regions_that_touch_one_colour_count():
    position = kee(
        """
        . B . W .
        . B . W .
        B B . W W
        """
    )
    assert position.score() == (6, 6)
    shared = [names(position, t.points) for t in position.territories() if t.owner is None]
    assert shared == [["c1", "c2", "c3"]]


def test_a_region_between_three_colours_is_nobodys():
    position = kee(
        """
        . B .
        B . W
        . R .
        """,
        3,
    )
    assert position.score() == (3, 1, 1)
    owners = {tuple(names(position, t.points)): t.owner for t in position.territories()}
    assert owners == {("a3",): 0, ("c3",): None, ("b2",): None, ("a1",): None, ("c1",): None}


def test_an_empty_board_is_nobodys():
    assert empty(2, 2, 6).score() == (0, 0, 0, 0, 0, 0)
    assert [t.owner for t in empty(2, 2).territories()] == [None]


@PLAYERS
def test_komi_is_the_last_players(players: int):
    position = kee(". . .", players, komi=2.5)
    assert position.score() == (*[0] * (players - 1), 2.5)
    lines = [{line.name: line.points for line in of} for of in position.score_lines()]
    assert [each["komi"] for each in lines] == [*[0] * (players - 1), 2.5]


def test_ranks_are_shared_where_points_are():
    position = play(kee("B . . R . . G", 6), *["pass"] * 11)
    result = position.result()
    assert position.score() == (1, 0, 1, 1, 0, 0) and result is not None
    assert (result.ranks, result.winner) == ((1, 4, 1, 1, 4, 4), None)


def test_groups_and_liberties():
    position = kee(
        """
        B B W
        . R R
        """,
        3,
    )
    named = {tuple(names(position, g)): position.liberties(g) for g in position.groups()}
    assert named == {("a2", "b2"): (3,), ("c2",): (), ("b1", "c1"): (3,)}


# --- the history ---


def test_a_history_knows_the_first_ply_of_each_situation_however_long_it_gets():
    history, count = History(), 3 * History.WIDTH**2 + 5

    def situation(number: int) -> Situation:
        return number.to_bytes(2, "big"), None if number % 2 else b""

    kept: list[History] = []
    for number in range(count):
        kept.append(history)
        history = history.noting(situation(number), number).noting(situation(number // 2), -1)
    assert [history.ply(situation(n)) for n in range(count)] == list(range(count))
    assert history.ply((b"", None)) is None
    assert sum(map(len, history.layers)) == count
    for number in range(0, count, 97):
        assert kept[number].ply(situation(number)) is None
        assert number == 0 or kept[number].ply(situation(number - 1)) == number - 1


def test_a_ply_copies_little_and_a_question_asks_few_layers():
    history = History()
    for number in range(5000):
        history = history.noting((number.to_bytes(2, "big"), None), number)
        sizes = list(map(len, history.layers))
        assert all(size < History.WIDTH**n for n, size in enumerate(sizes[:-1], start=1))
        assert len(sizes) <= 3


# --- options ---


@pytest.mark.parametrize(
    ("chosen", "names_it"),
    [
        ({"width": 1}, "width"),
        ({"height": 20}, "height"),
        ({"width": 3, "height": 3, "komi": -9.5}, "komi"),
        ({"komi": 0.25}, "komi"),
        ({"width": 3, "height": 3, "komi": 9.5}, "komi"),
        ({"komi": "none"}, "komi"),
    ],
)
def test_what_people_may_not_choose(chosen: Options, names_it: str):
    with pytest.raises(OptionError) as refusal:
        GAME.settle(chosen)
    assert refusal.value.option == names_it


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 19), (19, 2), (9, 13), (19, 19)])
@PLAYERS
def test_boards_need_not_be_square(width: int, height: int, players: int):
    options = GAME.settle({"width": width, "height": height, "komi": 3.5})
    position = GAME.start(options, players)
    assert position.board.key == f"rectangle-{width}x{height}"
    assert position.colours == tuple(range(players))
    assert position.score()[-1] == 3.5


def test_nine_by_nine_without_komi_unless_chosen_otherwise():
    position = GAME.start(GAME.settle({}), 2)
    assert position.board.key == "rectangle-9x9" and position.score() == (0, 0)
    assert GAME.start_unrestricted({}).board is position.board


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (2, 25), (25, 25)])
def test_the_referee_takes_more_boards(rows: int, cols: int):
    assert len(GAME.start_unrestricted({"rows": rows, "cols": cols}).board) == rows * cols
