"""People with recognisable ids who do everything that leaves something behind."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import sqlalchemy as sa

from bot.features.absence.service import Absence, Who
from bot.features.admin.service import Moderation
from bot.features.analysis.service import Analyses, forget
from bot.features.blocking.service import Blocking
from bot.features.conditional.service import Plans
from bot.features.daily.service import CHANNEL, Daily
from bot.features.following.service import Following
from bot.features.ladder.service import Ladders
from bot.features.ladder.store import Where as Ladder
from bot.features.notifications.service import Notifications
from bot.features.privacy.service import Privacy
from bot.features.profile.service import Profiles
from bot.features.ratings.leaders import Leaderboards
from bot.features.ratings.service import Ratings
from bot.features.replays.service import Imports
from bot.features.reports.service import Reports
from bot.features.sealed.service import Sealed
from bot.features.takeovers.service import Takeovers
from bot.features.tournaments.corrections import Corrections
from bot.features.tournaments.model import Result, System
from bot.features.tournaments.rounds import Rounds
from bot.features.tournaments.service import Tournaments
from bot.service.calls import Where
from bot.service.server_settings import AUDIT_CHANNEL
from bot.service.terms import Terms
from bot.storage.personal import erasure_of
from bot.storage.rows import BOARDS, Invitation, StoredChallenge
from bot.storage.schema import all_tables
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.time_control import TimeControl
from tests.bot.house import House
from tests.features.ratings.rated_games import STONES

ADA, BO, CY = 990000000000000001, 990000000000000002, 990000000000000003
"""Ids that are found wherever they are: nothing else looks like them."""
NAMES = {ADA: "Adamantia", BO: "Boniface", CY: "Cyprian"}
SERVER, PLACE, AUDIT, DM = 881000000000000001, 882000000000000001, 883000000000000001, 884000000001
COMPUTER = 990000000000000009
KEIL, KEE = all_games()["keil"], all_games()["kee"]


class Town:
    """A house in which people with recognisable ids do everything that leaves something behind."""

    def __init__(self, house: House) -> None:
        self.house, self.service, self.store = house, house.service, house.store
        self.privacy = Privacy(house.service)
        self.privacy.register()
        self.notifications = Notifications(house.service)
        self.notifications.register(house.service)
        self.blocking = Blocking(house.service)
        self.blocking.register(house.service)
        house.service.erasures.append(forget)
        self.ratings = Ratings(house.service)
        self.ratings.register(house.service)
        rounds = Rounds(house.service)
        rounds.register()
        self.tournaments = Tournaments(house.service, rounds)
        self.corrections = Corrections(house.service, rounds)
        sealed = Sealed("secret", Random(1))
        house.service.shown_messages.instead.append(sealed.instead)
        house.service.shown_messages.follows.append(sealed.follow)

    def event(self) -> int:
        return next(self.house.event_ids)

    async def challenge(
        self, by: int, *invited: int | None, time: str = "3d", **options: Any
    ) -> StoredChallenge:
        game = options.pop("game", KEIL)
        given = options if game is KEE else {"size": 3, **options}
        return await self.service.challenges.issue(
            game=game,
            options=given,
            control=TimeControl.read(time),
            challenger=by,
            invited=invited,
            names=NAMES,
            channel_id=PLACE,
            server=SERVER,
            event_id=self.event(),
        )

    async def begun(self, *people: int, **options: Any) -> int:
        """A game of these people, challenged by the first of them."""
        by, *others = people
        asked = await self.challenge(by, *others, **options)
        begun = None
        for other in others:
            begun = await self.service.challenges.accept(asked.id, other, NAMES[other])
        assert begun is not None
        return begun

    async def finished(self) -> int:
        """A game of Ada and Bo that Bo has resigned."""
        key = await self.begun(ADA, BO, komi=0, button=False)
        await self.house.play(key, "a1", "b2", "c3", "a2")
        await self.service.matches.resign(key, BO, event_id=self.event())
        return key

    async def everything(self) -> int:
        """Ada does whatever is possible, also with Bo and Cy. Returns a finished game of theirs."""
        over = await self.finished()
        running = await self.begun(ADA, BO, komi=0, button=False, time="3d no nights")
        await self.begun(ADA, BO, CY, game=KEE)
        await self._left_to_a_computer()
        secret = await self.begun(ADA, BO, komi_by="sealed")
        live = await self.service.matches.live(secret)
        assert live.to_move is not None
        await self.service.matches.play(secret, live.to_move, "bid 4", event_id=self.event())
        live = await self.service.matches.live(running)
        if live.to_move == ADA:
            live = await self.house.play(running, "a1")
        assert live.to_move == BO
        plans = Plans(self.store, self.service.matches.cache)
        await plans.plan(running, ADA, live.match.ply, [("b2", "c3")])
        await self.challenge(ADA, CY, komi=1)
        await self.challenge(ADA, None)
        await self.challenge(CY, ADA, komi=1)
        declined = await self.challenge(BO, ADA, komi=3)
        await self.service.challenges.decline(declined.id, ADA)
        await self.service.preferences.change(ADA, lambda old: old.chosen("size", "large"))
        await self.service.learning.solve(ADA, "keil", "first")
        daily = Daily(self.service)
        daily.register(self.service)
        await self.service.servers.change(SERVER, lambda old: CHANNEL.chosen(old, PLACE))
        await daily.post_now(SERVER)
        posted = await self.service.learning.last_posted(SERVER)
        assert posted is not None
        await self.service.learning.answer(ADA, posted.game, posted.name, right=True, server=SERVER)
        await self.service.web_passes.link(ADA, running)
        await self._calls()
        await self._of_ratings()
        await self.tournament()
        ladders, ladder = Ladders(self.service), Ladder(SERVER, "keil")
        for by, off in ((ADA, CY), (BO, ADA)):
            await ladders.join(ladder, off, NAMES[off])
            await ladders.remove(ladder, off, by, "as they said", event_id=self.event())
        await ladders.join(ladder, ADA, NAMES[ADA])
        await self._of_features(over)
        await self._leaves_in_peace()
        return over

    async def _left_to_a_computer(self) -> None:
        """Ada leaves a game, and a computer plays on for her."""
        key = await self.begun(ADA, BO, CY, game=KEE)
        matches, event = self.service.matches, self.event
        live = await matches.resign(key, ADA, event_id=event())
        seat, takeovers = live.players.index(ADA), Takeovers(self.service)
        await takeovers.ask(key, BO, seat, 1, computer=COMPUTER, event_id=event())
        await matches.answer(key, CY, allow=True, event_id=event(), computer=COMPUTER)

    async def _of_features(self, over: int) -> None:
        absence = Absence(self.store, lambda: self.house.time)
        await absence.choose(Who(ADA), zone="Europe/Berlin")
        await absence.leave(Who(ADA), self.house.time + timedelta(days=2))
        await Following(self.store, self.service.matches.cache).follow(
            await self.begun(BO, CY, komi=0, button=False), ADA, 1
        )
        record = await self.service.matches.record(over)
        analyses = Analyses(self.store, lambda: self.house.time, self.service.matches.games)
        for user in (ADA, CY):
            await analyses.open(user, f"game:{over}", record)
        await Imports(self.store, lambda: self.house.time).keep(ADA, SERVER, "{}", event_id=9)
        await self.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, AUDIT))
        await Reports(self.service).report(over, ADA, "They were rude.", event_id=self.event())
        key = await self.begun(BO, CY, komi=0, button=False)
        await Moderation(self.service).end(key, ADA, "as agreed", event_id=self.event())

    async def _of_ratings(self) -> None:
        """Ada has ratings, takes one of others' away, has had help, and hides and shows herself."""
        for people in ((ADA, BO), (BO, CY)):
            key = await self.begun(*people, komi=0, button=False)
            await self.house.play(key, *STONES)
            await self.service.matches.resign(key, BO, event_id=self.event())
        await self.ratings.unrate(key, ADA, "by mistake")
        helped = await self.against_computer(ADA)

        def help_them(tx: Transaction) -> None:
            stored = tx.matches.get(helped)
            assert stored is not None
            for follow in self.service.computers.at_help:
                follow(tx, stored, ADA)

        await self.store.write(help_them)
        await Leaderboards(self.service).hide(ADA, hidden=True)
        await Profiles(self.service).share(ADA, shared=True)

    async def tournaments_of_three(self) -> int:
        """A tournament of Ada, Bo and Cy in round 1; its number."""
        created = await self.tournaments.create(
            Terms.usual(KEIL),
            event_id=self.event(),
            server=SERVER,
            channel_id=PLACE,
            organiser=ADA,
            name="The first",
            system=System.ROUND_ROBIN,
            place=BOARDS,
            rounds=3,
            most=8,
            until=None,
        )
        for user in (ADA, BO, CY):
            await self.tournaments.sign_up(created.id, user, NAMES[user])
        await self.tournaments.start(created.id)
        return created.id

    async def tournament(self) -> None:
        """Ada organises a tournament; she corrects a result, and is taken out."""
        key = await self.tournaments_of_three()
        view = await self.tournaments.view(key)
        playing = next(one for one in view.pairings if one.pairing.second is not None)
        await self.corrections.correct(
            playing.id, Result.DRAW, ADA, "as they said", event_id=self.event()
        )
        await self.corrections.remove(key, ADA, BO, "as she said", event_id=self.event())

    async def against_computer(self, user: int) -> int:
        """A game of ``user`` against a computer."""
        asked = await self.service.challenges.issue(
            game=KEIL,
            options={"size": 3, "komi": 0, "button": False},
            control=TimeControl.read("3d"),
            challenger=user,
            invited=[Invitation(COMPUTER, accepted=True, level=1)],
            names=NAMES,
            channel_id=PLACE,
            server=SERVER,
            event_id=self.event(),
        )
        assert asked.match is not None
        return asked.match

    async def _leaves_in_peace(self) -> None:
        await self.blocking.block(ADA, CY, NAMES[CY])
        await self.blocking.block(BO, ADA, NAMES[ADA])
        await self.blocking.take_challenges(ADA, takes=False)

    async def _calls(self) -> None:
        direct = {"where": Where.DIRECT, "channel_id": DM}
        await self.notifications.choose(ADA, "UTC", lambda old: replace(old, **direct))
        key = await self.begun(ADA, BO, komi=0, button=False, time="5d")
        live = await self.service.matches.live(key)
        if live.to_move == BO:
            await self.house.play(key, "a1")
        self.house.time += timedelta(days=1)
        await self.service.deadlines.tick()

    async def found(self, *sought: object) -> set[tuple[str, str]]:
        """The tables and columns in which one of these stands, as a number or in a text."""

        def work(tx: Transaction) -> set[tuple[str, str]]:
            there: set[tuple[str, str]] = set()
            for table in all_tables().tables.values():
                rows = tx.connection.execute(sa.text(f'SELECT * FROM "{table.name}"'))
                for row in rows.mappings():
                    there |= {
                        (table.name, name)
                        for name, value in row.items()
                        if any(str(one) in repr(value) for one in sought)
                    }
            return there

        return await self.store.read(work)


def marked() -> set[tuple[str, str]]:
    return {
        (table.name, column.name)
        for table in all_tables().tables.values()
        for column in table.c
        if erasure_of(column.info) is not None
    }
