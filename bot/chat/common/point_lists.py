"""Lists of points to choose from: one select if they fit, else their rows, then a row's points."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import discord
from discord import ui

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import IN_A_ROW, ControlButton, ControlSelect
from bot.messages import labels, move_panel
from bot.messages.catalogue import text
from bot.service.suggestions import LegalPoint, Suggestions
from engine import diagram
from engine.board import Board
from engine.position import Declaration, Position

MOST_OPTIONS = 25
"""How many options a Discord select has room for."""
ROWS = "rows"
"""The list of rows, the first to choose from if there are many points."""
SHOW = "@"
"""Begins a value that shows another list or page instead of choosing a point: ``@rows.1``,
``@3.0``, where 3 is the number of a row."""

Lists = Callable[[str], Control]
"""The control of the list with this name; its text ends with `bot.chat.base.custom_id.CHOSEN`."""


def other_list(value: str) -> tuple[str, int] | None:
    """The list and its page that a chosen value asks for; None if it is a point."""
    shown = re.fullmatch(rf"{SHOW}({ROWS}|[0-9]{{1,3}})\.([0-9]{{1,3}})", value)
    return (shown[1], int(shown[2])) if shown else None


def point_selects(
    board: Board,
    points: Sequence[LegalPoint],
    control: Lists,
    shown: str = ROWS,
    page: int = 0,
    to_handy: str = "",
) -> list[ui.Item[Any]]:
    """One select with all ``points``, or those that may be wanted and the rows of the board.

    ``shown``: `ROWS`, or the number of a row, whose points are offered; ``page`` of that list.
    ``to_handy``: what stands in the list of the points that may be wanted.
    """
    if len(points) <= MOST_OPTIONS:
        return [ControlSelect(control("points"), _options(points), text("placeholder-point"), 0)]
    legal = {point.point: point for point in points}
    rows = [[legal[p] for p in row if p in legal] for row in diagram.rows(board)]
    numbers = [number for number, row in enumerate(rows) if row]
    chosen = int(shown) if shown != ROWS and int(shown) in numbers else None
    names = [move_panel.row_label(board, row) for row in diagram.rows(board)]
    options = [
        discord.SelectOption(
            label=names[number],
            value=f"{SHOW}{number}.0",
            description=move_panel.row_help(rows[number]),
            default=number == chosen,
        )
        for number in numbers
    ]
    if chosen is None:
        handy = _options([point for point in points if point.handy][:MOST_OPTIONS])
        to_rows = text("placeholder-other-row") if handy else text("placeholder-row")
        offered = page_of(options, page, ROWS, text("choice-more-rows"))
        choose_row = ControlSelect(control(ROWS), offered, to_rows, 1)
        near = [ControlSelect(control("handy"), handy, to_handy, 0)] if handy else []
        return [*near, choose_row]
    at = numbers.index(chosen) // (MOST_OPTIONS - 1)
    offered = page_of(options, at, ROWS, text("choice-more-rows"))
    in_row = page_of(_options(rows[chosen]), page, str(chosen), text("choice-more"))
    return [
        ControlSelect(control(ROWS), offered, text("placeholder-row"), 0),
        ControlSelect(control("points"), in_row, text("placeholder-point"), 1),
    ]


async def move_controls(
    suggestions: Suggestions,
    position: Position,
    control: Lists,
    types: Control,
    shown: str = ROWS,
    page: int = 0,
    word_label: Callable[[Declaration], str] = labels.word_label,
) -> list[ui.Item[Any]]:
    """All that a move is chosen with: lists of points, a button for each word, one to type it."""
    points, to_handy = await suggestions.points_in(position), move_panel.choose_handy(position)
    items = point_selects(position.board, points, control, shown, page, to_handy) if points else []
    words = [word for word in position.declarations() if word.numbers is None][:IN_A_ROW]
    for word in words:
        chooses = control("words").with_choice(word.word)
        items.append(ControlButton(chooses, word_label(word), row=3))
    return [*items, ControlButton(types, move_panel.type_it(), row=4)]


def _options(points: Sequence[LegalPoint]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=point.name, value=point.name, description=move_panel.point_help(point) or None
        )
        for point in points
    ]


def page_of(
    options: Sequence[discord.SelectOption], page: int, name: str, more: str
) -> list[discord.SelectOption]:
    """One page of the list ``name``; after the last page comes the first again."""
    if len(options) <= MOST_OPTIONS:
        return list(options)
    size = MOST_OPTIONS - 1
    pages = -(-len(options) // size)
    page %= pages
    onwards = discord.SelectOption(label=more, value=f"{SHOW}{name}.{(page + 1) % pages}")
    return [*options[page * size : (page + 1) * size], onwards]
