"""The words about ratings."""

from collections.abc import Sequence

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.fold import Event
from bot.features.ratings.rules import Why
from bot.features.ratings.service import Outcome
from bot.messages.catalogue import text
from bot.messages.phrases import mention, plain
from bot.service.live_match import LiveMatch

LONGEST_REASON = 300
"""How many characters may be typed as a reason."""
SILENT = (Why.NO_RESULT, Why.SOLO, Why.SHORT)
"""Nobody expects these games to be rated, so nothing is said."""


def under_result(outcome: Outcome) -> str:
    """For everybody: a line for each person whose rating has changed."""
    if outcome.withdrawn:
        return text("ratings-withdrawn")
    return "\n".join(_line(event) for event in outcome.events if event.counts)


def _line(event: Event) -> str:
    return text(
        "ratings-line",
        who=mention(event.user),
        before=str(round(event.before)),
        after=str(round(event.value)),
        deviation=str(round(event.deviation)),
        provisional="yes" if event.provisional else "no",
    )


def not_counted(outcome: Outcome, user: int) -> str:
    """To a player alone: why a game did not count for them; nothing if it did."""
    own = (event.why for event in outcome.events if event.user == user)
    why = outcome.why or next(own, None)
    return "" if why is None or why in SILENT else text("ratings-not-counted", why=why.value)


def on_profile(rating: Rating) -> str:
    """Somebody's rating, as their profile shows it."""
    return text(
        "ratings-profile",
        value=str(round(rating.value)),
        deviation=str(round(rating.deviation)),
        provisional="yes" if rating.provisional else "no",
        games=rating.games,
    )


def taken(live: LiveMatch, events: Sequence[Event]) -> str:
    """For everybody: whose rating was changed back, by whom and why."""
    first = events[0]
    head = text(
        "ratings-taken",
        moderator=mention(first.by or 0),
        game=live.match.game.name,
        id=str(live.id),
        reason=" ".join(plain(first.reason or "").split()),
    )
    lines = [
        text(
            "ratings-given-back",
            who=mention(event.user),
            before=str(round(event.before)),
            after=str(round(event.value)),
        )
        for event in events
    ]
    return "\n".join([head, *lines])


def by_default(rated: bool | None) -> str | None:
    """The choice of a server's owners."""
    return None if rated is None else text("config-rated-yes" if rated else "config-rated-no")
