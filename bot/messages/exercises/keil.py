"""Keil: liberties, captures, cuts, edges, suicide, repetition, counting, the button, passing.

The positions in which people meet a rule for the first time are rare in games; here is one of each.
"""

from bot.messages.exercises import Exercise
from bot.service.goals import (
    Captures,
    Counts,
    Cuts,
    IsLiberty,
    IsRefused,
    Keeps,
    Leads,
)
from engine.position import IllegalReason

BLACK, WHITE = 0, 1
SMALL = {"size": 3, "komi": 0, "button": False}
EXERCISES = (
    Exercise(
        "liberty",
        SMALL,
        IsLiberty("c3"),
        """
             . . .
            . . . .
           . W B . .
            . . W .
             . . .
        """,
        WHITE,
    ),
    Exercise(
        "capture",
        SMALL,
        Captures(("c3",)),
        """
             . B .
            . . . .
           . W B . .
            . . W .
             . . .
        """,
        WHITE,
    ),
    Exercise(
        "cut",
        SMALL,
        Cuts("c2", "c3"),
        """
             . . .
            . . . B
           . W W . .
            . B . .
             . . W
        """,
        BLACK,
    ),
    Exercise(
        "edge",
        {"size": 4, "komi": 0, "button": False},
        Cuts("b1", "c1"),
        """
              . . . .
             . . . . .
            . . B . . .
           . . . . W . .
            W . . B . .
             W . . . .
              . . . .
        """,
        BLACK,
    ),
    Exercise(
        "corner",
        SMALL,
        Captures(("e1",)),
        """
             W . .
            . . . .
           . . B W .
            . . . .
             . . .
        """,
        BLACK,
    ),
    Exercise(
        "promise",
        SMALL,
        Captures(("a2", "a3")),
        """
             . . .
            . B . .
           . . . . .
            . B . W
             . W W
        """,
        BLACK,
    ),
    Exercise(
        "group",
        SMALL,
        Keeps("c3"),
        """
             . B .
            . B . .
           . W B W .
            . . W .
             . . .
        """,
        BLACK,
    ),
    Exercise(
        "suicide",
        SMALL,
        IsRefused(IllegalReason.SUICIDE),
        """
             . . .
            . B . .
           . . . . .
            . W B .
             . . .
        """,
        BLACK,
    ),
    Exercise("ko", SMALL, IsRefused(IllegalReason.REPETITION), moves="b2, d1, c1, b1"),
    Exercise(
        "count",
        SMALL,
        Counts(BLACK, (6, 8, 9, 10)),
        """
             . . .
            W W W W
           B B . W W
            B B B B
             . . .
        """,
        BLACK,
    ),
    Exercise(
        "dead",
        SMALL,
        Leads(),
        """
             . . .
            W W W W
           B B B W W
            B B . B
             . W .
        """,
        WHITE,
        "pass",
    ),
    Exercise(
        "button",
        {"size": 3, "komi": 1, "button": True},
        Leads(),
        """
             . . .
            W W W W
           B B B W W
            B B B B
             . . .
        """,
        WHITE,
    ),
    Exercise(
        "pass",
        SMALL,
        Leads(),
        """
             . W .
            W W W W
           B B B W W
            B B B B
             . B .
        """,
        WHITE,
        "pass",
    ),
    Exercise(
        "still-refused",
        SMALL,
        IsRefused(IllegalReason.SUICIDE),
        """
             . . B
            . . . .
           . W . . .
            W B . .
             . . .
        """,
        BLACK,
        rare=True,
    ),
    Exercise(
        "pass-repeats",
        SMALL,
        IsRefused(IllegalReason.REPETITION),
        moves="b2, d1, c1, d4, pass, b1",
        rare=True,
    ),
    Exercise(
        "own-turns",
        SMALL,
        Captures(("a1",)),
        moves="pass, e3, c2, d3, pass, b2, b3, a2, a1",
        rare=True,
    ),
    Exercise(
        "button-lifts",
        {"size": 3, "komi": 1, "button": True},
        Captures(("b2",)),
        moves="e3, b3, e2, c2, d4, a1, b2, button, pass",
        rare=True,
    ),
    Exercise(
        "nobody",
        SMALL,
        IsRefused(IllegalReason.SUICIDE),
        """
             . . .
            . W B .
           . B . W .
            . W B .
             . . .
        """,
        BLACK,
        rare=True,
    ),
    Exercise(
        "linking-2019",
        {**SMALL, "linking": "2019"},
        Counts(BLACK, (6, 13, 14, 16)),
        """
             . . .
            . . . .
           B B B B B
            W . . .
             . . B
        """,
        BLACK,
        rare=True,
    ),
)
