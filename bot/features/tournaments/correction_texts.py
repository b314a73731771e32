"""The words of what organisers correct and change, and of invitations to enter late."""

from collections.abc import Mapping
from dataclasses import replace

from bot.features.tournaments import texts
from bot.features.tournaments.corrections import before
from bot.features.tournaments.model import Result
from bot.features.tournaments.service import View
from bot.features.tournaments.store import (
    CANCEL,
    CHANGE,
    LATE,
    RESULT,
    RUNNING,
    SIGN_UP,
    StoredCorrection,
)
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, literal, mention, shortened
from engine.game import Game


def corrected(
    view: View, fix: StoredCorrection, games: Mapping[str, Game], *, to_players: bool = False
) -> str:
    """What an organiser has corrected or changed; ``to_players``: and what that means for them."""
    if fix.act == CHANGE:
        return _changed(view, fix, games, to_players=to_players)
    if fix.act == CANCEL:
        return texts.ended(view)
    one = next((each.pairing for each in view.pairings if each.id == fix.pairing), None)
    return text(
        "tournament-fixed",
        act=fix.act,
        name=texts.name_of(view.stored),
        organiser=mention(fix.user),
        player=mention(fix.player or 0),
        round=one.round if one else 0,
        first=mention(one.first if one else 0),
        second=mention((one.second if one else None) or 0),
        score=texts.score(Result(fix.value)) if fix.act == RESULT and fix.value else "",
        points=texts.points(float(fix.value or 0)) if fix.act == LATE else "",
        reason=literal(fix.reason),
        invitation=_invitation(view, fix) if fix.act == LATE and to_players else "",
    ).rstrip()


def _changed(
    view: View, fix: StoredCorrection, games: Mapping[str, Game], *, to_players: bool
) -> str:
    """The terms that an organiser has changed; to those who have signed up, that they may leave."""
    now, was = view.stored, before(fix, view.stored)
    both = zip(
        [*texts.terms(was, games[was.game]), texts.state_line(replace(was, state=SIGN_UP))],
        [*texts.terms(now, games[now.game]), texts.state_line(replace(now, state=SIGN_UP))],
        strict=True,
    )
    lines = [
        text("tournament-changed-line", kind=_kind_of(old, new), was=old, now=new)
        for old, new in both
        if old != new
    ]
    people = [mention(one.id) for one in view.whole.players] if to_players else []
    head = text("tournament-changed", name=texts.name_of(now), organiser=mention(fix.user))
    last = text("tournament-changed-for", players=texts.some(people)) if people else ""
    return shortened("\n".join(filter(None, [head, *lines, last])), CONTENT_LIMIT)


def _kind_of(was: str, now: str) -> str:
    if not was:
        return "new"
    return "changed" if now else "gone"


def is_invited(view: View, fix: StoredCorrection) -> bool:
    """True as long as somebody can accept an invitation to enter late."""
    runs = view.stored.state == RUNNING and view.stored.round == 1
    return fix.act == LATE and runs and not _is_in(view, fix)


def _is_in(view: View, fix: StoredCorrection) -> bool:
    return any(one.id == fix.player for one in view.whole.players)


def _invitation(view: View, fix: StoredCorrection) -> str:
    state = "in" if _is_in(view, fix) else "open" if is_invited(view, fix) else "over"
    return text("tournament-invitation", state=state, player=mention(fix.player or 0))
