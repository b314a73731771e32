"""Kee Rules Go: liberties, captures, suicide, repetition, the anchor, passing, counting."""

from bot.messages.exercises import Exercise
from bot.service.goals import Captures, Counts, IsLiberty, IsRefused, Keeps, Leads
from engine.position import IllegalReason

BLACK, WHITE = 0, 1
BOARD = {"width": 5, "height": 4}
SQUARE = {"width": 5, "height": 5}
KO = "b4, c4, a3, d3, b2, c2, e5, b3, c3"
"""Black has just taken a stone in a ko."""
FULL = (
    "a4, d4, b4, e4, c4, d3, b3, d2, c3, e2, a2, pass, b2, pass, c2, pass, b1, pass, c1, d1, pass, "
    "pass"
)
"""Both have two eyes and nothing else; two of three passes are made."""
EXERCISES = (
    Exercise(
        "liberty",
        BOARD,
        IsLiberty("a1"),
        """
        . . . . .
        . . . B .
        W . . . .
        B B . . .
        """,
        WHITE,
    ),
    Exercise(
        "capture",
        BOARD,
        Captures(("c2", "c3")),
        """
        . . B . .
        . B W B .
        . B W . .
        . . B . W
        """,
        BLACK,
    ),
    Exercise(
        "save",
        BOARD,
        Keeps("c2"),
        """
        . . . . .
        . . W . .
        . W B . .
        . . W . B
        """,
        BLACK,
    ),
    Exercise("ko", SQUARE, IsRefused(IllegalReason.REPETITION), moves=KO),
    Exercise("retake", SQUARE, Captures(("c3",)), moves=f"{KO}, pass, pass"),
    Exercise(
        "count",
        BOARD,
        Counts(BLACK, (5, 9, 10, 11)),
        """
        . B . W .
        . B . W .
        . B . W .
        . B B W .
        """,
        BLACK,
    ),
    Exercise("end", BOARD, Leads(), moves=FULL),
    Exercise("suicide", BOARD, Captures(("a1",)), moves="a2, a1, b2, d3, c1", rare=True),
    Exercise(
        "alone",
        {"width": 4, "height": 4},
        IsRefused(IllegalReason.REPETITION),
        moves="c3, a2, d3, b1",
        rare=True,
    ),
    Exercise(
        "three",
        {"width": 4, "height": 3},
        Captures(("a2", "b1", "b2")),
        """
        B B . .
        R W B .
        . W B .
        """,
        BLACK,
        seats=3,
        rare=True,
    ),
)
