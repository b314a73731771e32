"""The words for spectators who want to be called."""

from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch


def every_button(every: int) -> str:
    """The button to be called every ``every`` moves; 0: only at the end."""
    return text("button-follow-every", every=every)


def following(live: LiveMatch, every: int) -> str:
    """To somebody who follows a game."""
    name, number = live.match.game.name, str(live.id)
    return text("following", game=name, match=number, every=every)


def stopped(live: LiveMatch, *, followed: bool) -> str:
    """To somebody who does not want to follow a game any more."""
    name, number = live.match.game.name, str(live.id)
    if not followed:
        return text("following-never", game=name, match=number)
    return text("following-stopped", game=name, match=number)
