"""An answer that takes the place of a private message leads back to where its reader came from."""

import contextlib
from dataclasses import replace
from typing import Any

from discord import ui

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Button, Interaction
from bot.chat.base.message_kinds import controls_in


async def leading_back(interaction: Interaction, answer: Answer) -> Answer:
    """The ``answer``, with the ways back from the message whose control was used."""
    if interaction.message is None or answer.modal is not None:
        return answer
    there = list(controls_in(interaction.message))
    for way_back in interaction.client.ways_back:
        button = await way_back(interaction, there, answer)
        if button is not None:
            answer = _with(answer, button)
    return answer


def _with(answer: Answer, button: Button) -> Answer:
    """The answer with this button, beside its last ones or below them; as it is without room."""
    view = answer.view or ui.View(timeout=None)
    buttons = [item for item in view.children if _is_button(item)]
    if all(getattr(item, "custom_id", None) != button.custom_id for item in buttons):
        last = max((item.row for item in buttons if item.row is not None), default=None)
        for row in dict.fromkeys((last, None)):
            button.row = row
            with contextlib.suppress(ValueError):  # there is no room
                view.add_item(button)
                break
    return replace(answer, view=view)


def _is_button(item: ui.Item[Any]) -> bool:
    return isinstance(item, ui.DynamicItem) and isinstance(item.item, ui.Button)
