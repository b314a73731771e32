"""The validity tests that were published with the Kee Rules of Go, told in their own words.

The diagrams of tests 1 to 5 are lost. The boards here are reconstructions on which the text comes
out word for word.
"""

from engine import diagram
from tests.engine.games.helpers import names, play
from tests.engine.games.kee_helpers import anchored, captures, kee, legal, repeats

TEST_1 = """
    W W W W W B B B
    . W . W . W B .
"""


def test_1_simple_ko_between_two_players():
    position = kee(TEST_1)
    # "Black 1 captures the White stone"
    position = play(position, "e1")
    assert captures(position) == ["f1"]
    # "White 2 can only pass and the current board position is anchored": in the ko, that is.
    assert repeats(position, "f1") == 0
    position = play(position, "pass")
    assert anchored(position)
    # "Black 3 cannot fill the ko but pass": filled, the ko leaves black one liberty.
    filled = play(position, "f1", "h1")
    assert captures(filled) == ["e1", "f1", "f2", "g1", "g2", "h2"]
    position = play(position, "pass")
    assert position.to_move is not None
    # "After the anchoring, White 4 is not repeating the initial board position."
    position = play(position, "f1")
    assert captures(position) == ["e1"]
    assert diagram.draw(position.board, position.stones, "BW").split() == TEST_1.split()
    # "Black 5 can only pass and the anchor is changed."
    assert repeats(position, "e1") == 2
    before = position.anchor()
    position = play(position, "pass")
    assert anchored(position) and position.anchor() != before
    # "White 6 can then continue the capturing to win the game."
    position = play(position, "h1")
    assert captures(position) == ["f2", "g1", "g2", "h2"]
    assert position.score() == (0, 16)


TESTS_2_AND_3 = """
    R R R R W W W W W W B B B
    . R . R W . W . W . W B .
"""


def test_2_simple_ko_between_two_players_while_a_third_is_idle():
    position = play(kee(TESTS_2_AND_3, 3), "k1")
    assert captures(position) == ["l1"]
    assert repeats(position, "l1") == 0
    # "the logic of test case 1 still follows with intervention of passes of the third player"
    position = play(position, "pass")
    assert position.anchor() is None
    position = play(position, "pass")
    assert anchored(position)
    position = play(position, "pass", "l1")
    assert captures(position) == ["k1"]
    position = play(position, "pass")
    assert repeats(position, "k1") == 3
    position = play(position, "pass")
    assert anchored(position)
    position = play(position, "n1")
    assert captures(position) == ["l2", "m1", "m2", "n2"]


def test_3_simple_ko_while_the_third_player_helps_the_weaker_one():
    # "Black 1 captures the White stone. White 2 can only pass."
    position = play(kee(TESTS_2_AND_3, 3), "k1")
    assert captures(position) == ["l1"]
    assert repeats(position, "l1") == 0
    # "Red 3 helps White prevent Black from capturing all White stones."
    position = play(position, "pass", "l1")
    assert captures(position) == ["k1"]
    assert repeats(position, "k1") == 1
    # "Black 4, White 5 and Red 6 would pass, while Black 4 plus White 5 changes the anchor"
    position = play(position, "pass")
    assert position.anchor() is None
    position = play(position, "pass")
    assert anchored(position)
    position = play(position, "pass")
    # "Black 7 can now take the red stone away because of change of anchor."
    position = play(position, "k1")
    assert captures(position) == ["l1"]
    # "Same rationale for White 8."
    position = play(position, "l1")
    assert captures(position) == ["k1"]
    # "Red 9 passes. Black 10 can only pass and change the anchor."
    position = play(position, "pass")
    assert repeats(position, "k1") == 7
    position = play(position, "pass")
    assert anchored(position)
    # "White 11 and Red 12 both pass as well. Black 13 can now take the white stone away"
    position = play(position, "pass", "pass", "k1")
    assert captures(position) == ["l1"]
    # "White 14 can only pass. Red 15 again helps White"
    assert repeats(position, "l1") == 10
    position = play(position, "pass", "l1")
    assert captures(position) == ["k1"]
    # "Under both anchors ... Black has tried to capture back but unsuccessful."
    assert repeats(position, "k1") == 13
    position = play(position, "pass", "pass", "pass")
    assert anchored(position) and repeats(position, "k1") == 7
    # "Black can never capture the white stones and win."
    position = play(position, "pass", "pass")
    result = position.result()
    assert position.to_move is None and result is not None and result.ranks[0] > 1


def test_4_sending_two_first():
    position = kee(
        """
        . W . W W W W
        W W W W W W W
        W W B B B B B
        . B . B . B .
        """
    )
    # "Black 1 sends the second stone. White 2 captures the two Black stones."
    position = play(position, "a1", "c1")
    assert captures(position) == ["a1", "b1"]
    # "Black 3 is not allowed to return one because of the positional superko nature of Kee Rules."
    assert repeats(position, "b1") == 0
    # "White 4 can successfully eliminate the ko threat."
    position = play(position, "pass", "b1")
    assert names(position, position.stones)[:2] == ["a2", "a3"] and position.to_move == 0


def test_5_returning_one_first():
    position = kee(
        """
        . W . W W W W
        W W W W W W W
        W W B B B B B
        . . W B . B .
        """
    )
    # "Black 1 captures the White stone."
    position = play(position, "b1")
    assert captures(position) == ["c1"]
    # "White 2 can only pass and the current board position is anchored": a stone on c1 would have
    # no liberty.
    assert repeats(position, "c1") == 1
    position = play(position, "pass")
    assert anchored(position)
    # "If Black 3 sends the second stone. White 4 captures the two Black stones."
    position = play(position, "a1", "c1")
    assert captures(position) == ["a1", "b1"]
    # "Black 5 cannot capture the White stone because it repeats the situation made by White 2."
    assert repeats(position, "b1") == 2
    # "Black 5 can only pass. White 6 can then continue to capture."
    position = play(position, "pass")
    assert play(position, "b1").to_move == 0


def test_6_the_board_of_two_points():
    """Wherever the text says "can only pass", passing is the only legal move."""
    position = kee(". .")
    assert legal(position) == "a1 b1 pass"
    # "Black 1 puts in a stone and White 2 captures."
    position = play(position, "a1")
    assert legal(position) == "b1 pass"
    position = play(position, "b1")
    assert captures(position) == ["a1"]
    # "Black 3 passes to produce anchor. White 4 also passes."
    assert legal(position) == "pass" and position.anchor() is None
    position = play(position, "pass")
    assert anchored(position)
    assert legal(position) == "a1 pass"
    position = play(position, "pass")
    # "Black 5 recaptures."
    assert legal(position) == "a1 pass"
    position = play(position, "a1")
    assert captures(position) == ["b1"]
    # "White 6 passes to change anchor. Black 7 also passes."
    assert legal(position) == "pass" and not anchored(position)
    position = play(position, "pass")
    assert anchored(position) and legal(position) == "b1 pass"
    position = play(position, "pass")
    # "White 8 recaptures."
    assert legal(position) == "b1 pass"
    position = play(position, "b1")
    # "Black 9 passes to change anchor. White 10 also passes."
    assert legal(position) == "pass" and not anchored(position)
    position = play(position, "pass")
    assert anchored(position) and legal(position) == "a1 pass"
    position = play(position, "pass")
    # "Black 11 cannot recapture because it repeats the situation of Black 5. Game ends here."
    assert legal(position) == "pass" and repeats(position, "a1") == 5
    position = play(position, "pass")
    assert position.to_move is None and position.score() == (0, 2)
