"""Games on the page: the same service, the same rules, the same boards in the channel."""

import asyncio
from datetime import timedelta
from pathlib import Path

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.chat.play.test_solo import begin
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table, hurry, labels, seated
from tests.bot.web.reader import Reader, opened

PNG = b"\x89PNG\r\n"


async def link_of(table: Table, who: str, match: int = 1) -> str:
    """A link to a match for somebody."""
    people = (await table.driver.overview())["people"]
    user = next(int(person["id"]) for person in people if person["global_name"] == who)
    return await table.service.web_passes.link(user, match)


async def test_the_button_under_a_board_gives_its_presser_a_link(paged: Table) -> None:
    board, black, _ = await paged.begin_small()
    for who, use in ((black, "plays"), (CY, "watches")):
        answer = await paged.driver.click(who, board, "Open board")
        assert answer.ephemeral
        assert answer.text == says("page-link", use=use)
        assert answer.message is not None
        (button,) = answer.message["components"][0]["components"]
        async with opened(button["url"]) as page:
            assert (await page.board())["turn"] == (who == black)


async def test_a_game_by_page_channel_and_both(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with (
        opened(await link_of(paged, black)) as one,
        opened(await link_of(paged, white)) as other,
    ):
        mine, theirs = await one.board(), await other.board()
        assert (mine["turn"], theirs["turn"]) == (True, False)
        assert one.pictures[-1].startswith(PNG)
        assert {name for name, *_ in mine["points"]} >= {"a1", "c3"}
        assert all(open_ == 0 for *_, open_ in theirs["points"])
        first = await one.act("play", "c3", ply=mine["ply"])
        assert first["kind"] == "said"
        assert "c3" in first["text"]
        await paged.board(1)  # in the channel, too
        theirs = await other.board(1)
        assert theirs["turn"]
        assert theirs["moves"] == ["c3"]
        await paged.play(white, "d4")
        mine = await one.board(2)
        assert mine["moves"] == ["c3", "d4"]


async def test_whoever_is_not_to_move_is_told_so_and_nothing_is_played(paged: Table) -> None:
    _, _, white = await paged.begin_small()
    async with opened(await link_of(paged, white)) as page, paged.nothing_happens():
        await page.board()
        refused = await page.act("play", "c3", ply=0)
        assert refused["kind"] == "refused"
        assert "turn" in refused["text"]


async def test_a_preview_shows_the_stone_and_plays_nothing(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page, paged.nothing_happens():
        before = await page.board()
        await page.say("preview", point="c3", ply=before["ply"])
        shown = await page.until("preview")
        assert shown["point"] == "c3"
        assert "c3" in shown["text"]
        assert page.pictures[-1] != page.pictures[0]


async def test_a_beginner_is_warned_in_a_game_that_only_they_see(paged: Table) -> None:
    """And not sent to `/undo`, which takes back moves of other games. The bot's answer does not
    take the place of the warning."""
    await begin(paged, level=1)
    async with opened(await link_of(paged, ADA)) as page:
        mine = await page.board()
        said = await page.act("play", "a1", ply=mine["ply"])
        found = {"who": "White", "stones": "a1", "point": "b2"}
        open_ = says("capture-warning-open", **found)
        taken = says("capture-warning-taken", move="itself", **found)
        back = says("capture-warning-back", by="button")
        assert said["text"].endswith((f"{open_} {back}", f"{taken} {back}"))
        assert "undo" not in said["text"]
        assert said["ply"] == mine["ply"] + 2


async def test_why_a_stone_cannot_be_placed_comes_with_its_picture(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.moves((black, "c3"), (white, "b2"))
    async with opened(await link_of(paged, black)) as page:
        shown = await page.board()
        closed = next(name for name, *_, is_open in shown["points"] if not is_open)
        await page.say("preview", point=closed, ply=shown["ply"])
        refused = await page.until("refused")
        assert refused["point"] == closed
        assert refused["text"]


async def test_the_same_act_again_is_harmless(paged: Table) -> None:
    """As when the connection broke before the answer, and the page sends it once more."""
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        for _ in range(3):
            said = await page.act("play", "c3", ply=0, id="7" * 32)
            assert said["kind"] == "said"
        assert await paged.ply() == 1


async def test_resigning_asks_first(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        shown = await page.board()
        assert "resign" in [each["do"] for each in shown["actions"]]
        asked = await page.act("resign", ply=0)
        assert asked["kind"] == "ask"
        assert await paged.ply() == 0
        said = await page.act(asked["act"]["act"], ply=0, sure=True)
        assert said["kind"] == "said"
        over = await page.board(1)
        assert over["over"]
        assert over["overlays"][0] == ["none", "Board only"]
        assert all(each["do"] == "scene" for each in over["actions"])  # what features have


async def test_undo_and_a_request_that_the_other_allows_in_the_channel(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.act("play", "c3", ply=0)
        await page.board(1)
        undone = await page.act("undo", ply=1)
        assert undone["kind"] == "said"
        assert (await page.board(2))["moves"] == []
        await page.act("play", "c3", ply=2)
        await paged.play(white, "d4")
        shown = await page.board(4)
        (asks,) = [each for each in shown["actions"] if each["value"] == "undo"]
        assert asks["more"]
        assert (await page.act(asks["do"], asks["value"], ply=4))["kind"] == "said"
        await paged.driver.click(white, await paged.board(5), "Allow")
        assert (await page.board(6))["moves"] == []


async def test_a_spectator_sees_every_move_and_can_do_nothing(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        seen = await page.board()
        assert (seen["turn"], seen["actions"]) == (False, [])
        assert (await page.act("play", "c3", ply=0))["kind"] == "refused"
        assert (await page.act("resign", ply=0))["kind"] == "refused"
        await paged.play(black, "c3")
        assert (await page.board(1))["moves"] == ["c3"]


async def test_earlier_moves_and_overlays(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.moves((black, "c3"), (white, "d4"))
    async with opened(await link_of(paged, CY)) as page:
        now = await page.board()
        assert now["at"] == 2
        await page.say("look", at=1, overlay="none")
        then = await page.board()
        assert (then["at"], len(then["moves"])) == (1, 2)
        assert page.pictures[-1] != page.pictures[-2]
        await page.say("look", at=None, overlay="liberties")
        drawn = await page.board()
        assert (drawn["at"], drawn["overlay"]) == (2, "liberties")
        await page.say("look", at=99, overlay="nonsense")
        assert (await page.board())["overlay"] == "none"


async def test_the_last_board_of_a_counted_game_says_that_it_shows_the_score(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.moves((black, "c3"), (white, "pass"), (black, "pass"))
    async with opened(await link_of(paged, CY)) as page:
        assert (await page.board())["overlays"][0] == ["none", "The score"]
        await page.say("look", at=1)
        assert (await page.board())["overlays"][0] == ["none", "Board only"]


async def test_how_many_watch(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        async with opened(await link_of(paged, CY)) as other:
            await other.board()
            assert (await page.until("watching", lambda facts: facts["number"] == 2))["number"] == 2
        assert (await page.until("watching", lambda facts: facts["number"] == 1))["number"] == 1


async def test_a_clock_that_waits_for_the_first_look_starts_with_the_page(paged: Table) -> None:
    await paged.begin(ADA, BO, size=3, komi=0, button=False, time="3d from first look")
    live = await paged.service.matches.live(1)
    assert live.unseen(paged.clock())
    mover = await paged.name(live.to_move or 0)
    async with opened(await link_of(paged, mover)) as page:
        await page.board()

        async def seen() -> bool:
            return not (await paged.service.matches.live(1)).unseen(paged.clock())

        await paged.until(seen)


async def test_a_page_that_nobody_sees_starts_no_clock(paged: Table) -> None:
    """A tab that was forgotten, behind others."""
    await paged.begin(ADA, BO, size=3, komi=0, button=False, time="3d from first look")
    mover = await paged.name((await paged.service.matches.live(1)).to_move or 0)
    async with opened(await link_of(paged, mover), visible=False) as page:
        await page.board()
        await page.say("visible", visible=False)
        await page.board()
        assert (await paged.service.matches.live(1)).unseen(paged.clock())
        await page.say("visible", visible=True)
        await page.board()
        assert not (await paged.service.matches.live(1)).unseen(paged.clock())


async def test_who_looked_at_a_move_that_is_taken_back_follows_the_present(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.moves((black, "c3"), (white, "d4"))
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        await page.say("look", at=1, overlay="none")
        assert (await page.board())["at"] == 1
        await paged.driver.slash(white, paged.channel, "undo", {})
        assert (await page.board(3))["at"] == 1  # the present now
        await paged.play(white, "d2")
        assert (await page.board(4))["at"] == 2


async def test_it_is_still_ones_turn_while_one_looks_back(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    await paged.moves((black, "c3"), (white, "d4"))
    async with opened(await link_of(paged, black)) as page:
        assert (await page.board())["turn"]
        await page.say("look", at=1, overlay="none")
        then = await page.board()
        assert then["turn"]
        assert not any(point[3] for point in then["points"])


async def test_a_move_in_time_and_one_that_is_late(paged: Table) -> None:
    _, black, _ = await paged.begin_small(time="1d")
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        paged.clock.ahead += timedelta(days=2)
        refused = await page.act("play", "c3", ply=0)
        assert refused["kind"] == "refused"


async def test_the_toy_for_three_is_played_on_the_page(toy_page: Table) -> None:
    """A game that no file of the page knows."""
    table = toy_page
    card = await table.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await table.driver.click(who, card, "Accept")
    board = await table.board(0, 1)
    assert "Open board" in labels(board)
    pages: list[Reader] = []
    links = [await link_of(table, who) for who in await table.players()]
    async with opened(links[0]) as one, opened(links[1]) as two, opened(links[2]) as three:
        pages += [one, two, three]
        boards = [await page.board() for page in pages]
        ply = 0
        while not boards[0]["over"] and ply < 6:
            (mover,) = [n for n, shown in enumerate(boards) if shown["turn"]]
            free = next(point[0] for point in boards[mover]["points"] if point[3])
            said = await pages[mover].act("play", free, ply=boards[mover]["ply"])
            assert said["kind"] == "said", said
            ply += 1
            boards = await asyncio.gather(*(page.board(ply) for page in pages))
        assert ply == 6


async def test_while_discord_cannot_be_reached_nobody_moves_and_nobody_loses(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """The page may still be there then; but the others cannot answer, and time stands still."""
    await hurry(driver)
    database, minute = tmp_path / "keil.db", timedelta(minutes=1)
    async with seated(
        playground, driver, all_games(), database, page=True, outage=minute / 2
    ) as table:
        _, black, _ = await table.begin_small(time="5m")
        async with opened(await link_of(table, black)) as page:
            await page.board()
            table.client.service.process_shards.connected.clear()
            table.clock.ahead += 10 * minute
            refused = await page.act("play", "c3", ply=0)
            assert refused["text"] == says("refusal-out-of-reach")
            assert (await table.service.matches.live(1)).match.end is None
            table.client.service.process_shards.connected.add(0)
            await table.service.outages.catch_up()
            assert (await page.act("play", "c3", ply=0))["kind"] == "said"
