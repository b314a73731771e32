"""Pictures, side by side in one run: ours, the way over SVG and cairosvg, and the bare encoders.

One position of Keil, side 7, with most points taken and all three relations, 1000 pixels wide.
Figures are medians of interleaved runs in milliseconds of CPU time, and KiB of PNG.

Then 150 moves of that game as an animation. Beside it, run once each: what Pillow makes of frames
drawn in RGB, and of ours turned into RGB. Ours has frames for the flashes of captures besides.
"""

from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from random import Random
from statistics import median
from time import process_time

from PIL import Image

from engine.board import XY
from engine.games.keil import GAME
from engine.position import Link, Placement, Position
from render.animation import animate
from render.background import Background
from render.board_image import draw, paint
from render.links import bar, cut_mark
from render.options import WIDTHS, RenderOptions, useful_overlays
from render.png import encode_png
from render.sprites import Sprite
from render.tiles import tile_set

WIDTH, MARGIN, ROUNDS = 1000, 1.04, 25
PILLOW_LEVEL = 2
"""With this level Pillow writes about as many bytes as our encoder."""
MOVES, ANIMATIONS = 150, 5
Rows = list[tuple[str, dict[str, float] | str]]


def game(moves: int) -> list[Position]:
    """The positions of a random game with a fixed seed."""
    random = Random(7)
    line: list[Position] = [GAME.start(GAME.settle({"size": 7, "komi": 0.0}), 2)]
    for _ in range(moves):
        places = [move for move in line[-1].legal_moves() if isinstance(move, Placement)]
        line.append(line[-1].play(random.choice(places)))
    return line


def crowded() -> Position:
    """The fullest position of that game."""
    return max(game(160), key=lambda shown: len(shown.stones))


def svg(position: Position) -> str:
    """The same picture as SVG, without the grain of the wood and the shadows."""
    board, stones, links = position.board, position.stones, (position.links() or {}).items()
    left, top = (min(place[axis] for place in board.centres) - MARGIN for axis in (0, 1))
    across, down = (max(place[axis] for place in board.centres) + MARGIN for axis in (0, 1))
    across, down, red = across - left, down - top, "#e22226"
    lights, bodies, rims = ("#7a7d88", "#fff"), ("#1e1f24", "#eeeae0"), ("#08080b", "#7a6e5c")

    def tag(name: str, inside: str = "", **values: object) -> str:
        written = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in values.items())
        return f"<{name}{written}>{inside}</{name}>"

    def line(one: XY, other: XY, width: float, ink: str) -> str:
        (x, y), (u, v) = one, other
        return tag("line", x1=x, y1=y, x2=u, y2=v, stroke=ink, stroke_width=width)

    def disc(point: int, radius: float, fill: str, ink: str, width: float) -> str:
        x, y = board.centres[point]
        return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=ink, stroke_width=width)

    def on_edge(edge: tuple[int, int], part: float, aside: float = 0) -> XY:
        (x, y), (u, v) = (board.centres[point] for point in edge)
        return x + (u - x) * part - (v - y) * aside, y + (v - y) * part + (u - x) * aside

    parts: list[str] = []
    for n in (0, 1):
        stops = tag("stop", stop_color=lights[n]) + tag("stop", offset=1, stop_color=bodies[n])
        parts.append(tag("radialGradient", stops, id=f"g{n}", cx=0.39, cy=0.37, r=0.4))
    wood = {"fill": "#e2b878", "stroke": "#e2b878", "stroke_width": 2 * MARGIN}
    wood["points"] = " ".join(f"{x},{y}" for x, y in board.outline)
    parts.append(tag("polygon", stroke_linejoin="round", **wood))
    parts += [
        line(*(on_edge(edge, end) for end in (0, 1)), 0.03, "#704c24") for edge in board.edges
    ]
    widths = {Link.LINKED: 0.30, Link.OPEN: 0.135}
    bars = [(edge, widths[link], stones[edge[0]]) for edge, link in links if link in widths]
    parts += [line(on_edge(edge, 0), on_edge(edge, 1), w, rims[c]) for edge, w, c in bars]
    parts += [disc(p, 0.387, f"url(#g{c})", rims[c], 0.026) for p, c in stones.items()]
    parts += [line(on_edge(e, 0.25), on_edge(e, 0.75), w - 0.052, bodies[c]) for e, w, c in bars]
    cuts = (edge for edge, link in links if link is Link.CUT)
    parts += [line(on_edge(e, 0.5, -0.2), on_edge(e, 0.5, 0.2), 0.078, red) for e in cuts]
    parts.append(disc(position.last or 0, 0.19, "none", red, 0.08))
    font = {"text_anchor": "middle", "font_family": "sans-serif", "font_size": 0.36}
    for text, (x, y) in board.labels:
        parts.append(tag("text", text, x=x, y=y + 0.12, fill="#4a2e12", **font))
    box = {"viewBox": f"{left} {top} {across} {down}", "xmlns": "http://www.w3.org/2000/svg"}
    return tag("svg", "".join(parts), width=WIDTH, height=round(WIDTH * down / across), **box)


def rows() -> Rows:
    """What was measured: figures, or why there are none."""
    return boards() + animations()


def boards() -> Rows:
    """One picture."""
    position = crowded()
    tiles = tile_set(position.board, RenderOptions().theme, WIDTH)
    picture = paint(position, RenderOptions(), tiles)

    def encode_by_pillow() -> bytes:
        out = BytesIO()
        picture.save(out, "PNG", compress_level=PILLOW_LEVEL, transparency=tiles.transparency)
        return out.getvalue()

    ways: dict[str, Callable[[], bytes]] = {"draw + encode": lambda: draw(position)}
    for overlay in useful_overlays(position):
        ways[f"the same with the overlay of {overlay} (goal: 5 times)"] = partial(
            draw, position, RenderOptions(overlay=overlay)
        )
    ways["the same for a phone"] = partial(draw, position, RenderOptions(WIDTHS["phone"]))
    missing = ""
    try:
        import cairosvg

        ways["cairosvg, SVG to PNG"] = lambda: cairosvg.svg2png(svg(position).encode())
    except (ImportError, OSError) as error:  # the package, or the libcairo that it loads
        missing = f"NOT RUN: {str(error).splitlines()[0][:100]}"
    ways["bare encode (floor)"] = partial(encode_png, picture, tiles.transparency)
    ways["the same by Pillow"] = encode_by_pillow

    sizes = {name: len(way()) / 1024 for name, way in ways.items()}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            start = process_time()
            way()
            times[name].append(1000 * (process_time() - start))
    ours = median(times["draw + encode"]), sizes["draw + encode"]
    found: Rows = []
    for name in ways:
        spent, size = median(times[name]), sizes[name]
        ratios = {
            "times ours": round(spent / ours[0], 2),
            "bytes of ours": round(size / ours[1], 2),
        }
        found.append((name, {"ms CPU": round(spent, 2), "KiB": round(size, 1), **ratios}))
    return found + ([("cairosvg, SVG to PNG", missing)] if missing else [])


def in_true_colours(line: list[Position]) -> Iterator[Image.Image]:
    """The same pictures in RGB, from pieces with soft edges."""
    theme = RenderOptions().theme
    tiles = tile_set(line[0].board, theme, WIDTH)
    sprites, bare = tiles.sprites, Background(line[0].board, tiles.layout, theme).draw()
    stones = [sprites.stone(stone, theme.radius) for stone in theme.stones]
    rings = [sprites.ring(stone, theme.radius, theme.mark) for stone in theme.stones]
    joints: dict[tuple[int, int, Link, int], Sprite] = {}
    for position in line:
        picture = bare.copy()
        for point, colour in position.stones.items():
            stones[colour].onto(picture, tiles.pixels[point])
        for (p, q), link in (position.links() or {}).items():
            (x, y), (u, v) = tiles.pixels[p], tiles.pixels[q]
            step, colour = (u - x, v - y), position.stones[p]
            key = (*step, link, colour)
            if key not in joints:
                joints[key] = (
                    cut_mark(sprites, step)
                    if link is Link.CUT
                    else bar(sprites, theme.stones[colour], step, link)
                )
            joints[key].onto(picture, (x, y))
        if position.last is not None:
            rings[position.stones[position.last]].onto(picture, tiles.pixels[position.last])
        yield picture


def by_pillow(line: list[Position], *, true_colours: bool) -> bytes:
    """A GIF of the same pictures by Pillow alone."""
    tiles = tile_set(line[0].board, RenderOptions().theme, WIDTH)
    few = (paint(position, RenderOptions(), tiles).convert("RGB") for position in line)
    first, *others = in_true_colours(line) if true_colours else few
    out = BytesIO()
    first.save(out, "GIF", save_all=True, append_images=others, duration=400, loop=0)
    return out.getvalue()


def animations() -> Rows:
    """A whole game."""
    line = game(MOVES)
    ways: dict[str, tuple[Callable[[list[Position]], bytes], int]] = {
        f"{MOVES} moves as a GIF": (lambda line: animate(line).data, ANIMATIONS),
        "Pillow, from RGB frames": (partial(by_pillow, true_colours=True), 1),
        "Pillow, from our 70 colours as RGB": (partial(by_pillow, true_colours=False), 1),
    }
    found: Rows = []
    ours: tuple[float, float] | None = None
    for name, (way, rounds) in ways.items():
        size, times = 0.0, list[float]()
        for _ in range(rounds):
            start = process_time()
            size = len(way(line)) / 1024
            times.append(1000 * (process_time() - start))
        spent = median(times)
        ours = ours or (spent, size)
        ratios = {
            "times ours": round(spent / ours[0], 2),
            "bytes of ours": round(size / ours[1], 2),
        }
        found.append((name, {"ms CPU": round(spent, 2), "KiB": round(size, 1), **ratios}))
    return found
