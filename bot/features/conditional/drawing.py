"""Planned moves as pictures."""

import asyncio

from bot.features.conditional import texts
from bot.features.conditional.service import Step, steps
from bot.features.conditional.store import Variation
from bot.messages import legend, move_panel
from bot.messages.catalogue import text
from bot.pictures import Pictures
from bot.service.live_match import LiveMatch
from bot.service.service import Service
from bot.uploads import Upload
from engine.effects import effects
from engine.position import Placement
from render.options import Mark, Sign


async def preview(
    service: Service, pictures: Pictures, user: int, step: Step, why: str
) -> tuple[str, Upload]:
    """What a stone does, and how that looks; ``why``: see `bot.messages.legend`."""
    before, after = step.before, step.after.position
    done = effects(before.position, after, Placement(step.text))
    does = move_panel.preview(before, after, done, ())
    preferences = await service.preferences.of(user)
    return does, await pictures.preview(before, after, done, (), preferences, does, why)


async def planned_picture(
    service: Service, pictures: Pictures, user: int, live: LiveMatch, variation: Variation
) -> Upload:
    """The board after a variation of ``user``, with its stones marked."""
    seat, made = live.players.index(user), await asyncio.to_thread(steps, live.match, variation)
    end = made[-1].after
    board, stones = end.position.board, end.position.stones
    points = (board.index.get(step.text) for step in made)
    marks = {p: Mark(Sign.WATCHED) for p in points if p is not None and p in stones}
    preferences = await service.preferences.of(user)
    about = text("conditional-alt", variation=texts.variation(live.match, variation, seat))
    picture = await pictures.of(
        end,
        f"{end.game.key}-{live.id}-if",
        preferences,
        marks=marks,
        why=legend.PLANNED,
        about=about,
    )
    return picture.named_by_content()
