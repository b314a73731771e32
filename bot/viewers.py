"""What stands under boards that are for one person: replays, overlays, how boards look."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from bot.controls import (
    CHOSEN,
    LONGEST_VALUE,
    MIRROR,
    MODAL_STAYS,
    OTHER_BOARD,
    TURN,
    USUALLY,
    Control,
    ControlButton,
    ControlSelect,
    Reel,
    Verb,
    labelled,
    line,
    line_modal,
    replay,
    view_of,
)
from bot.host import Sitting
from bot.looks import CHOICES, Looks
from bot.messages import labels, overlays

FROM, TO = "from", "to"
"""The fields of the form for an animation."""


def replay_view(shown: Control, last: int, offered: Sequence[str]) -> ui.View:
    """The controls under a replay that shows a ply of a game with ``last`` plies.

    ``offered``: what can be drawn over this board.
    """
    reel, key, ply = Reel.read(shown), shown.subject, shown.ply or 0
    ways = (("first", 0), ("back", ply - 1), ("forward", ply + 1), ("last", last))
    view = ui.View(timeout=None)
    for way, to in ways:
        control = replay(key, min(max(to, 0), last), reel, way)
        button = ControlButton(control, labels.WAYS[way], row=0)
        button.item.disabled = control.ply == ply
        view.add_item(button)
    view.add_item(ControlButton(Control(Verb.JUMP, key, ply, reel.write()), labels.JUMP, row=0))
    pick = replay(key, ply, replace(reel, shown=CHOSEN))
    now = reel.shown if reel.shown in offered else "none"  # another ply may show it again
    if select := _overlay_select(pick, now, offered, row=1):
        view.add_item(select)
    share = Control(Verb.SHARE, key, ply, reel.write())
    view.add_item(ControlButton(share, labels.SHARE, row=2))
    if last:
        film = Control(Verb.FILM, key, ply, reel.write())
        view.add_item(ControlButton(film, labels.FILM, row=2))
    return view


def film_view(key: int, ply: int, reel: Reel, plies: tuple[int, int]) -> ui.View:
    """Under an animation."""
    share = Control(Verb.SHARE, key, ply, replace(reel, plies=plies).write())
    return view_of([ControlButton(share, labels.SHARE)])


def look_view(sitting: Sitting, shown: str, offered: Sequence[str]) -> ui.View:
    """Under a board that somebody asked for."""
    key, ply = sitting.id, len(sitting.match.course.moves)
    view = ui.View(timeout=None)
    if select := _overlay_select(Control(Verb.LOOK, key, 0, CHOSEN), shown, offered, row=0):
        view.add_item(select)
    share = Control(Verb.SHARE, key, ply, Reel(shown=shown).write())
    view.add_item(ControlButton(share, labels.SHARE, row=1))
    if ply:
        view.add_item(ControlButton(replay(key, ply), labels.REPLAY, row=1))
    return view


def _overlay_select(
    control: Control, shown: str, offered: Sequence[str], row: int
) -> ControlSelect | None:
    """What can be drawn over a board; nothing where there is nothing to choose."""
    if not offered:
        return None
    options = [
        discord.SelectOption(label=overlays.LABELS[one], value=one, default=one == shown)
        for one in ("none", *offered)
    ]
    return ControlSelect(control, options, overlays.CHOOSE, row)


def jump_modal(control: Control, title: str, last: int) -> ui.Modal:
    """Asks for the number of a ply."""
    jumped = replace(control, verb=Verb.JUMPED)
    label = labels.NUMBER_FIELD.format(first=0, last=last)
    return line_modal(jumped, title, label, labels.JUMP_HELP, LONGEST_VALUE)


def film_modal(control: Control, title: str, last: int) -> ui.Modal:
    """Asks for the plies of an animation."""
    filmed = replace(control, verb=Verb.FILMED).write()
    modal = ui.Modal(title=title[:45], custom_id=filmed, timeout=MODAL_STAYS)
    for key, usual in ((FROM, 0), (TO, last)):
        told = labels.NUMBER_FIELD.format(first=0, last=last)
        modal.add_item(labelled(labels.FILM_FIELDS[key], told, line(key, str(usual))))
    return modal


def looks_view(number: int, looks: Looks, games: int) -> ui.View:
    """What can be chosen about how boards look; ``number`` is that of the board shown."""
    view = ui.View(timeout=None)
    for row, (key, choices) in enumerate(CHOICES.items()):
        chosen = getattr(looks, key)
        options = [
            discord.SelectOption(label=labels.LOOKS[key][one], value=one, default=one == chosen)
            for one in choices
        ]
        control = Control(Verb.LOOKS, number, 0, f"{key}={CHOSEN}")
        view.add_item(ControlSelect(control, options, labels.LOOKS[key][""], row))
    for way in (TURN, MIRROR, USUALLY):
        control = Control(Verb.LOOKS, number, 0, way)
        view.add_item(ControlButton(control, labels.LOOKS[""][way], row=3))
    if games > 1:
        other = Control(Verb.LOOKS, (number + 1) % games, 0, OTHER_BOARD)
        view.add_item(ControlButton(other, labels.LOOKS[""][OTHER_BOARD], row=3))
    return view
