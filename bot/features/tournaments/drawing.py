"""Standings and crosstables as pictures, a page at a time."""

from asyncio import to_thread
from collections.abc import Mapping, Sequence

from bot.features.tournaments import standing_texts as texts
from bot.features.tournaments.service import View
from bot.features.tournaments.standings import Standing, crosstable, standings
from bot.pictures import Pictures
from bot.service.preferences import USUAL, DisplayPreferences
from bot.service.service import Service
from bot.uploads import Upload


async def standings_picture(
    service: Service,
    pictures: Pictures,
    view: View,
    preferences: DisplayPreferences = USUAL,
    own: int | None = None,
    page: int = 0,
) -> Upload | None:
    """The rows on a page, and that of ``own``; None without players."""
    shown = _on_page(await to_thread(standings, view.whole), own, page)
    if not shown:
        return None
    names = await _names(service, shown)
    return await pictures.table(
        texts.headings(view),
        [texts.row(view, line, names) for line in shown],
        f"standings-{view.stored.id}",
        preferences,
        texts.alt(view, shown, names),
        _row_of(shown, own),
    )


async def crosstable_picture(
    service: Service,
    pictures: Pictures,
    view: View,
    preferences: DisplayPreferences,
    own: int,
    page: int,
    rounds: range,
) -> Upload | None:
    """The same with what became of these rounds."""
    order, rows = await to_thread(lambda: (standings(view.whole), crosstable(view.whole)))
    shown = _on_page(order, own, page)
    if not shown:
        return None
    names, cells = await _names(service, shown), dict[int, list[str]]()
    for line, row in zip(order, rows, strict=True):
        cells[line.player.id] = [row[0], *(row[1 + number] for number in rounds)]
    return await pictures.table(
        texts.cross_headings(view, rounds),
        [texts.cross_row(view, line, names, cells[line.player.id]) for line in shown],
        f"crosstable-{view.stored.id}",
        preferences,
        texts.cross_alt(view, shown, names, cells),
        _row_of(shown, own),
    )


def _on_page(order: Sequence[Standing], own: int | None, page: int) -> list[Standing]:
    shown = list(order[page * texts.ROWS : (page + 1) * texts.ROWS])
    return shown + [line for line in order if line.player.id == own and line not in shown]


def _row_of(shown: Sequence[Standing], own: int | None) -> int | None:
    return next((n for n, line in enumerate(shown) if line.player.id == own), None)


async def _names(service: Service, shown: Sequence[Standing]) -> Mapping[int, str]:
    return await service.matches.names([line.player.id for line in shown])
