"""Games that are rated, and what they did, for the tests of ratings at the service."""

from datetime import timedelta
from typing import Any

import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.fold import Event
from bot.features.ratings.recompute import Recomputed, recompute
from bot.features.ratings.store import events, history, rating_of, ratings
from bot.service.live_match import LiveMatch
from bot.storage.rows import THREAD, Invitation
from bot.storage.transaction import Transaction
from tests.bot.house import ADA, BO, CY, House
from tests.bot.service.test_computers import KEIL as COMPUTER

STONES = ("b3", "e2", "c2", "d4", "a1", "b2")
"""Three of each on the smallest board."""


async def begun(house: House, **options: object) -> int:
    return await house.match(komi=0, button=False, **options)


async def resign(house: House, key: int, user: int) -> LiveMatch:
    return await house.service.matches.resign(key, user, event_id=next(house.event_ids))


async def won(house: House, loser: int = BO, **options: object) -> int:
    """A game of Ada and Bo that one of them has won by resignation."""
    key = await begun(house, **options)
    await house.play(key, *STONES)
    await resign(house, key, loser)
    return key


async def rating(house: House, user: int, game: str = "keil") -> Rating | None:
    return await house.store.read(lambda tx: rating_of(tx, user, game))


async def steps(house: House, user: int) -> list[Event]:
    return [*await house.store.read(lambda tx: history(tx, user, "keil"))]


def quietly(what: str, done: int, total: int) -> None:
    """No progress is shown."""
    del what, done, total


def everything(tx: Transaction) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """All ratings and events, to the bit."""
    mine = sa.select(ratings).order_by(ratings.c.user, ratings.c.game)
    columns = [column for column in events.c if column.key != "id"]
    found = sa.select(*columns).order_by(events.c.id)
    return (
        [tuple(row) for row in tx.connection.execute(mine)],
        [tuple(row) for row in tx.connection.execute(found)],
    )


async def anew(house: House) -> Recomputed:
    """Compute everything anew, which must change nothing."""
    games = house.service.matches.games

    def work(tx: Transaction) -> Recomputed:
        before = everything(tx)
        found = recompute(tx, games, quietly)
        assert everything(tx) == before
        return found

    found = await house.store.write(work)
    assert (found.changed, found.events) == (0, 0)
    return found


async def against(
    house: House, level: int, *, place: str = THREAD, resigns: bool = True, **more: Any
) -> int:
    """A game of Ada against a computer, that she resigns."""
    asked = await house.service.challenges.issue(
        game=house.service.matches.games["keil"],
        options={"size": 3, "komi": 0, "button": False},
        control=(await house.service.matches.live(await begun(house))).control,
        challenger=ADA,
        invited=[Invitation(COMPUTER, accepted=True, level=level)],
        names={ADA: "Ada", COMPUTER: "Keil"},
        channel_id=70,
        server=7,
        place=place,
        first=True,
        event_id=next(house.event_ids),
        **more,
    )
    key = asked.match
    assert key is not None
    if resigns:
        await stones(house, key)
        await resign(house, key, ADA)
    return key


async def stones(house: House, key: int) -> None:
    """The stones of both, by their players."""
    for move in STONES:
        live = await house.service.matches.live(key)
        if live.computers_turn:
            await house.service.computers.take_turn(key, live.match.ply, move)
        else:
            await house.play(key, move)


async def reached(house: House, key: int) -> LiveMatch:
    return await house.service.matches.live(key)


async def timeout(house: House) -> int:
    """A game in which the player of the first seat runs out of time; returns who that is."""
    key = await begun(house)
    live = await house.play(key, *STONES)
    assert live.to_move is not None
    house.time += timedelta(hours=2)
    await house.service.deadlines.tick()
    return live.to_move


async def void(house: House) -> int:
    key = await begun(house)
    await house.play(key, *STONES)
    await Moderation(house.service).end(key, CY, "x", event_id=next(house.event_ids))
    return key
