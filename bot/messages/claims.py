"""Texts about players who are out of time, where the others may claim that."""

from bot.messages.catalogue import text
from bot.messages.phrases import exactly, listed, mention, seat_name
from bot.service.live_match import LiveMatch


def claimants(live: LiveMatch) -> list[int]:
    """The users who may claim that somebody is out of time: computers claim nothing."""
    log = live.match.turn_log
    if log.overdue is None:
        return []
    playing = (seat for seat in log.playing(live.match.seats) if seat != log.overdue)
    return [live.players[seat] for seat in playing if live.level_of(seat) is None]


def overdue(live: LiveMatch) -> str:
    """What the board says when the time of the player to move is up."""
    others = [mention(user) for user in claimants(live)]
    gift, number = exactly(live.control.gift), len(others)
    return text("board-overdue", who=_late(live), others=listed(others), number=number, time=gift)


def given(live: LiveMatch, who: str) -> str:
    """What it says when ``who`` has given the player to move more time."""
    return text("board-gave", who=who, to=_late(live), time=exactly(live.control.gift))


def gave(live: LiveMatch) -> str:
    """The same to whoever gave it."""
    return text("private-gave", to=_late(live), time=exactly(live.control.gift))


def sure(live: LiveMatch) -> str:
    """The question before a claim."""
    return text("private-sure-to-claim", who=_late(live), seats=live.match.seats)


def claim_label(live: LiveMatch) -> str:
    """*Claim the win*, or with more players, that one of them is out."""
    return text("button-claim", who=_late(live), seats=live.match.seats)


def give_label(live: LiveMatch) -> str:
    """*Give 1 day*."""
    return text("button-give", time=exactly(live.control.gift))


def _late(live: LiveMatch) -> str:
    """The name of the player to move."""
    seat = live.match.to_move
    assert seat is not None
    return seat_name(live.match, live.match.game, seat)
