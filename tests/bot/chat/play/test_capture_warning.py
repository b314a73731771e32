"""A beginner's stones that can be captured at once: a line says so, against low levels only."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.chat.common.capture_warning import warning
from bot.messages import private
from bot.messages.capture_warning import capture_warning
from bot.service.capture_warning import allowed
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.thinking.pool import Pool
from engine.games import all_games, kee
from engine.match import Match
from engine.position import Placement
from engine.time_control import DEFAULT_CONTROL
from engine.turns import NO_TIME, Turn
from tests.bot.chat.play.test_solo import begin, enter, shown
from tests.bot.house import House
from tests.bot.says import says
from tests.bot.table import ADA, BOT, Table, ply_of

OPEN = says("capture-warning-open", who="White", stones="a1", point="b2")
TAKEN = says("capture-warning-taken", move="itself", who="White", stones="a1", point="b2")
COMMAND = says("capture-warning-back", by="command")
BUTTON = says("capture-warning-back", by="button")


def told(live: LiveMatch) -> str:
    """What there is to warn of, by the rules; the search says whether it matters."""
    found = allowed(live)
    if not found:
        return ""
    return capture_warning(live, found[0], command=True).removesuffix(f" {COMMAND}")


async def against(house: House, *moves: str, level: int | None = 3) -> LiveMatch:
    """Black, a person, and White, a computer, after ``moves``."""
    live = await house.play(await house.match(komi=0, button=False), *moves)
    colours = live.match.position.colours
    assert colours is not None
    return replace(live, levels=(None, level) if colours[0] == 0 else (level, None))


async def test_it_names_the_stones_and_where_they_can_be_captured(house: House) -> None:
    assert told(await against(house, "a1")) == OPEN


async def test_it_stays_while_the_computer_overlooks_them(house: House) -> None:
    assert told(await against(house, "a1", "c3")) == OPEN


async def test_it_says_so_if_the_computer_captured_them(house: House) -> None:
    assert TAKEN.startswith("White captured a1 by playing b2.")
    assert told(await against(house, "a1", "b2")) == TAKEN


@pytest.mark.parametrize(
    "moves",
    [
        ("c3",),
        ("c3", "a1"),
        ("c3", "a1", "pass"),
        ("a1", "c3", "b2"),  # saves it
        ("a1", "c3", "pass"),
        (),
    ],
)
async def test_nothing_is_said_of_other_moves(house: House, moves: tuple[str, ...]) -> None:
    assert told(await against(house, *moves)) == ""


async def test_a_stone_that_was_in_danger_before_is_not_told_again(house: House) -> None:
    assert told(await against(house, "a1", "e3", "c3")) == ""


LEFT = ("a2", "a1", "c4")
"""White's a1 threatens Black's a2, and Black plays elsewhere."""


async def test_a_stone_that_the_move_leaves_in_danger_is_told_once(house: House) -> None:
    found = says("capture-warning-open", who="White", stones="a2", point="b3")
    assert told(await against(house, *LEFT)) == found
    assert told(await against(house, *LEFT, "d1")) == found
    assert told(await against(house, *LEFT, "d1", "d2")) == ""


async def test_whoever_passes_is_warned_too(house: House) -> None:
    found = says("capture-warning-open", who="White", stones="a2", point="b3")
    assert told(await against(house, "a2", "a1", "pass")) == found
    taken = says("capture-warning-taken", move="itself", who="White", stones="a2", point="b3")
    assert told(await against(house, "a2", "a1", "pass", "b3")) == taken


async def test_whoever_answers_a_threat_is_not_warned(house: House) -> None:
    assert told(await against(house, "a2", "a1", "b3")) == ""


async def test_a_move_that_leaves_a_stone_to_be_captured_is_told_with_the_capture(
    house: House,
) -> None:
    taken = says("capture-warning-taken", move="c4", who="White", stones="a2", point="b3")
    assert told(await against(house, *LEFT, "b3")) == taken


async def test_once_the_move_is_taken_back_nothing_is_said(house: House) -> None:
    live = await against(house, "c3", "e3", "a1", "e2")
    back = live.match.take(Turn(live.match.turn_log.moves[0].seat, "back", NO_TIME))
    assert told(replace(live, match=back)) == ""


@pytest.mark.parametrize("level", [4, 8])
async def test_higher_levels_are_no_teachers(house: House, level: int) -> None:
    assert told(await against(house, "a1", level=level)) == ""


async def test_between_people_it_is_never_said(house: House) -> None:
    assert told(await against(house, "a1", level=None)) == ""
    assert told(await house.play(await house.match(komi=0), "a1")) == ""


async def test_a_game_that_is_over_needs_no_warning(house: House) -> None:
    live = await against(house, "a1")
    over = live.match.take(Turn(live.match.turn_log.moves[0].seat, "resign", NO_TIME))
    assert told(replace(live, match=over)) == ""


async def test_a_paused_game_needs_no_warning(house: House) -> None:
    paused = datetime(2026, 11, 21, tzinfo=UTC)
    assert told(replace(await against(house, "a1"), paused=paused)) == ""


# --- among three ---


def among_three(*moves: str) -> LiveMatch:
    """Black, a person, against White and Red, after ``moves``; the letter of a seat may be said."""
    match = Match.start(kee.GAME, kee.GAME.settle({"width": 3, "height": 3}, 3), 3)
    for move in moves:
        letter, _, text = move.rpartition(" ")
        seat = match.to_move if not letter else "BWR".index(letter)
        assert seat is not None
        match = match.take(Turn(seat, text, NO_TIME))
    return LiveMatch(1, 7, 70, (1, 2, 3), match, DEFAULT_CONTROL, None, levels=(None, 1, 1))


def careful(who: str, point: str) -> str:
    return says("capture-warning-open", who=who, stones="a1", point=point)


async def test_the_next_player_can_capture() -> None:
    assert told(among_three("c3", "a2", "pass", "a1")) == careful("White", "b1")


async def test_who_has_left_captures_nothing() -> None:
    left = ("c3", "a2", "pass", "c2", "W timeout", "pass", "pass", "a1", "pass")
    assert told(among_three(*left)) == careful("Red", "b1")
    assert told(among_three(*left, "pass")) == careful("Red", "b1")


async def test_who_has_captured_where_is_told_even_if_it_was_not_the_next_player() -> None:
    taken = says("capture-warning-taken", move="itself", who="Red", stones="a1", point="b1")
    assert told(among_three("c3", "a2", "pass", "a1", "pass", "b1")) == taken


async def test_stones_of_others_are_not_the_beginners() -> None:
    both = ("c1", "b1", "a3", "c3", "b3", "c2", "a1")
    assert told(among_three(*both)) == careful("White", "a2")
    assert told(among_three(*both, "pass", "pass")) == careful("White", "a2")


# --- whether it matters ---


async def test_a_stone_that_is_lost_at_once_costs_points(house: House) -> None:
    """A stone in a corner that is lost at once is a move lost."""
    pool = Pool(all_games(), workers=1)
    try:
        judge = Judge(pool)
        for moves in (("a1",), ("a1", "c3"), ("a1", "b2")):
            live = await against(house, *moves)
            assert await warning(judge, live) == f"{told(live)} {COMMAND}"
    finally:
        await pool.close()


async def test_what_costs_nothing_does_not_hide_what_does(house: House) -> None:
    """Black's c3 is in danger itself, and leaves e1 and e2 in danger."""
    judge = Judge(Pool(all_games()))
    judge.close()  # so several stones matter, and one does not
    live = await against(house, "b2", "c2", "b1", "c1", "e1", "c4", "e2", "d3", "c3")
    assert [len(found.threat.stones) for found in allowed(live)] == [1, 2]
    found = await judge.warning(live)
    assert found is not None
    assert len(found.threat.stones) == 2


async def test_if_nobody_can_say_several_stones_matter(house: House) -> None:
    judge = Judge(Pool(all_games()))
    judge.close()
    assert len(allowed(await against(house, "a1"))) == 1
    assert await judge.warning(await against(house, "a1")) is None


# --- where it is read ---


async def test_it_is_on_the_private_board(table: Table) -> None:
    board = await begin(table, level=1)
    assert board.message is not None
    answer = await enter(table, board.message, "a1")
    told = await shown(table, answer, 2)
    both = f"{OPEN} {BUTTON}", f"{TAKEN} {BUTTON}"
    assert told["content"].splitlines()[-1] in both
    moved = await shown(table, await enter(table, told, "c3"), 4)
    assert not {*both} & {*moved["content"].splitlines()}


async def test_it_is_in_the_receipt_of_a_practice_game(table: Table) -> None:
    begun = await table.command(ADA, "practice", game="keil", level=2, begins="you")
    assert begun.ephemeral
    await table.message(lambda m: ply_of(m) is not None)
    answer = await table.play(ADA, "a1")
    live = await table.service.matches.live(1, 1)
    assert answer.text == f"{private.played(live, 'a1')} {OPEN} {COMMAND}"
    board = await table.board(2)
    assert OPEN not in board["content"] and TAKEN not in board["content"]


async def test_the_receipt_of_a_stronger_game_says_nothing_of_it(table: Table) -> None:
    await table.command(ADA, "challenge keil", opponent=BOT, size=3, komi=0, button=False)
    await table.message(lambda m: ply_of(m) is not None)
    await table.service.computers.set_level(1, (await table.service.matches.live(1)).people[0], 5)
    await table.board((await table.players()).index(ADA))
    live = await table.service.matches.live(1)
    legal = {*live.match.position.legal_moves()}  # next to the bot's stone a corner may be suicide
    corner = next(point for point in ("a1", "e3") if Placement(point) in legal)
    answer = await table.play(ADA, corner)
    assert answer.text == private.played(live, corner)
