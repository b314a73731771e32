"""One page of pictures, for every game, overlay, theme and edge case: ``python -m tests.gallery``.

It writes ``build/gallery/index.html`` and the pictures beside it. Each is shown twice: at its full
size on the dark ground that Discord has, and 400 pixels wide on the light one.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.messages import lessons
from engine.ai.hints import region
from engine.board import hexhex, rectangle
from engine.games.kee import GAME as KEE
from engine.match import Match
from engine.position import IllegalReason, Placement, Position
from render.animation import animate
from render.avatar import avatar
from render.board_image import draw
from render.course import draw_course
from render.curve import draw_curve
from render.legend import signs
from render.options import Coordinates, Mark, Overlay, RenderOptions, Sign, useful_overlays
from render.panels import Side, draw_beside, draw_explained, draw_score
from render.theme import THEMES
from tests.render.scenes import (
    anchored,
    colourful,
    course,
    crowded,
    go,
    kee_game,
    keil_game,
    ki_game,
    owners_of,
    score_rows,
)
from tests.render.still import Still, related, scattered

PLACE, README = Path("build/gallery"), Path("render/samples")

PAGE = """<!doctype html><meta charset="utf-8"><title>Pictures</title><style>
body {{ font: 16px sans-serif; margin: 0; color: #777 }} h2 {{ margin: 1em }}
figure {{ margin: 0; padding: 1em; display: inline-block; vertical-align: top }}
.dark {{ background: #313338 }} .light {{ background: #fff }} .small img {{ width: 400px }}
</style>{body}"""

FIGURE = """<figure class="{kind}"><img src="{name}.png" alt="{title}"><figcaption>{title}
</figcaption></figure>"""


def games() -> dict[str, Position]:
    """A position in the middle of each game, and of each that more than two can play."""
    return {
        "keil": crowded(),
        "keil-open": keil_game(5, 36, 7),
        "ki": ki_game(60, 5),
        "kee": kee_game(9, 2, 60, 4),
        "kee-six": kee_game(13, 6, 150, 2),
        "kee-eight": kee_game(9, 8, 60, 2),
    }


def pictures() -> Iterator[tuple[str, bytes]]:
    """All pictures with a name that says what they show."""
    for game, position in games().items():
        yield f"{game}-plain", draw(position)
        for overlay in useful_overlays(position):
            yield f"{game}-{overlay}", draw(position, RenderOptions(overlay=overlay))
        yield (
            f"{game}-names",
            draw(position, RenderOptions(coordinates=Coordinates.EVERY)),
        )
    keil, six = games()["keil-open"], games()["kee-six"]
    ki = games()["ki"]
    for theme, look in THEMES.items():
        yield f"theme-{theme}-keil", draw(keil, RenderOptions(theme=look))
        yield f"theme-{theme}-six", draw(colourful(), RenderOptions(theme=look, territory=True))
        for overlay in (Overlay.GROUPS, Overlay.LIBERTIES, Overlay.ATARI, Overlay.TERRITORY):
            yield f"theme-{theme}-{overlay}", draw(keil, RenderOptions(theme=look, overlay=overlay))
        yield f"theme-{theme}-control", draw(ki, RenderOptions(theme=look, overlay=Overlay.CONTROL))
        yield (
            f"theme-{theme}-anchor",
            draw(anchored((0, 1)), RenderOptions(theme=look, overlay=Overlay.ANCHOR)),
        )
        yield (
            f"theme-{theme}-names",
            draw(six, RenderOptions(theme=look, coordinates=Coordinates.EVERY)),
        )
        yield f"theme-{theme}-score", draw_score(keil, score_rows(keil), RenderOptions(theme=look))
    for game, position in games().items():
        for overlay in useful_overlays(position):
            for width in (600, 1000):
                options = RenderOptions(width, overlay=overlay)
                yield f"legend-{game}-{overlay}-{width}", with_legend(position, options)
    for side in range(2, 10):
        board = hexhex(side)
        stones = scattered(board, side, filled=0.3)
        still = Still(board, stones, related(board, stones), last=max(stones, default=None))
        for theme in ("light", "dark"):
            for width in (600, 1000):
                yield (
                    f"side-{side}-{theme}-{width}",
                    draw(still, RenderOptions(width, THEMES[theme])),
                )
    yield from judgements()
    group = max(keil.groups(), key=len)
    yield "one-group", draw(keil, RenderOptions(overlay=Overlay.LIBERTIES, group=group[0]))
    for turn in range(6):
        for mirror in (False, True):
            options = RenderOptions(500, turn=turn, mirror=mirror, coordinates=Coordinates.EVERY)
            yield f"turned-{turn}{'-mirrored' * mirror}-hexagon", draw(keil, options)
            if turn < 4:
                yield f"turned-{turn}{'-mirrored' * mirror}-rectangle", draw(go(7, 5, 2), options)
    for width in (400, 1000):
        options = RenderOptions(width)
        for board in (
            hexhex(3),
            hexhex(13),
            rectangle(2, 2),
            rectangle(2, 25),
            rectangle(25, 2),
            rectangle(25, 25),
        ):
            stones = scattered(board, 2, filled=0.6)
            links = related(board, stones) if board.turns == 6 else None
            still = Still(board, stones, links, last=max(stones, default=None))
            yield f"edge-{board.key}-{width}", draw(still, options)
            yield (
                f"edge-{board.key}-{width}-names",
                draw(still, replace(options, coordinates=Coordinates.EVERY)),
            )
            yield (
                f"edge-{board.key}-{width}-bare",
                draw(still, replace(options, coordinates=Coordinates.OFF)),
            )
    for name, position, options, earlier in refusals():
        yield f"refused-{name}", draw(position, options)
        beside = (Side(position, "Now", options.marks), Side(earlier, "After move 12"))
        yield f"beside-{name}", draw_beside(*beside, RenderOptions())
    for game, position in games().items():
        yield f"score-{game}", draw_score(position, score_rows(position), RenderOptions())
        yield f"score-{game}-phone", draw_score(position, score_rows(position), RenderOptions(400))
    for size in (512, 128, 32):
        yield f"avatar-{size}", avatar(size)


def judgements() -> Iterator[tuple[str, bytes]]:
    """Estimates, moves beside each other, regions, and courses of games."""
    for game, position in games().items():
        for theme in THEMES if game in ("keil-open", "kee-six") else ("light",):
            look, owners = THEMES[theme], owners_of(position)
            options = RenderOptions(theme=look, overlay=Overlay.ESTIMATE, owners=owners)
            yield f"estimate-{game}-{theme}", with_legend(position, options)
            free = [p for p in range(len(position.board)) if p not in position.stones]
            moves = {free[2]: Mark(Sign.BETTER, 0), free[-3]: Mark(Sign.WORSE, 1)}
            yield f"moves-{game}-{theme}", draw(position, RenderOptions(theme=look, marks=moves))
            area = dict.fromkeys(region(position.board, free[4], 1), Mark(Sign.AREA))
            yield f"region-{game}-{theme}", draw(position, RenderOptions(theme=look, marks=area))
    for theme, look in THEMES.items():
        for colours in (2, 3, 6):
            marks = {20: 0, 31: 1, 52: 0}
            yield f"curve-{colours}-{theme}", draw_curve(course(80, colours), marks, look, 1000)
        ratings = [(0.9 * n * n, 1500 + 40 * (n % 5) + 9 * n, 350 * 0.9**n) for n in range(30)]
        names = {0: "2026-01-03", 300: "2026-10-30"}
        yield f"course-{theme}", draw_course(ratings, names, look, 1000)


def with_legend(position: Position, options: RenderOptions) -> bytes:
    """An overlay with its legend; the words are the names of the signs."""
    words = {
        sign: f"{sign.meaning} {'' if sign.colour is None else sign.colour}".strip()
        for sign in signs(position, options)
    }
    return draw_explained(position, options, words)


def refusals() -> Iterator[tuple[str, Position, RenderOptions, Position]]:
    """Positions with a move that is refused, what is pointed out, and an earlier position."""
    position, point = suicide()
    yield "keil", position, refused(position, point), keil_game(5, 12, 7)
    position = ki_game(60, 5)
    controlled = position.controllers().items()
    point = next(p for p, owner in controlled if owner != position.to_move)
    yield "ki", position, refused(position, point), ki_game(12, 5)
    twice = next(lesson for lesson in lessons.of(KEE) if "twice" in lesson.title)
    lesson = lessons.match_of(KEE, twice)
    position, turns = lesson.position, lesson.turn_log.moves[:-1]
    earlier = Match.replay(KEE, lesson.options, 2, turns).position
    taken = next(iter(position.captured))
    yield "kee", position, refused(position, taken), earlier


def refused(position: Position, point: int) -> RenderOptions:
    """What is pointed out where a stone on ``point`` is refused."""
    mover, stones = position.to_move, position.stones
    marks = {
        p: Mark(Sign.TRAPPED if stones[p] == mover else Sign.WATCHED)
        for p in position.stones_against(Placement(position.board.names[point]))
    }
    return RenderOptions(marks={**marks, point: Mark(Sign.REFUSED, mover)})


def suicide() -> tuple[Position, int]:
    """A position in which a stone beside a group of its own would be suicide, and its point."""
    for seed in range(1000):
        position = keil_game(5, 45, seed)
        for name, point in position.board.index.items():
            refusal, group = (
                position.why_not(Placement(name)),
                position.stones_against(Placement(name)),
            )
            if refusal is not None and refusal.reason is IllegalReason.SUICIDE and len(group) > 3:
                return position, point
    raise LookupError("no suicide in a thousand games")


SAMPLES = {
    *("keil-open-groups", "keil-open-liberties", "theme-dark-territory"),
    *("refused-keil", "score-keil-open", "kee-six-plain"),
}


FIRST = (
    "b1 c3 c4 b6 c6 c7 d8 e1 e8 f1 f5 f7 f8 g1 g2 g5 g7 h2 h3 h5 i3 i4",
    "a1 a2 a3 a5 b4 b5 c5 d1 d3 d5 d6 e4 e6 e7 f2 f3 f4 g3 g4",
)
"""The stones of Black and of White in the first picture of README."""


def at_the_top() -> Position:
    """The position in that picture: all three relations, and the last move."""
    board = hexhex(5)
    stones = {
        board.index[name]: colour for colour, names in enumerate(FIRST) for name in names.split()
    }
    return Still(board, stones, related(board, stones), last=board.index["c5"])


def samples() -> None:
    """Write those that README shows."""
    for name, png in pictures():
        if name in SAMPLES:
            picture = Image.open(BytesIO(png)).convert("RGBA")
            small = picture.resize((440, round(picture.height * 440 / picture.width)))
            small.quantize(128).save(README / f"{name}.png", optimize=True)
    (README / "keil.png").write_bytes(draw(at_the_top()))


def main() -> None:
    """Write the page."""
    PLACE.mkdir(parents=True, exist_ok=True)
    body: list[str] = []
    for name, png in pictures():
        (PLACE / f"{name}.png").write_bytes(png)
        body += [
            FIGURE.format(kind=kind, name=escape(name), title=escape(name))
            for kind in ("dark full", "light small")
        ]
    line = [keil_game(5, plies, 7) for plies in range(50)]
    for theme in ("light", "dark"):
        (PLACE / f"game-{theme}.gif").write_bytes(
            animate(line, RenderOptions(theme=THEMES[theme])).data
        )
        body += [
            FIGURE.format(kind=ground, name=f"game-{theme}", title="a game").replace("png", "gif")
            for ground in ("dark", "light small")
        ]
    (PLACE / "index.html").write_text(PAGE.format(body="\n".join(body)))
    print(f"{len(body) // 2} pictures: {PLACE / 'index.html'}")


if __name__ == "__main__":
    samples() if "samples" in sys.argv else main()
