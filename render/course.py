"""The course of a value that is known only roughly, such as a rating, as a line in a band."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from render.chart import Chart
from render.theme import Theme, mix

BAND = 0.25
"""Opacity of the band."""
LEAST = 100
"""The chart is at least so high, in units of the value, lest small changes look large."""

Point = tuple[float, float, float]
"""Where across, the value, and how far from it it may be."""


def draw_course(
    points: Sequence[Point],
    names: Mapping[int, str] | Mapping[float, str],
    theme: Theme,
    width: int,
) -> bytes:
    """The line through ``points``, which ascend from 0 across, in its band; a PNG.

    ``names``: what stands below, by where across.
    """
    low = min(value - spread for _, value, spread in points)
    high = max(value + spread for _, value, spread in points)
    room = max(0.08 * (high - low), (LEAST - (high - low)) / 2)
    first, last = points[0][0], points[-1][0]
    end = last + (0.02 * (last - first) or 1)
    chart = Chart(low - room, high + room, end, theme, width)
    ink = theme.accent
    steps = [*pairwise(points), (points[-1], (end, *points[-1][1:]))]
    for (x, value, spread), (to, *_) in steps:
        above, below = chart.at(x, value + spread), chart.at(to, value - spread)
        chart.pen.rectangle((*above, *below), mix(theme.panel, ink, BAND))
    chart.grid(names)
    line = [corner for (x, value, _), (to, *_) in steps for corner in ((x, value), (to, value))]
    pixels = [chart.at(*corner) for corner in line]
    chart.pen.line(pixels, ink, round(0.005 * chart.width), joint="curve")
    (x, y), radius = pixels[-1], 0.011 * chart.width
    chart.pen.ellipse((x - radius, y - radius, x + radius, y + radius), ink)
    return chart.png(*(mix(theme.panel, ink, part / 16) for part in (BAND * 16, 7, 10, 13, 16)))
