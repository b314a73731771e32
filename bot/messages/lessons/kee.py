"""Kee Rules Go: suicide, repetition, the anchor, passing to the end, area."""

from bot.messages.lessons import Page

KO = "b3, c3, a2, d2, b1, c1, e3, b2, c2"
"""Black has just taken a stone in a ko."""
PAGES = (
    Page("capture", {"width": 5, "height": 4}, "a2, a1, b2, d3, c1, b1"),
    Page("situation", {"width": 5, "height": 3}, KO),
    Page("anchor", {"width": 5, "height": 3}, f"{KO}, pass, pass, b2"),
    Page("passing", {"width": 5, "height": 3}, f"{KO}, pass, pass"),
    Page(
        "area",
        {"width": 5, "height": 4, "komi": 0.5},
        "b1, d1, b2, d2, b3, d3, b4, d4, c1, c4, pass, pass, pass",
    ),
)
