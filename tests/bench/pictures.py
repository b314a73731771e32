"""Pictures, side by side in one run: ours, the way over SVG and cairosvg, and the bare encoder.

One position of Keil, side 7, with most points taken and all three relations, 1000 pixels wide.
Figures are medians of interleaved runs in milliseconds of CPU time, and KiB of PNG.
"""

from collections.abc import Callable
from io import BytesIO
from random import Random
from statistics import median
from time import process_time

from engine.games.keil import GAME
from engine.position import Link, Place, Position
from render.board_image import COMPRESS_LEVEL, View, draw, paint
from render.sheet import sheet

WIDTH, MARGIN, ROUNDS = 1000, 1.04, 25


def crowded() -> Position:
    """The fullest position of a random game with a fixed seed."""
    random = Random(7)
    position = fullest = GAME.start(GAME.settle({"size": 7, "komi": 0.0}), 2)
    for _ in range(160):
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        if not places:
            break
        position = position.play(random.choice(places))
        fullest = max(fullest, position, key=lambda shown: len(shown.stones))
    return fullest


def svg(position: Position) -> str:
    """The same picture as SVG, without the grain of the wood and the shadows."""
    board, stones = position.board, position.stones
    left, right = min(x for x, _ in board.places), max(x for x, _ in board.places)
    top, bottom = min(y for _, y in board.places), max(y for _, y in board.places)
    unit = WIDTH / (right - left + 2 * MARGIN)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x - left + MARGIN) * unit, (y - top + MARGIN) * unit

    def line(one: tuple[float, float], other: tuple[float, float], width: float, ink: str) -> str:
        (x, y), (u, v) = one, other
        return (
            f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{u:.1f}" y2="{v:.1f}" '
            f'stroke="{ink}" stroke-width="{width * unit:.1f}"/>'
        )

    places = [at(*place) for place in board.places]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*place) for place in board.outline))
    inks, rims = ("#1e1f24", "#eeeae0"), ("#08080b", "#7a6e5c")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
        f'height="{(bottom - top + 2 * MARGIN) * unit:.0f}"><defs>'
        '<radialGradient id="g0" cx=".39" cy=".37" r=".4"><stop stop-color="#7a7d88"/>'
        '<stop offset="1" stop-color="#1e1f24"/></radialGradient>'
        '<radialGradient id="g1" cx=".39" cy=".37" r=".4"><stop stop-color="#ffffff"/>'
        '<stop offset="1" stop-color="#eeeae0"/></radialGradient></defs>'
        f'<polygon points="{corners}" fill="#e2b878" stroke="#e2b878" '
        f'stroke-width="{2 * MARGIN * unit:.1f}" stroke-linejoin="round"/>'
    ]
    parts += [line(places[p], places[q], 0.03, "#704c24") for p, q in board.edges]
    links = (position.links() or {}).items()
    for (p, q), link in links:
        if link is not Link.CUT:
            width = 0.30 if link is Link.LINKED else 0.135
            parts.append(line(places[p], places[q], width, rims[stones[p]]))
    for point, colour in stones.items():
        x, y = places[point]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.387 * unit:.1f}" fill="url(#g{colour})" '
            f'stroke="{rims[colour]}" stroke-width="{0.026 * unit:.1f}"/>'
        )
    for (p, q), link in links:
        (x, y), (u, v) = places[p], places[q]
        if link is Link.CUT:
            middle, across = ((x + u) / 2, (y + v) / 2), ((y - v) / 5, (u - x) / 5)
            ends = [(middle[0] + s * across[0], middle[1] + s * across[1]) for s in (-1, 1)]
            parts.append(line(ends[0], ends[1], 0.078, "#e22226"))
        else:
            ends = [(x + (u - x) * part, y + (v - y) * part) for part in (0.25, 0.75)]
            width = 0.248 if link is Link.LINKED else 0.083
            parts.append(line(ends[0], ends[1], width, inks[stones[p]]))
    if position.last is not None:
        x, y = places[position.last]
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.19 * unit:.1f}" fill="none" '
            f'stroke="#e22226" stroke-width="{0.08 * unit:.1f}"/>'
        )
    for text, place in board.labels:
        x, y = at(*place)
        parts.append(
            f'<text x="{x:.1f}" y="{y + 0.12 * unit:.1f}" text-anchor="middle" fill="#4a2e12" '
            f'font-family="sans-serif" font-size="{0.36 * unit:.1f}">{text}</text>'
        )
    return "".join((*parts, "</svg>"))


def rows() -> list[tuple[str, dict[str, float] | str]]:
    """What was measured: figures, or why there are none."""
    position = crowded()
    made = sheet(position.board, View().theme, WIDTH)
    picture = paint(position, View(), made)

    def encode() -> bytes:
        out = BytesIO()
        picture.save(out, "PNG", compress_level=COMPRESS_LEVEL, transparency=made.transparency)
        return out.getvalue()

    ways: dict[str, Callable[[], bytes]] = {"draw + encode": lambda: draw(position)}
    missing = ""
    try:
        import cairosvg

        ways["cairosvg, SVG to PNG"] = lambda: cairosvg.svg2png(svg(position).encode())
    except (ImportError, OSError) as error:  # the package, or the libcairo that it loads
        missing = f"NOT RUN: {str(error).splitlines()[0][:100]}"
    ways["bare encode (floor)"] = encode

    sizes = {name: len(way()) / 1024 for name, way in ways.items()}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = process_time()
            way()
            times[name].append(1000 * (process_time() - start))
    ours = median(times["draw + encode"]), sizes["draw + encode"]
    found: list[tuple[str, dict[str, float] | str]] = [
        (
            name,
            {
                "ms CPU": round(median(times[name]), 2),
                "KiB": round(sizes[name], 1),
                "times ours": round(median(times[name]) / ours[0], 2),
                "bytes of ours": round(sizes[name] / ours[1], 2),
            },
        )
        for name in ways
    ]
    return found + ([("cairosvg, SVG to PNG", missing)] if missing else [])
