"""Challenges on the page, to whoever likes: the game and the settings of a game that is over."""

from collections.abc import Iterable

from bot.features.quick_start import texts
from bot.messages.catalogue import text
from bot.service.beginning import check_may_challenge
from bot.service.live_match import LiveMatch
from bot.service.next_games import challenge_like, terms_of
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import ACCEPTED, OPEN, StoredChallenge
from bot.web.scenes import Asked, Choice, Done, Scene, Scenes, Stage, gone

SCENES = "challenge"
SEND, WITHDRAW, WAIT = "send", "withdraw", "wait"


class ChallengeScenes(Scenes):
    """A step is empty to ask or to wait, else sends a challenge, or withdraws one."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Challenge somebody*, once the game is over, if others have seen it."""
        if live.match.end is not None and not live.solo:
            yield Choice(texts.scenes(), SCENES, begins=True)

    async def act(self, asked: Asked) -> Scene | Done:
        """Ask, send, withdraw; or wait for an answer."""
        what, _, number = asked.value.partition(" ")
        if what == WITHDRAW:
            found = await self._own(asked, number)
            if (found.server, found.channel_id) != (asked.server, asked.live.card_channel_id):
                raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
            await self.service.challenges.withdraw(found.id, asked.user)
            return Done(text("challenge-withdrawn"))
        if what not in ("", SEND) or number or asked.live.solo or asked.live.match.end is None:
            raise gone()
        present, live = await asked.presence(), asked.live
        terms = terms_of(live, asked.user).for_anybody()
        if what == SEND:
            anybody = [None] * (live.match.seats - 1)
            sent = await challenge_like(
                self.service, present, live, terms, anybody, event_id=asked.event_id
            )
            return _waiting(sent)
        standing = await self.service.challenges.last_of(asked.user, terms.game.key, live.server)
        if standing is not None and _is_for_anybody(standing, live.card_channel_id):
            return _waiting(standing)
        check_may_challenge(await self.service.servers.settings(present.server), present)
        send = Choice(texts.send(), f"{SCENES} {SEND}", "success")
        return Scene(texts.scenes(), texts.to_anybody(terms, asked.user), buttons=[send])

    async def look(self, asked: Asked) -> Scene | Done | None:
        """Its game, once it is accepted."""
        what, _, number = asked.value.partition(" ")
        if what != WAIT:
            raise gone()
        found = await self._own(asked, number)
        if found.state == ACCEPTED:
            return Done(texts.taken(), found.match)
        if found.state == OPEN and found.expires > self.service.now():
            return None
        again = Choice(texts.again(), SCENES)
        return Scene(texts.scenes(), texts.not_taken(found.state), buttons=[again])

    async def _own(self, asked: Asked, number: str) -> StoredChallenge:
        """A challenge of theirs. Raises `RefusedError`."""
        known = number.isascii() and number.isdecimal() and len(number) < 16
        found = await self.service.challenges.stored(int(number)) if known else None
        if found is None or found.challenger != asked.user:
            raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
        return found


def _is_for_anybody(asked: StoredChallenge, channel_id: int) -> bool:
    return asked.channel_id == channel_id and any(seat.user is None for seat in asked.invitations)


def _waiting(sent: StoredChallenge) -> Scene:
    back = Choice(text("button-withdraw"), f"{SCENES} {WITHDRAW} {sent.id}")
    wait = f"{SCENES} {WAIT} {sent.id}"
    return Scene(texts.scenes(), texts.waits(), buttons=[back], awaits=wait)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, ChallengeScenes(stage))
