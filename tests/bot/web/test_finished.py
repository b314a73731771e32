"""The page of a finished game: for whoever has its address, and only while its channel is open."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from html import unescape

import pytest
from aiohttp import ClientResponse, ClientSession
from yarl import URL

from bot.chat.gateway import sight
from bot.features.privacy.service import Privacy
from bot.service.finished_links import OFFERED
from bot.web import finished
from tests.bot.says import says
from tests.bot.table import Table
from tests.bot.web.test_playing import PNG

LINK = re.compile(r"\]\(<(http://[^>]+/finished/[^>]+)>\)")


async def over(table: Table, *moves: str) -> str:
    """The link to the page of a game that White gave up: what the channel was shown."""
    _, black, white = await table.begin_small()
    for number, move in enumerate(moves or ("c3", "d4", "b2")):
        await table.play((black, white)[number % 2], move)
    people = (await table.driver.overview())["people"]
    user = next(int(one["id"]) for one in people if one["global_name"] == white)
    await table.service.matches.resign(1, user, event_id=99)
    board = await table.message(lambda message: "wins" in message["content"])
    found = LINK.search(board["content"])
    assert found is not None, board["content"]
    return found[1]


@asynccontextmanager
async def asked(url: str, **headers: str) -> AsyncGenerator[ClientResponse]:
    """What is at an address."""
    async with ClientSession() as http, http.get(url, headers=headers) as response:
        yield response


async def status(url: str, **headers: str) -> int:
    """What the answer to a request is."""
    async with asked(url, **headers) as response:
        return response.status


async def test_the_result_has_a_link_to_a_page_with_the_picture(paged: Table) -> None:
    link = await over(paged)
    async with asked(link) as response:
        html = unescape(await response.text())
        assert response.status == 200
        assert response.headers["X-Robots-Tag"] == "noindex"
    for name in ("Ada", "Bo", "wins", "by resignation"):
        assert name in html
    image = re.search(r'<meta property="og:image" content="([^"]+)">', html)
    assert image is not None
    assert image[1] == f"{link}.png"
    async with asked(image[1]) as response:
        picture = await response.read()
        assert picture.startswith(PNG)
        assert "max-age" in response.headers["Cache-Control"]
        tag = response.headers["ETag"]
    assert await status(image[1], **{"If-None-Match": tag}) == 304
    assert re.search(r'<meta property="og:image:alt" content="[^"]*c3', html)


async def test_the_page_goes_back_through_the_game_without_a_script(paged: Table) -> None:
    link = await over(paged)
    async with asked(f"{link}?at=1") as response:
        html = unescape(await response.text())
        policy = response.headers["Content-Security-Policy"]
    assert "<script" not in html
    assert "script" not in policy
    assert f'content="{link}.png?at=1"' in html
    assert 'href="?at=0"' in html
    assert 'href="?at=2"' in html
    async with asked(f"{link}.png?at=1") as one, asked(f"{link}.png") as last:
        assert await one.read() != await last.read()


@pytest.mark.parametrize("at", ["4", "-1", "x", "", "1e1", "٣", "9" * 400])
async def test_moves_that_were_not_made_have_no_page(paged: Table, at: str) -> None:
    link = await over(paged)
    assert await status(f"{link}?at={at}") == 404


async def test_numbers_that_are_counted_through_lead_nowhere(paged: Table) -> None:
    """An address that we have not made is not looked up, so nobody learns which games there are."""
    link = await over(paged)
    name = link.rpartition("/")[2]
    tag = name.partition("-")[2]
    place = link.removesuffix(name)
    answers = set[str]()
    for wrong in (f"2-{tag}", f"01-{tag}", f"1-{'a' * 16}", f"1-{tag.upper()}", "1", f"1-{tag}a"):
        async with asked(place + wrong) as response:
            assert response.status == 404
            if wrong[-1].islower():
                answers.add(await response.text())
    assert answers <= {says("finished-gone")}
    assert await paged.service.finished_links.match_of(name) == 1


@pytest.mark.parametrize(
    "path", ["{}/", "{}/..", "{}.png/x", "{}%00", "{}.svg", "./{}/../..", "{}.png.png", "%2e%2e/{}"]
)
async def test_paths_that_are_none_lead_nowhere(paged: Table, path: str) -> None:
    place, _, name = (await over(paged)).rpartition("/")
    at = URL(f"{place}/{path.format(name)}", encoded=True)
    async with ClientSession() as http, http.get(at) as response:
        assert response.status == 404
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_in_an_outage_of_discords_nothing_new_is_shown(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = await over(paged)

    async def away(*_: object) -> bool:
        raise OSError

    monkeypatch.setattr(sight, "channel_that_shows", away)
    async with asked(link) as response:
        assert response.status == 503
        assert await response.text() == says("finished-later")


async def test_a_game_that_runs_has_no_page(paged: Table) -> None:
    await paged.begin_small()
    link = await paged.service.finished_links.link(1)
    assert await status(link) == await status(f"{link}.png") == 404


@pytest.fixture
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "FOR_S", 0.0)


@pytest.mark.usefixtures("_asked_each_time")
async def test_a_channel_that_is_closed_afterwards_closes_its_pages(paged: Table) -> None:
    link = await over(paged)
    assert await status(link) == 200
    await paged.driver.permit("#games", allow=["view_channel"])  # the bot still sees it
    await paged.driver.permit("#games", who="@everyone", deny=["view_channel"])

    async def closed() -> bool:
        return await status(link) == 404

    await paged.until(closed)
    async with asked(link) as page, asked(f"{link}.png") as picture:
        assert {page.status, picture.status} == {404}
        assert await page.text() == says("finished-gone")


async def test_games_of_a_closed_channel_get_no_link(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    for who in (black, white):
        await paged.driver.permit("#games", who=who, allow=["view_channel"])
    await paged.driver.permit("#games", allow=["view_channel"])
    await paged.driver.permit("#games", who="@everyone", deny=["view_channel"])
    await paged.moves((black, "c3"), (white, "d4"))
    people = (await paged.driver.overview())["people"]
    user = next(int(one["id"]) for one in people if one["global_name"] == white)
    await paged.service.matches.resign(1, user, event_id=99)
    board = await paged.message(lambda message: "wins" in message["content"])
    assert "/finished/" not in board["content"]


async def test_the_owners_of_a_server_can_have_none(paged: Table) -> None:
    link = await over(paged)
    for server in (await paged.driver.overview())["guilds"]:
        await paged.service.servers.change(
            int(server["id"]), lambda said: OFFERED.chosen(said, value=False)
        )
    assert await status(link) == await status(f"{link}.png") == 404


async def test_whoever_deletes_their_data_is_named_no_more(paged: Table) -> None:
    link = await over(paged)
    people = (await paged.driver.overview())["people"]
    ada = next(int(one["id"]) for one in people if one["global_name"] == "Ada")
    await Privacy(paged.service).delete(ada)

    async def forgotten() -> bool:
        async with asked(link) as response:
            html = await response.text()
            assert response.headers["Cache-Control"] == "no-cache"
            return "Ada" not in html and str(ada) not in html and says("deleted-player") in html

    await paged.until(forgotten)


async def test_names_never_become_markup(paged: Table) -> None:
    link = await over(paged)
    evil = "</p><script>$title"
    people = (await paged.driver.overview())["people"]
    for one in people:
        await paged.store.write(
            lambda tx, one=one: tx.people.remember_names({int(one["id"]): evil})
        )
    async with asked(link) as response:
        html = await response.text()
    assert "<script" not in html
    assert "&lt;/p&gt;&lt;script&gt;$title" in html


async def test_ids_of_people_and_servers_are_not_in_it(paged: Table) -> None:
    link = await over(paged)
    async with asked(link) as response:
        html = await response.text()
    overview = await paged.driver.overview()
    for one in (*overview["people"], *overview["guilds"]):
        assert str(one["id"]) not in html


async def test_another_name_that_leads_here_gets_nothing(paged: Table) -> None:
    link = await over(paged)
    for name in ("evil.example", "127.0.0.1", "127.0.0.1:1"):
        assert await status(link, Host=name) == 421
    async with asked(link, **{"X-Forwarded-Host": "evil.example"}) as response:
        assert "evil" not in await response.text()


async def test_one_address_asks_only_so_often(paged: Table) -> None:
    link = await over(paged)
    answers = [await status(f"{link}.png") for _ in range(3)]
    assert answers == [200, 200, 200]
    pace = paged.door and paged.door._counts.pace("127.0.0.1/32")
    assert pace
    pace._left, pace._now = 1.0, lambda: pace._at
    assert [await status(f"{link}.png") for _ in range(3)] == [200, 429, 429]
    elsewhere = {"X-Forwarded-For": "203.0.113.9"}  # the proxy says that it is from elsewhere
    assert await status(f"{link}.png", **elsewhere) == 200


async def test_a_flood_of_pictures_waits_behind_one_another(
    paged: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for many gets some, and players need not wait for them."""
    monkeypatch.setattr(finished, "MOST_WAITING", 1)
    link = await over(paged)
    door = paged.door
    assert door is not None
    async with door._finished._drawing:
        first = asyncio.create_task(status(f"{link}.png?at=0"))

        async def waits() -> bool:
            return door._finished._waiting == 1

        await paged.until(waits)
        assert await status(f"{link}.png?at=1") == 503
        second = asyncio.create_task(status(f"{link}.png?at=0"))  # the same one is drawn once
    assert (await first, await second) == (200, 200)
    assert await status(f"{link}.png?at=1") == 200
