"""Texts on acts of moderators, for the players, the audit channel and the moderators."""

from bot.messages.catalogue import text
from bot.messages.phrases import listed, mention, moment, plain, seat_name
from bot.messages.places import whereabouts
from bot.service.live_match import LiveMatch
from bot.storage.rows import PAUSE, StoredRuling
from engine.clock import FOREVER

LONGEST_REASON = 300
"""How many characters may be typed as a reason."""


def note(ruling: StoredRuling, live: LiveMatch) -> str | None:
    """To the players, when their game is paused or resumed; None if it is as before by now."""
    players = listed(mention(user) for user in live.players)
    game, number, reason = live.match.game.name, str(live.id), _reason(ruling)
    if ruling.act == PAUSE:
        return text(
            "ruling-paused",
            players=players,
            moderator=mention(ruling.user),
            game=game,
            id=number,
            reason=reason,
        )
    if live.clock is None or live.to_move is None or live.paused is not None:
        return None
    return text(
        "ruling-resumed",
        players=players,
        game=game,
        id=number,
        player=mention(live.to_move),
        when=moment(live.clock.deadline) if live.clock.deadline < FOREVER else "never",
        reason=reason,
    )


def audit_line(ruling: StoredRuling, live: LiveMatch) -> str:
    """The audit line of an act: the moderator, the game and the reason."""
    game = text(
        "audit-game",
        game=live.match.game.name,
        id=str(live.id),
        players=listed(mention(user) for user in live.players),
        where=whereabouts(live),
    )
    return text(
        "audit-line",
        act=ruling.act,
        moderator=mention(ruling.user),
        game=game,
        result=decided(live),
        reason=_reason(ruling),
    )


def done(ruling: StoredRuling, live: LiveMatch) -> str:
    """To the moderator."""
    return text("admin-done", act=ruling.act, id=str(live.id), result=decided(live))


def decided(live: LiveMatch) -> str:
    """The moderator's decision of a match; empty while it runs."""
    winners = live.match.end.winners if live.match.end else ()
    return _result(live, winners[0] if len(winners) == 1 else None)


def _result(live: LiveMatch, winner: int | None) -> str:
    if winner is None:
        return text("ruling-draw")
    return text("ruling-won", winner=seat_name(live.match, live.match.game, winner))


def question(live: LiveMatch, winner: int | None) -> str:
    """The title of the form in which a moderator confirms who has won; None: nobody."""
    return text("title-adjudicate", id=str(live.id), result=_result(live, winner))


def winner_choice(seat: str, player: str) -> str:
    """A player in the list of those who may have won."""
    return text("ruling-winner", seat=seat, player=player)


def draw_choice() -> str:
    """The last of that list."""
    return text("ruling-draw")


def _reason(ruling: StoredRuling) -> str:
    return " ".join(plain(ruling.reason).split())


def config(channel_id: int | None) -> str | None:
    """The audit channel on ``/config``."""
    return None if channel_id is None else text("config-audit", channel=f"<#{channel_id}>")
