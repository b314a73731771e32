"""Kee Rules Go: the validity tests that its author published with the rules.

The diagrams of tests 1 to 5 are lost: their boards are ours, and his text comes out on them word
for word. The lines of tests 7 and 8 were never published ("up to 44 steps, to be posted"): ours
have as many turns as his, and every move of White's in them is proved not to lose.
"""

from bot.messages.examples import Example

KO = """
W W W W W B B B
. W . W . W B .
"""
KO_OF_THREE = """
R R R R W W W W W W B B B
. R . R W . W . W . W B .
"""
BENT_FIVE = """
. W . W W W W
W W W W W W W
W W B B B B B
"""
EXAMPLES = (
    Example("ko", {"width": 8, "height": 2}, "e1, pass, pass, f1, pass, h1", board=KO),
    Example(
        "idle",
        {"width": 13, "height": 2},
        "k1, pass, pass, pass, l1, pass, pass, n1",
        seats=3,
        board=KO_OF_THREE,
    ),
    Example(
        "helped",
        {"width": 13, "height": 2},
        "k1, pass, l1, pass, pass, pass, k1, l1, pass, pass, pass, pass, k1, pass, l1",
        seats=3,
        board=KO_OF_THREE,
    ),
    Example(
        "two-first",
        {"width": 7, "height": 4},
        "a1, c1, pass, b1",
        board=f"{BENT_FIVE}. B . B . B .",
    ),
    Example(
        "one-first",
        {"width": 7, "height": 4},
        "b1, pass, a1, c1, pass, b1",
        board=f"{BENT_FIVE}. . W B . B .",
    ),
    Example(
        "two-points",
        {"width": 2, "height": 1},
        "a1, b1, pass, pass, a1, pass, pass, b1, pass, pass, pass",
    ),
    Example(
        "four-points",
        {"width": 2, "height": 2},
        "b2, a1, a2, b1, b2, pass, a2, b1, pass, a1, pass, pass, a2, pass, b2, a1, b1, pass, "
        "a1, a1, b1, b2, pass, a2, b1, a2, a1, b2, a1, pass, b1, b2, a2, pass, pass, b2, a1, "
        "pass, b1, a2, a1, pass, pass, pass",
    ),
    Example(
        "six-points",
        {"width": 2, "height": 3},
        "b1, b2, b3, a3, a2, a1, pass, a2, pass, b1, b3, b2, a2, a3, a1, b1, a1, a2, pass, "
        "b3, a1, a2, a3, b2, b1, a1, b3, b1, a3, b3, a3, a2, b1, b2, b3, a3, a1, b3, a1, "
        "pass, b1, b2, a2, a3, a2, a1, pass, b1, pass, pass, pass",
    ),
)
