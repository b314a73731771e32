"""Texts about players who are out of time, where the others may claim that."""

from bot.messages.catalogue import text
from bot.messages.phrases import listed, mention, more, seat_name
from bot.service.live_match import LiveMatch


def claimants(live: LiveMatch) -> list[int]:
    """The users who may claim that somebody is out of time: computers claim nothing."""
    log = live.match.turn_log
    if log.overdue is None or live.match.end is not None:
        return []
    playing = (seat for seat in log.playing(live.match.seats) if seat != log.overdue)
    return [live.players[seat] for seat in playing if live.level_of(seat) is None]


def overdue(live: LiveMatch, *, answered: bool) -> str:
    """What the board says when the time of the player to move is up; ``answered``: it was."""
    others = [] if answered else [mention(user) for user in claimants(live)]
    gift, number = more(live.control.gift), len(others)
    return text(
        "board-overdue",
        who=_late(live),
        others=listed(others),
        number=number,
        seats=live.match.seats,
        time=gift,
    )


def given(live: LiveMatch, who: str) -> str:
    """What it says when ``who`` has given the player to move more time."""
    return text("board-gave", who=who, to=_late(live), time=more(live.control.gift))


def gave(live: LiveMatch) -> str:
    """The same to whoever gave it."""
    return text("private-gave", to=_late(live), time=more(live.control.gift))


def sure(live: LiveMatch) -> str:
    """The question before a claim."""
    return text("private-sure-to-claim", who=_late(live), seats=live.match.seats)


def claimed(live: LiveMatch) -> str:
    """What whoever has claimed it reads."""
    match, last = live.match, live.match.turn_log.last_action
    assert last is not None
    return text("private-claimed", who=seat_name(match, match.game, last.seat), seats=match.seats)


def claim_label(live: LiveMatch) -> str:
    """*Claim the win*, or with more players, that one of them is out."""
    return text("button-claim", who=_late(live), seats=live.match.seats)


def give_label(live: LiveMatch) -> str:
    """*Give one more day*."""
    return text("button-give", time=more(live.control.gift))


def yes_label(live: LiveMatch) -> str:
    """The answer to `sure`."""
    return text("button-claim-yes", who=_late(live), seats=live.match.seats)


def _late(live: LiveMatch) -> str:
    """The name of the player to move."""
    seat = live.match.to_move
    assert seat is not None
    return seat_name(live.match, live.match.game, seat)
