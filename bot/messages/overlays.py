"""The words of what is drawn over boards, of the score beside them, and of who shows them."""

from collections.abc import Sequence

from bot.messages.phrases import mention, points, shortened
from bot.messages.replays import plain_title
from engine.match import Match

LABELS = {
    "none": "The board alone",
    "groups": "Groups",
    "liberties": "Liberties of the groups",
    "atari": "Groups with one liberty",
    "territory": "Whose the points are",
    "control": "Who controls the points",
    "anchor": "Where the anchor differs",
    "score": "The score, if all passed now",
}
"""What there is to choose from under a board."""

CHOOSE = "Show on the board …"
NOW = "Now"


def after_ply(ply: int) -> str:
    """Under a board of the past."""
    return f"After ply {ply}" if ply else "The beginning"


def score_rows(match: Match) -> Sequence[Sequence[str]]:
    """The arithmetic of the score: what is counted, then the points of each colour; the sum last.

    Lines that are nothing for everybody are left out.
    """
    lines, total = match.position.score_lines(), match.position.score()
    rows = [
        [of[0].name.capitalize(), *(points(line.points) for line in of)]
        for of in zip(*lines, strict=True)
    ]
    told = [row for row in rows if any(cell != "0" for cell in row[1:])]
    return [*told, ["Total", *(points(sum_) for sum_ in total)]]


def shared(user: int, name: str, ply: int, last: int, shown: str) -> str:
    """Over a board that somebody shows to the channel."""
    what = "" if shown == "none" else f" · {LABELS[shown].lower()}"
    return f"{mention(user)} shows **{plain_title(name)}**, ply {ply} of {last}{what}."


def shared_film(user: int, name: str, first: int, last: int, every: int) -> str:
    """Over an animation that somebody shows to the channel."""
    return f"{mention(user)} shows {film(name, first, last, every)}"


def film(name: str, first: int, last: int, every: int) -> str:
    """Over an animation that shows one of ``every`` plies."""
    some = "" if every == 1 else f"; one ply of {every} is shown, or it would be too large"
    return f"**{plain_title(name)}**, ply {first} to {last}{some}."


def progress(part: float) -> str:
    """While an animation is drawn."""
    done = round(part * 10)
    return shortened(f"Drawing … {'▰' * done}{'▱' * (10 - done)} {part:.0%}", 100)
