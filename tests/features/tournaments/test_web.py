"""The tournament of a game on the page."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from bot.features.tournaments.model import System
from bot.features.tournaments.standing_texts import ROUNDS, ROWS
from bot.features.tournaments.web import TournamentScenes
from bot.pictures import Pictures
from bot.service.judge import Judge
from bot.service.refusals import RefusedError
from bot.thinking.pool import Pool
from bot.web.scenes import WHOLE, Asked, Scene, Stage
from tests.bot.house import House
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Table
from tests.bot.web.reader import Json, Reader, opened
from tests.bot.web.test_playing import PNG, link_of
from tests.bot.web.test_scenes import scene
from tests.features.tournaments.club import Club
from tests.features.tournaments.test_tournament_command import (
    START,
    card,
    create,
    resign_all,
    round_message,
    sign_up,
)
from tests.page.web_page.seated import Players


async def under_way(table: Table) -> None:
    """Ada and Bo play the first round."""
    await create(table, place="living")
    await sign_up(table, ADA, BO)
    await table.driver.click(ADA, await card(table), START)
    await round_message(table, 1)


async def standings(page: Reader) -> Json:
    """What *Standings* of a board shows."""
    (way,) = [
        step for label, step, *_ in (await page.board())["ways"] if label == says("web-whole")
    ]
    return await scene(page, way)


async def test_the_game_leads_to_its_standings_and_the_crosstable(paged: Table) -> None:
    await under_way(paged)
    (winner,) = await resign_all(paged)
    async with opened(await link_of(paged, CY)) as page:
        shown = await standings(page)
        assert "Friday club" in shown["text"]
        assert says("tournament-file-legend") not in shown["text"]
        assert shown["alt"].index(winner) < shown["alt"].index(({ADA, BO} - {winner}).pop())
        assert page.pictures[-1].startswith(PNG)
        ((label, step, *_),) = shown["buttons"]
        assert label == says("button-tournament-crosstable")
        cross = await scene(page, step)
        assert f"1 {winner}: 2+w" in cross["alt"]
        assert says("tournament-cells") in cross["text"]
        ((_, back, *_),) = cross["buttons"]
        assert (await scene(page, back))["alt"] == shown["alt"]


async def test_a_game_of_no_tournament_leads_nowhere(paged: Table) -> None:
    await paged.begin_small()
    async with opened(await link_of(paged, ADA)) as page:
        ways = (await page.board())["ways"]
        assert says("web-whole") not in [label for label, *_ in ways]
        for step in (WHOLE, f"{WHOLE} 1", "tournament standings 0", "tournament", "ladder 0"):
            assert (await scene(page, step))["kind"] == "refused"


async def test_whoever_does_not_see_its_channel_does_not_see_it(paged: Table) -> None:
    """A player sees their game all the same."""
    await under_way(paged)
    await paged.driver.permit(GAMES, who=BO, deny=["view_channel"])
    async with opened(await link_of(paged, BO)) as page:
        refused = await standings(page)
        assert (refused["kind"], refused["text"]) == ("refused", says("tournament-hidden"))
        assert (await scene(page, "tournament crosstable 0"))["text"] == says("tournament-hidden")


@pytest.fixture
def club(house: House) -> Club:
    """A club without Discord."""
    return Club(house)


async def shown(club: Club, match: int, step: str) -> Scene:
    """What player 1 sees of the tournament of a match."""
    service = club.house.service
    with ThreadPoolExecutor(1) as painters:
        stage = Stage(service, Pictures(painters, painters), Judge(Pool(service.matches.games)))
        live = await service.matches.live(match)
        found = TournamentScenes(stage)
        asked = Asked(1, live, step, Players(), 1)
        made = await found.act(asked) if step else await found.whole(asked)
        assert made is not None
        return made


async def newest(club: Club, key: int) -> int:
    """The last game of a tournament that has begun."""
    return max(one.match or 0 for one in (await club.tournaments.view(key)).pairings)


async def test_many_players_and_rounds_are_paged(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, ROWS + 6), rounds=ROUNDS + 2, most=64)
    random = Random(1)
    for _ in range(ROUNDS):
        await club.tick()
        await club.play_round(key, random)
    await club.tick()
    match = await newest(club, key)
    first = await shown(club, match, "")
    assert [each.label for each in first.buttons] == [
        says("button-replay-forward"),
        says("button-tournament-crosstable"),
    ]
    second = await shown(club, match, first.buttons[0].step.removeprefix("tournament "))
    assert second.buttons[0].label == says("button-replay-back")
    assert first.picture is not None
    assert second.picture is not None
    assert first.picture.alt != second.picture.alt
    cross = await shown(club, match, second.buttons[1].step.removeprefix("tournament "))
    (menu,) = cross.menus
    assert [choice.label for choice in menu.choices] == ["1", "2 to 6"]
    assert [choice.chosen for choice in menu.choices] == [False, True]
    earlier = await shown(club, match, menu.choices[0].step.removeprefix("tournament "))
    assert earlier.buttons[0].step == "tournament crosstable 0 1"
    assert cross.picture is not None
    assert earlier.picture is not None
    assert cross.picture.alt != earlier.picture.alt


async def test_a_game_that_was_drawn_and_played_again_belongs_to_it_too(club: Club) -> None:
    key = await club.started(System.KNOCKOUT, range(1, 5))
    await club.tick()
    (one, *_) = await club.running(key)
    await club.agree_on_a_draw(one)
    await club.tick()
    assert await newest(club, key) > (match := one.match or 0)
    assert (await shown(club, match, "")).title == says("web-whole")


async def test_in_a_post_its_forum_lets_people_see_it(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 5), forum=77)
    await club.tick()
    match = await newest(club, key)
    service = club.house.service

    class OnlyForum(Players):
        async def sees(self, user: int, server: int, channel_id: int = 0) -> bool:
            del user, server
            return channel_id == self.channel

        channel = 77

    live = await service.matches.live(match)
    with ThreadPoolExecutor(1) as painters:
        stage = Stage(service, Pictures(painters, painters), Judge(Pool(service.matches.games)))
        host, scenes = OnlyForum(), TournamentScenes(stage)
        assert await scenes.whole(Asked(1, live, "", host, 1)) is not None
        host.channel = 78
        with pytest.raises(RefusedError, match="hidden"):
            await scenes.whole(Asked(1, live, "", host, 1))
