"""The controls by which exercises and puzzles are answered: points, words, and a form."""

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.point_lists import Lists, point_selects
from bot.chat.controls.components import ControlButton
from bot.messages import labels
from bot.messages.catalogue import text
from bot.service.suggestions import LegalPoint
from engine.match import Match

BUTTONS, LIST = 2, 3
"""The rows of the buttons for an answer, and of a list below them; above are the points."""


def move_controls(
    match: Match, names: Iterable[str], control: Lists, form: Control, shown: str, page: int
) -> list[ui.Item[Any]]:
    """The points with these ``names``, without a word about what they do, a button for each word,
    and one that opens ``form``.

    ``control``: of the list with a name, see `bot.chat.common.point_lists`.
    """
    board = match.position.board
    points = [LegalPoint(board.index[name], name, 0, 0, near=False) for name in names]
    items = point_selects(board, points, control, shown, page)
    for each in match.position.declarations():
        said = control("word").with_choice(each.word)
        items.append(ControlButton(said, labels.word_label(each), row=BUTTONS))
    return [*items, ControlButton(form, text("button-exercise-type"), row=BUTTONS)]


def number_controls(numbers: Sequence[int], control: Lists) -> list[ui.Item[Any]]:
    """A button for each of ``numbers``."""
    return [
        ControlButton(control("number").with_choice(str(number)), str(number), row=BUTTONS)
        for number in numbers
    ]


def control_of(name: str, *parts: str) -> Control:
    """The control of this name about a game and one of its exercises or puzzles."""
    return Control(name, 0, 0, " ".join(filter(None, parts)))


def lists_of(name: str, *parts: str) -> Lists:
    """The controls of this name by which something is chosen."""

    def of(list_name: str) -> Control:
        return control_of(name, *parts, list_name, CHOSEN)

    return of
