"""What comes of somebody's wish for a rematch, on either door."""

from dataclasses import dataclass

from bot.features.rematch import texts
from bot.messages import challenges, computers, phrases
from bot.messages.catalogue import text
from bot.service.beginning import Presence, check_may_begin, may_challenge
from bot.service.places import place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.storage.rows import StoredChallenge


@dataclass(frozen=True, slots=True)
class Decision:
    """The rematch on offer, and the match that this has begun, or that had begun before."""

    text: str
    match: int | None = None
    private: bool = False
    """True if only its player sees that match."""
    refused: bool = False


async def rematch(
    service: Service, present: Presence, match_id: int, event_id: int, offer: int | None = None
) -> Decision:
    """Offer a rematch, or accept the one on offer; only this one, if ``offer`` says which.

    Raises `RefusedError`.
    """
    played = await service.matches.stored(match_id)
    if played is None or played.server != present.server:
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)  # another server decides otherwise
    settings = await service.servers.settings(present.server)
    check_may_begin(settings, present)
    try:
        asked, begun = await service.challenges.rematch(
            match_id,
            present.user,
            present.name,
            event_id=event_id,
            may_offer=may_challenge(settings, present),
            offer=offer,
        )
    except RefusedError as error:
        error.about.setdefault("role", settings.challengers)
        asked = error.about.get("challenge")
        if not isinstance(asked, StoredChallenge):
            raise
        return await _exists(service, error, asked)
    place = place_named(asked.place)
    if begun is None:
        own = present.user == asked.challenger
        return Decision(text("challenge-sent" if own else "challenge-seat-taken"))
    said = challenges.challenge_accepted(in_thread=place.threads)
    level = asked.invitations[0].level
    if level is not None and present.user == asked.challenger:
        said = computers.begun(level, in_thread=place.threads)
    return Decision(said, begun, private=place.private)


async def _exists(service: Service, error: RefusedError, asked: StoredChallenge) -> Decision:
    """The answer to people who want a rematch that has already been offered or played."""
    again = None if asked.match is None else await service.matches.stored(asked.match)
    if again is not None:
        board = await service.matches.newest_board(again.id)
        link = phrases.address(again.server, again.channel_id, board)
        return Decision(texts.rematch_played(again.id, link), again.id, refused=True)
    card = await service.challenges.card_of(asked.id)
    link = phrases.address(asked.server, asked.channel_id, card)
    changed = error.why is ServiceRefusal.REMATCH_CHANGED
    said = texts.rematch_changed(link) if changed else texts.rematch_offered(link)
    return Decision(said, refused=True)
