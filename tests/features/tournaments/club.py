"""A club on a real database: people who sign up and play their games by resigning them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import sqlalchemy as sa

from bot.features.tournaments.corrections import Corrections
from bot.features.tournaments.model import System
from bot.features.tournaments.rounds import PACE, Rounds
from bot.features.tournaments.service import Tournaments, View
from bot.features.tournaments.store import RUNNING, StoredPairing, pairing, tournament
from bot.service.terms import Terms
from bot.shards import WHOLE
from engine.time_control import TimeControl
from engine.turns import Wish
from tests.bot.house import KEIL, PLACE, SERVER, House

ORGANISER = 500
MOST_ROUNDS = 40


class Club:
    """A house with tournaments; ``Club(house)`` again is another process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rounds = Rounds(house.service)
        self.rounds.register()
        self.tournaments = Tournaments(house.service, self.rounds)
        self.corrections = Corrections(house.service, self.rounds)

    async def create(
        self,
        system: System = System.SWISS,
        people: Sequence[int] = range(1, 17),
        *,
        place: str = "living",
        rounds: int = 5,
        most: int | None = None,
        until: datetime | None = None,
        time: str = "1h",
        komi: int | None = 0,
        forum: int | None = None,
    ) -> int:
        """A tournament for which these people have signed up."""
        usual = Terms.usual(KEIL)
        options = {**usual.options, "size": 3, "komi": komi}
        made = await self.tournaments.create(
            Terms(KEIL, options, TimeControl.read(time)),
            event_id=next(self.house.event_ids),
            server=SERVER,
            channel_id=PLACE,
            organiser=ORGANISER,
            name="Friday",
            system=system,
            place=place,
            rounds=rounds,
            most=most or max(32, len(people)),
            until=until,
            forum=forum,
        )
        for user in people:
            await self.tournaments.sign_up(made.id, user, f"Player {user}")
        return made.id

    async def started(self, system: System, people: Sequence[int], **options: Any) -> int:
        """The same, begun."""
        key = await self.create(system, people, **options)
        await self.tournaments.start(key)
        return key

    async def view(self, key: int) -> View:
        return await self.tournaments.view(key)

    async def tick(self) -> None:
        """A round of the clock, and as many more as a large round takes to begin."""
        await self.rounds.tick(WHOLE)
        while await self.waiting():
            self.house.time += PACE
            await self.rounds.tick(WHOLE)

    async def waiting(self) -> list[int]:
        """The tournaments of which a round has begun in part."""
        where = pairing.c.tournament == tournament.c.id, tournament.c.state == RUNNING
        left = sa.select(tournament.c.id).where(*where, pairing.c.result.is_(None))
        left = left.where(pairing.c.match.is_(None)).distinct()
        return await self.house.store.read(lambda tx: [*tx.connection.execute(left).scalars()])

    async def running(self, key: int) -> list[StoredPairing]:
        """The pairings that are being played."""
        view = await self.view(key)
        return [one for one in view.pairings if one.pairing.result is None]

    async def resign(self, one: StoredPairing, loser: int) -> None:
        assert one.match is not None
        await self.house.service.matches.resign(
            one.match, loser, event_id=next(self.house.event_ids)
        )

    async def agree_on_a_draw(self, one: StoredPairing) -> None:
        matches, (match, pairing) = self.house.service.matches, (one.match, one.pairing)
        assert match is not None
        assert pairing.second is not None
        await self.house.play(match, "a1", "c3")
        asks, answers = next(self.house.event_ids), next(self.house.event_ids)
        await matches.ask(match, pairing.first, Wish.DRAW, event_id=asks)
        await matches.answer(match, pairing.second, allow=True, event_id=answers)

    async def passes(self, time: timedelta) -> None:
        """Time goes by; deadlines are looked at, and then the tournaments."""
        self.house.time += time
        await self.house.service.deadlines.tick()

    async def play_round(self, key: int, random: Random, skip: Sequence[int] = ()) -> None:
        """Everybody plays, apart from the games of those who do not come."""
        for one in await self.running(key):
            if not {*skip} & {*one.pairing.players}:
                await self.resign(one, random.choice(one.pairing.players))

    async def play_on(self, key: int, random: Random) -> View:
        """Play to the end."""
        for _ in range(MOST_ROUNDS):
            await self.tick()
            view = await self.view(key)
            if view.stored.state != RUNNING:
                return view
            await self.play_round(key, random)
        raise AssertionError("it never ends")
