"""The words for what is drawn over boards, the score beside them, and boards that are shown."""

from collections.abc import Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import mention, points, shortened
from bot.messages.replays import plain_title
from engine.match import Match


def label(shown: str) -> str:
    """The name of an overlay, in the menu under a board."""
    return text(f"overlay-{shown}")


def label_inline(shown: str) -> str:
    """The same inside a sentence."""
    return text(f"overlay-{shown}.inline")


def choose() -> str:
    """The placeholder of the menu of overlays."""
    return text("overlay-choose")


def now() -> str:
    """Under the board as it stands, beside one of the past."""
    return text("side-now")


def after_ply(ply: int) -> str:
    """Under a board of the past."""
    return text("side-after", ply=str(ply)) if ply else text("side-beginning")


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


def shared(user: int, name: str, ply: int, last: int, shown: str) -> str:
    """Over a board that somebody shows to the channel."""
    who, title = mention(user), plain_title(name)
    if shown != "none":
        return text(
            "shared-overlay",
            who=who,
            title=title,
            ply=str(ply),
            last=str(last),
            overlay=label_inline(shown),
        )
    if not ply:
        return text("shared-beginning", who=who, title=title)
    return text("shared-board", who=who, title=title, ply=str(ply), last=str(last))


def shared_film(user: int, name: str, first: int, last: int, every: int) -> str:
    """Over an animation that somebody shows to the channel."""
    return text("shared-animation", who=mention(user), animation=film(name, first, last, every))


def film(name: str, first: int, last: int, every: int) -> str:
    """Over an animation that shows one of ``every`` plies."""
    title, begin, end = plain_title(name), str(first), str(last)
    if every == 1:
        return text("animation", title=title, first=begin, last=end)
    return text("animation-some", title=title, first=begin, last=end, every=str(every))


def progress(part: float, *, thinking: bool = False) -> str:
    """The progress bar while an animation is drawn or a game is searched; ``part``: 0 to 1."""
    done = round(part * 10)
    bar = f"{'▰' * done}{'▱' * (10 - done)}"
    percent = f"{part * 100:.0f}"
    content = text(
        "thinking-progress" if thinking else "animation-progress", bar=bar, percent=percent
    )
    return shortened(content, 100)
