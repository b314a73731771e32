"""Another game like one that was played: in its channel, for as many, allowing as much."""

from collections.abc import Mapping, Sequence

from bot.service.beginning import Presence, check_may_challenge
from bot.service.live_match import LiveMatch
from bot.service.service import Service
from bot.service.terms import Terms
from bot.storage.rows import Invitation, StoredChallenge


def terms_of(live: LiveMatch, user: int) -> Terms:
    """The game and the settings of a match, as ``user`` would offer them again: who played in it
    has the side that was chosen."""
    black = live.players[0] == user if live.sides_chosen and user in live.players else None
    return Terms(live.match.game, live.match.options, live.control, black)


async def challenge_like(
    service: Service,
    present: Presence,
    live: LiveMatch,
    terms: Terms,
    invited: Sequence[Invitation | None],
    *,
    event_id: int,
    names: Mapping[int, str] | None = None,
    place: str | None = None,
    first: bool | None = None,
) -> StoredChallenge:
    """Challenge the ``invited``, see `Challenges.issue`; ``place``: as the match, if not said.

    Raises `RefusedError`, also if the owners of the server do not let them.
    """
    check_may_challenge(await service.servers.settings(present.server), present)
    return await service.challenges.issue(
        game=terms.game,
        options=terms.options,
        control=terms.control,
        challenger=present.user,
        invited=invited,
        names={**(names or {}), present.user: present.name},
        channel_id=live.card_channel_id,
        server=live.server,
        event_id=event_id,
        place=place or live.place,
        first=first,
        black=terms.black,
        allowed=live.allowed,
        pictures=live.pictures,
    )
