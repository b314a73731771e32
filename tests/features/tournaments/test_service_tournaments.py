"""Tournaments on a real database: from sign-up to final standings, whatever people do."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from bot.features.blocking.service import Blocking
from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.service import Ratings
from bot.features.ratings.store import RatingQueries
from bot.features.tournaments import correction_texts, standing_texts, texts
from bot.features.tournaments.corrections import AUDIT, before
from bot.features.tournaments.knockout import losses
from bot.features.tournaments.model import Out, Result, System, Tournament
from bot.features.tournaments.pairing import next_round
from bot.features.tournaments.posts import POST
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.rounds import ABSENT, CORRECTION, END, ROUND, queries_of
from bot.features.tournaments.service import MOST_IN_ROBIN
from bot.features.tournaments.standings import standings
from bot.features.tournaments.store import CANCELLED, OVER, RUNNING, SIGN_UP
from bot.service.calls import Where
from bot.service.server_settings import AUDIT_CHANNEL
from bot.service.terms import Terms
from bot.storage.rows import FULL, StoredMessage
from bot.storage.schema import message
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.match import Ending
from engine.turns import Wish
from tests.bot.house import KEIL, PLACE, SERVER, House, refused
from tests.features.tournaments.club import ORGANISER, Club
from tests.features.tournaments.simulated import check_rounds, naive_points

HOUR = timedelta(hours=1)
GAMES = {KEIL.key: KEIL}


@pytest.fixture
def club(house: House) -> Club:
    return Club(house)


async def notes(house: House, kind: str) -> list[str]:
    """The notes of this kind that a channel shows or is to show."""
    wanted = sa.select(message.c.note).where(message.c.kind == kind).order_by(message.c.id)
    return await house.store.read(
        lambda tx: [str(note) for note in tx.connection.execute(wanted).scalars()]
    )


def check_standings(whole: Tournament) -> None:
    order = standings(whole)
    points = naive_points(whole)
    assert {line.player.id: Fraction(line.points) for line in order} == points


@pytest.mark.parametrize("system", System)
async def test_sixteen_people_from_sign_up_to_final_standings(club: Club, system: System) -> None:
    key = await club.started(system, range(1, 17))
    view = await club.play_on(key, Random(1))
    assert view.stored.state == OVER
    assert len(view.whole.players) == 16
    check_rounds(view.whole)
    check_standings(view.whole)
    assert {player.seed for player in view.whole.players} == {*range(1, 17)}
    assert await notes(club.house, END) == [f"tend {key}"]
    rounds = range(1, view.stored.round + 1)
    assert await notes(club.house, ROUND) == [f"tround {key} {number} 0" for number in rounds]


@pytest.mark.parametrize("system", System)
async def test_with_withdrawals_timeouts_and_somebody_who_never_comes(
    club: Club, system: System
) -> None:
    key, random = await club.started(system, range(1, 17)), Random(2)
    running = await club.running(key)
    never = running[0].pairing.first  # who is to move first, and never does
    late = running[1]
    assert late.match is not None
    await club.house.play(late.match, "a1", "b1", "a2", "b2")
    gone = running[2].pairing.first
    await club.tournaments.withdraw(key, gone, event_id=next(club.house.event_ids))
    await club.play_round(key, random, skip=[never, *late.pairing.players])
    await club.passes(2 * HOUR)
    view = await club.view(key)
    first = {one.id: one.pairing for one in view.in_round(1)}
    assert first[running[0].id].winner == running[0].pairing.second
    assert first[running[0].id].forfeit
    assert first[late.id].winner is not None
    assert not first[late.id].forfeit
    assert first[running[2].id].winner == running[2].pairing.second
    assert view.whole.player(never).out is Out.NO_SHOW
    assert view.whole.player(gone).out is Out.WITHDRAWN
    assert await notes(club.house, ABSENT) == [f"tabsent {key} {never} 1"]
    view = await club.play_on(key, random)
    check_rounds(view.whole)
    check_standings(view.whole)
    if system is not System.ROUND_ROBIN:
        paired = {p for one in view.whole.pairings if one.round > 1 for p in one.players}
        assert not paired & {never, gone}


async def test_whoever_did_not_come_can_come_back(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 9))
    never = (await club.running(key))[0].pairing.first
    await club.play_round(key, Random(1), skip=[never])
    with refused(TournamentRefusal.NOT_BACK):
        await club.tournaments.come_back(key, never)
    await club.passes(2 * HOUR)
    assert (await club.view(key)).stored.round == 2
    await club.tournaments.come_back(key, never)
    await club.play_round(key, Random(1))
    await club.tick()
    view = await club.view(key)
    assert not any(never in one.pairing.players for one in view.in_round(2))
    assert any(never in one.pairing.players for one in view.in_round(3))


async def test_nobody_comes_back_for_a_round_that_never_comes(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 9), rounds=1)
    one, *others = await club.running(key)
    for each in others[1:]:
        await club.resign(each, each.pairing.first)
    club.house.time += HOUR / 2
    await club.house.play(others[0].match or 0, "a1")
    await club.passes(HOUR / 2 + timedelta(minutes=1))
    assert (await club.view(key)).stored.state == RUNNING
    with refused(TournamentRefusal.NO_ROUND_LEFT):
        await club.tournaments.come_back(key, one.pairing.first)


async def test_whoever_has_lost_twice_does_not_come_back_to_a_double_knockout(club: Club) -> None:
    key = await club.started(System.DOUBLE, [1, 2, 3])
    never = (await club.running(key))[0].pairing.first
    await club.play_round(key, Random(1), skip=[never])
    await club.passes(2 * HOUR)
    await club.tournaments.come_back(key, never)
    await club.play_round(key, Random(1))
    await club.tick()
    (one,) = (each for each in await club.running(key) if never in each.pairing.players)
    if one.pairing.first != never:
        await club.house.play(one.match or 0, "a1")
    await club.passes(2 * HOUR)
    view = await club.view(key)
    assert losses(view.whole, view.whole.player(never)) == 2
    with refused(TournamentRefusal.NO_ROUND_LEFT):
        await club.tournaments.come_back(key, never)


async def test_whoever_lost_by_the_clock_can_come_back_if_the_result_is_corrected(
    club: Club,
) -> None:
    """A knockout goes on with them once they say that they are there."""
    key = await club.started(System.KNOCKOUT, range(1, 5))
    one, other = await club.running(key)
    never = one.pairing.first
    club.house.time += HOUR / 2
    await club.house.play(other.match or 0, "a1")
    await club.passes(HOUR / 2 + timedelta(minutes=1))
    view = await club.view(key)
    assert not texts.may_come_back(view, never)
    await club.corrections.correct(one.id, Result.FIRST, ORGANISER, "a fault", event_id=1)
    assert texts.may_come_back(await club.view(key), never)
    await club.tournaments.come_back(key, never)
    await club.resign(other, other.pairing.first)
    await club.tick()
    assert never in (await club.view(key)).in_round(2)[0].pairing.players


async def test_colours_are_those_of_the_pairing(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 9))
    for one in await club.running(key):
        assert one.match is not None
        live = await club.house.service.matches.live(one.match)
        assert live.players == (one.pairing.first, one.pairing.second)
        assert live.to_move == one.pairing.first


async def test_a_drawn_game_in_a_knockout_is_played_again_with_the_seats_swapped(
    club: Club,
) -> None:
    key = await club.started(System.KNOCKOUT, [1, 2])
    (one,) = await club.running(key)
    assert one.match is not None
    for _ in range(2):
        (now,) = await club.running(key)
        assert now.match is not None
        await club.agree_on_a_draw(now)
    (now,) = (await club.view(key)).pairings
    assert (now.games, now.pairing.result) == (2, Result.DRAW)
    assert (now.pairing.first, now.pairing.second) == (one.pairing.second, one.pairing.first)
    await club.tick()
    view = await club.view(key)
    assert view.stored.state == OVER
    assert standings(view.whole)[0].player.seed == 1


async def test_sign_up_ends_when_it_was_to_end(club: Club) -> None:
    key = await club.create(people=[1, 2, 3], until=club.house.time + HOUR)
    await club.tick()
    assert (await club.view(key)).stored.state == SIGN_UP
    await club.passes(HOUR)
    assert (await club.view(key)).stored.state == RUNNING
    lonely = await club.create(people=[1], until=club.house.time + HOUR)
    await club.passes(HOUR)
    assert (await club.view(lonely)).stored.state == CANCELLED


async def test_what_is_not_possible_is_refused(club: Club) -> None:
    key = await club.create(people=[1], most=2)
    tournaments = club.tournaments
    with refused(TournamentRefusal.TOO_FEW):
        await tournaments.start(key)
    await tournaments.sign_up(key, 2, "Two")
    await tournaments.sign_up(key, 2, "Two")
    with refused(TournamentRefusal.FULL):
        await tournaments.sign_up(key, 3, "Three")
    with refused(TournamentRefusal.NOT_IN):
        await tournaments.withdraw(key, 3, event_id=1)
    with refused(TournamentRefusal.NOT_BEGUN):
        await club.corrections.invite(key, 3, "Three", 0, ORGANISER, "late", event_id=2)
    await tournaments.start(key)
    with refused(TournamentRefusal.CLOSED):
        await tournaments.sign_up(key, 3, "Three")
    with refused(TournamentRefusal.UNKNOWN):
        await tournaments.sign_up(99, 3, "Three")
    await club.corrections.cancel(key, ORGANISER, event_id=next(club.house.event_ids))
    with refused(TournamentRefusal.OVER):
        await tournaments.withdraw(key, 1, event_id=3)
    with refused(TournamentRefusal.NOT_SWISS):
        other = await club.started(System.KNOCKOUT, [1, 2])
        await club.corrections.invite(other, 3, "Three", 0, ORGANISER, "late", event_id=4)


async def test_a_large_tournament_is_refused_threads(club: Club) -> None:
    with refused(TournamentRefusal.NO_THREADS):
        await club.create(people=[], place="thread", most=513)
    await club.create(people=[], place="thread", most=512)
    await club.create(System.ROUND_ROBIN, people=[], place="thread", most=1024)
    await club.create(people=[], place="living", most=1024)


async def test_once_round_one_has_begun_the_terms_stand(club: Club) -> None:
    key = await club.create(people=[1, 2, 3])
    change = club.corrections.change
    with refused(TournamentRefusal.MORE_SIGNED_UP):
        await change(key, {"most": 2}, ORGANISER, event_id=1)
    with refused(TournamentRefusal.NOTHING_NEW):
        await change(key, {"rounds": 5}, ORGANISER, event_id=2)
    system = {"system": System.ROUND_ROBIN, "most": 100}
    fix = await change(key, system, ORGANISER, event_id=3)
    assert await change(key, system, ORGANISER, event_id=3) == fix, "once, if it comes twice"
    stored = (await club.view(key)).stored
    assert (stored.system, stored.most) == (System.ROUND_ROBIN, MOST_IN_ROBIN), "as many as can be"
    assert (before(fix, stored).system, before(fix, stored).most) == (System.SWISS, 32)
    assert await notes(club.house, CORRECTION) == [f"tfix {fix.id}"]
    await club.tournaments.start(key)
    with refused(TournamentRefusal.TERMS_STAND):
        await change(key, {"rounds": 4}, ORGANISER, event_id=4)
    await club.corrections.cancel(key, ORGANISER, event_id=next(club.house.event_ids))
    with refused(TournamentRefusal.OVER):
        await change(key, {"rounds": 4}, ORGANISER, event_id=5)


async def test_the_end_of_sign_up_can_be_put_off(club: Club) -> None:
    begins, later = club.house.time + HOUR, club.house.time + 3 * HOUR
    key = await club.create(people=[1, 2], until=begins)
    fix = await club.corrections.change(key, {"until": later}, ORGANISER, event_id=1)
    assert before(fix, (await club.view(key)).stored).until == begins
    await club.passes(2 * HOUR)
    assert (await club.view(key)).stored.state == SIGN_UP
    await club.passes(2 * HOUR)
    assert (await club.view(key)).stored.state == RUNNING


async def test_a_round_that_waits_in_a_post_that_is_gone_is_told_in_the_channel(club: Club) -> None:
    forum, thread = 77, 78
    key = await club.create(people=[1, 2], forum=forum)

    def posted(tx: Transaction) -> None:
        one = tx.messages.with_note(f"{POST} {key}")
        assert one is not None
        assert one.channel_id == forum
        tx.messages.sent(tx.messages.begin(one, club.house.time, -1), thread)

    async def told() -> StoredMessage:
        note = f"{ROUND} {key} 1 0"
        found = await club.house.store.read(lambda tx: tx.messages.with_note(note))
        assert found is not None
        return found

    await club.house.store.write(posted)
    await club.tournaments.start(key)
    assert (await told()).channel_id == thread
    await club.house.service.matches.close_channel(thread)
    there = await told()
    assert (there.channel_id, there.desired, there.message) == (PLACE, FULL, None)


async def test_whoever_is_invited_late_and_accepts_plays_from_round_two(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 7))
    invite, accept = club.corrections.invite, club.corrections.accept
    with refused(TournamentRefusal.TOO_MANY_POINTS):
        await invite(key, 9, "Nine", 2, ORGANISER, "late", event_id=1)
    fix = await invite(key, 9, "Nine", 0.5, ORGANISER, "missed the train", event_id=2)
    again = await invite(key, 9, "Nine", 0.5, ORGANISER, "missed the train", event_id=2)
    assert again == fix, "the same interaction again changes nothing"
    other = await invite(key, 10, "Ten", 1, ORGANISER, "missed it, too", event_id=3)
    assert {player.id for player in (await club.view(key)).whole.players} == {*range(1, 7)}
    with refused(TournamentRefusal.NOT_INVITED):
        await accept(key, fix.id, 10, "Ten")
    assert await accept(key, fix.id, 9, "Nine") is Where.MENTION
    with refused(TournamentRefusal.ALREADY_IN):
        await accept(key, fix.id, 9, "Nine")
    with refused(TournamentRefusal.ALREADY_IN):
        await invite(key, 9, "Nine", 0.5, ORGANISER, "again", event_id=4)
    assert len(await notes(club.house, CORRECTION)) == 2
    await club.play_round(key, Random(1))
    await club.tick()
    view = await club.view(key)
    assert any(9 in one.pairing.players for one in view.in_round(2))
    assert not any(10 in one.pairing.players for one in view.pairings)
    assert view.whole.player(9).bonus == 0.5
    with refused(TournamentRefusal.TOO_LATE):
        await accept(key, other.id, 10, "Ten")
    with refused(TournamentRefusal.TOO_LATE):
        await invite(key, 11, "Eleven", 0, ORGANISER, "too late", event_id=5)


async def test_nobody_enters_late_beyond_the_most_players(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5), most=5)
    invite, accept = club.corrections.invite, club.corrections.accept
    nine = await invite(key, 9, "Nine", 0, ORGANISER, "late", event_id=1)
    ten = await invite(key, 10, "Ten", 0, ORGANISER, "late, too", event_id=2)
    await accept(key, nine.id, 9, "Nine")
    with refused(TournamentRefusal.FULL):
        await accept(key, ten.id, 10, "Ten")
    with refused(TournamentRefusal.FULL):
        await invite(key, 11, "Eleven", 0, ORGANISER, "late as well", event_id=3)
    await club.tournaments.withdraw(key, 1, event_id=next(club.house.event_ids))
    await accept(key, ten.id, 10, "Ten")


async def test_nobody_is_invited_for_a_second_round_that_never_comes(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5), rounds=1)
    with refused(TournamentRefusal.TOO_LATE):
        await club.corrections.invite(key, 9, "Nine", 1, ORGANISER, "late", event_id=1)


async def test_an_invitation_says_what_has_become_of_it(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    invite = club.corrections.invite
    nine = await invite(key, 9, "Nine", 0.5, ORGANISER, "late", event_id=1)
    ten = await invite(key, 10, "Ten", 0, ORGANISER, "late, too", event_id=2)
    assert "<@9>, press" in correction_texts.corrected(
        await club.view(key), nine, GAMES, to_players=True
    )
    await club.corrections.accept(key, nine.id, 9, "Nine")
    await club.play_round(key, Random(1))
    await club.tick()
    view = await club.view(key)
    for fix, what in ((nine, "<@9> has accepted."), (ten, "<@10> has not accepted in time.")):
        assert correction_texts.corrected(view, fix, GAMES, to_players=True).endswith(what)


async def test_an_organiser_sets_a_result_and_removes_somebody(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 7))
    one, other, last = await club.running(key)
    for _ in range(2):
        await club.corrections.correct(one.id, Result.SECOND, ORGANISER, "agreed", event_id=1)
    assert one.match is not None
    live = await club.house.service.matches.live(one.match)
    assert live.match.end is not None
    assert live.match.end.winners == (1,)
    out = other.pairing.first
    await club.corrections.remove(key, out, ORGANISER, "asked to", event_id=2)
    await club.resign(last, last.pairing.first)
    await club.tick()
    view = await club.view(key)
    assert view.stored.round == 2
    assert [p.pairing.winner for p in view.in_round(1)] == [
        one.pairing.second,
        other.pairing.second,
        last.pairing.second,
    ]
    assert all(out not in p.pairing.players for p in view.in_round(2))
    # A result of an earlier round counts from now on; pairings that are there stay.
    await club.corrections.correct(last.id, Result.DRAW, ORGANISER, "typo", event_id=3)
    view = await club.view(key)
    assert [p.pairing.result for p in view.in_round(1) if p.id == last.id] == [Result.DRAW]
    check_standings(view.whole)
    assert len(await notes(club.house, CORRECTION)) == 3


async def test_whoever_is_taken_out_has_not_resigned_and_is_not_rated_for_it(club: Club) -> None:
    """Organisers of one server decide nothing about ratings, which hold on all servers."""
    ratings = Ratings(club.house.service)
    ratings.register(club.house.service)
    key = await club.started(System.SWISS, range(1, 5), komi=None)
    one, other = await club.running(key)
    for each, why in ((one, "rude"), (other, None)):
        assert each.match is not None
        await club.house.play(each.match, "komi 2", "white", *["b3", "e2", "c2", "d4", "a1", "b2"])
        event_id = next(club.house.event_ids)
        if why is None:
            await club.tournaments.withdraw(key, each.pairing.first, event_id=event_id)
        else:
            user = each.pairing.first
            await club.corrections.remove(key, user, ORGANISER, why, event_id=event_id)
        end = (await club.house.service.matches.live(each.match)).match.end
        assert end is not None
        assert end.how is (Ending.RESIGNATION if why is None else Ending.ADJUDGED)
    first, second = (await club.view(key)).in_round(1)
    assert {first.pairing.winner, second.pairing.winner} == {
        one.pairing.second,
        other.pairing.second,
    }
    rated = await club.house.store.read(
        lambda tx: RatingQueries(tx.connection).ratings([1, 2, 3, 4], KEIL.key)
    )
    assert {*rated} == {*other.pairing.players}


async def test_in_a_knockout_no_result_changes_behind_the_next_round(club: Club) -> None:
    key = await club.started(System.KNOCKOUT, range(1, 5))
    one, _ = await club.running(key)
    await club.play_round(key, Random(1))
    await club.tick()
    with refused(TournamentRefusal.GONE_ON):
        await club.corrections.correct(one.id, Result.DRAW, ORGANISER, "typo", event_id=1)


async def test_a_channel_that_is_gone_ends_the_tournament(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    await club.house.service.matches.close_channel(PLACE)
    await club.tick()
    view = await club.view(key)
    assert (view.stored.state, view.stored.round) == (CANCELLED, 1)


@pytest.mark.parametrize("when", ["in a round", "between two rounds", "in the sign-up"])
async def test_no_round_begins_on_a_server_that_has_removed_the_bot(club: Club, when: str) -> None:
    """As `bot.chat.play.channels` does then; most games of the round had ended before."""
    house, matches = club.house, club.house.service.matches
    if when == "in the sign-up":
        key = await club.create(people=[1, 2], until=house.time + HOUR)
    else:
        key = await club.started(System.SWISS, range(1, 9))
        last = (await club.running(key))[-1].pairing.players
        await club.play_round(key, Random(1), skip=last if when == "in a round" else [])
    assert SERVER in await matches.servers()
    for channel_id in await matches.channels(SERVER):
        await matches.close_channel(channel_id)
    await club.passes(2 * HOUR)
    view = await club.view(key)
    assert view.stored.state == CANCELLED
    assert view.stored.round == view.whole.round == (0 if when == "in the sign-up" else 1)
    assert await club.running(key) == []
    assert SERVER not in await matches.servers()


async def test_a_thread_that_is_gone_ends_its_game_only(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    one, _ = await club.running(key)
    assert one.match is not None
    match = one.match
    await club.house.store.write(lambda tx: tx.matches.move(match, 71))
    await club.house.service.matches.close_channel(71)
    view = await club.view(key)
    assert view.stored.state == RUNNING
    assert [each.pairing.result for each in view.pairings if each.id == one.id] == [Result.DRAW]


async def test_seeds_are_by_strength_where_it_is_known(club: Club) -> None:
    house = club.house
    Ratings(house.service).register(house.service)

    def known(tx: Transaction) -> None:
        for user in range(2, 7):
            rating = Rating(1000.0 + user, 60, house.time, 9)
            RatingQueries(tx.connection).keep(user, "keil", rating)

    await house.store.write(known)
    key = await club.started(System.SWISS, range(1, 7))
    seeds = {player.id: player.seed for player in (await club.view(key)).whole.players}
    assert seeds == {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}


async def test_several_processes_change_a_round_once(house: House) -> None:
    clubs = [Club(house), *(Club(House(house.store)) for _ in range(2))]
    key = await clubs[0].started(System.SWISS, range(1, 9))
    for number in range(2, 6):
        await clubs[0].play_round(key, Random(number))
        await asyncio.gather(*(club.tick() for club in clubs for _ in range(3)))
        view = await clubs[0].view(key)
        assert view.stored.round == number
        assert len(view.in_round(number)) == 4
        check_rounds(view.whole)
    assert len(await notes(house, ROUND)) == 5


async def test_a_tournament_that_cannot_go_on_holds_up_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = [await club.started(System.SWISS, range(1, 5)) for _ in range(2)]
    for key in (bad, good):
        await club.play_round(key, Random(1))
    real = club.rounds.go_on

    async def broken(key: int) -> list[int]:
        if key == bad:
            raise ValueError("broken")
        return await real(key)

    monkeypatch.setattr(club.rounds, "go_on", broken)
    await club.tick()
    assert "cannot go on" in caplog.text
    assert (await club.view(good)).stored.round == 2
    monkeypatch.undo()
    await club.tick()
    assert (await club.view(bad)).stored.round == 1, "not before its time"
    await club.passes(timedelta(minutes=11))
    assert (await club.view(bad)).stored.round == 2


async def test_tournament_games_change_nobody_s_usual_terms(club: Club) -> None:
    await club.started(System.SWISS, range(1, 5))
    keil = all_games()["keil"]
    for user in range(1, 5):
        usual = await club.house.service.usual_terms.of(keil, SERVER, user, shown=True)
        assert usual == Terms.usual(keil)
    await club.house.store.read(lambda tx: queries_of(tx).of_server(SERVER, 5))


class StopError(Exception):
    """The transaction breaks off here."""


@pytest.mark.storage
async def test_a_round_change_that_breaks_off_at_any_statement_changes_nothing(
    club: Club,
) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    await club.play_round(key, Random(1))
    tables = ("tournament", "entrant", "pairing", "challenge", "match", "message")

    def everything(tx: Transaction) -> list[object]:
        return [
            [tuple(row) for row in tx.connection.exec_driver_sql(f'SELECT * FROM "{table}"')]
            for table in tables
        ]

    step = await club.house.store.read(lambda tx: club.rounds.step(tx, key))
    assert step is not None
    seen, whole = step
    assert whole is not None
    new = next_round(whole)
    before, number = await club.house.store.read(everything), 0
    while True:
        number += 1

        def breaking(tx: Transaction, last: int = number) -> bool:
            """The round change, which breaks off before the statement with this number."""
            count = 0

            def counted(*_: object) -> None:
                nonlocal count
                count += 1
                if count == last:
                    raise StopError

            event.listen(tx.connection, "before_cursor_execute", counted)
            try:
                return club.rounds.begin_round(tx, seen, whole, new)
            finally:
                event.remove(tx.connection, "before_cursor_execute", counted)

        try:
            if await club.house.store.write(breaking):
                break
        except StopError:
            assert await club.house.store.read(everything) == before
    assert number > 20
    view = await club.view(key)
    assert (view.stored.round, len(view.in_round(2))) == (2, 2)
    check_rounds(view.whole)


async def test_who_has_blocked_somebody_is_not_paired_with_them(club: Club) -> None:
    """In a Swiss tournament, where others are there."""
    blocking = Blocking(club.house.service)
    blocking.register(club.house.service)
    pairs = [(1, 5), (6, 2), (3, 7), (8, 4)]  # those of the first round, if nobody minds
    for one, other in pairs:
        await blocking.block(one, other, "somebody")
    key = await club.started(System.SWISS, range(1, 9), rounds=4)
    view = await club.play_on(key, Random(1))
    met = {frozenset(one.players) for one in view.whole.pairings}
    assert not met & {frozenset(pair) for pair in pairs}
    check_rounds(view.whole)


async def test_a_correction_is_told_to_the_audit_channel_if_there_is_one(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    one, other = await club.running(key)
    await club.corrections.correct(one.id, Result.DRAW, ORGANISER, "as agreed", event_id=1)
    assert await notes(club.house, AUDIT) == []
    await club.house.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, 99))
    fix = await club.corrections.correct(other.id, Result.DRAW, ORGANISER, "so, too", event_id=2)
    assert await notes(club.house, AUDIT) == [f"tfixaudit {fix.id}"]
    assert len(await notes(club.house, CORRECTION)) == 2


async def test_the_audit_channel_reads_who_has_ended_a_tournament(club: Club) -> None:
    await club.house.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, 99))
    key = await club.started(System.SWISS, range(1, 5))
    await club.corrections.cancel(key, 77, event_id=1)
    assert await notes(club.house, AUDIT) == ["tfixaudit 1"]
    fix = await club.corrections.correction(1)
    assert fix is not None
    line = correction_texts.corrected(await club.view(key), fix, GAMES)
    assert line == "<@77> has ended **Friday** in round 1."
    assert texts.ended(await club.view(key)) == line


async def test_the_end_says_why_there_were_fewer_rounds_than_was_said(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Three players have all met after three rounds, which is nobody's fault."""
    key = await club.started(System.SWISS, range(1, 4), rounds=5)
    view = await club.play_on(key, Random(1))
    assert view.stored.round == 3
    told = texts.ended(view)
    assert told.endswith(" It was over after round 3 of 5, since nobody was left to meet.")
    assert "wrongly" not in caplog.text
    key = await club.started(System.SWISS, range(1, 5), rounds=3)
    assert "nobody was left" not in texts.ended(await club.play_on(key, Random(1)))


async def test_whoever_was_taken_out_neither_withdraws_nor_comes_back(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5))
    await club.corrections.remove(key, 1, ORGANISER, "asked to", event_id=1)
    with refused(TournamentRefusal.NOT_IN):
        await club.tournaments.takes_part(key, 1)
    with refused(TournamentRefusal.NOT_IN):
        await club.tournaments.withdraw(key, 1, event_id=2)
    with refused(TournamentRefusal.NOT_IN):
        await club.tournaments.come_back(key, 1)


async def test_the_standings_of_what_was_cancelled_before_round_one_say_so(club: Club) -> None:
    key = await club.create(System.SWISS, range(1, 5))
    await club.corrections.cancel(key, 77, event_id=1)
    assert standing_texts.head(await club.view(key)) == "**Friday**, which did not take place"


async def test_after_the_end_a_game_that_goes_on_counts_for_nothing(club: Club) -> None:
    """A draw begins no other game, and nobody is told that they did not come."""
    key = await club.started(System.KNOCKOUT, [1, 2])
    (one,) = await club.running(key)
    await club.corrections.cancel(key, ORGANISER, event_id=next(club.house.event_ids))
    await club.agree_on_a_draw(one)
    assert [pairing.games for pairing in (await club.view(key)).pairings] == [1]
    other = await club.started(System.KNOCKOUT, [3, 4])
    await club.corrections.cancel(other, ORGANISER, event_id=next(club.house.event_ids))
    await club.passes(2 * HOUR)
    assert await notes(club.house, ABSENT) == []


async def test_a_game_that_both_cancel_counts_for_neither(club: Club) -> None:
    key = await club.started(System.SWISS, [1, 2, 3, 4])
    one, _ = await club.running(key)
    assert one.match is not None
    matches, ids = club.house.service.matches, club.house.event_ids
    await matches.ask(one.match, one.pairing.first, Wish.CANCEL, event_id=next(ids))
    second = one.pairing.second
    assert second is not None
    await matches.answer(one.match, second, allow=True, event_id=next(ids))
    found = next(each for each in (await club.view(key)).pairings if each.id == one.id)
    assert found.pairing.result is Result.NEITHER


async def test_the_last_round_can_be_corrected_after_the_end_but_no_earlier_one(club: Club) -> None:
    key = await club.started(System.SWISS, [1, 2, 3, 4], rounds=2)
    view = await club.play_on(key, Random(1))
    assert view.stored.state == OVER
    first, last = view.in_round(1)[0], view.in_round(2)[0]
    with refused(TournamentRefusal.OVER):
        await club.corrections.correct(first.id, Result.DRAW, ORGANISER, "no", event_id=1)
    await club.corrections.correct(last.id, Result.NEITHER, ORGANISER, "cheated", event_id=2)
    after = await club.view(key)
    assert [p.pairing.result for p in after.in_round(2) if p.id == last.id] == [Result.NEITHER]
    check_standings(after.whole)


async def test_whoever_missed_the_last_game_can_have_won(club: Club) -> None:
    key = await club.started(System.SWISS, [1, 2, 3, 4], rounds=3)
    for _ in range(2):
        for one in await club.running(key):
            loser = one.pairing.other(1) if 1 in one.pairing.players else one.pairing.second
            assert loser is not None
            await club.resign(one, loser)
        await club.tick()
    await club.play_round(key, Random(1), skip=[1])
    await club.passes(2 * HOUR)
    view = await club.view(key)
    assert view.stored.state == OVER
    best = [line.player.id for line in standings(view.whole) if line.rank == 1]
    assert texts.winners(view) == best


async def test_messages_about_many_players_have_room(club: Club) -> None:
    """With ids as long as Discord's: a page of a round, the card, and many who share the win."""
    people = range(1234567890123456000, 1234567890123456000 + 256)
    key = await club.create(System.SWISS, people, most=256)
    await club.tournaments.start(key)
    await club.tick()
    view = await club.view(key)
    there = {
        one.match: (1234567890123456789, 1234567890123456789)
        for one in view.pairings
        if one.match is not None
    }
    view = replace(view, games=there, stored=replace(view.stored, channel_id=1234567890123456789))
    for page in range(13):
        assert len(texts.round_message(view, 1, page)) <= 2000
    assert len(texts.card(view, KEIL)) <= 2000
    assert len(texts.some([f"<@{user}>" for user in people])) <= 1500
