"""Keil: liberties, captures, cuts, edges, suicide, repetition, counting, the button, passing."""

from bot.messages.exercises import Exercise
from bot.service.goals import (
    Captures,
    Counts,
    Cuts,
    IsLiberty,
    IsRefused,
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
)
