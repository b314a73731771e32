"""Ki: forbidden points, control, the corner, captures, cascades, saving stones, having to pass."""

from bot.messages.exercises import Exercise
from bot.service.goals import Captures, Controls, Declares, IsRefused, Keeps
from engine.position import IllegalReason

BLACK, WHITE = 0, 1
SMALL = {"size": 5}
EXERCISES = (
    Exercise(
        "forbidden",
        SMALL,
        IsRefused(IllegalReason.CONTROLLED),
        """
        . W . . .
        . . B . .
        . B . W .
        . . W . .
        . . . . .
        """,
        WHITE,
    ),
    Exercise(
        "control",
        SMALL,
        Controls("c3"),
        """
        . . . . .
        . . . . .
        . B . W .
        . . . . .
        . . . . .
        """,
        BLACK,
    ),
    Exercise(
        "corner",
        SMALL,
        Controls("a1"),
        """
        . . . . .
        . . W . .
        . . . . .
        B . . W .
        . . B . .
        """,
        BLACK,
    ),
    Exercise(
        "capture",
        SMALL,
        Captures(("c3",)),
        """
        . . . . .
        . . W . .
        . B W . .
        . . . . .
        . . . B .
        """,
        BLACK,
    ),
    Exercise(
        "corner-capture",
        SMALL,
        Captures(("a1",)),
        """
        . . . . .
        . . . W .
        . . . . .
        . . B . .
        W B . . W
        """,
        BLACK,
    ),
    Exercise(
        "cascade",
        SMALL,
        Captures(("c3", "d3")),
        """
        . . . . B
        . . B B .
        . B W W .
        . . W . .
        W . . . .
        """,
        BLACK,
    ),
    Exercise(
        "save",
        SMALL,
        Keeps("c3"),
        """
        . . . . .
        . W B . .
        W W B . .
        . . . . .
        . . . B .
        """,
        BLACK,
    ),
    Exercise(
        "square",
        SMALL,
        Keeps("c3"),
        """
        . . . . .
        . W . W .
        . W B . .
        . W B B .
        . . . . .
        """,
        BLACK,
    ),
    Exercise(
        "pass",
        SMALL,
        Declares("pass"),
        """
        B B W W .
        B B W W W
        B B B W W
        B B B W .
        B B B W W
        """,
        BLACK,
    ),
)
