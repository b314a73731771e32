"""*Hint* and *Why this move?*, for those who play against the bot."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from bot.chat.base.custom_id import Control
from bot.features.hints import texts as hints_texts
from bot.features.hints.showing import Showing
from bot.messages import alt, analysis, purposes
from bot.pictures import Pictures
from bot.playground.driver import Answer
from bot.service.judge import OPENING, Judge, MoveExplanation, earlier, move_to_explain
from bot.service.live_match import LiveMatch
from bot.service.refusals import ServiceRefusal
from bot.thinking.pool import Pool
from engine.ai.explaining import Area, Explanation, Fate
from engine.games import all_games
from engine.position import Declare, Move, Placement, named
from engine.threats import purpose
from tests.bot.chat.play.test_access import press
from tests.bot.house import House, refused
from tests.bot.says import says
from tests.bot.table import ADA, BO, BOT, CY, Json, Process, Table, labels, ply_of
from tests.features.estimates.test_estimates import against_bot, more

HINT, WHY = says("button-hint"), says("button-why-this-move")
FOLLOW, BACK = says("button-line-follow"), says("button-replay-back")
FORWARD = says("button-replay-forward")


async def behind(table: Table, who: str, board: Json, button: str) -> Answer:
    """What ``who`` sees behind a button of *More…*."""
    shown = await table.driver.click(who, board, "More…")
    assert shown.message is not None
    return await table.driver.click(who, shown.message, button)


def description(answer: Answer) -> str:
    assert answer.message is not None
    (picture,) = answer.message["attachments"]
    return str(picture["description"])


def hinted(answer: Answer, kind: str) -> list[str]:
    """The points that the alternative text of a hint names."""
    return description(answer).split(kind)[1].split(".")[0].split()


async def test_a_hint_tells_the_region_first_then_the_move(table: Table) -> None:
    board = await against_bot(table, "c3")
    async with table.nothing_happens():
        first = await behind(table, ADA, board, HINT)
        assert first.text.splitlines()[0] == says("hinted-region")
        assert first.message is not None
        region = set(hinted(first, "Points: "))
        assert labels(first.message) == [says("button-hint-move"), says("button-more-back")]
        second = await table.driver.click(ADA, first.message, says("button-hint-move"))
    assert second.message is not None
    assert labels(second.message) == [FOLLOW, says("button-more-back")]
    (point,) = hinted(second, "Point: ")
    assert point in region and len(region) > 2
    assert "*" not in description(second), "an alt text is plain"
    assert f"**{point}**" in second.text
    live = await table.service.matches.live(1)
    position = live.match.position
    assert position.why_not(Placement(point)) is None
    assert region.isdisjoint(named(position.board, position.stones)), "only empty points"


async def test_a_hint_says_what_its_move_does_on_the_board(house: House) -> None:
    """As the engine sees it, if it sees anything."""
    workers, painters, told = Pool(all_games(), workers=1), ThreadPoolExecutor(1), 0
    showing = Showing(house.service, Pictures(painters, painters), Judge(workers))
    try:
        for moves in (("c3", "a1"), ("a1", "d4", "b2"), ("c3", "c2", "b2", "d2"), ("b2", "c3")):
            live = await house.play(await house.match(komi=0, button=False), *moves)
            live = replace(
                live, levels=tuple(3 * (p != live.to_move) or None for p in live.players)
            )
            first, line = (await showing.good_move(live.to_move or 0, live)).text.splitlines()
            move = first.split("**")[1]
            expected = line.removeprefix(says("line-expected", moves=""))
            assert re.match(rf"\S+ {move}\b", expected)
            position = live.match.position
            done = purpose(position, position.play(Placement(move)), Placement(move))
            said = purposes.sentence(live.match.game, position, done)
            assert says("hinted-move", move=move, does=f" {said}" if said else "") in first
            told += bool(said)
    finally:
        await workers.close()
        painters.shutdown()
    assert told


async def test_the_alternative_text_of_a_hint_has_the_points_and_the_whole_position(
    table: Table,
) -> None:
    board = await against_bot(table, "c3")
    first = await behind(table, ADA, board, HINT)
    assert first.message is not None
    second = await table.driver.click(ADA, first.message, says("button-hint-move"))
    position = alt.text((await table.service.matches.live(1)).match)
    assert "c3" in position
    for answer, names in ((first, hinted(first, "Points: ")), (second, hinted(second, "Point: "))):
        hint, points = answer.text.splitlines()[0].replace("*", ""), " ".join(names)
        told = says("hinted-alt", hint=hint, points=points, count=len(names))
        assert description(answer) == f"{told} {position}"


async def test_the_second_step_works_after_a_restart(process: Process) -> None:
    async with process() as table:
        board = await against_bot(table, "c3")
        first = await behind(table, ADA, board, HINT)
        assert first.message is not None
        second = await behind(table, ADA, board, HINT)
        assert second.message is not None
        told = await table.driver.click(ADA, second.message, says("button-hint-move"))
    async with process() as table:
        again = await table.driver.click(ADA, first.message, says("button-hint-move"))
        assert again.text == told.text


async def test_a_hint_for_an_old_board_is_refused(table: Table) -> None:
    board = await against_bot(table, "c3")
    shown = await table.driver.click(ADA, board, "More…")
    assert shown.message is not None
    position = (await table.service.matches.live(1)).match.position
    await table.play(ADA, position.write(next(iter(position.legal_moves()))))
    await table.board((ply_of(board) or (1, 0))[1] + 2)
    answer = await table.driver.click(ADA, shown.message, HINT)
    assert answer.text == says("refusal-old-board")


async def test_nobody_else_gets_a_hint(table: Table) -> None:
    board = await against_bot(table, "c3")
    answer = await press(table, CY, board["channel_id"], Control("hint", 1))
    assert answer.text == says("refusal-not-a-player")


async def test_between_people_there_are_no_hints(table: Table) -> None:
    _, black, white = await table.begin_small()
    board = await table.moves((black, "c3"), (white, "b2"))
    assert HINT not in await more(table, black, board)
    answer = await press(table, black, board["channel_id"], Control("hint", 1))
    assert answer.text == says("refusal-no-hints")
    answer = await press(table, black, board["channel_id"], Control("whymove", 1))
    assert answer.text == says("refusal-nothing-to-explain")


async def test_where_somebody_else_plays_against_the_bot_too_there_are_none(table: Table) -> None:
    await table.command(ADA, "challenge kee", opponent=BO, opponent_2=BOT, width=5, height=5)
    card = await table.message(lambda m: "challenges" in m["content"])
    await table.driver.click(BO, card, "Accept")
    await table.message(lambda m: ply_of(m) is not None)

    async def somebodys_turn() -> bool:
        live = await table.service.matches.live(1)
        return not live.thinking

    await table.until(somebodys_turn)
    live = await table.service.matches.live(1)
    assert live.to_move is not None
    who = await table.name(live.to_move)
    answer = await press(table, who, card["channel_id"], Control("hint", 1))
    assert answer.text == says("refusal-no-hints")


async def test_a_game_without_a_search_has_no_hints(trio: Table) -> None:
    await trio.command(ADA, "challenge trio", opponent=BOT, opponent_2=BOT)
    await trio.message(lambda m: ply_of(m) is not None)
    board = await trio.board((await trio.players()).index(ADA))
    offered = await more(trio, ADA, board)
    assert HINT not in offered and WHY not in offered
    for name in ("hint", "whymove"):
        answer = await press(trio, ADA, board["channel_id"], Control(name, 1))
        assert answer.text == says("refusal-cannot-judge")


async def test_the_bots_last_move_is_explained(table: Table) -> None:
    board = await against_bot(table, "c3")
    async with table.nothing_happens():
        answer = await behind(table, ADA, board, WHY)
    live = await table.service.matches.live(1)
    last = live.match.turn_log.moves[-1]
    first, second, *_ = answer.text.splitlines()
    assert last.text in first
    assert expected(answer)[0].endswith(f" {last.text}")
    assert first != second
    before, after = live.match.before[-1], live.match.position
    does = purpose(before, after, Placement(last.text))
    said = purposes.sentence(live.match.game, before, does)
    assert first.endswith(said), "nothing is said of a quiet move"


def expected(answer: Answer) -> list[str]:
    """The moves that an answer says are expected."""
    begins = says("line-expected", moves="")
    (line,) = [each for each in answer.text.splitlines() if each.startswith(begins)]
    return line.removeprefix(begins).split(", ")


def bold(answer: Answer) -> list[str]:
    """Those that stand out."""
    return [each.strip("*") for each in expected(answer) if each.startswith("**")]


async def stepped(table: Table, answer: Answer, *buttons: str) -> list[tuple[str, str]]:
    """What stands out behind each button in turn, and what the picture is said to show."""
    found = list[tuple[str, str]]()
    for button in buttons:
        assert answer.message is not None
        answer = await table.driver.click(ADA, answer.message, button)
        (move,) = bold(answer)
        found.append((move, description(answer).split(":")[0]))
    return found


async def test_what_follows_the_bots_move_is_stepped_through_on_the_board(table: Table) -> None:
    """One board for each move; it is the same after one's own next move."""
    board = await against_bot(table, "c3")
    async with table.nothing_happens():
        answer = await behind(table, ADA, board, WHY)
        assert labels(answer.message or {})[0] == FOLLOW
        line = expected(answer)
        assert len(line) > 2
        assert not bold(answer)
        walked = await stepped(table, answer, FOLLOW, FORWARD, BACK, BACK)
    assert [move for move, _ in walked] == [line[1], line[2], line[1], line[0]]
    for (move, shown), number in zip(walked, (2, 3, 2, 1), strict=True):
        assert shown == says("line-alt", moves=", ".join(line[:number])).rstrip(":")
        assert move == line[number - 1]
    position = (await table.service.matches.live(1)).match.position
    free = next(each for each in position.legal_moves() if isinstance(each, Placement))
    await table.play(ADA, free.point)
    await table.board((ply_of(board) or (1, 0))[1] + 2)
    assert await stepped(table, answer, FOLLOW) == walked[:1]


async def test_what_follows_a_hint_is_stepped_through_until_the_game_goes_on(
    table: Table,
) -> None:
    board = await against_bot(table, "c3")
    first = await behind(table, ADA, board, HINT)
    second = await table.driver.click(ADA, first.message or {}, says("button-hint-move"))
    (point,) = hinted(second, "Point: ")
    line = expected(second)
    assert line[0].endswith(f" {point}")
    (walked,) = await stepped(table, second, FOLLOW)
    assert walked == (line[1], says("line-alt", moves=", ".join(line[:2])).rstrip(":"))
    back = await table.driver.click(ADA, second.message or {}, BACK)
    assert hinted(back, "Point: ") == [point]
    await table.play(ADA, point)
    await table.board((ply_of(board) or (1, 0))[1] + 2)
    answer = await table.driver.click(ADA, second.message or {}, FOLLOW)
    assert answer.text == says("refusal-old-board")


async def test_what_was_said_about_komi_and_sides_is_not_explained(table: Table) -> None:
    await table.command(ADA, "challenge keil", opponent=BO, size=3, button=False, estimates=True)
    card = await table.message(lambda m: "challenges" in m["content"])
    await table.driver.click(BO, card, "Accept")
    board = await table.message(lambda m: ply_of(m) is not None)
    first, second = await table.players()
    live = await table.service.matches.live(1)
    assert HINT not in await more(table, first, board)
    for who, word in ((first, "komi 4"), (second, "white")):
        board = await table.moves((who, word))
        live = replace(await table.service.matches.live(1), levels=(1, 1))
        assert move_to_explain(live) is None
    board = await table.moves((first, "b2"))
    live = replace(await table.service.matches.live(1), levels=(1, 1))
    assert move_to_explain(live) == 2


async def why_it_was_played(live: LiveMatch) -> MoveExplanation:
    """What is said of the last move, which a computer has made."""
    levels = (3, None) if live.match.turn_log.moves[-1].seat == 0 else (None, 3)
    workers = Pool(all_games(), workers=1)
    try:
        return await Judge(workers).explain(live.players[0], replace(live, levels=levels))
    finally:
        await workers.close()


@pytest.mark.parametrize(
    ("moves", "key", "given"),
    [
        (("c3", "a1", "b2"), "purpose-captures", {"stones": "a1"}),
        (("a1", "d4", "b2"), "purpose-saves", {"stones": "a1", "who": "White", "point": "b2"}),
    ],
)
async def test_it_is_told_what_the_move_does_on_the_board(
    house: House, moves: tuple[str, ...], key: str, given: dict[str, Any]
) -> None:
    live = await house.play(await house.match(komi=0, button=False), *moves)
    colours = live.match.position.colours
    assert colours is not None
    why = await why_it_was_played(live)
    told = purposes.sentence(live.match.game, why.before, why.does)
    assert told == says("purpose", does=says(key, **given))
    first, *_ = hints_texts.explanation(live, why.seat, why.search, told).splitlines()
    assert f" {told}" in first


async def test_it_is_told_what_the_move_is_for(house: House) -> None:
    live = await house.play(await house.match(komi=0), "c3", "b2")
    board = live.match.position.board
    stones = (board.index["c3"], board.index["d3"])
    found = explained(4, 3.2)
    fate = replace(found, fate=Fate(0, stones, (0.9, 0.2)))
    first, _ = hints_texts.explanation(live, 0, fate).splitlines()
    about = {"number": 2, "who": "Black", "now": "90", "otherwise": "20", "other": "b2"}
    assert first.endswith(says("why-fate", points="c3 and d3", **about))
    area = replace(found, area=Area(4.4, board.index["d4"]))
    first, _ = hints_texts.explanation(live, 0, area).splitlines()
    assert first.endswith(says("why-area", number=4, other="b2", point="d4"))


async def test_what_a_pass_does_goes_without_saying(house: House) -> None:
    live = await house.play(await house.match(komi=0, button=False), "c3", "pass")
    why = await why_it_was_played(live)
    assert purposes.sentence(live.match.game, why.before, why.does) == ""


# --- words ---


B2 = Placement("b2")


def explained(
    lead: float, better: float, other: Move | None = B2, error: float = 0.5
) -> Explanation:
    return Explanation(Placement("c3"), lead, other, better, error)


@pytest.fixture
async def live(house: House) -> LiveMatch:
    return await house.service.matches.live(await house.match(komi=0))


@pytest.mark.parametrize(
    ("found", "key", "given"),
    [
        (explained(4.4, 3.2), "why-expected", {"ahead": "yes", "points": 4}),
        (explained(-4.4, 3.2), "why-expected", {"ahead": "no", "points": 4}),
        (explained(0.4, 3.2), "why-expected-even", {}),
    ],
)
async def test_the_first_line_says_what_it_expects(
    live: LiveMatch, found: Explanation, key: str, given: dict[str, Any]
) -> None:
    first, _ = hints_texts.explanation(live, 0, found).splitlines()
    told = says(key, colour="Black", move="c3", **given)
    assert first == told


@pytest.mark.parametrize(
    ("found", "key", "given"),
    [
        (explained(4, 3.2), "why-better", {"other": "b2", "points": 3}),
        (explained(4, 1.2), "why-better", {"other": "b2", "points": 1}),
        (explained(4, 0.7), "why-as-good", {"other": "b2"}),
        (explained(4, -3.0, error=4.0), "why-as-good", {"other": "b2"}),
        (explained(4, 3.2, Declare("pass")), "why-better", {"other": "pass", "points": 3}),
        (explained(4, 0, None), "why-only", {}),
        (explained(4, -3.0), "why-overlooked", {"level": "no", "number": "0"}),
    ],
)
async def test_the_second_line_says_what_another_move_would_have_cost(
    live: LiveMatch, found: Explanation, key: str, given: dict[str, Any]
) -> None:
    _, second = hints_texts.explanation(live, 0, found).splitlines()
    given |= {"other": "b2", "points": 3} if key == "why-overlooked" else {}
    assert second == says(key, **given)


@pytest.mark.parametrize(("level", "overlooks"), [(1, "yes"), (4, "yes"), (5, "no"), (8, "no")])
async def test_low_levels_say_that_they_overlook_moves(
    live: LiveMatch, level: int, overlooks: str
) -> None:
    weak = replace(live, levels=(level, None))
    _, second = hints_texts.explanation(weak, 0, explained(4, -3.0)).splitlines()
    assert second == says(
        "why-overlooked", other="b2", points=3, level=overlooks, number=str(level)
    )


def test_a_hint_may_be_a_word_or_the_only_move() -> None:
    assert "pass" in analysis.hint_declaration("pass")
    assert analysis.hint_move("c3", None) == says("hinted-move", move="c3", does="")


async def test_without_a_computer_there_is_nothing_to_explain(house: House) -> None:
    live = await house.service.matches.live(await house.match(komi=0))
    with refused(ServiceRefusal.NOTHING_TO_EXPLAIN):
        await Judge(Pool(all_games())).explain(1, live)
    with refused(ServiceRefusal.NO_HINTS):
        await Judge(Pool(all_games())).hint(1, live)


async def test_no_copy_of_a_game_that_is_played_tells_what_to_do_in_it(house: House) -> None:
    """Nor a variation from there, or one that leads there; openings are nobody's secret, and the
    other players' own games nobody else's."""
    played, copy = await house.match(komi=0, size=5), await house.match(komi=0, size=5)
    moves = list[str]()
    for number in range(OPENING + 2):
        position = (await house.service.matches.live(copy)).match.position
        free = [move for move in position.legal_moves() if isinstance(move, Placement)]
        moves.append(position.write(free[11 * number % len(free)]))
        await house.play(copy, moves[-1])
    live = await house.play(played, *moves[:OPENING])
    assert len(live.match.position.stones) == OPENING
    await house.service.matches.resign(copy, 1, event_id=next(house.event_ids))
    over = await house.service.matches.live(copy)
    before = over.match.after_moves(OPENING - 1)
    workers = Pool(all_games(), workers=1)
    judge = Judge(workers, plays=house.service.matches.running_of)
    try:
        for user in (1, 2):
            for then in (over.match.after_moves(OPENING), over.match.after_moves(OPENING + 1)):
                with refused(ServiceRefusal.PLAYED_NOW):
                    await judge.hint(user, over, then)
                with refused(ServiceRefusal.PLAYED_NOW):
                    await judge.estimate(user, earlier(over, then))
            with refused(ServiceRefusal.PLAYED_NOW):
                await judge.review(user, over)
        assert (await judge.hint(1, over, before)).moves
        assert (await judge.hint(3, over, over.match.after_moves(OPENING))).moves
        await house.service.matches.resign(played, 1, event_id=next(house.event_ids))
        assert (await judge.hint(1, over, over.match.after_moves(OPENING))).moves
    finally:
        await workers.close()
