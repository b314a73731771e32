"""Whole games on the page: by a finger, a mouse and a keyboard, while somebody watches."""

from pathlib import Path
from random import Random

import pytest
from playwright.async_api import expect

from bot.service.live_match import LiveMatch
from engine.game import Game, Options
from engine.games import all_games
from engine.position import Placement
from engine.time_control import TimeControl
from tests.bot.house import PLACE, SERVER
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import DESKTOP, PHONE, Room, Seat, room_at
from tests.toy import TOYS

pytestmark = [pytest.mark.slow, WITH_BROWSER]
PEOPLE = {1: "Ada", 2: "Bo", 3: "Cy", 4: "Di"}
WATCHER = 9
GAMES = {**all_games(), **TOYS}


async def begun(room: Room, game: Game, seats: int, options: Options) -> int:
    """A match of the first ``seats`` people."""
    service, number = room.house.service, 0
    asked = await service.challenges.issue(
        game=game,
        options=game.complete({**options}),
        control=TimeControl.read("1h"),
        challenger=1,
        invited=[*range(2, seats + 1)],
        names=PEOPLE,
        channel_id=PLACE,
        server=SERVER,
        event_id=next(room.house.event_ids),
    )
    for user in range(2, seats + 1):
        number = await service.challenges.accept(asked.id, user, PEOPLE[user]) or 0
    return number


async def place(seat: Seat, user: int, name: str, count: int) -> None:
    """Put a stone there, each person in their own way."""
    if user == 2:
        await seat.click(name)
    elif user == 3:
        await seat.page.get_by_label("Or type a point").fill(name)
        await seat.press("Enter")
    else:
        await seat.tap(name)
    await expect(seat.button(f"Play {name}")).to_be_visible()
    if user == 3:
        await seat.press("Enter")
    else:
        await seat.button(f"Play {name}").click()
    await expect(seat.moves).to_have_count(count + 1)


async def declare(seat: Seat, count: int) -> None:
    """Pass, and say yes if that is asked."""
    await seat.button("Pass").click()
    yes = seat.page.locator("#yes")
    await expect(yes.or_(seat.moves.nth(count))).to_be_visible()
    if await yes.is_visible():
        await yes.click()
    await expect(seat.moves).to_have_count(count + 1)


def stone(live: LiveMatch, chance: Random) -> str:
    """A point where whoever is to move can put a stone."""
    position = live.match.position
    return chance.choice([m.point for m in position.legal_moves() if isinstance(m, Placement)])


@pytest.mark.parametrize(
    ("key", "seats", "options", "stones"),
    [
        ("keil", 2, {"size": 3, "komi": 2.5, "button": False}, 6),
        ("ki", 2, {"size": 5}, 99),
        ("kee", 4, {}, 8),
        ("trio", 3, {"side": 3}, 99),
    ],
)
async def test_a_whole_game(
    tmp_path: Path, key: str, seats: int, options: Options, stones: int
) -> None:
    """After so many stones everybody passes, unless the game is over before that."""
    chance = Random(1)
    async with room_at(tmp_path, games=GAMES) as room, room.door():
        room.host.watcher = WATCHER
        match = await begun(room, GAMES[key], seats, options)
        pages = {
            user: await room.open(match, user, DESKTOP if user in (2, 3) else PHONE)
            for user in range(1, seats + 1)
        }
        watching = await room.open(match, WATCHER, PHONE)
        everybody = [*pages.values(), watching]
        for seat in everybody:
            await expect(seat.page.locator("#layer")).to_be_visible()
        live, count = await room.house.service.matches.live(match), 0
        while live.match.end is None:
            user, count = live.to_move, count + 1
            assert user is not None
            if count <= stones:
                await place(pages[user], user, stone(live, chance), count)
            else:
                await declare(pages[user], count)
            live = await room.house.service.matches.live(match)
            for seat in everybody:
                await expect(seat.moves).to_have_count(count + 1)
        assert [turn.text for turn in live.match.turn_log.moves]
        for seat in everybody:
            await expect(seat.page.locator("#typing")).to_be_hidden()
        for seat in everybody:  # whoever watches has had nothing to press
            await expect(seat.button("Pass")).to_have_count(0)
        for seat in everybody:  # the table of the score keeps its columns
            if key == "keil":
                await expect(seat.page.locator("#text pre")).to_contain_text("Black")
            assert "```" not in await seat.page.locator("body").inner_text()
