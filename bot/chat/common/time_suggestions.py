"""The option ``time:`` of several commands: what it suggests."""

import contextlib

from discord import app_commands

from bot.chat.answers.responses import suggesting
from bot.chat.base.bot import Interaction
from bot.messages.phrases import time_choice
from bot.service.terms import USUAL_TIMES
from engine.game import OptionError
from engine.time_control import TimeControl


@suggesting
async def times(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the time that was typed, then usual ones that begin like it."""
    del interaction
    fit = [time for time in USUAL_TIMES if time.startswith(typed.strip().lower())]
    texts = fit or list(USUAL_TIMES)
    controls = [TimeControl.read(text) for text in texts]
    with contextlib.suppress(OptionError):
        controls.insert(0, TimeControl.read(typed))
    unique = dict.fromkeys(controls)
    return [
        app_commands.Choice(name=time_choice(control), value=control.write()) for control in unique
    ]
