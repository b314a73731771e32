"""A seat that a computer has taken over: what was before is told of whoever played then."""

from dataclasses import replace

from bot.features.replays.games import replay_control
from bot.features.reviews import texts as reviews_texts
from bot.messages import computers
from bot.service.judge import move_to_explain
from bot.service.live_match import LiveMatch
from bot.storage.rows import ESTIMATES
from engine.ai.review import Mistake
from engine.position import Placement
from tests.bot.chat.play.test_access import press
from tests.bot.house import ADA, BO, CY, House
from tests.bot.says import says
from tests.bot.table import Table
from tests.features.takeovers.test_replacement import ask, begin, newest, offer, resign
from tests.features.takeovers.test_service_takeovers import KEIL, allow, left_to_a_computer
from tests.features.takeovers.test_service_takeovers import ask as asked_by
from tests.features.takeovers.test_service_takeovers import begin as begun

POINTS = ("e5", "c3", "g7", "c7", "g3", "e3")


async def taken_over_later(house: House) -> LiveMatch:
    """Three play a round; then a computer plays on for Cy, and the next round."""
    live = await begun(house)
    live = await house.play(live.id, *POINTS[:3])
    await asked_by(house, live, CY, live.players.index(CY))
    live = await allow(house, live.id, ADA, BO)
    for point in POINTS[3:]:
        if live.thinking:
            after = await house.service.computers.take_turn(live.id, live.match.ply, point)
            assert after is not None
            live = after
        else:
            live = await house.play(live.id, point)
    return live


async def test_an_earlier_state_has_those_who_played_then(house: House) -> None:
    live = await taken_over_later(house)
    seat, matches = live.left_by.index(CY), house.service.matches
    for ply in range(6):  # three moves, the request and the answer of one
        then = await matches.live(live.id, ply)
        assert then.players[seat] == CY
        assert then.level_of(seat) is None
        assert then.left_to_computer(seat) is None
        assert computers.player(then, seat) == f"<@{CY}>"
    for ply in range(6, live.match.ply + 1):
        then = await matches.live(live.id, ply)
        assert (then.players[seat], then.level_of(seat)) == (KEIL, 3)
        assert then.left_to_computer(seat) == CY


async def test_a_review_tells_the_mistakes_of_the_two_apart(house: House) -> None:
    live = await taken_over_later(house)
    seat = live.left_by.index(CY)
    first, second = (n for n, turn in enumerate(live.match.turn_log.moves) if turn.seat == seat)
    colour = ("Black", "White", "Red")[seat]
    for plies, computer in ((first, "no"), (second, "yes")):
        mistake = Mistake(plies, seat, Placement(POINTS[plies]), Placement("a1"), 5.0)
        who = says("review-player", colour=colour, computer=computer)
        assert who in reviews_texts.mistake(live, mistake)
    other = Mistake(0, (seat + 1) % 3, Placement("e5"), Placement("a1"), 5.0)
    assert " (" not in reviews_texts.mistake(live, other).partition(": ")[2].partition(" played")[0]


async def test_a_seat_that_was_left_at_once_was_the_computers_from_the_beginning(
    house: House,
) -> None:
    live = await left_to_a_computer(house)
    seat = live.left_by.index(CY)
    assert live.played_by_computer(seat, 0)
    assert not live.played_by_computer((seat + 1) % 3, 0)


async def test_a_replay_names_those_who_had_played_until_then(trio: Table) -> None:
    black, white, red = await begin(trio)
    await trio.moves((black, "a1"), (white, "b1"), (red, "c1"))
    board = await resign(trio, white)
    await trio.play(black, "a2")
    await trio.board(6)
    board = await trio.moves((red, "c2"))
    shown = await trio.driver.click(black, board, "More…")
    assert shown.message is not None
    await ask(trio, black, shown.message, offer("White"))
    await trio.driver.click(red, await newest(trio), "Allow")
    await trio.play(black, "a3")
    await trio.board(11, 1)  # the computer has moved
    white_then = says("replay-player", seat="White", player=white)
    for ply, then in ((0, True), (3, True), (6, True), (7, False), (8, False)):
        answer = await press(trio, red, board["channel_id"], replay_control(1, ply))
        assert (white_then in answer.text) is then, answer.text


async def test_what_a_person_played_is_not_explained_as_the_computers_move(house: House) -> None:
    live = await begun(house)
    live = await house.play(live.id, *POINTS[:3])
    leaver = live.players[2]
    await asked_by(house, live, leaver, 2)
    live = await allow(house, live.id, *live.players[:2])
    live = replace(live, allowed=frozenset({ESTIMATES}))
    assert live.level_of(2) == 3
    assert move_to_explain(live) is None
