"""Ki: placing, control, cascades, the end."""

from bot.messages.lessons import Page

PAGES = (
    Page("placing", {"size": 5}, "c2, d4, b3"),
    Page("control", {"size": 5}, "a2, d5, b1, d3, c4, c2, e4"),
    Page("cascade", {"size": 5}, "b3, c3, d4, d3, e5, c2, c4, a1, e3"),
    Page(
        "end",
        {"size": 5},
        "e3, e5, d3, c3, d4, c5, a4, c2, a5, b1, d2, a2, e1, a3, b5, b2, e2, c4, d1, a1, b4, b3, "
        "e4, d5, pass, c1",
    ),
)
