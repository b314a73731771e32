"""The words of leaderboards."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import partial

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.leaders import LATELY, Leaders, Ranked
from bot.messages.catalogue import text
from bot.messages.phrases import facts, plain
from engine.game import Game

Row = Sequence[str]
scenes = partial(text, "leaders-scenes")
show_me = partial(text, "button-leaders-show")
hide_me = partial(text, "button-leaders-hide")
back = partial(text, "button-replay-back")
forward = partial(text, "button-replay-forward")
everywhere = partial(text, "button-leaders-everywhere")
here = partial(text, "button-leaders-here")


class LeaderRefusal(StrEnum):
    """Why there is no leaderboard: the keys of the texts."""

    NO_GAME = "leaders-no-game"


def leaderboard(
    leaders: Leaders, game: Game, names: Mapping[int, str], asker: int, *, everywhere: bool
) -> str:
    """The words around a page of a leaderboard."""
    head = text("leaders-everywhere" if everywhere else "leaders-here", game=game.name)
    lines = [head]
    if not leaders.rows:
        lines.append(text("leaders-nobody"))
    if leaders.provisional:
        others = [
            text(
                "leaders-provisional-one",
                name=plain(names[user]),
                value=str(round(rating.value)),
                deviation=str(round(rating.deviation)),
            )
            for user, rating in leaders.provisional
        ]
        lines.append(text("leaders-provisional", others=facts(others)))
    lines.append(_own(leaders, asker))
    lines.append(text("leaders-lately", days=LATELY.days))
    return "\n".join(filter(None, lines))


def _own(leaders: Leaders, asker: int) -> str:
    """The asker's row, unless the page shows it."""
    if leaders.hidden:
        return text("leaders-hidden")
    own = leaders.own
    if own is None:
        return text("leaders-no-rank")
    if any(row.user == asker for row in leaders.rows):
        return ""
    return text(
        "leaders-own",
        rank=str(own.rank),
        value=str(round(own.rating.value)),
        deviation=str(round(own.rating.deviation)),
    )


def table(leaders: Leaders, names: Mapping[int, str]) -> tuple[Row, list[Row]]:
    """The headings and the rows of the picture."""
    headings = ["#", text("leaders-player"), text("leaders-rating"), "±", text("leaders-games")]
    return headings, [_row(row, names) for row in leaders.rows]


def _row(row: Ranked, names: Mapping[int, str]) -> Row:
    rating = row.rating
    figures = round(rating.value), round(rating.deviation), rating.games
    return [str(row.rank), names[row.user], *map(str, figures)]


def described(leaders: Leaders, game: Game, names: Mapping[int, str]) -> str:
    """The picture in words."""
    rows = [
        text(
            "leaders-alt-row",
            rank=str(row.rank),
            name=plain(names[row.user]),
            value=_value(row.rating),
        )
        for row in leaders.rows
    ]
    return text("leaders-alt", game=game.name, rows=facts(rows))


def _value(rating: Rating) -> str:
    return str(round(rating.value))
