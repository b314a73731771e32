"""What is stored about people, on a real database: every place is marked, exported, and erased."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

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
from bot.features.privacy.service import Privacy, PrivacyRefusal, Running
from bot.features.privacy.store import PrivacyQueries
from bot.features.profile.service import Profiles
from bot.features.ratings.leaders import Leaderboards
from bot.features.ratings.service import Ratings
from bot.features.replays.service import Imports
from bot.features.reports.service import Reports
from bot.features.sealed.service import Sealed
from bot.features.takeovers.service import Takeovers
from bot.features.tournaments.model import Out, Result, System
from bot.features.tournaments.rounds import Rounds
from bot.features.tournaments.service import Tournaments
from bot.service.calls import Where
from bot.service.refusals import ServiceRefusal
from bot.service.server_settings import AUDIT_CHANNEL
from bot.service.terms import Terms
from bot.shards import WHOLE
from bot.storage import migrations
from bot.storage.personal import erasure_of, is_of_server
from bot.storage.rows import BOARDS, DELETED_PLAYER, Invitation, StoredChallenge
from bot.storage.schema import Moment, all_tables
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.time_control import TimeControl
from tests.bot.house import House, house_at, refused
from tests.features.ratings.rated_games import STONES

ADA, BO, CY = 990000000000000001, 990000000000000002, 990000000000000003
"""Ids that are found wherever they are: nothing else looks like them."""
NAMES = {ADA: "Adamantia", BO: "Boniface", CY: "Cyprian"}
SERVER, PLACE, AUDIT, DM = 881000000000000001, 882000000000000001, 883000000000000001, 884000000001
COMPUTER = 990000000000000009
KEIL, KEE = all_games()["keil"], all_games()["kee"]
NOT_PEOPLE = {
    *("id", "match", "challenge", "rematch_of", "number", "server", "channel_id"),
    *("source", "message", "home", "reminds", "given_s", "left_s", "tournament", "pairing"),
}
"""The names in the database of columns for large numbers that are no people."""


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
        await self._calls()
        await self._of_ratings()
        await self.tournament()
        await Ladders(self.service).join(Ladder(SERVER, "keil"), ADA, NAMES[ADA])
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
        await self.tournaments.correct(
            playing.id, Result.DRAW, ADA, "as they said", event_id=self.event()
        )
        await self.tournaments.remove(key, ADA, BO, "as she said", event_id=self.event())

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


@pytest.fixture
async def town(tmp_path: Path) -> AsyncGenerator[Town]:
    async with house_at(tmp_path) as house:
        yield Town(house)


def marked() -> set[tuple[str, str]]:
    return {
        (table.name, column.name)
        for table in all_tables().tables.values()
        for column in table.c
        if erasure_of(column.info) is not None
    }


def test_every_large_number_is_a_person_that_is_marked_or_known_to_be_none() -> None:
    """A new column for people that has no mark fails here; see `bot.storage.personal`."""
    unmarked = {
        (table.name, column.name)
        for table in all_tables().tables.values()
        for column in table.c
        if isinstance(column.type, sa.BigInteger) and not isinstance(column.type, Moment)
        if erasure_of(column.info) is None and column.name not in NOT_PEOPLE
    }
    assert unmarked == set()


async def test_ids_are_only_where_the_schema_says_so(town: Town) -> None:
    """And each place that it names was reached by what people did here."""
    await town.everything()
    await town.privacy.want(ADA)
    found = await town.found(ADA, BO, CY)
    notes = {("message", "note")}
    assert found - notes == marked()
    assert await town.found("Adamantia") == {("person", "name"), ("analysis", "record")}


async def test_after_a_deletion_nothing_leads_to_anybody(town: Town) -> None:
    over = await town.everything()
    await town.privacy.delete(ADA)
    assert await town.found(ADA, "Adamantia", DM) == set()
    assert await town.found(BO)
    live = await town.service.matches.live(over)
    assert BO in live.players
    (gone,) = {*live.players} - {BO}
    assert gone < 0
    assert await town.service.matches.names([gone]) == {gone: DELETED_PLAYER}
    record = await town.service.matches.record(over)
    assert set(record.players) == {DELETED_PLAYER, NAMES[BO]}


async def test_a_person_has_one_pseudonym_in_all_games(town: Town) -> None:
    one, other = await town.finished(), await town.finished()
    await town.privacy.delete(ADA)
    lives = [await town.service.matches.live(key) for key in (one, other)]
    assert len({user for live in lives for user in live.players if user < 0}) == 1
    await town.privacy.delete(BO)
    lives = [await town.service.matches.live(key) for key in (one, other)]
    assert len({user for live in lives for user in live.players}) == 2


async def test_running_games_are_resigned_also_those_that_have_hardly_begun(town: Town) -> None:
    new = await town.begun(ADA, BO, komi=0, button=False)
    old = await town.begun(ADA, BO, komi=0, button=False)
    await town.house.play(old, "a1", "b2", "c3", "a2")
    assert await town.privacy.running(ADA) == Running(2, 0, 0)
    await town.privacy.delete(ADA)
    for key in (new, old):
        ended = await town.service.matches.live(key)
        assert ended.match.end is not None
        assert [ended.players[seat] for seat in ended.match.end.winners] == [BO]


async def test_a_tournament_goes_on_without_them(town: Town) -> None:
    """They lose the game that they play, whoever is to move, and are paired no more."""
    for leaving in (ADA, BO, CY):
        key = await town.tournaments_of_three()
        view = await town.tournaments.view(key)
        await town.privacy.delete(leaving)
        after = await town.tournaments.view(key)
        assert leaving not in {player.id for player in after.whole.players}
        (gone,) = [player for player in after.whole.players if player.id < 0 and player.out]
        assert gone.out is Out.WITHDRAWN
        was = {one.id: one.pairing for one in view.pairings}
        for one in after.pairings:
            if leaving in was[one.id].players and one.pairing.second is not None:
                assert one.pairing.winner == next(p for p in was[one.id].players if p != leaving)
        for _ in range(4):
            for one in (await town.tournaments.view(key)).pairings:
                if one.pairing.result is None and one.match is not None:
                    await town.service.matches.resign(
                        one.match, one.pairing.first, event_id=town.event()
                    )
            town.house.time += timedelta(minutes=1)
            await town.service.deadlines.tick()
        ended = await town.tournaments.view(key)
        assert ended.stored.state == "over"
        games = [one.pairing for one in ended.pairings if one.match is not None]
        later = {user for one in games if one.round > 1 for user in one.players}
        assert gone.id not in later


async def test_a_game_of_three_goes_on_without_them(town: Town) -> None:
    key = await town.begun(ADA, BO, CY, game=KEE)
    await town.privacy.delete(ADA)
    live = await town.service.matches.live(key)
    assert live.match.end is None
    assert {*live.players} > {BO, CY}
    while live.match.end is None and live.match.ply < 12:
        live = await town.house.play(key, next(iter(_places(live))))
    assert {user for user in live.players if user > 0} == {BO, CY}


def _places(live: Any) -> list[str]:
    position = live.match.position
    return [position.write(move) for move in position.legal_moves()][:1]


async def test_a_paused_game_ends_too(town: Town) -> None:
    key = await town.begun(ADA, BO, komi=0, button=False)
    await Moderation(town.service).pause(key, CY, "a question", event_id=town.event())
    await town.privacy.delete(ADA)
    assert (await town.service.matches.live(key)).match.end is not None


async def test_challenges_are_withdrawn_declined_and_left(town: Town) -> None:
    own, mine = await town.challenge(ADA, BO), await town.challenge(BO, ADA, komi=1)
    lobby = await town.challenge(CY, ADA, None, game=KEE)
    await town.privacy.delete(ADA)
    states = [await town.service.challenges.stored(one.id) for one in (own, mine, lobby)]
    assert [one and one.state for one in states] == ["withdrawn", "declined", "open"]
    assert states[2] is not None
    assert states[2].invitations[0] == Invitation(None)


async def test_a_game_against_a_computer_ends(town: Town) -> None:
    key = await town.against_computer(ADA)
    assert await town.privacy.running(ADA) == Running(0, 1, 0)
    with refused(PrivacyRefusal.COMPUTER):
        await town.privacy.delete(COMPUTER)
    await town.privacy.delete(ADA)
    live = await town.service.matches.live(key)
    assert live.match.end is not None
    assert COMPUTER in live.players


async def test_ratings_of_others_stay_and_no_leaderboard_shows_who_is_gone(town: Town) -> None:
    key = await town.begun(ADA, BO, komi=0, button=False)
    await town.house.play(key, *STONES)
    await town.service.matches.resign(key, BO, event_id=town.event())
    boards = Leaderboards(town.service)
    before = await boards.page("keil", SERVER, 0, BO)
    await town.privacy.delete(ADA)
    after = await boards.page("keil", SERVER, 0, BO)
    assert after.own == before.own
    assert [user for user, _ in before.provisional if user == ADA]
    assert [user for user, _ in after.provisional] == [BO]


async def test_there_is_no_rematch_with_somebody_who_is_gone(town: Town) -> None:
    key = await town.finished()
    await town.privacy.delete(ADA)
    with refused(ServiceRefusal.PLAYER_DELETED):
        await town.service.challenges.rematch(key, BO, NAMES[BO], event_id=town.event())


async def test_what_a_process_leaves_the_next_one_does(town: Town) -> None:
    """Whatever ends the process, the wish is stored, and nothing else is half done."""
    await town.everything()
    await town.privacy.want(ADA)
    await town.service.deadlines.tick()
    assert await town.found(ADA, "Adamantia") == set()
    await town.service.deadlines.tick()


async def test_a_deletion_that_fails_keeps_nothing_else_from_being_done(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = await town.challenge(BO, CY)
    await town.begun(ADA, BO, komi=0)
    await town.privacy.want(ADA)

    def fails(*_: object) -> None:
        raise OSError

    with monkeypatch.context() as patched:
        patched.setattr(PrivacyQueries, "erase", fails)
        town.house.time += timedelta(hours=25)
        await town.service.deadlines.tick()
    stored = await town.service.challenges.stored(key.id)
    assert stored is not None and stored.state == "expired"
    await town.service.deadlines.tick()
    assert await town.found(ADA) == set()


async def test_who_comes_back_begins_with_nothing(town: Town) -> None:
    await town.finished()
    await town.privacy.delete(ADA)
    await town.begun(ADA, BO, komi=0)
    exported = json.loads(await town.privacy.export(ADA))
    assert len(exported["games"]) == 1


# --- export ---


async def test_an_export_has_everything_that_is_mine(town: Town) -> None:
    over = await town.everything()
    exported = json.loads(await town.privacy.export(ADA))
    assert (exported["format"], exported["version"]) == ("keil personal data", 1)
    assert exported["user"] == str(ADA)
    own = {table for table, _ in marked()} - {"player", "deletion"} | {"plan", "sealed"}
    sealer = next(iter(exported["tables"].get("sealed", [])), None)
    assert own - {"sealed"} == {*exported["tables"]} - {"sealed"}
    assert sealer is None or "text" in sealer
    game = next(one for one in exported["games"] if one["id"] == over)
    assert [turn["text"] for turn in game["turns"]] == ["a1", "b2", "c3", "a2", "resign"]
    assert {(seat["name"], seat["you"]) for seat in game["players"]} == {
        (NAMES[ADA], True),
        (NAMES[BO], False),
    }


async def test_an_export_says_nothing_of_what_others_have_to_themselves(town: Town) -> None:
    await town.blocking.block(BO, ADA, NAMES[ADA])
    await town.blocking.take_challenges(BO, takes=False)
    running = await town.begun(CY, ADA, komi=0, button=False)
    live = await town.service.matches.live(running)
    assert live.to_move is not None
    waits = ADA if live.to_move == CY else CY
    plans = Plans(town.store, town.service.matches.cache)
    await plans.plan(running, waits, live.match.ply, [("a1", "b2")])
    exported = await town.privacy.export(ADA if waits == CY else CY)
    tables = json.loads(exported)["tables"]
    assert "block" not in tables
    assert "unavailable" not in tables
    assert "plan" not in tables


async def test_an_empty_export_is_whole(town: Town) -> None:
    assert json.loads(await town.privacy.export(ADA))["games"] == []


# --- servers ---


async def server_rows(town: Town) -> set[str]:
    """The tables with rows about the server alone."""

    def work(tx: Transaction) -> set[str]:
        return {
            table.name
            for table in all_tables().tables.values()
            for column in table.c
            if is_of_server(column.info)
            if tx.connection.execute(sa.select(column).where(column == SERVER)).first()
        }

    return await town.store.read(work)


async def test_a_server_is_forgotten_in_the_operators_time(town: Town) -> None:
    over = await town.everything()
    expired = await town.challenge(BO, None, komi=2)
    await town.service.matches.close_channel(PLACE)
    await town.privacy.left(SERVER)
    await town.privacy.left(SERVER)
    keep = town.service.operator.keep_servers
    town.house.time += keep - timedelta(hours=1)
    await town.privacy.tick(WHOLE)
    assert {"configured", "message", "report", "imported"} <= await server_rows(town)
    town.house.time += timedelta(hours=1)
    await town.privacy.tick(WHOLE)
    assert await server_rows(town) == set()
    assert await town.service.challenges.stored(expired.id) is None
    assert (await town.service.matches.live(over)).players
    assert json.loads(await town.privacy.export(ADA))["games"]


async def test_a_server_that_comes_back_keeps_what_it_had(town: Town) -> None:
    await town.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, AUDIT))
    await town.privacy.left(SERVER)
    await town.privacy.is_on([SERVER, 5])
    town.house.time += timedelta(days=100)
    await town.privacy.tick(WHOLE)
    assert await server_rows(town) == {"configured"}
    assert await town.privacy.known_servers() == [SERVER]


# --- databases of the days before ---


def test_messages_of_the_days_before_say_whom_they_are_about(tmp_path: Path) -> None:
    config, engine = migrations.config(), sa.create_engine(f"sqlite:///{tmp_path / 'keil.db'}")
    notes = {
        f"direct {ADA} 0 {DM} 5": ADA,
        f"call {BO} 7 {PLACE} 6": BO,
        f"absence {CY} {PLACE} 20000": CY,
        f"vacation {CY} {PLACE} 20000": CY,
        "poll 12": None,
    }
    columns = "server, channel_id, kind, note, look, rev, shown, begun, attempt, nonce, wanted"
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0032")
        for note in notes:
            values = f"1, 2, '{note.split()[0]}', '{note}', 'full', 1, 1, 1, 1, 'n', 0"
            connection.exec_driver_sql(f"INSERT INTO message ({columns}) VALUES ({values})")
        command.upgrade(config, "head")
        found = connection.exec_driver_sql("SELECT note, person FROM message").all()
    engine.dispose()
    assert {row.note: row.person for row in found} == notes


async def test_what_was_kept_of_an_older_schema_keeps_no_server(town: Town) -> None:
    """Posts of before 0017 refer to challenges that go with their server."""
    asked = await town.challenge(ADA, BO)
    await town.service.challenges.decline(asked.id, BO)
    old = {"channel_id": PLACE, "challenge": asked.id, "state": "sent", "server": SERVER}
    post = all_tables().tables["post"]
    values = old | {"since": town.house.time, "controls": False}
    await town.store.write(
        lambda tx: tx.connection.execute(sa.insert(post).values(values)) and None
    )
    await town.privacy.left(SERVER)
    town.house.time += timedelta(days=31)
    await town.privacy.tick(WHOLE)
    assert await town.store.read(lambda tx: tx.challenges.get(asked.id)) is None
