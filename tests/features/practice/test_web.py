"""Games against the bot that begin on the page."""

import pytest

from bot.chat.gateway import sight
from bot.messages import computers
from bot.storage.rows import SOLO
from tests.bot.chat.play.test_server_rules import decide, number_of
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.features.rematch.test_rematch import resign


@pytest.fixture(autouse=True)
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "PRESENT_S", 0.0)


async def ended(table: Table) -> str:
    """Who has lost a game."""
    _, _, white = await table.begin_small(komi=2.5, time="2d")
    await resign(table, white)
    return white


def step(shown: Json, label: str) -> str:
    """The step of a button or of an entry of a menu."""
    entries = [*shown["buttons"], *(each for _, menu in shown["menus"] for each in menu)]
    return next(value for name, value, *_ in entries if name == label)


def on_practice(facts: Json) -> list[str]:
    return [value for _, value, *_ in facts["ways"] if value == "practice"]


async def test_after_a_game_one_plays_the_bot_on_the_same_board(paged: Table) -> None:
    loser = await ended(paged)
    async with opened(await link_of(paged, loser)) as page:
        assert on_practice(await page.until("board", lambda facts: facts["over"]))
        shown = await scene(page, "practice")
        assert "size 3" in shown["text"]
        shown = await scene(page, step(shown, says("practice-begins-you")))
        shown = await scene(page, step(shown, computers.level_name(2)))
        begun = await scene(page, step(shown, "Begin"))
        assert (begun["kind"], begun["next"]) == ("said", 2)
        async with opened(await link_of(paged, loser, 2), session=page.session) as game:
            board = await game.board()
            assert board["turn"]
            assert len(board["points"]) == 19
    live = await paged.service.matches.live(2)
    assert live.players[0] == board["you"]
    assert live.level_of(1) == 2
    assert live.control == (await paged.service.matches.live(1)).control
    await paged.board(0, 2)  # in the channel, too


@pytest.mark.parametrize(("begins", "has_black"), [("you", 0), ("me", 1), ("lot", 0)])
async def test_after_a_game_with_a_handicap_who_begins_is_as_chosen(
    paged: Table, begins: str, has_black: bool
) -> None:
    """White begins then. If nothing is chosen, the stones are given once more."""
    await paged.begin(ADA, BO, handicap=2)
    assert await paged.players() == [BO, ADA]
    await resign(paged, ADA)
    async with opened(await link_of(paged, ADA)) as page:
        await page.until("board", lambda facts: facts["over"])
        assert (await scene(page, f"practice begin 1 {begins} here"))["next"] == 2
    live, before = [await paged.service.matches.live(number) for number in (2, 1)]
    assert live.match.options["handicap"] == 2
    assert (live.players[0] == before.players[1]) == has_black
    assert live.level_of(1 if has_black else 0) == 1


async def test_nobody_else_sees_one_that_is_private(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        shown = await scene(page, "practice")
        async with paged.nothing_happens():
            shown = await scene(page, step(shown, says("practice-where-solo")))
            begun = await scene(page, step(shown, "Begin"))
            assert (begun["text"], begun["next"]) == ("", 2)
    live = await paged.service.matches.live(2)
    assert (live.solo, live.place, live.match.options) == (
        True,
        SOLO,
        (await paged.service.matches.live(1)).match.options,
    )


async def test_a_press_that_comes_twice_begins_one_game(paged: Table) -> None:
    loser = await ended(paged)
    for _ in range(2):
        async with opened(await link_of(paged, loser)) as page:
            await page.board()
            begun = await scene(page, "practice begin 1 you solo", id="7" * 32)
            assert begun["next"] == 2
        assert paged.door is not None
        paged.door.stage.forget()  # as another process


async def test_while_a_game_runs_the_page_does_not_lead_away_from_it(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        assert not on_practice(await page.board())


@pytest.mark.parametrize(
    "forged", ["begin", "begin 99 you here", "1 you", "1 you nowhere", "2 2 2"]
)
async def test_a_forged_choice_begins_nothing(paged: Table, forged: str) -> None:
    loser = await ended(paged)
    async with opened(await link_of(paged, loser)) as page:
        await page.board()
        refused = await scene(page, f"practice {forged}")
        assert (refused["kind"], refused["text"]) == ("refused", says("refusal-no-such-control"))


async def test_the_rules_of_the_server_hold(paged: Table) -> None:
    await ended(paged)
    async with opened(await link_of(paged, CY)) as page, paged.nothing_happens():
        await page.board()

        async def refused() -> set[str]:
            steps = ("practice", "practice begin 1 you here", "practice begin 1 you solo")
            return {(await scene(page, each))["text"] for each in steps}

        other = await number_of(paged, "#general")
        await decide(paged, channels=(other,))
        assert await refused() == {says("refusal-not-here", channels=f"<#{other}>")}
        await decide(paged, channels=(), challengers=1)
        assert await refused() == {says("refusal-not-a-challenger", role="<@&1>")}
        await decide(paged, challengers=None)
        await paged.driver.permit(GAMES, who=CY, deny=["view_channel"])

        async def is_known() -> bool:
            return (await scene(page, "practice"))["kind"] == "refused"

        await paged.until(is_known)
        assert await refused() == {says("refusal-not-present")}


async def test_nobody_plays_too_many(paged: Table) -> None:
    loser = await ended(paged)
    async with opened(await link_of(paged, loser)) as page:
        await page.board()
        for _ in range(3):
            assert (await scene(page, "practice begin 1 you solo"))["kind"] == "said"
        refused = await scene(page, "practice begin 1 you solo")
        assert refused["text"] == says("refusal-many-practice-games", most=3)


async def test_a_private_board_needs_the_permission_for_commands_too(paged: Table) -> None:
    await ended(paged)  # CY, who only watched, is no owner of the server
    async with opened(await link_of(paged, CY)) as page:
        await page.until("board", lambda facts: facts["over"])
        await scene(page, "practice begin 1 you solo")
    await paged.service.matches.past_discord().resign(
        2, (await paged.service.matches.live(2)).people[0], event_id=5
    )
    guild = (await paged.driver.overview())["guilds"][0]["id"]
    await paged.driver.permit_all(guild, deny=["use_application_commands"])
    await told(paged, guild)
    async with opened(await link_of(paged, CY, 2)) as page:
        await page.until("board", lambda facts: facts["over"])
        refused = await scene(page, "practice begin 1 you solo")
        assert (refused["kind"], refused["text"]) == ("refused", says("refusal-not-present"))


async def told(table: Table, guild: str) -> None:
    """Return when the bot has heard what everyone may do."""

    async def heard() -> bool:
        known = table.client.get_guild(int(guild))
        assert known is not None
        return not known.default_role.permissions.use_application_commands

    await table.until(heard)


async def test_where_games_have_channels_of_their_own_a_private_board_needs_none(
    paged: Table,
) -> None:
    loser = await ended(paged)
    async with opened(await link_of(paged, loser)) as page:
        await page.until("board", lambda facts: facts["over"])
        await scene(page, "practice begin 1 you solo")
    await paged.service.matches.past_discord().resign(
        2, (await paged.service.matches.live(2)).people[0], event_id=5
    )
    await decide(paged, channels=(await number_of(paged, GAMES),))
    async with opened(await link_of(paged, loser, 2)) as page:
        await page.until("board", lambda facts: facts["over"])
        assert (await scene(page, "rematch"))["next"] == 3


async def test_where_nobody_may_practise_nothing_is_offered(paged: Table) -> None:
    paged.service.challenges.most_practice = 0
    loser = await ended(paged)
    async with opened(await link_of(paged, loser)) as page:
        assert not on_practice(await page.until("board", lambda facts: facts["over"]))
