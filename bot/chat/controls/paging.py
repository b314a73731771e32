"""Pages of lists, and the buttons that lead from one step to the next."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton
from bot.messages import labels

T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """A page of a list; pages count from 0."""

    shown: Sequence[T]
    number: int
    last: int
    """The number of the last page."""
    first: int
    """The place of the first of those shown, counted from 1."""


def page(of: Sequence[T], number: int, size: int) -> Page[T]:
    """The page with this number; if there is none any more, the last one."""
    last = max(0, (len(of) - 1) // size)
    number = min(number, last)
    begin = number * size
    return Page(of[begin : begin + size], number, last, begin + 1)


def step_buttons(
    here: int,
    last: int,
    control: Callable[[int, str], Control],
    row: int | None = None,
    *,
    ends: bool = False,
) -> list[ControlButton]:
    """*Back* and *Forward* among steps from 0 to ``last``; none if there is only one.

    ``control``: that of a step; its second argument tells buttons to the same step apart.
    ``ends``: with *First* and *Last* around them.
    """
    ways = [("back", here - 1), ("forward", here + 1)]
    if ends:
        ways = [("first", 0), *ways, ("last", last)]
    buttons: list[ControlButton] = []
    for way, to in ways if last else ():
        step = min(max(to, 0), last)
        label = labels.replay_step(way)
        buttons.append(ControlButton(control(step, way), label, row=row, disabled=step == here))
    return buttons
