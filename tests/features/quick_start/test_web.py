"""Challenges that are sent on the page."""

from datetime import timedelta

import pytest

from bot.chat.gateway import sight
from bot.storage.rows import OPEN
from tests.bot.chat.play.test_server_rules import decide, number_of
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table
from tests.bot.web.reader import Reader, opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.features.privacy.test_privacy import deleted
from tests.features.rematch.test_rematch import resign


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "PRESENT_S", 0.0)


async def ended(table: Table) -> None:
    _, _, white = await table.begin_small(komi=2.5, time="2d")
    await resign(table, white)


async def sent(page: Reader) -> Json:
    """The scene after a challenge."""
    board = await page.until("board", lambda facts: facts["over"])
    (way,) = [step for _, step, *_ in board["ways"] if step == "challenge"]
    shown = await scene(page, way)
    assert "size 3" in shown["text"]
    return await scene(page, shown["buttons"][0][1])


async def waits(page: Reader, shown: Json) -> Json:
    """What the page hears if it asks again."""
    await page.say("await", value=shown["awaits"])
    while True:
        facts = await page.next()
        if facts["kind"] in ("waits", "said", "scene", "refused"):
            return facts


async def card_of(table: Table, who: str) -> Json:
    """The card of somebody's open challenge to anybody."""
    mention = await table.mention(who)
    return await table.message(
        lambda m: m["content"].startswith(f"{mention} challenges anyone") and m["components"] != []
    )


async def test_anybody_accepts_and_the_page_leads_to_the_game(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page:  # who only watched
        shown = await sent(page)
        assert shown["text"] == says("challenge-waits")
        assert (await waits(page, shown))["kind"] == "waits"
        card = await card_of(paged, CY)
        assert "size 3" in card["content"]
        await paged.driver.click(ADA, card, "Accept")
        accepted = await waits(page, shown)
        assert (accepted["kind"], accepted["next"]) == ("said", 2)
        async with opened(await link_of(paged, CY, 2), session=page.session) as game:
            assert (await game.board())["match"] == 2
    one, other = [await paged.service.matches.live(number) for number in (1, 2)]
    assert one.match.game.in_force(one.match.options) == other.match.game.in_force(
        other.match.options
    )
    assert one.control == other.control


@pytest.mark.parametrize("who", [ADA, BO, CY])
async def test_after_a_game_with_a_handicap_one_has_the_same_side(paged: Table, who: str) -> None:
    """Who only watched gives the stones, as ever."""
    await paged.begin(ADA, BO, handicap=2)
    await resign(paged, ADA)
    async with opened(await link_of(paged, who)) as page:
        await page.until("board", lambda facts: facts["over"])
        shown = await scene(page, "challenge")
        mention = {ADA: says("challenge-whoever"), BO: await paged.mention(BO)}
        if who in mention:
            assert f"{mention[who]} has Black and 2 handicap stones" in shown["text"]
        sent = await scene(page, "challenge send")
    asked = await paged.service.challenges.stored(int(sent["awaits"].rpartition(" ")[2]))
    assert asked is not None
    assert asked.black == (who == BO)


async def test_whoever_is_on_another_games_page_hears_of_it_too(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page:
        shown = await sent(page)
        await paged.driver.click(ADA, await card_of(paged, CY), "Accept")
    live, cy = await paged.service.matches.live(1), int((await paged.mention(CY)).strip("<@>"))
    bo = int((await paged.mention(BO)).strip("<@>"))
    channel = int(await number_of(paged, "#general"))
    elsewhere = await paged.service.challenges.issue(
        game=live.match.game,
        options=live.match.options,
        control=live.control,
        challenger=bo,
        invited=[None],
        names={bo: BO},
        channel_id=channel,
        server=live.server,
        event_id=77,
    )
    assert await paged.service.challenges.accept(elsewhere.id, cy, CY) == 3
    link = await paged.service.web_passes.link(cy, 3)
    async with opened(link) as page:
        await page.board()
        heard = await waits(page, shown)
        assert (heard["kind"], heard["next"]) == ("said", 2)
        assert (heard["text"], heard["for"]) == (says("challenge-taken"), shown["awaits"])


async def test_it_is_found_again_and_withdrawn_on_the_page(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, BO)) as page:
        first = await sent(page)
        again = await scene(page, "challenge")
        assert again["awaits"] == first["awaits"]
        assert (await scene(page, again["buttons"][0][1]))["text"] == says("challenge-withdrawn")
        over = await waits(page, first)
        assert over["text"] == says("challenge-not-taken", state="withdrawn")
        assert (await scene(page, over["buttons"][0][1]))["awaits"] == ""


async def test_after_a_day_it_has_expired(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, BO)) as page:
        shown = await sent(page)
        await paged.time_passes(timedelta(hours=25))
        assert (await waits(page, shown))["text"] == says("challenge-not-taken", state="expired")


async def test_a_press_that_comes_twice_sends_one(paged: Table) -> None:
    await ended(paged)
    found = set[str]()
    for _ in range(2):
        async with opened(await link_of(paged, BO)) as page:
            await page.board()
            found.add((await scene(page, "challenge send", id="7" * 32))["awaits"])
        assert paged.door is not None
        paged.door.stage.forget()  # as another process
    assert len(found) == 1


async def test_nobody_looks_at_or_withdraws_anothers(paged: Table) -> None:
    await ended(paged)
    async with (
        opened(await link_of(paged, BO)) as page,
        opened(await link_of(paged, CY)) as other,
    ):
        shown = await sent(page)
        await card_of(paged, BO)
        await other.board()
        async with paged.nothing_happens():
            assert (await waits(other, shown))["text"] == says("refusal-no-such-challenge")
            forged = await scene(other, shown["buttons"][0][1])
            assert forged["text"] == says("refusal-no-such-challenge")
            for step in (
                "challenge x",
                "challenge send 9",
                "challenge withdraw x",
                "practice wait",
            ):
                assert (await scene(other, step))["kind"] == "refused"
            for step in ("challenge send", "practice wait", "nobody", ""):
                assert (await waits(other, {"awaits": step}))["kind"] == "refused"


async def test_the_rules_of_the_server_hold(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page, paged.nothing_happens():
        await page.board()

        async def refused() -> set[str]:
            return {(await scene(page, each))["text"] for each in ("challenge", "challenge send")}

        other = await number_of(paged, "#general")
        await decide(paged, channels=(other,))
        assert await refused() == {says("refusal-not-here", channels=f"<#{other}>")}
        await decide(paged, channels=(), challengers=1)
        assert await refused() == {says("refusal-not-a-challenger", role="<@&1>")}
        await decide(paged, challengers=None)
        await paged.driver.permit(GAMES, deny=["attach_files"])

        async def is_known() -> bool:
            return (await scene(page, "challenge"))["kind"] == "refused"

        await paged.until(is_known)
        lacks = says("refusal-missing-permissions", permissions="**Attach Files**")
        assert await refused() == {lacks}


async def test_nobody_fills_the_channel(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, BO)) as page:
        await page.board()
        for _ in range(5):
            assert (await scene(page, "challenge send"))["kind"] == "scene"
        assert (await scene(page, "challenge send"))["text"] == says("refusal-too-many", most=5)


async def test_nothing_begins_in_a_thread_that_is_locked(paged: Table) -> None:
    """For whoever could not use the bot there either."""
    await paged.driver.permit(GAMES, allow=["manage_threads"])
    paged.channel = (await paged.driver.create_thread(GAMES, "corner", ADA))["id"]
    await ended(paged)
    await paged.driver.archive_thread(paged.channel, archived=True, locked=True)
    async with opened(await link_of(paged, BO)) as page:
        await page.until("board", lambda facts: facts["over"])
        for step in ("challenge", "challenge send", "rematch", "practice begin 1 you here"):
            refused = await scene(page, step)
            assert (refused["kind"], refused["text"]) == ("refused", says("refusal-not-present"))


async def test_whoever_has_deleted_their_data_does_nothing_more(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page:
        await page.until("board", lambda facts: facts["over"])
        await deleted(paged, CY)
        with pytest.raises(EOFError):
            await scene(page, "challenge send")
    assert await paged.service.challenges.stored(2) is None


async def test_a_challenge_of_another_server_is_out_of_reach(paged: Table) -> None:
    await ended(paged)
    live = await paged.service.matches.live(1)
    cy = int((await paged.mention(CY)).strip("<@>"))
    elsewhere = await paged.service.challenges.issue(
        game=live.match.game,
        options=live.match.options,
        control=live.control,
        challenger=cy,
        invited=[None],
        names={cy: CY},
        channel_id=888,
        server=999,
        event_id=77,
    )
    async with opened(await link_of(paged, CY)) as page:
        await page.until("board", lambda facts: facts["over"])
        refused = await scene(page, f"challenge withdraw {elsewhere.id}")
        assert refused["kind"] == "refused"
    there = await paged.service.challenges.stored(elsewhere.id)
    assert there is not None
    assert there.state == OPEN
