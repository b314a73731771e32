"""/learn: exercises that a learner answers on the board's own controls."""

from pathlib import Path
from typing import Self

import pytest

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.learning import texts as learning_texts
from bot.messages import exercises, legend
from bot.messages.exercises import Exercise
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service.goals import Finding, Leads
from engine.game import Game
from engine.games import all_games
from engine.match import Match
from engine.position import IllegalReason
from engine.turns import NO_TIME, Turn
from render.legend import signs as legend_signs
from render.options import Mark, RenderOptions, Sign
from render.panels import draw_explained
from tests.bot.panels import selects, values
from tests.bot.reader import Reader
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Process, Table, hurry, labels, seated
from tests.toy import TOYS

KEIL = all_games()["keil"]
NAMES = [exercise.name for exercise in exercises.of(KEIL)]
AGAIN, NEXT, SHOW = (
    says("button-exercise-again"),
    says("button-exercise-next"),
    says("button-exercise-solution"),
)
TYPE, TRY, PRACTISE = (
    says("button-exercise-type"),
    says("button-exercise-try"),
    says("button-exercise-practise"),
)
SUICIDE = KEIL.refusals[IllegalReason.SUICIDE]
NO_EXERCISE = says("refusal-no-such-lesson")


class Learner(Reader):
    """The one private message in which somebody learns."""

    async def begin(self, game: str = "keil") -> Self:
        return await self.after(await self.table.command(self.who, f"learn {game}"))

    async def go_to(self, name: str) -> Self:
        """By the list of all exercises, which is the last one."""
        return await self.choose(name, len(selects(self.message)) - 1)

    async def picture(self) -> bytes:
        (upload,) = self.message["attachments"]
        return await self.table.driver.file(upload)


def is_question(learner: Learner, name: str, game: Game = KEIL) -> None:
    """Check that the message asks this exercise."""
    exercise = exercises.known(game, name)
    assert exercise is not None
    assert exercises.question(game, exercise) in learner.text
    assert learner.message["attachments"][0]["description"]


def explained(match: Match, marks: dict[int, Mark], why: str) -> bytes:
    """The picture of a position with marks, and what they say."""
    options = RenderOptions(marks=marks)
    words = legend.words(match, legend_signs(match.position, options), why)
    assert words
    return draw_explained(match.position, options, words)


def named(name: str) -> Exercise:
    exercise = exercises.known(KEIL, name)
    assert exercise is not None
    return exercise


async def test_a_right_answer_is_praised_and_leads_on(table: Table) -> None:
    learner = await Learner(table).begin()
    is_question(learner, "liberty")
    before = learner.message["id"]
    await learner.choose("d3")
    assert says("exercise-right", praise=exercises.praise(KEIL, named("liberty"))) in learner.text
    assert says("exercise-done", solved=1, count=len(NAMES), game="Keil") in learner.text
    assert labels(learner.message) == [NEXT]
    await learner.press(NEXT)
    is_question(learner, "capture")
    assert learner.message["id"] == before
    assert not await table.public()


async def test_the_picture_of_a_question_marks_the_stone_that_it_is_about(table: Table) -> None:
    learner = await Learner(table).begin()
    match = exercises.match_of(KEIL, named("liberty"))
    c3 = match.position.board.index["c3"]
    marks = {c3: Mark(Sign.WATCHED)}
    assert await learner.picture() == explained(match, marks, legend.QUESTION)


async def test_all_empty_points_are_offered_without_a_hint(table: Table) -> None:
    """Also those on which nobody may play: where, is what one exercise asks."""
    learner = await (await Learner(table).begin()).go_to("suicide")
    points = selects(learner.message)[0]
    assert "a1" in values(points)
    assert len(values(points)) == 19 - 3
    assert not any(option.get("description") for option in points["options"])


async def test_the_list_of_all_exercises_stands_below_what_answers_this_one(table: Table) -> None:
    learner = await Learner(table).begin()
    first = [row["components"][0] for row in learner.message["components"]]
    (points, every) = selects(learner.message)
    assert [part["custom_id"] for part in (first[0], first[-1])] == [
        points["custom_id"],
        every["custom_id"],
    ]
    assert first[1]["label"] == labels(learner.message)[0]


async def test_a_wrong_answer_is_explained_with_the_picture_of_why(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("cut")
    await learner.choose("b3")
    told = says("finding-still-linked", move="b3", stones="c2 and c3", points="d2", pointcount=1)
    assert learner.text.endswith(says("exercise-wrong", why=told))
    match = exercises.match_of(KEIL, named("cut"))
    after = match.take(Turn(0, "b3", NO_TIME))
    index = match.position.board.index
    marks = {index["c2"]: Mark(Sign.WATCHED), index["c3"]: Mark(Sign.WATCHED)}
    marks[index["d2"]] = Mark(Sign.FREE)
    assert await learner.picture() == explained(after, marks, Finding.STILL_LINKED)
    assert labels(learner.message) == [AGAIN, SHOW]
    await learner.press(AGAIN)
    is_question(learner, "cut")
    await learner.choose("d2")
    assert exercises.praise(KEIL, named("cut")) in learner.text


async def test_a_refused_move_shows_what_rules_it_out(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("cut")
    await learner.choose("c1")
    assert says("exercise-illegal", move="c1", reason=SUICIDE) in learner.text
    (upload,) = learner.message["attachments"]
    assert upload["filename"] == "keil-why-not-c1.png"
    assert labels(learner.message) == [AGAIN, SHOW]


async def test_where_the_refusal_is_the_answer_its_picture_is_shown(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("suicide")
    await learner.choose("a1")
    assert exercises.praise(KEIL, named("suicide")) in learner.text
    (upload,) = learner.message["attachments"]
    assert upload["filename"] == "keil-why-not-a1.png"
    await learner.press(NEXT)
    is_question(learner, "ko")


async def test_an_answer_can_be_typed(table: Table) -> None:
    learner = await Learner(table).begin()
    await learner.type("D-3")
    assert exercises.praise(KEIL, named("liberty")) in learner.text


@pytest.mark.parametrize("typed", ["@everyone", "d 77777777777", "komi 6", "resign", "**b**"])
async def test_garbage_is_refused_and_the_exercise_is_not_lost(table: Table, typed: str) -> None:
    learner = await Learner(table).begin()
    await learner.type(typed)
    assert not learner.message["mentions"] and not learner.message.get("mention_roles")
    assert labels(learner.message)[0] == AGAIN
    await learner.press(AGAIN)
    is_question(learner, "liberty")


async def test_a_board_with_many_points_offers_rows_first(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("edge")
    row = says("choice-row", row="c")
    options = [o for select in selects(learner.message) for o in select["options"]]
    await learner.choose(next(o["value"] for o in options if o["label"] == row))
    is_question(learner, "edge")
    await learner.choose("c2", 1)
    assert exercises.praise(KEIL, named("edge")) in learner.text


async def test_a_number_is_chosen_by_a_button(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("count")
    assert labels(learner.message) == ["6", "8", "9", "10"]
    await learner.press("10")
    assert says("finding-miscounted", move="10") in learner.text
    (upload,) = learner.message["attachments"]
    assert "Territory: Black 3" in upload["description"]
    await learner.press(AGAIN)
    await learner.press("9")
    assert exercises.praise(KEIL, named("count")) in learner.text


async def test_words_are_buttons_as_under_a_board(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("button")
    button, _ = labels(learner.message)
    await learner.type("pass")
    assert AGAIN in labels(learner.message)  # nobody may pass before the button is taken
    await learner.press(AGAIN)
    await learner.press(button)
    assert exercises.praise(KEIL, named("button")) in learner.text


async def test_the_solution_is_shown_and_solves_nothing(table: Table) -> None:
    learner = await (await Learner(table).begin()).go_to("corner")
    await learner.choose("d1")
    await learner.press(SHOW)
    praise = exercises.praise(KEIL, named("corner"))
    use = exercises.use(KEIL, named("corner"))
    assert says("exercise-solution", move="d2", praise=praise) in learner.text
    assert learner.text.endswith(says("exercise-use", use=use))
    assert labels(learner.message) == [NEXT, AGAIN]
    cy = await table.mention(CY)
    assert not await table.service.learning.solved(int(cy.strip("<@>")), "keil")


async def test_learn_goes_on_where_one_was_also_after_a_restart(process: Process) -> None:
    async with process() as table:
        learner = await Learner(table).begin()
        await learner.choose("d3")
    async with process() as table:
        learner.table = table
        await learner.press(NEXT)
        is_question(learner, "capture")
        await learner.choose("a1")
    async with process() as table:
        learner.table = table
        assert labels(learner.message) == [AGAIN, SHOW]
        await learner.press(AGAIN)
        again = await Learner(table).begin()
        is_question(again, "capture")
        marked = [o["label"] for o in selects(again.message)[-1]["options"] if "description" in o]
        assert marked == [learning_texts.choice(KEIL, named("liberty"))]
        other = await Learner(table, BO).begin()  # everybody for themselves
        is_question(other, "liberty")


async def test_whoever_has_solved_all_is_sent_to_play(table: Table) -> None:
    cy = int((await table.mention(CY)).strip("<@>"))
    for name in NAMES[:-1]:
        await table.service.learning.solve(cy, "keil", name)
    learner = await Learner(table).begin()
    is_question(learner, NAMES[-1])
    await learner.press("13")
    done = says("exercise-done-all", count=len(NAMES), game="Keil", play="/keil", puzzles=1)
    assert done in learner.text
    assert "/practice against me" in done
    assert labels(learner.message) == [PRACTISE, says("button-puzzle")]
    await learner.press(says("button-puzzle"))
    assert learner.text.startswith("**Keil puzzle ")
    await learner.begin()  # from the first one
    is_question(learner, "liberty")


async def test_after_the_last_exercise_the_one_left_is_a_button(table: Table) -> None:
    cy = int((await table.mention(CY)).strip("<@>"))
    for name in NAMES[:-1]:
        if name != "corner":
            await table.service.learning.solve(cy, "keil", name)
    learner = await (await Learner(table).begin()).go_to(NAMES[-1])
    await learner.press("13")
    left = learning_texts.unsolved(KEIL, named("corner"))
    assert labels(learner.message) == [left, PRACTISE, says("button-puzzle")]
    await learner.press(left)
    is_question(learner, "corner")


async def test_once_what_a_first_game_needs_is_solved_a_practice_game_can_be_set_up(
    table: Table,
) -> None:
    """The panel of /practice, for this game and at the lowest level."""
    learner = await (await Learner(table).begin()).go_to("pass")
    await learner.press(labels(learner.message)[0])
    assert labels(learner.message) == [NEXT, PRACTISE]
    await learner.press(PRACTISE)
    assert learner.text.startswith(says("practice-panel", settings="").split("*")[0])
    chosen = [o["value"] for s in selects(learner.message) for o in s["options"] if o["default"]]
    assert chosen[:2] == ["keil", "1"]


async def test_the_pages_of_rules_offer_the_exercises(table: Table) -> None:
    """So does *New to Keil?*, which opens them; and a first challenge offers them beside it."""
    card = await table.challenge(ADA, BO)
    offered = await table.driver.click(BO, card, learning_texts.offer(KEIL))
    assert offered.ephemeral
    assert exercises.question(KEIL, named("liberty")) in offered.text
    page = await table.driver.click(BO, card, "New to Keil?")
    answer = await table.driver.click(BO, page.message or {}, TRY)
    assert answer.kind == "update"
    assert exercises.question(KEIL, named("liberty")) in answer.text


@pytest.mark.parametrize(
    "forged",
    [
        Control("learn", 0, 0, "trio"),
        Control("learn", 0),
        Control("exercise", 0, 0, "keil nothing"),
        Control("exercise", 0, 0, "keil"),
        Control("attempt", 0, 0, "keil ../cut points d2"),
        Control("attempttype", 0, 0, "@everyone cut"),
        Control("solution", 0, 0, "go cut"),
    ],
    ids=Control.write,
)
async def test_a_forged_exercise_is_refused_in_one_sentence(table: Table, forged: Control) -> None:
    channel = table.client.get_partial_messageable(int((await table.challenge(ADA))["channel_id"]))
    sent = await channel.send("?", view=view_of([ControlButton(forged, "forged")]))
    answer = await table.driver.click(CY, str(sent.id), "forged")
    assert answer.ephemeral
    assert answer.text == NO_EXERCISE


async def test_in_direct_messages_too(table: Table) -> None:
    told = await table.driver.slash(ADA, "@Ada", "learn keil", {})
    assert told.message is not None
    points = selects(told.message)[0]["custom_id"]
    right = await table.driver.select(ADA, told.message, points, ["d3"])
    assert exercises.praise(KEIL, named("liberty")) in right.text


async def test_a_game_for_three_can_have_exercises(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game, no number of players and no shape of a board is special."""
    await hurry(driver)
    even = Exercise("even", {"side": 3}, Leads(), moves="a1, b1, c1")
    ahead = Exercise("ahead", {"side": 3}, Leads(), moves="a1, pass, pass")

    def of(game: Game) -> tuple[Exercise, ...]:
        return (even, ahead) if game.key == "trio" else ()

    def words(*_: object) -> str:
        return "Words."

    monkeypatch.setattr(exercises, "of", of)
    for name in ("title", "question", "praise", "use"):
        monkeypatch.setattr(exercises, name, words)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        learner = await Learner(table).begin("trio")
        assert labels(learner.message) == ["Pass", TYPE]
        await learner.choose("a2")
        told = says("finding-answered", move="a2", who="White", reply="a3", mine="2", others="2")
        assert learner.text.endswith(says("exercise-wrong", why=told))
        await learner.press(AGAIN)
        await learner.go_to("ahead")
        await learner.type("a2")
        assert says("exercise-right", praise="Words.") in learner.text
