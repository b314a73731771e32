"""The controls by which exercises and puzzles are answered: points, words, and a form."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.chat.base.answer import Upload
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.base.pictures import SCORE
from bot.chat.common.point_lists import Lists, point_selects
from bot.chat.common.taking_turns import explained
from bot.chat.controls.components import ControlButton
from bot.messages import labels
from bot.messages.catalogue import text
from bot.service.goals import Verdict
from bot.service.suggestions import LegalPoint
from engine.match import Match
from engine.position import Placement
from render.options import Overlay

BUTTONS, LIST = 2, 3
"""The rows of the buttons for an answer, and of a list below them; above are the points."""


def empty_points(match: Match) -> list[LegalPoint]:
    """All empty points, also those that the rules refuse, without a word about what they do."""
    position = match.position
    return [
        LegalPoint(point, name, 0, 0, near=False)
        for point, name in enumerate(position.board.names)
        if point not in position.stones
    ]


def move_controls(
    match: Match, control: Lists, form: Control, shown: str, page: int
) -> list[ui.Item[Any]]:
    """The empty points, a button for each word, and one that opens ``form``.

    ``control``: of the list with a name, see `bot.chat.common.point_lists`.
    """
    board, points = match.position.board, empty_points(match)
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


async def verdict_picture(bot: Bot, user: int, verdict: Verdict, name: str, move: str) -> Upload:
    """The picture of a verdict: why ``move`` is illegal, or a position with marks or the score."""
    preferences = await bot.service.preferences.of(user)
    match, error = verdict.match, verdict.error
    if error is not None and explained(match.position, error, move):
        picture = await bot.pictures.why_not(match, error, Placement(move), preferences)
        assert picture is not None
        return picture
    shown = SCORE if verdict.scored else Overlay.NONE
    file = f"{name}-{move.replace(' ', '-')}"
    picture = await bot.pictures.of(
        match, file, preferences, shown, marks=verdict.marks, why=verdict.finding.value
    )
    return picture.named_by_content()
