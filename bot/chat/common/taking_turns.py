"""Questions before a turn, and refusals of turns, for commands, buttons, forms and replies."""

from collections.abc import Iterator

from discord import ButtonStyle
from discord.ui import View

from bot import metrics
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of, yes_button
from bot.messages import labels, private, refusals
from bot.messages.catalogue import text
from bot.pictures import explained
from bot.service.live_match import LiveMatch
from bot.service.move_errors import ConfirmationNeededError, RefusedMoveError
from bot.service.refusals import reason_of
from engine.position import (
    Declaration,
    IllegalMoveError,
    MoveError,
    Placement,
    Position,
    names_a_point,
    tidy,
)
from engine.turns import RESIGN


def question(needed: ConfirmationNeededError) -> Answer:
    """The question before an irreversible declaration."""
    live = needed.live
    sure = Control("sure", live.id, live.match.ply, needed.text)
    asked = private.sure(needed.text, live, live.match.game)
    return Answer(asked, yes_button(sure, labels.yes(needed.text)))


async def question_to_resign(bot: Bot, match_id: int, user: int, *, public: bool = False) -> Answer:
    """The question before resigning; if it is public, its button is for ``user`` only."""
    live = await bot.service.matches.live(match_id)
    seat = live.seat_of(user)
    give_up = Control("giveup", match_id, live.match.ply, str(user) if public else "")
    view = yes_button(give_up, labels.yes(RESIGN))
    if not public:
        for instead in bot.before_resigning(live, seat):
            view.add_item(instead)
    return Answer(private.sure_resign(live), view)


async def why_refused(bot: Bot, refused: RefusedMoveError, text: str, user: int) -> Answer:
    """Why a move is refused, with a picture of the stones that rule it out, and what to do."""
    live, error = refused.live, refused.cause
    match = live.match
    metrics.refused(reason_of(refused))
    reason = refusals.refusal(error, match.position, match.game)
    point, view = tidy(text), None
    if user == live.to_move and (buttons := alternatives(live, error, text)):
        view = view_of(buttons)
    if not explained(match.position, error, point):
        return Answer(reason, view, refused=True)
    assert isinstance(error, IllegalMoveError)
    preferences = await bot.service.preferences.of(user)
    picture = await bot.pictures.why_not(match, error, Placement(point), preferences)
    return Answer(reason, view, picture, refused=True)


def turn_answer(
    live: LiveMatch, text: str, view: View | None = None, *, last: bool = True
) -> Answer:
    """The private answer that announces a turn.

    It goes at once if the turn has ended the match, as the ``last`` board says the same: on a board
    that only its player sees, it is that board.
    """
    ended = last and live.match.end is not None and not live.solo
    return Answer(text, view, turn=True, match=live.id, ended=ended)


def alternatives(live: LiveMatch, error: MoveError, typed: str) -> list[ControlButton]:
    """What to do in place of a move that was refused: *Move*, which opens the panel. For a pass
    before the button is taken, too, what can be declared, and what that is."""
    position = live.match.position
    buttons = [] if position.colours is None else [move_button(live)]
    if not isinstance(error, IllegalMoveError) or names_a_point(tidy(typed)):
        return buttons
    for possible in instead_of_a_stone(position):
        buttons += [declaring(live, possible), what_is(live, possible)]
    return buttons


def declaring(
    live: LiveMatch, possible: Declaration, style: ButtonStyle = ButtonStyle.secondary
) -> ControlButton:
    """*Take the button*, and the same of any other declaration."""
    say = Control("say", live.id, live.match.ply, possible.word)
    return ControlButton(say, labels.word_label(possible), style)


def move_button(live: LiveMatch) -> ControlButton:
    """*Move*, which opens the panel."""
    control = Control("move", live.id, live.match.ply)
    return ControlButton(control, text("button-move"), ButtonStyle.primary)


def what_is(live: LiveMatch, possible: Declaration) -> ControlButton:
    """*What is the button?*, and the same of any other declaration that is worth points."""
    asks = Control("whatis", live.id, live.match.ply, possible.word)
    return ControlButton(asks, labels.what_is(possible))


def instead_of_a_stone(position: Position) -> Iterator[Declaration]:
    """The declarations that are worth points and take the place of a stone."""
    if position.colours is not None:
        yield from (each for each in position.declarations() if each.amount is not None)
