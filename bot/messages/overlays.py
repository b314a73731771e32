"""The words for what is drawn over boards, and the score beside them."""

from collections.abc import Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import points, shortened
from engine.match import Ending, Match
from render.options import NothingToShow


def label(shown: str) -> str:
    """The name of an overlay, in the menu under a board."""
    return text(f"overlay-{shown}")


def without(match: Match) -> str:
    """The name of a board without an overlay: one that was counted still shows the score."""
    return text("overlay-counted") if scored(match) else label("none")


def label_inline(shown: str) -> str:
    """The same inside a sentence."""
    return text(f"overlay-{shown}.inline")


def nothing_to_show(why: NothingToShow) -> str:
    """Why an overlay shows nothing: in the menu, and over the board if it is chosen anyway."""
    return text(f"overlay-nothing-{why}")


def choose() -> str:
    """The placeholder of the menu of overlays."""
    return text("overlay-choose")


def now() -> str:
    """Under the board as it stands, beside one of the past."""
    return text("side-now")


def after_ply(ply: int) -> str:
    """Under a board of the past."""
    return text("side-after", ply=str(ply)) if ply else text("side-beginning")


def scored(match: Match) -> bool:
    """True if the match has ended by counting points: then its board shows the territories."""
    counted = match.end is not None and match.end.how is Ending.SCORE
    return counted and bool(match.position.score_lines())


def score_rows(match: Match) -> Sequence[Sequence[str]]:
    """The arithmetic of the score: what is counted, then the points of each colour; the sum last.

    Leaves out lines without points for anybody.
    """
    lines, total = match.position.score_lines(), match.position.score()
    rows = [
        [text("score-part.title", name=of[0].name), *(points(line.points) for line in of)]
        for of in zip(*lines, strict=True)
        if any(line.points for line in of)
    ]
    return [*rows, [text("score-part.title", name="total"), *(points(sum_) for sum_ in total)]]


def progress(part: float, *, thinking: bool = False) -> str:
    """The progress bar while an animation is drawn or a game is searched; ``part``: 0 to 1."""
    done = round(part * 10)
    bar = f"{'▰' * done}{'▱' * (10 - done)}"
    percent = f"{part * 100:.0f}"
    content = text(
        "thinking-progress" if thinking else "animation-progress", bar=bar, percent=percent
    )
    return shortened(content, 100)
