"""Handicaps: stones before the game begins, and komi for whoever has the side that was chosen."""

import asyncio

import pytest

from bot.messages.record_text import FORMS
from bot.playground.driver import Answer
from engine.masks import BLACK
from engine.record import read
from tests.bot.chat.play.test_change import changed, next_card, opened, shown
from tests.bot.chat.play.test_last_terms import form
from tests.bot.says import says
from tests.bot.table import ADA, BO, BOT, CY, GAMES, Json, Process, Table
from tests.features.rematch.test_rematch import rematch, rematch_card, resign

TRY_AGAIN = says("button-try-again")
THREE = says("setting-handicap.number", value="3")
TWO = says("setting-handicap.number", value="2")
KEIL_THREE = "c3, e3 and e7"


async def sentence(
    table: Table, who: str | None, stones: int = 0, points: str = "", komi: str = "0"
) -> str:
    """What a card says about the sides."""
    whoever = says("challenge-whoever") if who is None else await table.mention(who)
    whose = "black" if komi.startswith("−") else "white"
    return says(
        "challenge-black", who=whoever, stones=stones, points=points, komi=komi, whose=whose
    )


def lines(card: Json) -> list[str]:
    return card["content"].split("\n")


async def standing(table: Table, match: int = 1) -> dict[str, int]:
    """The stones on the board, by the names of their points."""
    position = (await table.service.matches.live(match)).match.position
    return {position.board.names[point]: colour for point, colour in position.stones.items()}


# --- stones ---


async def test_who_is_challenged_has_black_and_the_stones(table: Table) -> None:
    """The card says so before anybody accepts, then the first board, and /board at any time."""
    card = await table.challenge(ADA, BO, handicap=3)
    assert await sentence(table, BO, 3, KEIL_THREE) in lines(card)
    assert THREE in card["content"]
    assert "komi 0" in lines(card)[1]
    assert not any("pie" in line or "not settled" in line for line in lines(card))
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    assert await table.players() == [BO, ADA]
    assert await standing(table) == dict.fromkeys(("c3", "e3", "e7"), BLACK)
    assert THREE in board["content"]
    ada, bo = await table.mention(ADA), await table.mention(BO)
    seats = f"Black {bo}, White {ada}"
    assert says("board-seating", how="chosen", seating=seats) in board["content"]
    assert "c3 e3 e7" in board["attachments"][0]["description"]
    assert [person["global_name"] for person in board["mentions"]] == [ADA]
    early = await table.play(BO, "e5")
    assert early.text.startswith(says("refusal-not-your-turn").split(".")[0])
    await table.moves((ADA, "e5"), (BO, "e4"))
    assert THREE in (await table.command(CY, "board")).text


async def test_the_challenger_may_have_them(table: Table) -> None:
    card = await table.challenge(ADA, BO, game="kee", handicap=2, black="you", komi=0.5)
    assert await sentence(table, ADA, 2, "c3 and g7", "½") in lines(card)
    await table.driver.click(BO, card, "Accept")
    await table.board(0)
    assert await table.players() == [ADA, BO]
    await table.moves((BO, "e5"), (ADA, "e4"))


async def test_whoever_accepts_has_them(table: Table) -> None:
    """Two who accept at once are told apart as ever."""
    card = await table.challenge(ADA, handicap=3)
    assert await sentence(table, None, 3, KEIL_THREE) in lines(card)
    answers = await asyncio.gather(
        table.driver.click(BO, card, "Accept"), table.driver.click(CY, card, "Accept")
    )
    assert sum(answer.text.startswith("Accepted") for answer in answers) == 1
    await table.board(0)
    black, white = await table.players()
    assert black in (BO, CY)
    assert white == ADA
    assert len(await table.service.matches.headers()) == 1


async def test_without_the_button_half_a_point_prevents_a_tie(table: Table) -> None:
    card = await table.challenge(ADA, BO, handicap=3, button=False)
    assert await sentence(table, BO, 3, KEIL_THREE, "½") in lines(card)


async def test_a_handicap_takes_the_place_of_the_komi_of_the_last_game(table: Table) -> None:
    await table.challenge(ADA, BO, game="kee", komi=7)
    card = await table.challenge(ADA, CY, game="kee", handicap=2)
    assert await sentence(table, CY, 2, "c3 and g7") in lines(card)


# --- komi ---


async def test_komi_for_a_side_that_is_chosen_is_a_handicap(table: Table) -> None:
    card = await table.challenge(ADA, BO, size=3, komi=-4, black="they")
    assert await sentence(table, BO, komi="−4") in lines(card)
    assert "komi −4" in lines(card)[1]
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    assert await table.players() == [BO, ADA]
    assert "komi −4" in board["content"]
    await table.moves((BO, "c3"))
    assert "White −4 komi" in (await table.command(CY, "board")).text


async def test_a_side_is_chosen_with_komi_only(table: Table) -> None:
    """Else the pie decides; the form that opens has what was given."""
    refused = await table.command(ADA, "challenge keil", opponent=BO, size=3, black="you")
    assert refused.ephemeral
    assert refused.text == says("option-incomplete", option="black", other="komi")
    assert not await table.public()
    modal = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    assert shown(modal)["handicap"] == "you"
    await table.driver.submit_modal(ADA, modal, {"komi": "2"})
    card = await table.message(lambda m: "challenges" in m["content"])
    assert await sentence(table, ADA, komi="2") in lines(card)


# --- what cannot be ---


@pytest.mark.parametrize(
    ("game", "given", "told"),
    [
        ("keil", {"size": 3, "handicap": 7}, says("option-no-places", smallest="size 5")),
        ("kee", {"width": 4, "height": 9, "handicap": 2}, "This board is too small for handicap"),
        ("kee", {"handicap": 9}, "Handicap must be a whole number from 2 to 5 on this board, or"),
        ("kee", {"handicap": 2, "players": 3}, says("option-for-two", option="handicap")),
        ("kee", {"black": "you", "players": 3}, says("option-for-two", option="black")),
    ],
)
async def test_what_is_impossible_is_one_sentence_and_nothing_is_lost(
    table: Table, game: str, given: Json, told: str
) -> None:
    refused = await table.command(ADA, f"challenge {game}", opponent=BO, time="2d", **given)
    assert refused.ephemeral
    assert refused.text.lower().startswith(told.lower())
    assert not await table.public()
    modal = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    fields = shown(modal)
    assert fields["time"] == "2d"
    if "players" in given:
        assert "handicap" not in fields
    else:
        assert fields["handicap"] == f"they {given['handicap']}"


async def test_what_has_no_field_in_the_form_is_kept_in_it(table: Table) -> None:
    refused = await table.command(
        ADA, "challenge keil", opponent=BO, size=4, linking="2019", handicap=2, black="you"
    )
    assert refused.text == says("option-no-places", smallest="size 5")
    modal = await table.driver.click(ADA, refused.message or {}, TRY_AGAIN)
    assert "linking" not in shown(modal)
    wrong = await table.driver.submit_modal(ADA, modal, {"size": "3"})
    modal = await table.driver.click(ADA, wrong.message or {}, TRY_AGAIN)
    await table.driver.submit_modal(ADA, modal, {"size": "5"})
    card = await table.message(lambda m: "challenges" in m["content"])
    assert says("setting-linking.v2019") in lines(card)[1]
    assert await sentence(table, ADA, 2, "e3 and e7", "0") in lines(card)


async def test_games_that_cannot_have_one_do_not_offer_it(table: Table) -> None:
    commands = {command["name"]: command for command in await table.driver.commands()}
    options = {
        sub["name"]: [option["name"] for option in sub["options"]]
        for sub in commands["challenge"]["options"]
    }
    assert {key: "handicap" in names for key, names in options.items()} == {
        "keil": True,
        "kee": True,
        "ki": False,
    }
    assert all(("black" in names) == ("handicap" in names) for names in options.values())


# --- forms ---


def choices(modal: Answer) -> list[str]:
    """What can be chosen as a handicap."""
    assert modal.modal is not None
    [field] = [
        label["component"]
        for label in modal.modal["components"]
        if label["component"]["custom_id"] == "handicap"
    ]
    return [option["value"] for option in field["options"]]


async def test_the_form_of_a_challenge_offers_it(table: Table) -> None:
    modal = await form(table, ADA, BO)
    assert shown(modal)["handicap"] == "even"
    stones = range(2, 8)
    offered = [f"{who} {number}" for who in ("you", "they") for number in stones]
    assert choices(modal) == ["even", "you", "they", *offered]
    await table.driver.submit_modal(ADA, modal, {"handicap": "you 3"})
    card = await table.message(lambda m: "challenges" in m["content"])
    assert await sentence(table, ADA, 3, KEIL_THREE) in lines(card)


async def test_a_counter_offer_shows_it_from_the_other_side(table: Table) -> None:
    card = await table.challenge(ADA, BO, handicap=3)
    modal = await opened(table, BO, card)
    assert shown(modal)["handicap"] == "you 3"
    same = await table.driver.submit_modal(BO, modal, {})
    assert same.text.startswith(says("refusal-same-terms").split(".")[0])
    new = await changed(table, BO, card, handicap="they 3")
    assert await sentence(table, ADA, 3, KEIL_THREE) in lines(new)
    newer = await changed(table, ADA, new, handicap="you 2")
    assert await sentence(table, ADA, 2, "e3 and e7") in lines(newer)
    await table.driver.click(BO, newer, "Accept")
    await table.board(0)
    assert await table.players() == [ADA, BO]


async def test_komi_follows_a_handicap_that_comes_and_goes(table: Table) -> None:
    card = await table.challenge(ADA, BO, komi=4)
    new = await changed(table, BO, card, handicap="they 3")
    assert await sentence(table, ADA, 3, KEIL_THREE) in lines(new)
    newer = await changed(table, ADA, new, handicap="even")
    assert "komi 4" in lines(newer)[1]
    assert not any("has Black" in line for line in lines(newer))


async def test_of_three_players_nobody_is_offered_one(table: Table) -> None:
    card = await table.challenge(ADA, BO, game="kee", opponent_2=CY)
    modal = await opened(table, BO, card)
    assert set(shown(modal)) == {"width", "height", "komi", "time"}
    await table.driver.submit_modal(BO, modal, {"width": "7"})
    new = await next_card(table, card)
    assert "width 7" in new["content"]


async def test_a_handicap_is_for_one_opponent_and_not_taken_to_the_next(table: Table) -> None:
    await table.challenge(ADA, BO, size=6, handicap=3, komi=-2)
    card = await table.challenge(ADA, CY)
    assert "size 6" in lines(card)[1]
    assert says("setting-komi_by.cut") in lines(card)[1]
    assert THREE not in card["content"]
    fields = shown(await form(table, ADA, CY))
    assert (fields["komi"], fields["handicap"]) == ("", "even")
    await table.challenge(BO, CY, game="kee", komi=-8, black="they")
    assert "komi 7" in lines(await table.challenge(BO, ADA, game="kee"))[1]


# --- the computer ---


async def test_against_the_computer_the_stones_are_yours(table: Table) -> None:
    await table.driver.slash(ADA, GAMES, "challenge keil", {"opponent": BOT, "handicap": 2})
    await table.board(1)  # White, the bot, has made the first move
    assert await table.players() == [ADA, None]
    assert set(await standing(table)) > {"e3", "e7"}


@pytest.mark.parametrize(("chosen", "players"), [("you 2", [ADA, None]), ("they 2", [None, ADA])])
async def test_in_practice_either_may_have_them(
    table: Table, chosen: str, players: list[str | None]
) -> None:
    panel = await table.command(ADA, "practice")
    assert panel.message is not None
    modal = await table.driver.click(ADA, panel.message, "Other settings…")
    await table.driver.submit_modal(ADA, modal, {"handicap": chosen, "size": "5"})
    board = await table.message(lambda m: TWO in m["content"])
    assert await table.players() == players
    assert "komi 0" in board["content"]


# --- afterwards ---


async def test_a_rematch_keeps_who_has_them(table: Table) -> None:
    await table.begin(ADA, BO, handicap=3)
    await table.moves((ADA, "e5"), (BO, "e4"))
    last = await resign(table, ADA)
    await rematch(table, BO, last)
    card = await rematch_card(table)
    assert says("challenge-rematch", match="1", sides="same") in lines(card)
    assert await sentence(table, BO, 3, KEIL_THREE) in lines(card)
    await rematch(table, ADA, last)
    board = await table.board(0, 2)
    assert await table.players(2) == [BO, ADA]
    assert THREE in board["content"]
    last = await resign(table, BO, 2)
    await rematch(table, ADA, last)
    await rematch_card(table, 2)
    await rematch(table, BO, last)
    await table.board(0, 3)
    assert await table.players(3) == [BO, ADA]


async def test_and_who_has_the_side_of_the_komi(table: Table) -> None:
    await table.begin(ADA, BO, size=3, komi=-4, black="you")
    last = await resign(table, ADA)
    await rematch(table, ADA, last)
    card = await rematch_card(table)
    assert await sentence(table, ADA, komi="−4") in lines(card)
    swapped = await changed(table, BO, card, handicap="you")
    assert await sentence(table, BO, komi="−4") in lines(swapped)
    pressed = await rematch(table, ADA, last)
    assert pressed.text.startswith(says("rematch-changed").split(".")[0])
    await table.driver.click(ADA, swapped, "Accept")
    await table.board(0, 2)
    assert await table.players(2) == [BO, ADA]


async def test_it_survives_a_restart_and_is_in_the_record(process: Process) -> None:
    async with process() as table:
        card = await table.challenge(ADA, BO, handicap=3)
    async with process() as table:
        await table.driver.click(BO, card, "Accept")
        await table.board(0)
    async with process() as table:
        await table.moves((ADA, "e5"))
        assert await table.players() == [BO, ADA]
        record = await table.service.matches.record(1)
        games = table.service.matches.games
        for way in ("sgf", "json"):
            assert read(FORMS[way](record), games).match().position.stones
            assert read(FORMS[way](record), games) == record
        text = FORMS["txt"](record).decode()
        assert THREE in text
        assert says("record-text-before") in text


async def test_a_replay_begins_with_the_stones(table: Table) -> None:
    await table.begin(ADA, BO, handicap=3)
    await table.moves((ADA, "e5"), (BO, "e4"))
    replay = await table.command(CY, "replay", game="1")
    assert replay.message is not None
    described = replay.message["attachments"][0]["description"]
    assert "c3 e3 e7" in described
    assert "e5" not in described
    after = await table.driver.click(CY, replay.message, says("button-replay-forward"))
    assert after.message is not None
    assert "e5" in after.message["attachments"][0]["description"]
