"""/rules: lessons in pictures, and the offer of them to whoever plays a game for the first time."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import alt, challenges, exercises, legend, lessons, phrases
from bot.playground.driver import Answer, CannotDo, Driver
from bot.playground.server import Playground
from engine.game import Game
from engine.games import all_games
from render.board_image import RenderOptions, draw
from render.legend import signs as legend_signs
from render.panels import draw_explained
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, NEWCOMERS, PRIVATE, Json, Table, hurry, labels, seated
from tests.toy import TOYS

KEIL = all_games()["keil"]
LABELS = ["1 Aim and links", "2 The edge", "3 Capture", "4 Territory", "5 The button"]
NEW = NEWCOMERS[0]
TRY = says("button-exercise-try")
NO_PAGE = says("refusal-no-such-lesson")


def disabled(message: Json) -> list[str]:
    """The labels of the buttons that cannot be pressed."""
    buttons = [b for row in message["components"] for b in row["components"]]
    return [button["label"] for button in buttons if button.get("disabled")]


async def is_lesson(table: Table, answer: Answer, number: int, game: Game = KEIL) -> Json:
    """Check that this is the whole of a lesson, and private; its message."""
    lesson, message = lessons.of(game)[number - 1], answer.message
    assert message is not None and message["flags"] & PRIVATE
    title = f"**{game.name} {number}/{len(lessons.of(game))}: {lesson.title}**"
    assert answer.text.startswith(f"{title}\n{lesson.text}")
    assert len(answer.text) <= phrases.CONTENT_LIMIT
    pages, *others = message["components"]
    assert len(pages["components"]) == len(lessons.of(game))
    offered = [TRY] if exercises.of(game) else []
    assert [button["label"] for row in others for button in row["components"]] == offered
    assert disabled(message) == [labels(message)[number - 1]]
    (upload,) = message["attachments"]
    assert upload["filename"].startswith(f"{game.key}-lesson-{number}-x")
    match = lessons.match_of(game, lesson)
    assert upload["description"] == alt.text(match)
    assert 0 < len(upload["description"]) <= alt.LIMIT
    shown = RenderOptions(territory=match.end is not None)
    words = legend.words(match, legend_signs(match.position, shown, match.shown))
    drawn = draw_explained(match.position, shown, words) if words else draw(match.position, shown)
    assert await table.driver.file(upload) == drawn
    return message


# --- the lessons ---


async def test_every_game_with_lessons_has_a_subcommand(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Games without any have none; where no game has any, there is no such command."""
    offered: list[list[str] | None] = []
    for games in (TOYS, {**TOYS, **all_games()}):
        async with seated(playground, driver, games, tmp_path / "keil.db"):
            commands = {command["name"]: command for command in await driver.commands()}
        rules = commands.get("rules")
        offered.append([sub["name"] for sub in rules["options"]] if rules else None)
    with_lessons = [key for key, game in all_games().items() if lessons.of(game)]
    assert "keil" in with_lessons
    assert offered == [None, with_lessons]


async def test_the_first_lesson_is_a_private_picture_with_words(table: Table) -> None:
    told = await table.command(CY, "rules keil")
    assert told.ephemeral
    message = await is_lesson(table, told, 1)
    assert labels(message) == [*LABELS, TRY]
    with Image.open(BytesIO(await table.driver.file(message["attachments"][0]))) as image:
        assert image.width == 1000
    assert not await table.public()


async def test_every_lesson_takes_the_place_of_the_one_before(table: Table) -> None:
    told = await table.command(CY, "rules keil")
    assert told.message is not None
    for number in (2, 3, 4, 5, 1):
        answer = await table.driver.click(CY, told.message, LABELS[number - 1])
        assert answer.kind == "update"
        message = await is_lesson(table, answer, number)
        assert message["id"] == told.message["id"]
        with pytest.raises(CannotDo, match="disabled"):
            await table.driver.click(CY, message, LABELS[number - 1])
    assert not await table.public()


async def test_lessons_on_a_finished_game_have_its_score(table: Table) -> None:
    told = await table.command(CY, "rules keil")
    assert told.message is not None
    territory = await table.driver.click(CY, told.message, LABELS[3])
    assert "White       9          9     2     20\n```" in territory.text
    button = await table.driver.click(CY, told.message, LABELS[4])
    assert "White       6          3     1       ½    10½\n```" in button.text


async def test_a_lesson_can_be_chosen_after_a_restart(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database) as table:
        told = await table.command(CY, "rules keil")
        card = await table.challenge(ADA, BO)
    assert told.message is not None
    async with seated(playground, driver, all_games(), database) as table:
        await is_lesson(table, await driver.click(CY, told.message, LABELS[4]), 5)
        await is_lesson(table, await driver.click(BO, card, NEW), 1)
    async with seated(playground, driver, TOYS, database) as table:  # the game is gone
        gone = await driver.click(CY, told.message, LABELS[1])
        assert gone.text == NO_PAGE
        assert gone.message is not None
        assert not labels(gone.message) and not gone.message["attachments"]


@pytest.mark.parametrize(
    "forged",
    [
        Control("teach", 0, 0, "keil"),
        Control("teach", 6, 0, "keil"),
        Control("teach", 10**15 - 1, 7, "keil"),
        Control("teach", 1, 0, "trio"),
        Control("teach", 1, 0, "keil:2:@everyone"),
        Control("teach", 1, 0, "../keil"),
        Control("teach", 1, 0),
        Control("teach", 1),
    ],
    ids=Control.write,
)
async def test_a_forged_lesson_is_refused_in_one_sentence(table: Table, forged: Control) -> None:
    channel = table.client.get_partial_messageable(int((await table.challenge(ADA))["channel_id"]))
    sent = await channel.send("?", view=view_of([ControlButton(forged, "forged")]))
    before = await table.public()
    answer = await table.driver.click(CY, str(sent.id), "forged")
    assert await table.public() == before
    assert answer.ephemeral
    assert answer.text == NO_PAGE
    assert answer.message is not None and not answer.message["attachments"]


# --- the offer ---


async def test_who_is_asked_by_name_for_the_first_time_is_offered_the_rules(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]
    for who in (BO, CY):  # whoever presses it
        answer = await table.driver.click(who, card, NEW)
        assert answer.ephemeral
        await is_lesson(table, answer, 1)
    assert labels(await table.driver.message(card)) == [
        "Accept",
        "Decline",
        "Change…",
        "Withdraw",
        *NEWCOMERS,
    ]
    await table.driver.click(ADA, card, "Withdraw")
    again = await table.challenge(ADA, BO)
    assert labels(again) == ["Accept", "Decline", "Change…", "Withdraw"]
    assert labels(await table.challenge(CY, ADA)) == ["Accept", "Decline", "Change…", "Withdraw"]


async def test_the_offer_goes_with_the_buttons_of_the_card(table: Table) -> None:
    card = await table.challenge(ADA, BO)
    await table.driver.click(BO, card, "Decline")
    await table.without_buttons(card)
    assert labels(await table.challenge(ADA, BO)) == ["Accept", "Decline", "Change…", "Withdraw"]


async def test_a_challenger_is_offered_the_rules_once(table: Table) -> None:
    first = await table.command(ADA, "challenge keil", opponent=BO)
    assert first.text.startswith(says("challenge-sent"))
    assert first.message is not None and labels(first.message) == NEWCOMERS
    second = await table.command(ADA, "challenge keil", opponent=CY)
    assert second.message is not None and labels(second.message) == []
    asked = await table.command(BO, "challenge keil", opponent=ADA)  # has been asked before
    assert asked.message is not None and labels(asked.message) == []
    lesson = await table.driver.click(ADA, first.message, NEW)
    assert lesson.kind == "update"
    await is_lesson(table, lesson, 1)


async def test_a_command_that_comes_twice_offers_the_same(table: Table) -> None:
    answer = await table.driver.slash(
        ADA, table.channel, "challenge keil", {"opponent": BO}, twice=True
    )
    assert answer.message is not None and labels(answer.message) == NEWCOMERS


async def test_who_takes_an_open_seat_is_offered_the_rules_once(table: Table) -> None:
    offered: list[list[str]] = []
    for _ in range(2):
        card = await table.challenge(ADA, size=3)
        assert labels(card) == ["Accept", "Change…", "Withdraw"]  # nobody is asked by name
        accepted = await table.driver.click(CY, card, "Accept")
        assert accepted.text == challenges.challenge_accepted()
        assert accepted.message is not None
        offered.append(labels(accepted.message))
    assert offered == [NEWCOMERS, []]
    assert labels(await table.challenge(BO, CY)) == ["Accept", "Decline", "Change…", "Withdraw"]


async def test_what_happens_on_another_server_does_not_count(table: Table) -> None:
    """So a card tells nobody where else people play."""
    other = await table.driver.create_world(
        [{"name": "Other", "channels": ["there"], "people": ["Dee", CY]}]
    )
    there = other["Other"]["channels"]["there"]
    await table.driver.slash("Dee", there, "challenge keil", {"opponent": CY})
    asked = await table.command(CY, "challenge keil", size=3)
    assert asked.message is not None and labels(asked.message) == NEWCOMERS
    card = await table.message(lambda m: "challenges" in m["content"])
    offered = await table.driver.slash("Dee", there, "challenge keil", {"size": 3})
    assert offered.message is not None and labels(offered.message) == []
    assert NEW in labels(await table.challenge(ADA, BO))
    accepted = await table.driver.click(BO, card, "Accept")
    assert accepted.message is not None and labels(accepted.message) == []


async def test_who_saw_the_offer_on_the_card_is_not_offered_it_again(table: Table) -> None:
    named = await table.challenge(ADA, BO)
    accepted = await table.driver.click(BO, named, "Accept")
    assert accepted.message is not None and labels(accepted.message) == []
    refused = await table.driver.click(CY, await table.challenge(ADA, BO), "Accept")
    assert refused.message is not None and labels(refused.message) == []  # nor who is refused


async def test_a_seat_taken_before_others_is_offered_the_rules_too(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of three: one of two is asked by name, the other seat is open."""
    await hurry(driver)
    lesson = lessons.Lesson("Filling", "Most stones win.", {"side": 3}, "a1, b2, c3")
    trio = TOYS["trio"]

    def of(_: Game) -> tuple[lessons.Lesson, ...]:
        return (lesson,)

    monkeypatch.setattr(lessons, "of", of)
    async with seated(playground, driver, {"trio": trio}, tmp_path / "keil.db") as table:
        card = await table.challenge(ADA, BO, game="trio")
        buttons = ["Accept", "Decline or leave", "Seat for the computer", "Change…", "Withdraw"]
        assert labels(card) == [*buttons, "New to Trio?"]
        seat = await driver.click(CY, card, "Accept")
        assert seat.text == says("challenge-seat-taken")
        assert seat.message is not None and labels(seat.message) == ["New to Trio?"]
        taught = await driver.click(CY, seat.message, "New to Trio?")
        await is_lesson(table, taught, 1, trio)
        card = await table.becomes(card, lambda m: "Free seats" not in m["content"])
        assert labels(card) == ["Accept", "Decline or leave", "Change…", "Withdraw", "New to Trio?"]
        await driver.click(ADA, card, "Withdraw")
        card = await table.challenge(ADA, BO, game="trio", opponent_2=CY)
        assert labels(card) == ["Accept", "Decline or leave", "Change…", "Withdraw"]


async def test_a_game_without_lessons_offers_none(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with seated(playground, driver, {**TOYS, **all_games()}, tmp_path / "keil.db") as table:
        sent = await table.command(ADA, "challenge trio", opponent=BO)
        assert sent.message is not None and labels(sent.message) == []
        card = await table.message(lambda m: "challenges" in m["content"])
        buttons = ["Accept", "Decline or leave", "Seat for the computer", "Change…", "Withdraw"]
        assert labels(card) == buttons
        seat = await driver.click(CY, card, "Accept")
        assert seat.message is not None and labels(seat.message) == []
        keil = await table.challenge(ADA, BO)  # another game's challenges do not count
        assert labels(keil) == ["Accept", "Decline", "Change…", "Withdraw", *NEWCOMERS]


async def test_a_rematch_offers_nothing(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "pass"))
    last = await table.moves((black, "pass"))
    await table.driver.click(white, last, "Rematch")
    card = await table.message(lambda m: "A rematch of game" in m["content"])
    assert labels(card) == ["Accept", "Decline", "Change…", "Withdraw"]
