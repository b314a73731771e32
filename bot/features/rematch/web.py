"""Rematches on the page: offered and accepted under the last board, which leads to the new one."""

from dataclasses import dataclass

from bot.features.rematch import deciding, texts
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.new_matches import is_counter_offer
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredChallenge
from bot.web.scenes import Afterwards, Asked, Choice, Done, Scenes, Sequel, Stage, gone

SCENES = "rematch"
ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"


@dataclass(frozen=True, slots=True)
class Offer:
    """The rematch of a match as it stands; None: nobody has offered one."""

    people: tuple[int, ...]
    """Those who played to the end, and can want it."""
    asked: StoredChallenge | None
    changed: bool = False
    """True if it is a counter-offer: its card alone says on which terms."""

    def seen_by(self, user: int) -> Sequel:
        """*Rematch*, then what can be done about the one on offer, then the way to it."""
        again, asked = Choice(text("button-rematch"), SCENES, "primary", begins=True), self.asked
        if user not in self.people:
            return Sequel()
        if asked is None:
            return Sequel(choices=[again])
        if asked.match is not None:
            way = Choice(texts.to_rematch(asked.match), SCENES, "primary")
            return Sequel(choices=[way], match=asked.match)
        if user == asked.challenger:
            back = Choice(text("button-withdraw"), f"{SCENES} {WITHDRAW} {asked.id}")
            return Sequel(texts.you_wait(), [back])
        step = f"{SCENES} {ACCEPT} {asked.id}"
        accept = Choice(text("button-accept"), step, "success", begins=True)
        decline = Choice(text("button-decline"), f"{SCENES} {DECLINE} {asked.id}")
        if self.changed:
            return Sequel(texts.changed_by(asked.challenger), [decline])
        ready = any(seat.user == user and seat.accepted for seat in asked.invitations)
        return Sequel(texts.offered_by(asked.challenger), [decline] if ready else [accept, decline])


class RematchScenes(Scenes):
    """A step is empty to offer or accept, else says what to do with which challenge."""

    async def after(self, live: LiveMatch) -> Afterwards | None:
        """The rematch of the match."""
        standing = await self.service.challenges.rematch_of(live.id)
        if standing is None or standing.match is not None:
            return Offer(live.people, standing)
        played = await self.service.matches.stored(live.id)
        return Offer(
            live.people, standing, played is not None and is_counter_offer(standing, played)
        )

    async def act(self, asked: Asked) -> Done:
        """Do it, as far as they may."""
        what, _, number = asked.value.partition(" ")
        standing = await self.service.challenges.rematch_of(asked.live.id)
        if what and (standing is None or number != str(standing.id)):
            raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
        if standing is None or what in ("", ACCEPT):
            present, offer = await asked.presence(), standing.id if what and standing else None
            made = await deciding.rematch(
                self.service, present, asked.live.id, asked.event_id, offer
            )
            return Done(made.text, made.match, refused=made.refused and made.match is None)
        if what == DECLINE:
            await self.service.challenges.decline(standing.id, asked.user)
            return Done(text("challenge-declined"))
        if what == WITHDRAW:
            await self.service.challenges.withdraw(standing.id, asked.user)
            return Done(text("challenge-withdrawn"))
        raise gone()


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, RematchScenes(stage))
