"""The service: challenges, matches and time on a real database, without Discord."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.service.live_match import LiveMatch
from bot.service.matches import MeantMatch
from bot.service.move_errors import ConfirmationNeededError, RefusedMoveError
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import REMINDER
from engine.match import Ending
from engine.position import IllegalMoveError, IllegalReason, UnreadableMoveError
from engine.turns import RequestRefusal, RequestRefusedError, Wish
from tests.bot.house import ADA, BO, CY, PLACE, House, house_at, refused
from tests.bot.left import left

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
    with refused(ServiceRefusal.WHICH_MATCH):
        await house.service.matches.which(PLACE, ADA, on_turn=True)
    await house.play(first, "komi 3")
    meant = await house.service.matches.which(PLACE, ADA, on_turn=True)
    assert meant == MeantMatch(second, only=False)
    assert (await house.service.matches.which(PLACE, BO, on_turn=True)).match_id == first
    await house.play(second, "komi 3")
    with refused(ServiceRefusal.NOT_YOUR_TURN):
        await house.service.matches.which(PLACE, ADA, on_turn=True)
    with refused(ServiceRefusal.WHICH_MATCH):
        await house.service.matches.which(PLACE, ADA)


# --- time ---


async def test_who_runs_out_of_time_loses(house: House) -> None:
    key = await house.match(komi=0)
    live = await house.play(key, "c3", "a1", "e1")
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
    await house.play(key, "c3", "a1", "e1")
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


@pytest.mark.parametrize("moves", [("c3",), ("c3", "a1")])
async def test_nobody_loses_on_time_a_game_that_has_hardly_begun(
    house: House, moves: tuple[str, ...]
) -> None:
    """Neither of two has placed two stones."""
    key = await house.match(komi=0)
    await house.play(key, *moves)
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
                given = (await house.service.matches.live(key)).given
                assert given >= timedelta()
                if time == right and wrong > timedelta():  # what was given in vain is taken back
                    assert given <= timedelta(hours=1)
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


async def test_who_names_komi_is_drawn_by_lot_only_if_that_was_agreed(tmp_path: Path) -> None:
    first: dict[tuple[int | None, str], set[int | None]] = {
        (invited, way): set() for invited in (None, BO) for way in ("lot", "cut", "choose")
    }
    for seed in range(8):
        async with house_at(tmp_path / str(seed), random=Random(seed)) as house:
            for (invited, way), seen in first.items():
                asked = await house.challenge(invited, komi_by=way)
                begun = await house.service.challenges.accept(asked, BO, "Bo")
                assert begun is not None
                seen.add((await house.service.matches.live(begun)).to_move)
    for invited in (None, BO):
        assert first[invited, "lot"] == {ADA, BO}
        assert (first[invited, "cut"], first[invited, "choose"]) == ({ADA}, {BO})


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

    waits = await house.store.read(left)
    return [(one.match, one.ply) for one in waits if one.kind == REMINDER]


async def test_one_reminder_at_a_fifth_of_an_hour(house: House) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    house.time += timedelta(minutes=47)
    assert await house.service.deadlines.tick() == []
    house.time += timedelta(minutes=1)
    assert await house.service.deadlines.tick() == [PLACE]
    assert await to_post(house) == [(key, 1)]
    house.time += timedelta(minutes=5)
    assert await house.service.deadlines.tick() == []
    await house.play(key, "a1")
    house.time += timedelta(minutes=48)
    assert await house.service.deadlines.tick() == [PLACE]
    assert await to_post(house) == [(key, 2)]


async def test_two_reminders_of_days(house: House) -> None:
    key = await house.match(komi=0, time="5d")
    for hours, reminders in ((95, 0), (1, 1), (21, 1), (1, 2), (1, 2)):
        house.time += timedelta(hours=hours)
        await house.service.deadlines.tick()
        assert await to_post(house) == [(key, 0)] * reminders


async def test_what_is_asked_does_not_bring_a_second_reminder(house: House) -> None:
    key = await house.match(komi=0)
    house.time += timedelta(minutes=48)
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
    house.time += timedelta(minutes=49)
    assert await house.service.deadlines.tick() == []


async def test_an_outage_moves_the_reminder_too(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        await house.match(komi=0)
        house.time += timedelta(minutes=50)
        assert await house.service.deadlines.tick() == []  # 50 minutes without a sign of life
        for _ in range(47 * 2):
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
