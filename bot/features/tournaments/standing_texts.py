"""The words of standings: as text, as a picture, as a file."""

import csv
import io
from collections.abc import Mapping, Sequence
from functools import partial

from bot.features.tournaments import texts
from bot.features.tournaments.service import View
from bot.features.tournaments.standings import TIE_BREAKS, Standing, crosstable, standings
from bot.messages.catalogue import text
from bot.messages.phrases import mention, plain, shortened

LINES = 15
"""Lines of the standings as text."""
ROWS = 20
"""Rows of the picture."""
ROUNDS = 5
"""Rounds in the picture of a crosstable: more could not be read on a phone."""
scenes = partial(text, "web-whole")
crosstable_button = partial(text, "button-tournament-crosstable")
standings_button = partial(text, "button-tournament-standings")
choose_rounds = partial(text, "tournament-rounds")
back = partial(text, "button-replay-back")
forward = partial(text, "button-replay-forward")
LONGEST_ALT = 1000


def standings_text(view: View) -> str:
    """The standings, and what decides between equals."""
    stored, order = view.stored, standings(view.whole)
    lines = [
        text(
            "tournament-standing",
            rank=str(line.rank),
            player=mention(line.player.id),
            points="" if stored.system.knocks_out else texts.points(line.points),
        ).rstrip()
        for line in order[:LINES]
    ]
    if len(order) > LINES:
        lines.append(text("tournament-standings-more", more=len(order) - LINES))
    file = [f"-# {text('tournament-file-legend')}"] if view.pairings else []
    return "\n".join([head(view), *lines, "", *_breaks(view), *file])


def head(view: View) -> str:
    """Of what and of when the standings are."""
    stored = view.stored
    return text(
        "tournament-standings-head",
        name=texts.name_of(stored),
        state=stored.state,
        round=stored.round,
    )


def _breaks(view: View) -> list[str]:
    """What decides between equals."""
    system = view.stored.system
    why = text("tournament-breaks-knockout" if system.knocks_out else "tournament-breaks")
    return [why, *(f"-# {text(f'tournament-break-{one.value}')}" for one in TIE_BREAKS[system])]


def under_picture(view: View) -> str:
    """What there is to say beside a picture of the standings."""
    return "\n".join([head(view), *_breaks(view)])


def under_crosstable(view: View) -> str:
    """The same of the crosstable."""
    return "\n".join([head(view), f"-# {text('tournament-cells')}"])


def headings(view: View) -> list[str]:
    """The headings of the picture's columns."""
    breaks = [text(f"tournament-column-{each.value}") for each in TIE_BREAKS[view.stored.system]]
    names = [text(f"tournament-column-{each}") for each in ("rank", "player", "points")]
    return [*(names[:2] if view.stored.system.knocks_out else names), *breaks]


def row(view: View, line: Standing, names: Mapping[int, str]) -> list[str]:
    """A row of the picture."""
    values = line.breaks if view.stored.system.knocks_out else (line.points, *line.breaks)
    figures = [texts.figure(value) for value in values]
    return [str(line.rank), plain(names[line.player.id]).strip(), *figures]


def alt(view: View, order: Sequence[Standing], names: Mapping[int, str]) -> str:
    """The picture in words."""
    lines = [
        text(
            "tournament-alt-line",
            rank=str(line.rank),
            player=plain(names[line.player.id]).strip(),
            points="none" if view.stored.system.knocks_out else texts.points(line.points),
        )
        for line in order
    ]
    said = text("tournament-alt", name=plain(view.stored.name), lines="; ".join(lines))
    return shortened(said, LONGEST_ALT)


def rounds(some: range) -> str:
    """Rounds from one to another."""
    first, last = str(some[0]), str(some[-1])
    return first if len(some) == 1 else text("tournament-round-range", first=first, last=last)


def cross_headings(view: View, shown: range) -> list[str]:
    """The headings of the crosstable's columns."""
    rank, player, *_ = headings(view)
    return [rank, player, *map(str, shown), text("tournament-column-points")]


def cross_row(
    view: View, line: Standing, names: Mapping[int, str], cells: Sequence[str]
) -> list[str]:
    """A row of the crosstable; ``cells``: the number that others have for it, then the rounds."""
    _, player, *_ = row(view, line, names)
    return [cells[0], player, *cells[1:], texts.figure(line.points)]


def cross_alt(
    view: View,
    order: Sequence[Standing],
    names: Mapping[int, str],
    cells: Mapping[int, Sequence[str]],
) -> str:
    """The crosstable in words."""
    lines = [
        text(
            "tournament-cross-line",
            rank=cells[line.player.id][0],
            player=plain(names[line.player.id]).strip(),
            cells=", ".join(filter(None, cells[line.player.id][1:])),
        )
        for line in order
    ]
    said = text("tournament-cross-alt", name=plain(view.stored.name), lines="; ".join(lines))
    return shortened(said, LONGEST_ALT)


def table_file(view: View, names: Mapping[int, str]) -> str:
    """The crosstable as CSV."""
    written = io.StringIO()
    out = csv.writer(written)
    columns = [
        text("tournament-column-round", round=number) for number in range(1, view.whole.round + 1)
    ]
    rank, player, *_ = headings(view)
    figures = [text("tournament-column-points")] + [
        text(f"tournament-column-{each.value}") for each in TIE_BREAKS[view.stored.system]
    ]
    out.writerow([rank, player, text("tournament-column-seed"), *columns, *figures])
    order = standings(view.whole)
    for line, cells in zip(order, crosstable(view.whole), strict=True):
        who = plain(names[line.player.id]).strip()
        # A program for tables takes what begins like this for a formula.
        who = f"'{who}" if who[:1] in ("=", "+", "-") else who
        out.writerow([cells[0], who, *cells[1:]])
    return written.getvalue()
