"""The rules of Keil: captures, suicide, and what becomes of stones that were set up."""

from engine.position import IllegalReason, Placement
from tests.engine.games.helpers import drawn, names, play, refused
from tests.engine.games.keil_helpers import BOTH_WORDINGS, groups, keil, liberties

# --- captures ---


@BOTH_WORDINGS
def test_one_stone_captures_in_a_corner(linking: str):
    position = play(keil(size=3, linking=linking), "a1", "b2")
    assert names(position, position.captured) == ["a1"]
    assert names(position, position.stones) == ["b2"]


@BOTH_WORDINGS
def test_a_stone_elsewhere_beside_a_corner_does_not_capture_it(linking: str):
    position = play(keil(size=3, linking=linking), "a1", "a2")
    assert position.captured == {}
    assert liberties(position, "a1") == ["b1", "b2"]


@BOTH_WORDINGS
def test_two_stones_capture_on_an_edge(linking: str):
    position = play(keil(size=3, linking=linking), "a2", "b2", "e1")
    assert liberties(position, "a2") == ["a3", "b3"]
    position = play(position, "b3")
    assert names(position, position.captured) == ["a2"]


@BOTH_WORDINGS
def test_three_stones_capture_inside(linking: str):
    position = keil(
        """
          . . .
         . W . .
        . . B W .
         . . . .
          . . .
        """,
        linking=linking,
        to_move="W",
    )
    assert liberties(position, "c3") == ["b2", "b3", "c2"]
    after = play(position, "b2")
    assert names(after, after.captured) == ["c3"]


@BOTH_WORDINGS
def test_a_group_dies_as_a_whole(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . W W . .
         . B W .
          B B .
        """,
        linking=linking,
        to_move="W",
    )
    assert liberties(position, "b2") == ["b1"]
    after = play(position, "b1")
    assert names(after, after.captured) == ["a1", "a2", "b2"]


@BOTH_WORDINGS
def test_one_liberty_of_its_farthest_stone_keeps_a_group(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . W W W .
         . B B .
          B B B
        """,
        linking=linking,
        to_move="W",
    )
    after = play(position, "b1")
    assert after.captured == {}
    assert liberties(after, "a1") == ["b4"]
    after = play(after, "pass", "b4")
    assert names(after, after.captured) == ["a1", "a2", "a3", "b2", "b3"]


@BOTH_WORDINGS
def test_one_stone_can_capture_several_groups(linking: str):
    position = keil(
        """
          B .
         . . B
          B .
        """,
        linking=linking,
        to_move="W",
    )
    after = play(position, "b2")
    assert names(after, after.captured) == ["a1", "b3", "c1"]
    assert liberties(after, "b2") == ["a1", "a2", "b1", "b3", "c1", "c2"]


@BOTH_WORDINGS
def test_a_stone_on_the_last_witness_captures_though_a_neighbour_stays_empty(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . . . . .
         . W . .
          . B .
        """,
        linking=linking,
        to_move="W",
    )
    after = play(position, "b3")
    assert names(after, after.captured) == ["a2"]
    assert names(after, after.stones) == ["b2", "b3"]


# --- suicide ---


@BOTH_WORDINGS
def test_a_stone_without_liberties_may_not_be_placed(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . . . . .
         . W . .
          . . .
        """,
        linking=linking,
    )
    assert refused(position, "a1") == IllegalReason.SUICIDE
    # The stone would be alone. a2 and b1 are empty, but b2 parts them from it.
    assert names(position, position.stones_against(Placement("a1"))) == ["b2"]
    assert refused(position, "a2") is None
    assert position.stones_against(Placement("a2")) == ()
    assert names(position, position.stones_against(Placement("b2"))) == ["b2"], "it stands there"
    assert position.stones_against(Placement("z9")) == ()


@BOTH_WORDINGS
def test_a_group_may_not_fill_its_own_last_liberty(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . W W . .
         . B W .
          B B .
        """,
        linking=linking,
    )
    assert liberties(position, "b2") == ["b1"]
    assert refused(position, "b1") == IllegalReason.SUICIDE
    stones_against = names(position, position.stones_against(Placement("b1")))
    assert stones_against == [*groups(position, "B")[0], "b3", "c2"], (
        "its group, and what parts b1 from it"
    )


@BOTH_WORDINGS
def test_a_capture_that_gives_the_stone_a_liberty_saves_it(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . W . . .
         . . W .
          W . .
        """,
        linking=linking,
    )
    after = play(position, "b2")
    assert names(after, after.captured) == ["a1"]
    assert liberties(after, "b2") == ["a1", "a2", "b1"]


@BOTH_WORDINGS
def test_a_move_that_captures_can_still_be_suicide(linking: str):
    """New against Go: the emptied point need not be linked to the stone that emptied it."""
    before = """
          . . .
         . . . .
        . . . . .
         . W B .
          . W .
    """
    position = keil(before, linking=linking)
    assert refused(position, "a1") == IllegalReason.SUICIDE
    saved = keil(before, linking=linking, to_move="W")
    assert refused(saved, "a1") is None


@BOTH_WORDINGS
def test_on_side_two_a_stone_in_the_centre_ends_all(linking: str):
    position = play(keil(size=2, linking=linking), "b2")
    assert [position.write(move) for move in position.legal_moves()] == ["pass"]
    assert refused(position, "a1") == IllegalReason.SUICIDE


@BOTH_WORDINGS
def test_a_stone_stands_on_an_empty_point_of_the_board(linking: str):
    position = play(keil(size=2, linking=linking), "b2")
    assert refused(position, "b2") == IllegalReason.OCCUPIED
    assert refused(position, "z9") == IllegalReason.OFF_BOARD


# --- positions that were set up ---


@BOTH_WORDINGS
def test_a_set_up_group_without_liberties_goes_at_the_next_placement_of_the_other_side(
    linking: str,
):
    doomed = """
          . . .
         . . . .
        . . . . .
         . W . .
          B . .
    """
    blacks_turn = keil(doomed, linking=linking, to_move="B")
    assert liberties(blacks_turn, "a1") == []
    own_placement = play(blacks_turn, "e3")
    assert names(own_placement, own_placement.captured) == []
    passed = play(own_placement, "pass")
    assert names(passed, passed.captured) == []
    anywhere = play(own_placement, "e1")
    assert names(anywhere, anywhere.captured) == ["a1"]


@BOTH_WORDINGS
def test_what_was_set_up_is_drawn_as_it_was_given(linking: str):
    picture = "  . .\n . B W\n  . ."
    shown = drawn(keil(picture, linking=linking))
    assert shown.split() == picture.split()
