"""What counts in Keil: territories in both wordings, komi, ties; and the pie and the options."""

import pytest

from engine.game import OptionError, Options, OptionValue
from engine.games.keil import GAME, Keil
from engine.masks import BLACK
from engine.position import IllegalReason, UnreadableMoveError
from tests.engine.games.helpers import play, refused
from tests.engine.games.keil_helpers import BOTH_WORDINGS, keil, territories

# --- territories ---


@BOTH_WORDINGS
def test_one_stone_owns_all_that_hangs_together_around_it(linking: str):
    position = play(keil(size=2, linking=linking), "b2")
    assert position.score() == (7, 0)
    around = keil("B . . . . . .", linking=linking)
    assert [owner for _, owner in territories(around)] == ["B"]
    assert around.score() == (7, 0)


@BOTH_WORDINGS
@pytest.mark.parametrize("point", ["a1", "a2", "b1", "b2", "b3", "c1", "c2"])
def test_a_stone_on_any_point_counts_for_who_owns_a_territory(linking: str, point: str):
    position = play(keil(size=2, linking=linking), point)
    assert position.score() == (7, 0)
    other = play(keil(size=2, linking=linking), "pass", point)
    assert other.score() == (0, 7)


@BOTH_WORDINGS
def test_a_territory_that_both_colours_are_linked_to_is_nobodys(linking: str):
    position = play(keil(size=3, linking=linking), "c1", "c5")
    ((_, owner),) = territories(position)
    assert owner is None
    assert position.score() == (1, 1)


PAST_TWO_STONES = """
      . B
     B . W
      . .
"""


def test_now_empty_points_that_touch_only_past_stones_are_separate_territories():
    position = keil(PAST_TWO_STONES, linking="current")
    assert territories(position) == [(["a1", "a2", "b2"], None), (["c1"], "B")]
    assert position.score() == (3, 1)


def test_in_2019_empty_points_that_touch_always_belong_together():
    position = keil(PAST_TWO_STONES, linking="2019")
    assert territories(position) == [(["a1", "a2", "b2", "c1"], None)]
    assert position.score() == (2, 1)


@BOTH_WORDINGS
def test_an_enemy_stone_beside_a_territory_but_not_linked_to_it_takes_nothing(linking: str):
    """d3 lies beside c3, but black stands on both points that could link them."""
    position = keil(
        """
          . . .
         . B W .
        . B . B .
         . B B .
          . . .
        """,
        linking=linking,
    )
    assert (["c3"], "B") in territories(position)


@BOTH_WORDINGS
def test_one_witness_more_and_the_territory_is_shared(linking: str):
    position = keil(
        """
          . . .
         . B W .
        . B . . .
         . B B .
          . . .
        """,
        linking=linking,
    )
    ((_, owner),) = [(part, owner) for part, owner in territories(position) if "c3" in part]
    assert owner is None


@BOTH_WORDINGS
def test_a_corner_behind_a_crosscut_is_linked_to_no_stone_and_nobodys(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . . . . .
         B W . .
          . B .
        """,
        linking=linking,
    )
    assert (["a1"], None) in territories(position)


@BOTH_WORDINGS
def test_the_empty_board_is_nobodys(linking: str):
    position = keil(size=3, linking=linking)
    ((points, owner),) = territories(position)
    assert (len(points), owner) == (19, None)
    assert position.score() == (0, 0)


CLOSED_RING = """
      . . .
     . B W .
    . W . B .
     . B W .
      . . .
"""


@pytest.mark.parametrize(("linking", "each"), [("current", 6), ("2019", 3)])
def test_a_point_in_a_ring_of_alternating_colours_is_linked_to_no_stone_and_nobodys(
    linking: str, each: int
):
    """The points outside are six territories now, and were one in 2019."""
    position = keil(CLOSED_RING, linking=linking)
    assert (["c3"], None) in territories(position)
    assert position.score() == (each, each)


@BOTH_WORDINGS
@pytest.mark.parametrize("colour", ["B", "W"])
def test_such_a_point_is_closed_to_both_players(linking: str, colour: str):
    position = keil(CLOSED_RING, linking=linking, to_move=colour)
    assert refused(position, "c3") == IllegalReason.SUICIDE


def test_nothing_is_marked_dead():
    """A white stone in a black area counts as a white stone, and its surroundings for nobody."""
    position = play(keil(size=3), "c3", "e3", "pass", "pass")
    assert position.score() == (1, 1)


def test_every_part_of_a_score_has_its_line():
    position = play(keil(size=3, button=True, komi=6), "c3", "button")
    black, white = position.score_lines()
    assert [(line.name, line.points) for line in black] == [
        ("stones", 1),
        ("territory", 18),
        ("komi", 0),
        ("button", 0),
    ]
    assert [(line.name, line.points) for line in white] == [
        ("stones", 0),
        ("territory", 0),
        ("komi", 6),
        ("button", 0.5),
    ]
    without_button, _ = keil(size=3).score_lines()
    assert [line.name for line in without_button] == ["stones", "territory", "komi"]


# --- who wins ---

ALL_OWNED = """
          . . . . . . .
         . . . . . . . .
        . . . . . . . . .
       . . . . . . . . . .
      . . . . . . . . . . .
     W W W W W W W W W W W W
    B B B B B B B B B B W W W
     B B B B B B B B B B B B
      . . . . . . . . . . .
       . . . . . . . . . .
        . . . . . . . . .
         . . . . . . . .
          . . . . . . .
"""


@BOTH_WORDINGS
def test_the_published_score_is_that_of_a_side_of_seven_points(linking: str):
    """ "Black won by 0.5 points, with 67 points to White's 66.5. Komi was 6; the button was taken
    by White." The stones are ours: the picture of the game is lost.
    """
    position = keil(ALL_OWNED, linking=linking, to_move="W", button=True, komi=6)
    ended = play(position, "button", "pass", "pass")
    result = ended.result()
    assert ended.score() == (67, 66.5)
    assert result is not None and result.winner == BLACK


@pytest.mark.parametrize(("komi", "winner"), [(18, 0), (18.5, 0), (19, None), (19.5, 1), (20, 1)])
def test_more_points_win_and_equal_points_tie(komi: float, winner: int | None):
    result = play(keil(komi=komi), "c3", "pass", "pass").result()
    assert result is not None and result.winner == winner
    assert result.ranks == {0: (1, 2), 1: (2, 1), None: (1, 1)}[winner]


@pytest.mark.parametrize("taker", [0, 1])
def test_with_whole_komi_and_the_button_nobody_ties(taker: int):
    opening = ("button", "e1", "c3") if taker == 0 else ("c3", "button")
    for komi in range(20):
        position = play(keil(button=True, komi=komi), *opening)
        position = play(position, "pass", "pass")
        result = position.result()
        assert result is not None and result.winner is not None


# --- the pie ---


def pie() -> Keil:
    return keil(size=3, komi_pie=True, button=True)


def test_the_first_player_names_whole_komi_up_to_the_points_of_the_board():
    start = pie()
    assert start.to_move == 0 and start.colours is None
    (word,) = start.declarations()
    assert (word.word, word.numbers) == ("komi", range(20))
    assert [start.write(move) for move in start.legal_moves()] == [f"komi {n}" for n in range(20)]
    assert refused(start, "komi 20") == IllegalReason.EXPECTED_KOMI
    assert refused(start, "komi 100000") == IllegalReason.EXPECTED_KOMI


def test_without_the_button_the_first_player_may_name_half_komi():
    """ "half a point higher than a whole number (like 6.5)" """
    start = keil(size=3, komi_pie=True, button=False)
    (word,) = start.declarations()
    assert word.numbers is not None and not word.whole
    legal = [start.write(move) for move in start.legal_moves()]
    assert legal[:3] == ["komi 0", "komi 0.5", "komi 1"] and legal[-1] == "komi 19"
    assert len(legal) == 39
    for text in legal:
        assert start.write(start.read(text)) == text
    named = play(start, "komi 6.5")
    assert [(word.word, word.amount) for word in named.declarations()] == [
        ("black", None),
        ("white", 6.5),
    ]
    ended = play(named, "white", "c3", "pass", "pass")
    assert ended.score() == (19, 6.5)
    assert refused(start, "komi 19.5") == IllegalReason.EXPECTED_KOMI
    for text in ("komi 6.25", "komi 6.0", "komi .5", "komi 06.5", "komi 6,5"):
        with pytest.raises(UnreadableMoveError):
            start.read(text)


def test_with_the_button_komi_is_whole():
    """ "Komi is the whole number of points that is added to White's score" """
    with pytest.raises(UnreadableMoveError):
        pie().read("komi 6.5")


def test_the_second_player_chooses_the_side_and_sees_what_white_gets():
    named = play(pie(), "komi 6")
    assert named.to_move == 1 and named.colours is None
    assert [(word.word, word.amount) for word in named.declarations()] == [
        ("black", None),
        ("white", 6),
    ]


@pytest.mark.parametrize(("choice", "sides", "first"), [("black", (1, 0), 1), ("white", (0, 1), 0)])
def test_black_moves_first_whoever_it_is(choice: str, sides: tuple[int, int], first: int):
    position = play(pie(), "komi 6", choice)
    assert position.colours == sides
    assert position.to_move == first
    after = play(position, "c3")
    assert after.to_move == 1 - first
    assert list(after.stones.values()) == [BLACK]
    assert position.score() == (0, 6)


def test_until_komi_is_named_there_is_none_in_the_score():
    assert pie().score() == (0, 0)
    assert play(pie(), "komi 6").score() == (0, 6)


@pytest.mark.parametrize("move", ["c3", "z9", "pass", "button", "black", "white"])
def test_nothing_else_is_done_before_komi_is_named(move: str):
    assert refused(pie(), move) == IllegalReason.EXPECTED_KOMI


@pytest.mark.parametrize("move", ["c3", "z9", "pass", "button", "komi 3"])
def test_nothing_else_is_done_before_the_side_is_chosen(move: str):
    assert refused(play(pie(), "komi 6"), move) == IllegalReason.EXPECTED_SIDE


def test_turns_of_the_pie_count_as_plies_and_enter_no_list():
    position = play(pie(), "komi 6", "black")
    assert position.ply == 2
    assert position.lists == ({}, {})


@pytest.mark.parametrize(
    "text",
    ["komi", "komi -1", "komi 1.25", "komi 6.0", "komi 06.5", "komi 06", "komi  6", "Komi 6"],
)
def test_komi_is_written_one_way(text: str):
    assert not pie().is_declaration(text)


def test_outside_the_pie_its_words_are_no_words():
    position = keil()
    assert not any(position.is_declaration(word) for word in ("komi 3", "black", "white"))
    assert position.is_declaration("pass") and position.is_declaration("button")


# --- options ---

NO_NUMBERS = (10**400, float("nan"), float("inf"), True, "6", "")


def for_people(**chosen: OptionValue) -> Options:
    return GAME.settle(chosen)


def test_people_start_with_side_five_the_current_wording_the_button_and_the_pie():
    usual = {"size": 5, "linking": "current", "komi": None, "button": True}
    assert for_people() == {**usual, "handicap": None, "komi_by": "cut"}


@pytest.mark.parametrize("komi", [-61, -6.5, 0, 6, 6.5, 61])
def test_komi_is_whole_or_a_half_and_at_most_the_board(komi: float):
    assert for_people(komi=komi)["komi"] == komi


@pytest.mark.parametrize("komi", [-61.5, 6.25, 61.5, 200, *NO_NUMBERS])
def test_other_komi_is_refused(komi: OptionValue):
    with pytest.raises(OptionError) as refusal:
        for_people(komi=komi)
    assert refusal.value.option == "komi"


@pytest.mark.parametrize(
    "option",
    [
        *({"size": size} for size in (1, 14, 5.0, "5", True)),
        *({"komi": komi} for komi in (10**9, -1e9, False, *NO_NUMBERS)),
        {"linking": "2020"},
        {"button": 1},
    ],
)
def test_the_referee_takes_what_the_rules_allow_and_no_more(option: dict[str, OptionValue]):
    with pytest.raises(OptionError) as refusal:
        GAME.start_unrestricted(option)
    assert refusal.value.option in option


@pytest.mark.parametrize("komi", [-3, 6.5, 10.25, 10**8])
def test_the_referee_takes_any_finite_komi(komi: float):
    assert GAME.start_unrestricted({"komi": komi}).score() == (0, komi)
