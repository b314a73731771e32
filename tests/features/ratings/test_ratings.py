"""What people see of ratings: under the result, on the card, privately, and ``/unrate``."""

import pytest

from bot.chat.base.custom_id import Control
from bot.features.ratings.service import BY_DEFAULT
from bot.features.ratings.store import RatingQueries, rating_of
from bot.playground.errors import CannotDo
from bot.storage.transaction import Transaction
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Process, Table, labels, match_of
from tests.features.admin.test_admin_command import GENERAL, audit_in
from tests.features.estimates.test_estimates import against_bot, estimate

STONES = ("b3", "e2", "c2", "d4", "a1", "b2")
NOW = says("ratings-unrated-now")


async def played(table: Table, **options: object) -> tuple[Json, str, str]:
    """A game with three stones of each; its last board, Black, White."""
    first, black, white = await table.begin_small(**options)
    turns = [((black, white)[n % 2], move) for n, move in enumerate(STONES)]
    board = await table.moves(*turns, match=match_of(first))
    return board, black, white


async def resigns(table: Table, who: str, match: int = 1) -> str:
    """Somebody resigns; the answer to them."""
    asked = await table.command(who, "resign", game=str(match))
    assert asked.message is not None
    return (await table.driver.click(who, asked.message, "Yes, resign")).text


async def line(table: Table, who: str, match: int = 1) -> str:
    """Somebody's line under the result of their first game."""
    live = await table.service.matches.live(match)
    user = live.players[(await table.players(match)).index(who)]

    def value(tx: Transaction) -> tuple[float, float]:
        found = rating_of(tx, user, "keil")
        assert found is not None
        return found.value, found.deviation

    after, deviation = await table.store.read(value)
    return says(
        "ratings-line",
        who=await table.mention(who),
        before="1500",
        after=str(round(after)),
        deviation=str(round(deviation)),
        provisional="yes",
    )


async def test_the_last_board_says_what_the_game_changed(table: Table) -> None:
    _, black, white = await played(table)
    answer = await resigns(table, white)
    assert "rated" not in answer
    last = (await table.board(7))["content"]
    assert await line(table, black) in last and await line(table, white) in last
    assert "1500 → 16" in last and "(provisional)" in last


async def test_so_it_does_after_a_restart_and_on_the_card(process: Process) -> None:
    async with process() as table:
        await table.games_live("thread")
        await table.driver.permit(GAMES, allow=["create_public_threads", "manage_threads"])
        card = await table.challenge(ADA, BO, size=3, komi=0, button=False)
        await table.driver.click(BO, card, "Accept")
        matches = table.service.matches

        async def begun() -> bool:
            return await matches.stored(1) is not None

        await table.until(begun)
        for move in STONES:
            live = await matches.live(1)
            await matches.play(1, live.to_move or 0, move, event_id=live.match.ply + 1)
        live = await matches.live(1)
        await matches.resign(1, live.players[1], event_id=99)
    async with process() as table:
        black, white = await table.players()
        lines = [await line(table, black), await line(table, white)]

        def has_both(message: Json) -> bool:
            return all(one in message["content"] for one in lines)

        await table.becomes(card, has_both)
        await table.driver.permit(GAMES, who=CY, allow=["manage_guild"])
        await table.command(CY, "unrate", game="1", reason="x")
        await table.becomes(card, lambda m: says("ratings-withdrawn") in m["content"])


async def test_a_challenge_can_be_unrated(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=0, button=False, unrated=True)
    assert says("challenge-allows-unrated") in card["content"]
    await table.driver.click(BO, card, "Accept")
    await table.board(0)
    black, white = await table.players()
    await table.moves(*[((black, white)[n % 2], move) for n, move in enumerate(STONES)])
    await resigns(table, white)
    assert "→" not in (await table.board(7))["content"]
    channel, look = (await table.board(7))["channel_id"], Control("look", 1)
    own, others = [await press(table, who, channel, look) for who in (white, CY)]
    not_rated = says("ratings-not-counted", why="agreed")
    assert own.text.endswith(not_rated) and not_rated not in others.text


async def test_a_server_can_have_unrated_games_and_a_challenge_still_be_rated(
    table: Table,
) -> None:
    guild = int((await table.driver.overview())["guilds"][0]["id"])
    await table.service.servers.change(guild, lambda old: BY_DEFAULT.chosen(old, False))
    unrated = says("challenge-allows-unrated")
    card = await table.challenge(ADA, BO, size=3, komi=0)
    assert unrated in card["content"]
    await table.driver.click(ADA, card, "Withdraw")
    card = await table.challenge(ADA, BO, size=3, komi=0, unrated=False)
    assert unrated not in card["content"]


async def test_the_panel_of_the_server_offers_that(table: Table) -> None:
    panel = await table.command(ADA, "config settings")
    assert says("config-name-rated") in panel.text


@pytest.mark.parametrize("unrated", [True, False])
async def test_a_refused_challenge_keeps_what_it_said(table: Table, unrated: bool) -> None:
    guild = int((await table.driver.overview())["guilds"][0]["id"])
    await table.service.servers.change(guild, lambda old: BY_DEFAULT.chosen(old, unrated))
    given = {"size": 3, "time": "soon", "unrated": unrated}
    refused = await table.command(ADA, "challenge keil", opponent=BO, **given)
    assert refused.message is not None
    form = await table.driver.click(ADA, refused.message, says("button-try-again"))
    await table.driver.submit_modal(ADA, form, {"time": "1d"})
    card = await table.message(lambda m: "Accept" in labels(m))
    assert (says("challenge-allows-unrated") in card["content"]) is unrated


async def test_who_asks_for_help_is_told_once_that_the_game_is_not_rated(table: Table) -> None:
    board = await against_bot(table, "c3")
    first = await estimate(table, ADA, board)
    assert first.text.endswith(NOW)
    assert NOW not in (await estimate(table, ADA, board)).text
    assert NOW not in (await press(table, ADA, board["channel_id"], Control("look", 1))).text


async def test_the_rating_of_a_game_is_taken_away(table: Table) -> None:
    _, _, white = await played(table)
    await resigns(table, white)
    last = await table.board(7)
    options = {"game": "1", "reason": "@everyone *farm*"}
    with pytest.raises(CannotDo):  # Discord shows it to managers only
        await table.command(BO, "unrate", **options)
    await table.driver.permit(GAMES, who=CY, allow=["manage_guild"])
    await audit_in(table, GENERAL)
    done = await table.command(CY, "unrate", **options)
    assert not done.ephemeral
    taken = says(
        "ratings-taken",
        moderator=await table.mention(CY),
        game="Keil",
        id="1",
        reason="everyone farm",
    )
    line = await table.driver.wait_for_message(GENERAL, lambda m: "farm" in m["content"])
    assert line["content"] == done.text and line["mentions"] == []
    head, *lines = done.text.splitlines()
    assert head == taken and len(lines) == 2 and all("→ 1500" in one for one in lines)
    again = await table.command(CY, "unrate", **options)
    assert again.text == says("ratings-not-rated")

    def says_so(message: Json) -> bool:
        return says("ratings-withdrawn") in message["content"] and "→" not in message["content"]

    await table.becomes(last, says_so)


async def test_only_who_manages_the_server_takes_ratings_away(table: Table) -> None:
    """Whatever Discord lets through: not of games of other servers, nor of their own."""
    _, black, white = await played(table)
    await resigns(table, white)
    options = {"game": "1", "reason": "x"}
    there = await elsewhere(table)
    await table.driver.permit(there, who=FAY, allow=["manage_guild"])
    away = await table.driver.slash(FAY, there, "unrate", options)
    assert away.ephemeral and away.text == says("refusal-no-such-match")
    await table.driver.permit(GAMES, who=black, allow=["manage_guild"])
    own = await table.command(black, "unrate", **options)
    assert own.ephemeral and own.text == says("ratings-own-game")
    before = await table.store.read(lambda tx: len(RatingQueries(tx.connection).of_match(1)))
    assert before == 2


async def test_only_a_finished_game_of_this_server_can_lose_its_rating(table: Table) -> None:
    await table.begin_small()
    await table.driver.permit(GAMES, who=CY, allow=["manage_guild"])
    for game in ("1", "77"):
        answer = await table.command(CY, "unrate", game=game, reason="x")
        assert answer.ephemeral
        assert answer.text in (says("ratings-runs"), says("refusal-no-such-match"))
