"""The service: challenges, matches and time on a real database, without Discord."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.service.flood_limits import MOST_CALLS, MOST_CHALLENGES, WINDOW
from bot.service.live_match import LiveMatch
from bot.service.matches import ConfirmationNeededError, RefusedMoveError
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.service.suggestions import suggestions
from bot.storage.database import Store
from bot.storage.rows import CHANGED, EXPIRED, SENDING, SENT, StoredChallenge
from bot.storage.transaction import Transaction
from engine.clock import TimeControl
from engine.game import OptionError
from engine.games import all_games
from engine.match import Ending
from engine.position import IllegalMoveError, IllegalReason, UnreadableMoveError
from engine.turns import RequestRefusal, RequestRefusedError, Wish
from tests.bot.empty_database import put_empty_database

ADA, BO, CY = 1, 2, 3
PLACE, SERVER = 70, 7
NAMES = {ADA: "Ada", BO: "Bo", CY: "Cy"}
KEIL = all_games()["keil"]


class House:
    """The service with a clock that the test moves."""

    def __init__(self, store: Store, **arguments: Any) -> None:
        self.time = datetime(2026, 11, 21, 12, tzinfo=UTC)
        self.store = store
        arguments.setdefault("outage", timedelta(days=400))
        arguments.setdefault("random", Random(1))
        self.service = Service.over(store, all_games(), now=lambda: self.time, **arguments)
        self.event_ids = count(1000)

    async def challenge(self, *invited: int | None, by: int = ADA, **options: Any) -> int:
        time = TimeControl.read(options.pop("time", "1h"))
        asked = await self.service.challenges.issue(
            game=KEIL,
            options={"size": 3, **options},
            control=time,
            challenger=by,
            invited=invited,
            names=NAMES,
            channel_id=options.pop("channel_id", PLACE),
            server=SERVER,
            event_id=next(self.event_ids),
        )
        return asked.id

    async def match(self, **options: Any) -> int:
        """A match of Ada against Bo; with fixed komi Ada's colour is drawn."""
        begun = await self.service.challenges.accept(await self.challenge(BO, **options), BO, "Bo")
        assert begun is not None
        return begun

    async def play(self, key: int, *moves: str) -> LiveMatch:
        """Moves by whoever's turn it is."""
        live = await self.service.matches.live(key)
        for move in moves:
            user = live.to_move
            assert user is not None
            live = await self.service.matches.play(
                key, user, move, event_id=next(self.event_ids), confirmed=True
            )
        return live


@asynccontextmanager
async def house_at(folder: Path, **arguments: Any) -> AsyncGenerator[House]:
    put_empty_database(folder / "keil.db")
    async with Store.open(f"sqlite+aiosqlite:///{folder / 'keil.db'}") as store:
        yield House(store, **arguments)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_at(tmp_path) as made:
        yield made


def refused(why: ServiceRefusal) -> Any:
    return pytest.raises(RefusedError, match=f"^{why}$")


# --- a whole game ---


async def test_a_whole_game_with_everything_in_it(house: House, tmp_path: Path) -> None:
    """Pie, captures, a ko refused, button, passes, score; another process replays it at the end."""
    key = await house.match()
    assert (await house.service.matches.live(key)).to_move == ADA  # the challenger names komi
    after = await house.play(key, "komi 6", "White", "e3", "b3", "e2", "c2", "d4", "a1", "b2")
    with pytest.raises(RefusedMoveError) as refusal:
        await house.play(key, "a1")
    cause = refusal.value.cause
    assert isinstance(cause, IllegalMoveError)
    assert (cause.reason, cause.ply) == (IllegalReason.REPETITION, 8)
    assert refusal.value.live.match.ply == after.match.ply
    after = await house.play(key, "button", "d-2", "pass", "PASS")
    assert after.match.end is not None
    assert after.match.end.how is Ending.SCORE
    assert after.clock is None

    async with house_at(tmp_path) as other:
        again = await other.service.matches.live(key)
        assert again.match.position.stones == after.match.position.stones
        assert again.match.end == after.match.end
        halfway = await other.service.matches.live(key, 9)
        assert halfway.match.ply == 9
        assert halfway.match.end is None


async def test_a_host_that_remembers_nothing_plays_the_same(tmp_path: Path) -> None:
    async with house_at(tmp_path, remembered=0) as house:
        key = await house.match(komi=0)
        after = await house.play(key, "c3", "button", "b2", "d2")
        assert after.match.ply == 4


# --- challenges ---


async def test_a_challenge_needs_somebody_else(house: House) -> None:
    with refused(ServiceRefusal.ALONE):
        await house.challenge(ADA)
    with refused(ServiceRefusal.TWICE):
        await house.challenge(BO, BO)
    with pytest.raises(OptionError, match="size: value"):
        await house.challenge(BO, size=9)
    with pytest.raises(OptionError, match="komi: value"):
        await house.challenge(BO, komi=20)


async def test_only_who_is_asked_may_answer(house: House) -> None:
    key = await house.challenge(BO)
    with refused(ServiceRefusal.NOT_ASKED):
        await house.service.challenges.accept(key, CY, "Cy")
    with refused(ServiceRefusal.OWN_CHALLENGE):
        await house.service.challenges.accept(key, ADA, "Ada")
    with refused(ServiceRefusal.NOT_ASKED):
        await house.service.challenges.decline(key, CY)
    with refused(ServiceRefusal.NOT_THE_CHALLENGER):
        await house.service.challenges.withdraw(key, BO)
    await house.service.challenges.decline(key, BO)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await house.service.challenges.accept(99, BO, "Bo")


async def test_an_open_seat_is_for_anybody_else(house: House) -> None:
    key = await house.challenge(None)
    with refused(ServiceRefusal.OWN_CHALLENGE):
        await house.service.challenges.accept(key, ADA, "Ada")
    match = await house.service.challenges.accept(key, CY, "Cy")
    assert match is not None
    assert (await house.service.matches.live(match)).players in ((ADA, CY), (CY, ADA))


async def test_of_two_who_take_one_seat_at_once_one_gets_it(house: House) -> None:
    key = await house.challenge(None)
    both = await asyncio.gather(
        house.service.challenges.accept(key, BO, "Bo"),
        house.service.challenges.accept(key, CY, "Cy"),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in both) == ["RefusedError", "int"]
    assert len(await house.service.matches.headers(channel_id=PLACE)) == 1


async def test_a_challenge_expires_after_a_day(house: House) -> None:
    key = await house.challenge(BO)
    house.time += timedelta(hours=24)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    assert await house.service.deadlines.tick() == [PLACE]
    stored = await house.service.challenges.stored(key)
    assert stored is not None
    assert stored.state == EXPIRED
    assert await house.service.deadlines.tick() == []


async def counter(house: House, key: int, user: int = BO, **more: Any) -> StoredChallenge:
    """``user`` offers other terms."""
    given: dict[str, Any] = {"options": {"size": 4}, "channel_id": PLACE} | more
    given.setdefault("event_id", next(house.event_ids))
    time = TimeControl.read("2h")
    return await house.service.challenges.counter(key, user, NAMES[user], control=time, **given)


async def test_a_counter_offer_is_a_challenge_of_whoever_was_asked(house: House) -> None:
    key = await house.challenge(BO, komi=6)
    house.time += timedelta(hours=23)
    new = await counter(house, key)
    assert (new.challenger, [seat.user for seat in new.invitations]) == (BO, [ADA])
    assert (new.options["size"], new.options["komi"]) == (4, None)
    assert new.per_move == timedelta(hours=2)
    assert new.expires == house.time + timedelta(hours=24)
    assert await house.service.challenges.stored(new.id) == new
    old = await house.service.challenges.stored(key)
    assert old is not None
    assert (old.state, old.closed_by, old.match) == (CHANGED, BO, None)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    with refused(ServiceRefusal.NOT_THE_CHALLENGER):
        await house.service.challenges.withdraw(new.id, ADA)
    match = await house.service.challenges.accept(new.id, ADA, "Ada")
    assert match is not None
    assert (await house.service.matches.live(match)).players == (BO, ADA)


async def test_the_same_interaction_makes_one_counter_offer(house: House) -> None:
    key = await house.challenge(BO)
    new = await counter(house, key, event_id=5)
    assert await counter(house, key, event_id=5) == new
    assert await counter(house, new.id, ADA, event_id=5) == new
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await counter(house, key, event_id=6)


async def test_a_refused_counter_offer_changes_nothing(house: House) -> None:
    key = await house.challenge(BO)
    before = await house.service.challenges.stored(key)
    with refused(ServiceRefusal.OWN_TERMS):
        await counter(house, key, ADA)
    with refused(ServiceRefusal.NOT_ASKED):
        await counter(house, key, CY)
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await counter(house, key, channel_id=PLACE + 1)
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await counter(house, 99)
    with pytest.raises(OptionError, match="komi: value"):
        await counter(house, key, options={"size": 3, "komi": 20})
    with refused(ServiceRefusal.OWN_TERMS):
        await house.service.challenges.may_change(key, ADA, PLACE)
    house.time += timedelta(hours=1)
    assert await house.service.challenges.may_change(key, BO, PLACE) == before
    house.time += timedelta(hours=23)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await counter(house, key)


async def test_of_a_counter_offer_and_an_acceptance_at_once_one_holds(tmp_path: Path) -> None:
    async with house_at(tmp_path) as one, house_at(tmp_path) as two:
        for _ in range(6):
            one.time = two.time = one.time + WINDOW
            key = await one.challenge(BO)
            both = await asyncio.gather(
                counter(one, key),
                two.service.challenges.accept(key, BO, "Bo"),
                return_exceptions=True,
            )
            assert [e.why for e in both if isinstance(e, RefusedError)] == [
                ServiceRefusal.CHALLENGE_OVER
            ]
            assert sum(isinstance(outcome, Exception) for outcome in both) == 1


async def test_one_rematch_stands_however_often_it_is_changed(house: House) -> None:
    played = await house.match(komi=0)
    await house.service.matches.resign(played, ADA, event_id=next(house.event_ids))
    first, _ = await house.service.challenges.rematch(
        played, ADA, "Ada", event_id=next(house.event_ids)
    )
    second = await counter(house, first.id)
    third = await counter(house, second.id, ADA, options={"size": 5})
    assert third.rematch_of == played
    with refused(ServiceRefusal.REMATCH_CHANGED):
        await house.service.challenges.rematch(played, BO, "Bo", event_id=next(house.event_ids))
    again = await house.service.challenges.accept(third.id, BO, "Bo")
    assert again is not None
    seats = (await house.service.matches.live(played)).players
    assert (await house.service.matches.live(again)).players == seats[::-1]


async def test_colours_are_drawn_where_komi_is_fixed(house: House) -> None:
    firsts = {
        (await house.service.matches.live(await house.match(komi=0))).players for _ in range(12)
    }
    assert firsts == {(ADA, BO), (BO, ADA)}


async def test_the_same_interaction_makes_one_challenge(house: House) -> None:
    house.event_ids = iter([5, 5])  # pyright: ignore[reportAttributeAccessIssue]
    assert await house.challenge(BO) == await house.challenge(BO)


# --- moves ---


async def test_the_same_interaction_is_one_move(house: House) -> None:
    key = await house.match(komi=0)
    first = (await house.service.matches.live(key)).to_move
    assert first is not None
    once = await house.service.matches.play(key, first, "c3", event_id=1)
    again = await house.service.matches.play(key, first, "c3", event_id=1)
    assert (again.match.ply, again.match.last) == (1, once.match.last)
    assert (await house.service.matches.live(key)).match.ply == 1


async def test_of_two_moves_at_once_one_is_played(house: House) -> None:
    key = await house.match(komi=0)
    user = (await house.service.matches.live(key)).to_move
    assert user is not None
    both = await asyncio.gather(
        *(
            house.service.matches.play(key, user, move, event_id=n)
            for n, move in enumerate(["b2", "d2"])
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(one, LiveMatch) for one in both) == 1
    assert [one.why for one in both if isinstance(one, RefusedError)] == [
        ServiceRefusal.NOT_YOUR_TURN
    ]
    assert (await house.service.matches.live(key)).match.ply == 1


async def test_two_hosts_on_one_database_play_one_of_two_moves(tmp_path: Path) -> None:
    async with house_at(tmp_path) as one, house_at(tmp_path) as two:
        key = await one.match(komi=0)
        user = (await two.service.matches.live(key)).to_move
        assert user is not None
        both = await asyncio.gather(
            one.service.matches.play(key, user, "b2", event_id=1),
            two.service.matches.play(key, user, "d2", event_id=2),
            return_exceptions=True,
        )
        assert sum(isinstance(played, LiveMatch) for played in both) == 1
        newest = await one.service.matches.live(key)
        assert newest.match.position.stones == (
            (await two.service.matches.live(key)).match.position.stones
        )


async def test_a_declaration_that_needs_it_is_confirmed_before_it_is_played(house: House) -> None:
    key = await house.match(komi=0, button=False)
    matches = house.service.matches
    first, second = (await matches.live(key)).players
    with refused(ServiceRefusal.NOT_YOUR_TURN):  # before any question
        await matches.play(key, second, "pass", event_id=1)
    with pytest.raises(ConfirmationNeededError) as question:
        await matches.play(key, first, "PASS", event_id=2)
    assert (question.value.text, question.value.live.match.ply) == ("pass", 0)
    assert (await matches.live(key)).match.ply == 0
    after = await matches.play(key, first, "pass", event_id=3, confirmed=True)
    assert after.match.ply == 1
    await matches.play(key, second, "c3", event_id=4)
    again = await matches.play(key, first, "pass", event_id=3)  # delivered again: no question
    assert again.match.ply == 1


async def test_refused_moves_change_nothing(house: House) -> None:
    key = await house.match(komi=0)
    live = await house.play(key, "c3")
    ada_or_bo = live.to_move
    assert ada_or_bo is not None
    other = ADA + BO - ada_or_bo
    for text in (
        "c3",
        "z9",
        "foo",
        "",
        "pass",
        "x" * 10_000,
        "komi 5",
        "🙂",
        "c3; DROP TABLE turn",
    ):
        with pytest.raises(RefusedMoveError):
            await house.service.matches.play(key, ada_or_bo, text, event_id=next(house.event_ids))
    with refused(ServiceRefusal.NOT_YOUR_TURN):
        await house.service.matches.play(key, other, "b2", event_id=next(house.event_ids))
    with refused(ServiceRefusal.NOT_A_PLAYER):
        await house.service.matches.play(key, CY, "b2", event_id=next(house.event_ids))
    with refused(ServiceRefusal.OLD_BOARD):
        await house.service.matches.play(
            key, ada_or_bo, "b2", event_id=next(house.event_ids), ply=0
        )
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await house.service.matches.play(10**12, ada_or_bo, "b2", event_id=next(house.event_ids))
    assert (await house.service.matches.live(key)).match.ply == 1


@pytest.mark.parametrize("komi", ["-1", "abc", "1e9", "20", "6.5", "", "１e1", "9" * 200])
async def test_komi_that_cannot_be_is_refused(house: House, komi: str) -> None:
    key = await house.match()
    with pytest.raises(RefusedMoveError) as refusal:
        await house.play(key, f"komi {komi}")
    assert isinstance(refusal.value.cause, (IllegalMoveError, UnreadableMoveError))
    assert (await house.service.matches.live(key)).to_move == ADA


async def test_which_match_is_meant_is_never_guessed(house: House) -> None:
    with refused(ServiceRefusal.NO_MATCH_HERE):
        await house.service.matches.which(PLACE, ADA)
    first, second = await house.match(), await house.match()
    assert await house.service.matches.which(PLACE, ADA, named=second) == second
    with refused(ServiceRefusal.WHICH_MATCH):
        await house.service.matches.which(PLACE, ADA, on_turn=True)
    await house.play(first, "komi 3")
    assert await house.service.matches.which(PLACE, ADA, on_turn=True) == second
    assert await house.service.matches.which(PLACE, BO, on_turn=True) == first
    await house.play(second, "komi 3")
    with refused(ServiceRefusal.NOT_YOUR_TURN):
        await house.service.matches.which(PLACE, ADA, on_turn=True)
    with refused(ServiceRefusal.WHICH_MATCH):
        await house.service.matches.which(PLACE, ADA)


async def test_suggestions_are_legal_moves_near_the_last_stone(house: House) -> None:
    key = await house.match(komi=0, size=5)
    live = await house.play(key, "e5")
    assert set(suggestions(live, "")[:6]) == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert len(suggestions(live, "")) == 25
    assert set(suggestions(live, "d")[:2]) == {"d4", "d5"}  # beside the last stone
    assert suggestions(live, "d1")[0] == "d1"
    assert suggestions(live, "A-") == suggestions(live, "a")
    assert suggestions(live, "b")[-1] == "button"
    assert suggestions(live, "e5") == []
    assert suggestions(live, "x" * 9999) == []


# --- time ---


async def test_who_runs_out_of_time_loses(house: House) -> None:
    key = await house.match(komi=0)
    live = await house.play(key, "c3")
    slow = live.to_move
    house.time += timedelta(minutes=59, seconds=59)
    await house.service.deadlines.tick()
    assert (await house.service.matches.live(key)).match.end is None
    house.time += timedelta(seconds=1)
    assert await house.service.deadlines.tick() == [PLACE]
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert end.how is Ending.TIMEOUT
    assert slow not in [live.players[seat] for seat in end.winners]
    assert await house.service.deadlines.tick() == []


async def test_a_move_after_the_deadline_comes_too_late(house: House) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    house.time += timedelta(hours=1)
    with refused(ServiceRefusal.TIME_OVER):
        await house.play(key, "button")
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert end.how is Ending.TIMEOUT


async def test_before_the_first_stone_nobody_loses_on_time(house: House) -> None:
    key = await house.match()
    await house.play(key, "komi 3")
    house.time += timedelta(hours=1)
    await house.service.deadlines.tick()
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert (end.how, end.winners) == (Ending.CLOSED, ())


async def test_an_outage_is_given_back(tmp_path: Path) -> None:
    """The program was down for two hours; a move had an hour."""
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0)
        asked = await house.challenge(BO)
        started = house.time
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        house.time = started + timedelta(hours=2)
        assert await house.service.deadlines.tick() == []
        live = await house.service.matches.live(key)
        assert live.match.end is None
        assert live.clock is not None
        assert live.clock.deadline == started + timedelta(hours=3)
        stored = await house.service.challenges.stored(asked)
        assert stored is not None
        assert stored.expires == started + timedelta(hours=26)


async def test_an_outage_is_given_back_once_and_before_the_first_move(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0)
        house.time += timedelta(hours=2)  # a laptop that slept: nobody has ticked
        await house.play(key, "c3")
        before = (await house.service.matches.live(key)).clock
        assert await house.service.outages.catch_up() == timedelta()
        assert (await house.service.matches.live(key)).clock == before


async def test_a_short_gap_is_no_outage(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0)
        before = (await house.service.matches.live(key)).clock
        for _ in range(100):
            house.time += timedelta(seconds=30)
            await house.service.deadlines.tick()
        assert (await house.service.matches.live(key)).clock == before


async def test_a_clock_that_was_wrong_for_a_while_does_no_lasting_harm(tmp_path: Path) -> None:
    """Started with a clock in the future, or in 1970: nobody waits for years, and nobody loses."""
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        right = house.time
        await house.service.outages.catch_up()
        key, asked = await house.match(komi=0), await house.challenge(BO)
        for wrong in (timedelta(days=40_000), timedelta(days=-20_000), timedelta(hours=-1)):
            for time in (right + wrong, right):
                house.time = time
                assert await house.service.deadlines.tick() == []
                clock = (await house.service.matches.live(key)).clock
                stored = await house.service.challenges.stored(asked)
                assert clock is not None
                assert stored is not None
                assert timedelta() < clock.deadline - time <= timedelta(hours=1)
                assert timedelta() < stored.expires - time <= timedelta(hours=24)


async def test_an_outage_counts_from_the_last_sign_of_life_on_a_clock_set_back(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        house.time -= timedelta(hours=1)
        await house.service.deadlines.tick()
        key = await house.match(komi=0)
        started = house.time
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        house.time = started + timedelta(hours=2)
        assert await house.service.deadlines.tick() == []
        clock = (await house.service.matches.live(key)).clock
        assert clock is not None
        assert clock.deadline == started + timedelta(hours=3)


async def test_resigning_needs_no_turn(house: House) -> None:
    key = await house.match()
    live = await house.service.matches.resign(key, BO, event_id=1)
    assert live.match.end is not None
    assert [live.players[seat] for seat in live.match.end.winners] == [ADA]
    with refused(ServiceRefusal.MATCH_OVER):
        await house.service.matches.resign(key, ADA, event_id=2)


async def test_who_names_komi_is_drawn_by_lot_where_anybody_could_accept(tmp_path: Path) -> None:
    first: dict[int | None, set[int]] = {None: set(), BO: set()}
    for seed in range(8):
        async with house_at(tmp_path / str(seed), random=Random(seed)) as house:
            for invited, seen in first.items():
                begun = await house.service.challenges.accept(
                    await house.challenge(invited), BO, "Bo"
                )
                assert begun is not None
                seen.add((await house.service.matches.live(begun)).players[0])
    assert first == {None: {ADA, BO}, BO: {ADA}}


# --- taking back and agreeing ---


async def test_an_undo_leaves_the_time_that_was_left(house: House) -> None:
    """Else who is short of time could move and take back for ever."""
    key = await house.match(komi=0)
    black, white = (await house.service.matches.live(key)).players
    house.time += timedelta(minutes=50)
    await house.service.matches.play(key, black, "c3", event_id=1)
    house.time += timedelta(seconds=40)
    undone = await house.service.matches.undo(key, black, event_id=2)
    assert undone.clock is not None
    assert undone.clock.deadline - house.time == timedelta(minutes=9, seconds=20)
    async with house_at_again(house) as later:
        again = await later.service.matches.live(key)
        assert again.clock == undone.clock
        assert again.match == undone.match
    await house.service.matches.play(key, black, "a1", event_id=3)
    house.time += timedelta(seconds=5)
    with pytest.raises(RequestRefusedError):
        await house.service.matches.undo(key, black, event_id=4)
    await house.service.matches.ask(key, black, Wish.TAKE_BACK, event_id=5)
    allowed = await house.service.matches.answer(key, white, allow=True, event_id=6)
    assert allowed.to_move == black
    assert allowed.clock is not None
    assert allowed.clock.deadline - house.time == timedelta(hours=1)


@asynccontextmanager
async def house_at_again(house: House) -> AsyncGenerator[House]:
    """Another process on the same database."""
    later = House(house.store)
    later.time = house.time
    yield later


async def test_who_would_have_run_out_meanwhile_cannot_undo(house: House) -> None:
    key = await house.match(komi=0)
    black, _ = (await house.service.matches.live(key)).players
    house.time += timedelta(minutes=59, seconds=30)
    await house.service.matches.play(key, black, "c3", event_id=1)
    house.time += timedelta(seconds=31)
    with pytest.raises(RequestRefusedError) as refusal:
        await house.service.matches.undo(key, black, event_id=2)
    assert refusal.value.why is RequestRefusal.TOO_LATE
    assert (await house.service.matches.live(key)).match.ply == 1


async def test_nobody_fills_a_place_with_challenges(house: House) -> None:
    last = [await house.challenge(whom) for whom in (BO, BO, BO, CY, CY)][-1]
    with refused(ServiceRefusal.TOO_MANY):
        await house.challenge(CY)
    await house.service.challenges.withdraw(last, ADA)
    await house.challenge(CY)
    await house.challenge(ADA, by=BO)


async def test_nobody_calls_the_same_person_again_and_again(house: House) -> None:
    for _ in range(MOST_CALLS):
        await house.service.challenges.withdraw(await house.challenge(BO), ADA)
    with refused(ServiceRefusal.CALLED_OFTEN) as error:
        await house.challenge(BO)
    assert error.value.about == {"user": BO, "when": house.time + WINDOW}
    await house.challenge(CY)  # others may still be challenged, and Bo by others
    await house.challenge(BO, by=CY)
    house.time += WINDOW
    await house.challenge(BO)


async def test_challenges_that_become_games_do_not_count_as_calls(house: House) -> None:
    for _ in range(2 * MOST_CALLS):
        await house.match(komi=0)
    await house.challenge(BO)


async def test_nobody_calls_one_person_after_the_other(house: House) -> None:
    for number in range(MOST_CHALLENGES):
        await house.service.challenges.withdraw(await house.challenge(1000 + number), ADA)
    with refused(ServiceRefusal.CHALLENGED_OFTEN):
        await house.challenge(BO)


async def test_what_is_asked_moves_no_deadline(house: House) -> None:
    key = await house.match(komi=0)
    before = await house.play(key, "c3")
    asked = await house.service.matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    refused_ = await house.service.matches.answer(key, BO, allow=False, event_id=2)
    assert before.clock == asked.clock == refused_.clock
    assert refused_.match.position == before.match.position


async def test_the_same_question_delivered_twice_is_asked_once(house: House) -> None:
    key = await house.match(komi=0)
    once = await house.service.matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    again = await house.service.matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    assert once.match.ply == again.match.ply == 1
    end = (await house.service.matches.answer(key, BO, allow=True, event_id=2)).match.end
    assert end is not None
    assert end.how is Ending.CANCELLED
    assert (await house.service.matches.answer(key, BO, allow=True, event_id=2)).match.end == end


async def test_allowing_and_playing_on_at_once_only_one_counts(house: House) -> None:
    key = await house.match(komi=0)
    black, white = (await house.service.matches.live(key)).players
    await house.play(key, "c3")
    await house.service.matches.ask(key, black, Wish.TAKE_BACK, event_id=1)
    done = await asyncio.gather(
        house.service.matches.answer(key, white, allow=True, event_id=2, ply=2),
        house.service.matches.play(key, white, "a1", event_id=3, ply=2),
        return_exceptions=True,
    )
    assert sum(isinstance(one, LiveMatch) for one in done) == 1


async def test_talk_in_between_does_not_make_a_board_old(house: House) -> None:
    key = await house.match(komi=0)
    black, white = (await house.service.matches.live(key)).players
    await house.play(key, "c3")
    await house.service.matches.ask(key, black, Wish.TAKE_BACK, event_id=1)
    played = await house.service.matches.play(key, white, "a1", event_id=2, ply=1)
    assert played.match.turn_log.dropped is not None
    with refused(ServiceRefusal.OLD_BOARD):
        await house.service.matches.answer(key, white, allow=True, event_id=3, ply=2)
    with refused(ServiceRefusal.OLD_BOARD):
        await house.service.matches.play(key, black, "e1", event_id=4, ply=99)


@pytest.mark.parametrize("text", ["undo", "ask cancel", "allow", "refuse", "gone", "Ask undo"])
async def test_words_that_are_no_moves_are_not_played(house: House, text: str) -> None:
    key = await house.match(komi=0)
    with pytest.raises(RefusedMoveError) as refusal:
        await house.play(key, text)
    assert isinstance(refusal.value.cause, UnreadableMoveError)


# --- reminders, and places that are gone ---


async def to_post(house: House) -> list[tuple[int | None, int | None]]:
    """The reminders that were stored, by match and ply."""

    def work(tx: Transaction) -> list[tuple[int | None, int | None]]:
        found: list[tuple[int | None, int | None]] = []
        taken: list[int] = []
        while claim := tx.posts.claim(PLACE, house.time, without=taken):
            taken.append(claim.post.id)
            if claim.post.reminds is not None:
                found.append((claim.post.reminds, claim.post.ply))
        return found

    return await house.store.write(work)


async def test_one_reminder_at_a_quarter_of_the_time(house: House) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    house.time += timedelta(minutes=44)
    assert await house.service.deadlines.tick() == []
    house.time += timedelta(minutes=1)
    assert await house.service.deadlines.tick() == [PLACE]
    assert await to_post(house) == [(key, 1)]
    house.time += timedelta(minutes=5)
    assert await house.service.deadlines.tick() == []
    await house.play(key, "a1")
    house.time += timedelta(minutes=45)
    assert await house.service.deadlines.tick() == [PLACE]
    assert await to_post(house) == [(key, 1), (key, 2)]


async def test_what_is_asked_does_not_bring_a_second_reminder(house: House) -> None:
    key = await house.match(komi=0)
    house.time += timedelta(minutes=45)
    assert await house.service.deadlines.tick() == [PLACE]
    await house.service.matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    assert await house.service.deadlines.tick() == []


async def test_nobody_is_reminded_of_less_than_an_hour(house: House) -> None:
    await house.match(komi=0, time="59m")
    house.time += timedelta(minutes=58)
    assert await house.service.deadlines.tick() == []


async def test_nobody_is_reminded_of_a_game_that_is_over(house: House) -> None:
    key = await house.match(komi=0)
    await house.service.matches.resign(key, ADA, event_id=1)
    house.time += timedelta(minutes=46)
    assert await house.service.deadlines.tick() == []


async def test_an_outage_moves_the_reminder_too(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        await house.match(komi=0)
        house.time += timedelta(minutes=50)
        assert await house.service.deadlines.tick() == []  # 50 minutes without a sign of life
        for _ in range(44 * 2):
            house.time += timedelta(seconds=30)
            assert await house.service.deadlines.tick() == []
        house.time += timedelta(minutes=1)
        assert await house.service.deadlines.tick() == [PLACE]


async def test_when_a_place_is_gone_its_games_end_and_nobody_has_lost(house: House) -> None:
    key, other = await house.match(komi=0), await house.match(komi=0)
    open_one = await house.challenge(CY)
    await house.play(key, "c3")
    await house.service.matches.ask(other, ADA, Wish.CANCEL, event_id=1)
    assert len(await house.service.matches.close_channel(PLACE)) == 2
    for number in (key, other):
        end = (await house.service.matches.live(number)).match.end
        assert end is not None
        assert (end.how, end.ranks) == (Ending.GONE, None)
    assert await house.service.matches.headers() == []
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(open_one, CY, "Cy")
    assert await house.service.matches.close_channel(PLACE) == []


# --- posts that are sent at once ---


async def test_a_turn_claims_its_post_if_no_other_waits_in_the_channel(house: House) -> None:
    first, matches = await house.match(komi=0), house.service.matches
    assert matches.take_claim(PLACE) is None  # the card and the first board are in the queue
    await house.play(first, "c3")
    assert matches.take_claim(PLACE) is None
    await all_sent(house)
    await house.play(first, "b2")
    assert matches.has_claim(PLACE)
    claim = matches.take_claim(PLACE)
    assert claim is not None
    assert (claim.post.match, claim.post.ply, claim.passed) == (first, 2, False)
    assert matches.take_claim(PLACE) is None, "only once"
    shown = await matches.shown_by(claim)
    assert (shown.match.ply, shown.to_move) == (2, (await matches.live(first)).to_move)
    await house.play(first, "e1")
    assert not matches.has_claim(PLACE), "the one before is not sent yet"


async def test_a_claim_that_nobody_takes_is_found_in_the_database(house: House) -> None:
    key = await house.match(komi=0)
    await all_sent(house)
    await house.play(key, "c3")
    found = await house.store.write(lambda tx: tx.posts.claim(PLACE, house.time))
    assert found is not None
    assert (found.post.ply, found.post.state) == (1, SENDING)  # so it is looked for first


async def test_a_claimed_board_shows_the_match_of_its_own_ply(house: House) -> None:
    key, matches = await house.match(komi=0), house.service.matches
    await all_sent(house)
    await house.play(key, "c3")
    claim = matches.take_claim(PLACE)
    assert claim is not None
    await house.play(key, "b2")
    assert (await matches.shown_by(claim)).match.ply == 1
    assert (await matches.shown_by(claim)).match.ply == 1  # again: loaded


async def all_sent(house: House) -> None:
    """Everything that waits is posted."""

    def work(tx: Transaction) -> None:
        while claim := tx.posts.claim(PLACE, house.time):
            tx.posts.mark(claim.post.id, SENT, house.time, message=claim.post.id)

    await house.store.write(work)
