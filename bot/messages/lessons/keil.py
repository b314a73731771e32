"""Keil: aim and links, the edge, capture, territory, the button; links are named as in `Link`."""

from bot.messages.lessons import Page

PAGES = (
    Page(
        "linking",
        {"size": 4, "komi": 0, "button": False},
        "b1, c5, b2, e5, c2, pass, d5, pass, d6, pass, f2, pass, f3, pass",
    ),
    Page(
        "edge",
        {"size": 4, "komi": 0, "button": False},
        "g2, f3, g3, c5, d5, e5, d6, pass, a1, b2",
    ),
    Page("capture", {"size": 3, "komi": 0, "button": False}, "b2, c3, c4, pass, d2"),
    Page(
        "territory",
        {"size": 4, "komi": 2, "button": False},
        "c1, e1, c2, e2, c3, e3, c4, e4, c5, e5, c6, e6, d1, d7, d2, d6, d3, d5, pass, pass",
    ),
    Page(
        "button",
        {"size": 3, "komi": 1, "button": True},
        "b1, d1, b2, d2, b3, d3, b4, d4, c1, c4, c2, c5, c3, button, pass, pass",
    ),
)
