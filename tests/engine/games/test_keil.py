"""The rules of Keil, one by one: liberties and links.

Rows are lettered from the bottom, points counted from the left; c3 is the centre of side 3::

      e1 e2 e3
     d1 d2 d3 d4
    c1 c2 c3 c4 c5
     b1 b2 b3 b4
      a1 a2 a3

Captures, what follows from turns, and what counts at the end are in the files beside this one.
"""

import pytest

from engine.position import Link
from tests.engine.games.helpers import play
from tests.engine.games.keil_helpers import BOTH_WORDINGS, groups, keil, liberties

# --- liberties ---


@BOTH_WORDINGS
@pytest.mark.parametrize(
    ("stone", "expected"),
    [
        ("c3", ["b2", "b3", "c2", "c4", "d2", "d3"]),
        ("e2", ["d2", "d3", "e1", "e3"]),
        ("a1", ["a2", "b1", "b2"]),
    ],
)
def test_a_lone_stone_has_six_liberties_inside_four_on_an_edge_three_in_a_corner(
    linking: str, stone: str, expected: list[str]
):
    assert liberties(play(keil(size=3, linking=linking), stone), stone) == expected


@BOTH_WORDINGS
def test_an_empty_point_between_two_enemy_witnesses_is_no_liberty(linking: str):
    position = keil(
        """
          . . .
         . W . .
        . B . . .
         . W . .
          . . .
        """,
        linking=linking,
    )
    assert "c3" not in liberties(position, "c2")
    assert liberties(position, "c2") == ["b1", "c1", "d1"]


@BOTH_WORDINGS
def test_one_witness_of_their_own_or_empty_keeps_a_liberty(linking: str):
    own = keil(
        """
          . . .
         . W . .
        . B . . .
         . B W .
          . . .
        """,
        linking=linking,
    )
    assert "c3" in liberties(own, "c2")
    empty = keil(
        """
          . . .
         . W . .
        . B . . .
         . . W .
          . . .
        """,
        linking=linking,
    )
    assert "c3" in liberties(empty, "c2")


@BOTH_WORDINGS
def test_the_liberties_of_a_group_are_those_of_all_its_stones_once_each(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . . . . .
         . B . .
          B B .
        """,
        linking=linking,
    )
    assert liberties(position, "a1") == ["a3", "b1", "b3", "c2", "c3"]


# --- links between stones ---


@pytest.mark.parametrize(
    ("linking", "together"),
    [("current", [["c3"], ["c4"]]), ("2019", [["c3", "c4"]])],
)
def test_two_neighbours_between_empty_points_are_where_the_wordings_part(
    linking: str, together: list[list[str]]
):
    position = keil(
        """
          . . .
         . . . .
        . . B B .
         . . . .
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == together
    assert set(position.links().values()) == {Link.OPEN}


@BOTH_WORDINGS
def test_a_third_stone_beside_both_links_them(linking: str):
    position = keil(
        """
          . . .
         . . . .
        . . B B .
         . . B .
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == [["b3", "c3", "c4"]]
    assert set(position.links().values()) == {Link.LINKED}


@BOTH_WORDINGS
def test_one_own_witness_is_enough_whatever_stands_on_the_other(linking: str):
    position = keil(
        """
          . . .
         . . W .
        . . B B .
         . W B W
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == [["b3", "c3", "c4"]]


@pytest.mark.parametrize(
    ("linking", "together"),
    [("current", [["c3"], ["c4"]]), ("2019", [["c3", "c4"]])],
)
def test_one_empty_witness_links_in_2019_only(linking: str, together: list[list[str]]):
    position = keil(
        """
          . . .
         . . W .
        . . B B .
         . . . .
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == together


@BOTH_WORDINGS
def test_a_crosscut_cuts_both_colours(linking: str):
    position = keil(
        """
          . . .
         . . W .
        . . B B .
         . . W .
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == [["c3"], ["c4"]]
    assert groups(position, "W") == [["b3"], ["d3"]]
    assert set(position.links().values()) == {Link.CUT}
    assert liberties(position, "c3") == ["b2", "c2", "d2"]


@BOTH_WORDINGS
def test_on_the_edge_there_is_one_witness_and_an_enemy_there_cuts(linking: str):
    position = keil(
        """
          . B B
         . . W .
        . . . . .
         . . . .
          . . .
        """,
        linking=linking,
    )
    assert groups(position, "B") == [["e2"], ["e3"]]


@BOTH_WORDINGS
def test_black_and_white_never_share_a_group(linking: str):
    position = keil(
        """
          . . .
         . B B .
        . . W W .
         . . W .
          . . .
        """,
        linking=linking,
    )
    together = groups(position, "B") + groups(position, "W")
    assert sorted(name for group in together for name in group) == ["b3", "c3", "c4", "d2", "d3"]
    assert len(groups(position, "W")) == 1
