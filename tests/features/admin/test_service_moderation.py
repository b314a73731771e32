"""What moderators do, at the service: endings, pauses, and time that stands still."""

from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.service.refusals import ServiceRefusal
from bot.service.server_settings import AUDIT_CHANNEL
from bot.storage.schema import message
from engine.match import Ending
from engine.turns import RequestRefusedError, Wish
from tests.bot.house import ADA, BO, CY, PLACE, SERVER, House, house_at, refused

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
AUDIT = 99


async def notes(house: House) -> list[tuple[str, int]]:
    """The notes among the posts that wait, with their channels."""
    found = sa.select(message.c.note, message.c.channel_id).where(message.c.note.is_not(None))
    rows = await house.store.read(lambda tx: tx.connection.execute(found).all())
    return [(row.note, row.channel_id) for row in rows]


async def audited(house: House) -> None:
    """Let the server have an audit channel."""
    await house.service.servers.change(SERVER, lambda old: AUDIT_CHANNEL.chosen(old, AUDIT))


async def test_a_moderator_ends_a_game_without_a_loser(house: House, tmp_path: Path) -> None:
    await audited(house)
    key = await house.match(komi=0)
    await house.play(key, "c3")
    ruled = await Moderation(house.service).end(key, CY, "spam", event_id=1)
    assert ruled.live.match.end is not None
    assert (ruled.live.match.end.how, ruled.live.match.end.ranks) == (Ending.VOID, None)
    assert (ruled.live.clock, ruled.live.reason) == (None, "spam")
    assert (ruled.ruling.act, ruled.ruling.user, ruled.ruling.reason) == ("end", CY, "spam")
    assert await notes(house) == [(f"audit {ruled.ruling.id}", AUDIT)]
    assert (await Moderation(house.service).done(ruled.ruling.id)) == ruled.ruling
    async with house_at(tmp_path) as other:  # another process, which replays it
        again = await other.service.matches.live(key)
        assert (again.match.end, again.reason) == (ruled.live.match.end, "spam")
    with refused(ServiceRefusal.MATCH_OVER):
        await Moderation(house.service).pause(key, CY, "late", event_id=2)


@pytest.mark.parametrize("winner", [0, 1, None])
async def test_a_moderator_decides_a_game(house: House, winner: int | None) -> None:
    key = await house.match(komi=0)
    ruled = await Moderation(house.service).adjudicate(key, CY, "x", winner=winner, event_id=1)
    end = ruled.live.match.end
    assert end is not None
    assert end.how is Ending.ADJUDGED
    assert end.winners == ((0, 1) if winner is None else (winner,))
    assert await notes(house) == []  # there is no audit channel; the last board tells the players


async def test_the_winner_has_a_seat(house: House) -> None:
    key = await house.match(komi=0)
    with pytest.raises(RequestRefusedError):
        await Moderation(house.service).adjudicate(key, CY, "x", winner=2, event_id=1)
    assert await house.store.read(lambda tx: tx.audit.last_of(key)) is None


async def test_nobody_moderates_their_own_game(house: House) -> None:
    key = await house.match(komi=0)
    moderation = Moderation(house.service)
    for user in (ADA, BO):
        with refused(ServiceRefusal.OWN_GAME):
            await moderation.adjudicate(key, user, "mine", winner=0, event_id=1)
        for act in (moderation.end, moderation.pause, moderation.resume):
            with refused(ServiceRefusal.OWN_GAME):
                await act(key, user, "mine", event_id=2)


async def test_every_act_has_a_reason_and_a_game(house: House) -> None:
    key = await house.match(komi=0)
    with refused(ServiceRefusal.NO_REASON):
        await Moderation(house.service).end(key, CY, "  ", event_id=1)
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await Moderation(house.service).end(key + 1, CY, "x", event_id=2)


async def test_the_same_interaction_is_one_act(house: House) -> None:
    await audited(house)
    key = await house.match(komi=0)
    first = await Moderation(house.service).pause(key, CY, "x", event_id=1)
    again = await Moderation(house.service).pause(key, CY, "x", event_id=1)
    assert again.ruling == first.ruling
    assert sorted(await notes(house)) == [("audit 1", AUDIT), ("ruling 1", PLACE)]


async def test_time_stands_still_in_a_pause(house: House) -> None:
    key = await house.match(komi=0)  # an hour a move; a reminder after 48 minutes
    house.time += 30 * MINUTE
    await Moderation(house.service).pause(key, CY, "a quarrel", event_id=1)
    house.time += 20 * MINUTE
    assert await house.service.deadlines.tick() == [], "nobody is reminded meanwhile"
    house.time += 5 * HOUR - 20 * MINUTE
    await house.service.deadlines.tick()
    assert await house.service.deadlines.next_due() is None
    live = await house.service.matches.live(key)
    assert (live.match.end, live.paused) == (None, house.time - 5 * HOUR)
    ruled = await Moderation(house.service).resume(key, CY, "settled", event_id=2)
    assert ruled.live.paused is None
    assert ruled.live.clock is not None
    assert ruled.live.clock.deadline == house.time + 30 * MINUTE
    assert await house.service.deadlines.next_due() == house.time + 18 * MINUTE  # the reminder
    house.time += 29 * MINUTE
    await house.play(key, "c3")


async def test_after_a_pause_time_runs_out_as_ever(house: House) -> None:
    key = await house.match(komi=0)
    await Moderation(house.service).pause(key, CY, "x", event_id=1)
    house.time += 2 * HOUR
    await Moderation(house.service).resume(key, CY, "x", event_id=2)
    house.time += HOUR
    await house.service.deadlines.tick()
    ended = (await house.service.matches.live(key)).match.end
    assert ended is not None
    assert ended.how is Ending.CLOSED


async def test_an_outage_in_a_pause_counts_once(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=2 * MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0)
        house.time += MINUTE
        await Moderation(house.service).pause(key, CY, "x", event_id=1)
        house.time += 3 * HOUR  # of which the program is away
        await house.service.outages.catch_up()
        house.time += MINUTE
        ruled = await Moderation(house.service).resume(key, CY, "x", event_id=2)
        assert ruled.live.clock is not None
        assert ruled.live.clock.deadline == house.time + 59 * MINUTE


async def test_an_outage_that_a_moderator_ends_counts_once(tmp_path: Path) -> None:
    """The pause is the first sign of life, so the outage is given back before it begins."""
    async with house_at(tmp_path, outage=2 * MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0)
        house.time += 30 * MINUTE
        await Moderation(house.service).pause(key, CY, "x", event_id=1)
        house.time += 30 * MINUTE
        ruled = await Moderation(house.service).resume(key, CY, "x", event_id=2)
        assert ruled.live.clock is not None
        assert ruled.live.clock.deadline == house.time + HOUR


async def test_nobody_gets_more_than_a_whole_move_by_a_pause(house: House) -> None:
    """As when our clock was set forward in between."""
    key = await house.match(komi=0)
    paused = await Moderation(house.service).pause(key, CY, "x", event_id=1)
    assert paused.live.paused is not None
    house.time -= HOUR
    ruled = await Moderation(house.service).resume(key, CY, "x", event_id=2)
    assert ruled.live.clock is not None
    assert ruled.live.clock.deadline <= house.time + HOUR


async def test_nobody_takes_a_turn_in_a_pause(house: House, tmp_path: Path) -> None:
    key = await house.match(komi=0)
    black = (await house.service.matches.live(key)).to_move
    assert black is not None
    await house.play(key, "c3")
    await Moderation(house.service).pause(key, CY, "x", event_id=1)
    async with house_at(tmp_path) as other:  # also after a restart
        matches = other.service.matches
        with refused(ServiceRefusal.PAUSED):
            await other.play(key, "a1")
        with refused(ServiceRefusal.PAUSED):
            await matches.undo(key, black, event_id=5)
        with refused(ServiceRefusal.PAUSED):
            await matches.resign(key, black, event_id=6)
        with refused(ServiceRefusal.PAUSED):
            await matches.ask(key, black, Wish.CANCEL, event_id=7)
        white = (await matches.live(key)).to_move
        assert white is not None
        with refused(ServiceRefusal.PAUSED):
            await matches.may_play(key, white)
        assert await matches.headers(user=white, on_turn=True) == []
        assert [match.id for match in await matches.headers(user=white)] == [key]


async def test_a_paused_game_can_be_ended(house: House) -> None:
    one, two = await house.match(komi=0), await house.match(komi=0, channel_id=71)
    for key in (one, two):
        await Moderation(house.service).pause(key, CY, "x", event_id=key)
        with refused(ServiceRefusal.PAUSED):
            await Moderation(house.service).pause(key, CY, "x", event_id=10 + key)
    ended = await Moderation(house.service).end(one, CY, "x", event_id=20)
    assert ended.live.paused is None
    assert (await house.service.matches.close_channel(71))[0].paused is None
    for key in (one, two):
        stored = await house.service.matches.stored(key)
        assert stored is not None
        assert (stored.deadline, stored.paused) == (None, None)


async def test_what_runs_cannot_be_resumed(house: House) -> None:
    key = await house.match(komi=0)
    with refused(ServiceRefusal.NOT_PAUSED):
        await Moderation(house.service).resume(key, CY, "x", event_id=1)
    assert await notes(house) == []


async def test_a_moderator_does_not_undo_the_clock(house: House) -> None:
    """Whose time has run out has lost, even if nobody has looked yet."""
    key = await house.match(komi=0)
    await house.play(key, "c3", "a1", "e1")
    house.time += HOUR
    with refused(ServiceRefusal.TIME_OVER):
        await Moderation(house.service).pause(key, CY, "x", event_id=1)
    ended = (await house.service.matches.live(key)).match.end
    assert ended is not None
    assert ended.how is Ending.TIMEOUT
