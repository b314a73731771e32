"""*Review* and ``/review``: the course of a finished game, and what would have been better."""

import asyncio
from dataclasses import replace

import pytest

from bot.chat.answers import responses
from bot.chat.base.custom_id import Control
from bot.features.reviews import texts as reviews_texts
from bot.messages import alt, overlays
from bot.playground.driver import Answer
from bot.service import judge as judging_service
from bot.service.judge import Judge
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.thinking.pool import Pool
from bot.thinking.questions import Question, Urgency
from engine.ai.review import Mistake, Review
from engine.games import all_games
from engine.position import Declare, Placement
from tests.bot.chat.play.test_access import FAY, elsewhere, press
from tests.bot.house import House, refused
from tests.bot.says import says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    NOT_JUDGED,
    PRIVATE,
    Json,
    Process,
    Table,
    labels,
    ply_of,
)
from tests.features.takeovers.test_service_takeovers import begin

BUTTON = says("button-review")
GAME = ("d4", "c3", "a1", "e4", "b1", "c5", "a2", "d5", "c1", "d3")
"""Black gives the middle away for a corner."""


async def played(table: Table, *moves: str, size: int = 4) -> tuple[Json, str, str]:
    """Black and White play ``moves``, then Black resigns; the last board."""
    _, black, white = await table.begin_small(size=size)
    turns = [((black, white)[number % 2], move) for number, move in enumerate(moves)]
    await table.moves(*turns)
    sure = await table.command(black, "resign")
    assert sure.message is not None
    await table.driver.click(black, sure.message, "Yes, resign")
    return await table.board(len(moves) + 1), black, white


def picture(answer: Answer) -> Json:
    assert answer.message is not None
    (shown,) = answer.message["attachments"]
    return shown


async def reviewed(table: Table, who: str, board: Json) -> Answer:
    """What ``who`` sees behind *Review*, once it has been thought about."""
    return await table.driver.click(who, board, BUTTON)


def dots(answer: Answer) -> list[str]:
    """The buttons of the mistakes."""
    assert answer.message is not None
    return labels(answer.message)


async def test_the_last_board_offers_a_review_to_everybody(table: Table) -> None:
    board, black, _ = await played(table, *GAME)
    assert [label for label in labels(board) if "captured" not in label] == AT_THE_END
    for who in (black, CY):
        async with table.nothing_happens():
            answer = await reviewed(table, who, board)
        assert answer.ephemeral
        first, *_ = answer.text.splitlines()
        assert first == says("review-head", title="Keil #1", moves=str(len(GAME)))
        assert says("review-how", kind="lead", colour="Black") in answer.text
        assert picture(answer)["filename"].startswith("keil-1-review-x")
        assert says("review-alt-value", ply="3", score="").strip() in picture(answer)["description"]
        for line in answer.text.splitlines()[3:4]:  # a mistake is a dot
            assert line.replace("*", "") in picture(answer)["description"]
        assert (await table.driver.file(picture(answer))).startswith(b"\x89PNG")


async def test_each_mistake_has_a_button_that_shows_the_board_before_it(table: Table) -> None:
    board, _, _ = await played(table, *GAME)
    answer = await reviewed(table, CY, board)
    live = await table.service.matches.live(1)
    found = await table.client.judge.review(1, live)
    assert found.mistakes, "Black has given the middle away"
    assert dots(answer) == [says("button-mistake", ply=str(m.plies + 1)) for m in found.mistakes]
    assert answer.message is not None
    for mistake, button in zip(found.mistakes, dots(answer), strict=True):
        assert mistake.played.point in answer.text
        shown = await table.driver.click(CY, answer.message, button)
        assert shown.ephemeral
        percents = round(mistake.chances[0], 2), round(mistake.chances[1], 2)
        rough = replace(mistake, loss=round(mistake.loss), chances=percents)
        assert shown.text == reviews_texts.mistake(live, rough)
        assert shown.message is not None and shown.message["id"] != answer.message["id"]
        told = picture(shown)["description"]
        before = live.match.after_moves(mistake.plies)
        assert told == alt.text(before, about=reviews_texts.mistake_alt(shown.text))
        assert told.endswith(alt.text(before)), "the whole position"
        assert ply_of(shown.message) is None, "replying to it plays nothing"
        (replay,) = labels(shown.message)
        replayed = await table.driver.click(CY, shown.message, replay)
        assert (
            says("replay-move", ply=str(mistake.plies + 1), last=str(len(GAME)), done="")[:9]
            in replayed.text
        )


async def test_the_command_reviews_the_newest_game_that_is_over(table: Table) -> None:
    nothing = await table.command(CY, "review")
    assert nothing.text == says("review-what")
    board, _, white = await played(table, *GAME[:4])
    by_button = await reviewed(table, CY, board)
    for who, options in ((CY, {}), (white, {"game": "#1"})):
        answer = await table.command(who, "review", **options)
        assert answer.message is not None and answer.message["flags"] & PRIVATE
        assert answer.text == by_button.text


async def test_the_answer_of_a_slow_machine_is_waited_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The progress of long work is no answer, whatever asked for it."""
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 0.0)
    assert (await table.command(CY, "review")).text == says("review-what")
    board, _, _ = await played(table, *GAME[:4])
    by_button, by_command = await reviewed(table, CY, board), await table.command(CY, "review")
    assert by_button.text == by_command.text != ""


async def test_after_a_restart_everything_is_there_again(process: Process) -> None:
    async with process() as table:
        board, _, _ = await played(table, *GAME)
        before = await reviewed(table, CY, board)
    async with process() as table:
        assert before.message is not None
        first = dots(before)[0]
        shown = await table.driver.click(CY, before.message, first)
        assert says("button-mistake", ply="").strip().lower() in shown.text.lower()
        after = await reviewed(table, CY, board)
        assert (after.text, dots(after)) == (before.text, dots(before))
        assert picture(after)["filename"] == picture(before)["filename"]


async def test_a_game_that_runs_is_not_reviewed(table: Table) -> None:
    board, black, _ = await table.begin_small()
    board = await table.moves((black, "c3"))
    assert BUTTON not in labels(board)
    early = says("refusal-review-early")
    for control in (Control("review", 1), Control("mistake", 1, 0, "3 b2")):
        assert (await press(table, black, board["channel_id"], control)).text == early
    assert (await table.command(black, "review", game="1")).text == early


async def test_a_game_without_stones_has_nothing_to_review(table: Table) -> None:
    board, black, white = await table.begin_small()
    await table.moves((black, "pass"), (white, "pass"))
    board = await table.board(2)
    assert labels(board) == NOT_JUDGED
    answer = await press(table, CY, board["channel_id"], Control("review", 1))
    assert answer.text == says("refusal-nothing-to-review")


async def test_a_game_without_a_search_is_not_reviewed(trio: Table) -> None:
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.message(lambda m: ply_of(m) is not None)
    players = await trio.players()
    await trio.moves((players[0], "c2"), *((players[n], "pass") for n in (1, 2, 0)))
    board = await trio.board(4)
    assert labels(board) == NOT_JUDGED
    answer = await press(trio, CY, board["channel_id"], Control("review", 1))
    assert answer.text == says("refusal-cannot-judge")


@pytest.mark.parametrize(
    "control",
    [
        Control("mistake", 1, 99, "3 b2"),
        Control("mistake", 1, 0, "b2"),
        Control("mistake", 1, 0, "3 z99"),
        Control("mistake", 1, 0, "3/50 b2"),
        Control("mistake", 1, 0, "3/50/101 b2"),
        Control("mistake", 1, 0, "3 @everyone"),
        Control("mistake", 1, 1, "3 c3"),
        Control("mistake", 1, 2, "3 b2"),
        Control("mistake", 1),
    ],
)
async def test_a_forged_mistake_shows_nothing(table: Table, control: Control) -> None:
    board, _, _ = await played(table, "c3", "b2", "pass", size=3)
    answer = await press(table, CY, board["channel_id"], control)
    assert answer.text == says("refusal-no-such-control")


async def test_people_of_other_servers_learn_nothing(table: Table) -> None:
    await played(table, "c3", "b2", size=3)
    channel = await elsewhere(table)
    for control in (Control("review", 1), Control("mistake", 1, 0, "3 b2")):
        answer = await press(table, FAY, channel, control)
        assert answer.text == says("refusal-no-such-match")


# --- words ---


async def test_a_word_may_have_been_better_than_a_stone(house: House) -> None:
    live = await over(house, "c3", "b2")
    told = reviews_texts.mistake(live, Mistake(1, 1, Placement("b2"), Declare("pass"), 4.4))
    assert told == says(
        "mistake-says",
        title=f"Keil #{live.id}",
        ply="2",
        who="White",
        played="b2",
        better="pass",
        place="word",
        loss="4",
        before="none",
        after="50",
        does="",
    )


async def test_a_better_stone_is_said_to_do_what_the_engine_sees(house: House) -> None:
    live = await over(house, "c3", "a1", "d3")
    told = reviews_texts.mistake(live, Mistake(2, 0, Placement("d3"), Placement("b2"), 3.0))
    assert f" {says('purpose', does=says('purpose-captures', stones='a1'))}" in told


async def test_the_mistake_that_decided_the_game_comes_first(house: House) -> None:
    live = await over(house, "c3", "b2", "d4", "a1")
    early = Mistake(0, 0, Placement("c3"), Placement("d3"), 9.0, (0.6, 0.52))
    turned = Mistake(3, 1, Placement("a1"), Placement("c4"), 3.0, (0.5, 0.125))
    small = replace(turned, chances=(0.5, 0.4))
    curve = ((0.0, 0.0),) * 5
    _, first, others, second, *_ = reviews_texts.review(
        live, Review(curve, (early, turned))
    ).splitlines()
    assert first.startswith("**Move 4** decided the game: with a1, which lost about 3 points")
    assert "White’s chance to win fell from about 50 % to 12 %; c4 was better" in first
    assert others == says("review-mistakes", number=1)
    assert second.startswith("**Move 1**, Black: c3 lost about 9 points")
    told = reviews_texts.review(live, Review(curve, (small,)))
    assert "**Move 4** mattered most: with a1" in told


async def test_losses_in_a_decided_game_are_counted_not_listed(house: House) -> None:
    live = await over(house, "c3", "b2", "d4", "a1")
    told = reviews_texts.review(live, Review(((0.0, 0.0),) * 5, (), 3, 2))
    assert says("review-none-mattered") in told
    assert says("review-left-out", number=3, decided="2") in told
    assert "after move 2 the game was decided." in told


async def test_a_button_of_an_earlier_version_still_shows_its_mistake(table: Table) -> None:
    board, _, _ = await played(table, "c3", "b2", size=3)
    answer = await press(table, CY, board["channel_id"], Control("mistake", 1, 0, "3 b2"))
    assert "better by about 3 points." in answer.text


async def test_a_game_without_big_mistakes_says_so(house: House) -> None:
    live = await over(house, "c3", "b2")
    assert says("review-none") in reviews_texts.review(live, Review(((0.0, 0.0),), ()))


async def test_a_pass_at_which_the_curve_falls_is_told_but_no_mistake(house: House) -> None:
    live = await over(house, "c3", "b2", "c4", "pass", "d4", "a1", button=False)
    curve = ((0, 0), (1, 0), (0, 0), (2, 0), (22, 0), (22, 0), (22, 0))
    told = reviews_texts.review(live, Review(curve, ()))
    said = says("review-not-counted", ply="4", who="White", word="pass", loss="20")
    assert said in told.splitlines()


async def test_a_pass_that_costs_less_than_three_stones_is_not_told(house: House) -> None:
    live = await over(house, "c3", "b2", "c4", "pass", "d4", "a1", button=False)
    curve = ((9, 0), (0, 0), (9, 0), (0, 0), (5, 0), (0, 0), (9, 0))
    small = ((0, 0), (0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (1, 0))
    for scores in (curve, small):
        assert "“pass”" not in reviews_texts.review(live, Review(scores, ()))


async def test_a_fall_because_somebody_left_is_nobodys_loss(house: House) -> None:
    live = await begin(house)
    live = await house.play(live.id, "e5", "c3", "g7", "pass")
    curve = [(30.0, 5.0, 5.0)] * 4 + [(5.0, 5.0, 5.0)] * 3
    assert "“pass”" in reviews_texts.review(live, Review(tuple(curve), ()))
    leaver = live.players[1]
    await house.service.matches.resign(live.id, leaver, event_id=next(house.event_ids))
    live = await house.service.matches.live(live.id)
    assert live.match.turn_log.departures(3) == {1: 4}
    assert "“pass”" not in reviews_texts.review(live, Review(tuple(curve), ()))


async def test_with_more_than_two_players_the_curves_are_everybodys_points(house: House) -> None:
    live = await over(house, "c3", "b2")
    found = Review(((3.0, 2.0, 1.0), None), ())
    assert says("review-how", kind="points", colour="Black") in reviews_texts.review(live, found)
    assert "B 3 W 2" in reviews_texts.review_alt(live, found)


@pytest.mark.slow
@pytest.mark.storage
async def test_whoever_leaves_owns_nothing_more_from_then_on(house: House) -> None:
    live = await begin(house)
    for point in ("e5", "c3", "g7", "c7", "g3", "e3", "d5"):
        live = await house.play(live.id, point)
    white, red = live.players[1:]
    for leaver in (white, red):
        await house.service.matches.resign(live.id, leaver, event_id=next(house.event_ids))
    live = await house.service.matches.live(live.id)
    pool = Pool(all_games(), workers=1)
    try:
        found = await Judge(pool).review(1, live)
    finally:
        await pool.close()
    before, after = found.scores[6], found.scores[7]
    assert before is not None and after is not None
    assert before[1] > 10, "White plays"
    assert after[1] < 3, "White has left"
    assert after[2] > 10, "Red has played until the end"


def test_progress_says_what_is_done() -> None:
    assert overlays.progress(0.5, thinking=True).startswith("Thinking")
    assert overlays.progress(0.5).startswith("Drawing")


# --- limits ---


async def over(house: House, *moves: str, button: bool = True):
    """A match that somebody has resigned after ``moves``."""
    key = await house.match(komi=0, button=button)
    live = await house.play(key, *moves)
    assert live.to_move is not None
    await house.service.matches.resign(key, live.to_move, event_id=next(house.event_ids))
    return await house.service.matches.live(key)


async def test_a_review_goes_on_where_moves_have_been_let_past_and_ends_with_the_bot(
    house: House,
) -> None:
    live = await over(house, "c3", "a1", "e1", "c5")
    pool = Pool(all_games(), workers=1)
    judge, parts = Judge(pool), list[float]()
    try:
        first = asyncio.create_task(judge.review(1, live, parts.append))
        async with asyncio.timeout(60):
            while not parts:  # noqa: ASYNC110 (another task tells it)
                await asyncio.sleep(0)
        with refused(ServiceRefusal.STILL_THINKING):
            await judge.review(1, live)
        match = live.match
        move = Question("keil", match.options, 2, (), 3, 1)
        await pool.ask(move, Urgency.MOVE)
        assert not first.done()
        found = await first
        assert parts == sorted(parts)
        assert await judge.review(2, live) is found, "it is remembered"
        again = Judge(pool)
        running = asyncio.create_task(again.review(1, live))
        await asyncio.sleep(0.01)
        again.close()
        with refused(ServiceRefusal.RESTARTING):
            await running
    finally:
        await pool.close()


async def test_only_the_latest_reviews_are_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_service, "REMEMBERED", 1)
    one, other = await over(house, "c3"), await over(house, "b2")
    pool = Pool(all_games(), workers=1)
    judge = Judge(pool)
    try:
        first = await judge.review(1, one)
        await judge.review(1, other)
        again = await judge.review(1, one)
    finally:
        await pool.close()
    assert again is not first
    assert again == first


async def test_endless_games_are_not_reviewed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging_service, "LONGEST", 1)
    live = await over(house, "c3", "b2")
    with pytest.raises(RefusedError, match=ServiceRefusal.TOO_LONG_TO_REVIEW):
        await Judge(Pool(all_games())).review(1, live)
