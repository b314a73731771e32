"""Kee Rules Go and Ki in a channel: more than two players, and passes that count."""

from datetime import timedelta
from itertools import count
from random import Random
from typing import Any

from bot.messages import lessons
from engine.games import all_games
from engine.match import Ending
from tests.bot.says import line, played, says
from tests.bot.table import ADA, AT_THE_END, BO, CY, Json, Table, labels, ply_of

HOUR = timedelta(hours=1)


async def lobby(table: Table, **options: Any) -> tuple[Json, list[str]]:
    """Ada opens a table for three, Bo and Cy take the free seats; the board, who plays by seat."""
    given: dict[str, Any] = {"width": 3, "height": 3, "players": 3, **options}
    card = await table.challenge(ADA, game="kee", **given)
    assert f"Ready: {await table.mention(ADA)}. Free seats: 2." in card["content"]
    for who in (BO, CY):
        assert (await table.driver.click(who, card, "Accept")).text.startswith("Accepted.")
    board = await table.board(0)
    assert says("board-seating", how="lot", seating="Black ")[:-1] in board["content"]
    return board, await table.players()


async def turn(table: Table, who: str, text: str) -> Json:
    """``who`` plays ``text``, sure of it where asked; the board that follows."""
    there = {message["id"] for message in await table.public()}
    answer = await table.play(who, text)
    if answer.text.startswith("Do you want"):
        assert answer.message is not None
        answer = await table.driver.click(who, answer.message, f"Yes, {text}")
    assert answer.text.startswith("You "), answer.text
    return await table.message(lambda m: m["id"] not in there and ply_of(m) is not None)


def passes(number: int) -> str:
    """That so many of the five passes were made that end a game for three."""
    return f" · {says('board-passes', number=str(number), needed='5')} · "


async def test_three_play_kee_from_the_lobby_to_the_result_and_one_runs_out(table: Table) -> None:
    _, (black, white, red) = await lobby(table, time="1h")
    for who, point in ((black, "b2"), (white, "a1"), (red, "c3")):
        await turn(table, who, point)
    table.clock.pass_by(HOUR + timedelta(minutes=1))  # Black's time
    board = await table.board(5)
    left = says("board-departed-pass", who="Black", number=1)
    out = f"{says('board-timeout', who='Black')} {says('board-others-play-on')}"
    assert board["content"].startswith(f"{out} {left}\n")
    assert passes(1) in board["content"]
    assert [person["global_name"] for person in board["mentions"]] == [white]
    board = await turn(table, white, "a2")
    assert "pass" not in board["content"]
    board = await turn(table, red, "c2")
    assert board["content"].startswith(f"{played('Red', 'c2')} {left}\n")
    assert passes(1) in board["content"]
    told: list[str] = []
    for who in (white, red, white):
        board = await turn(table, who, "pass")
        told.append(board["content"])
    assert passes(2) in told[0]
    assert passes(4) in told[1]  # Red's and Black's
    ends = says("board-pass-ends", who="White")
    passed = says("board-passed", who="Red", forced="no")
    assert told[1].startswith(f"{passed} {left} {ends}\n")
    lines = told[2].split("\n")
    assert lines[0] == says("board-passed", who="White", forced="no")
    names = {name: await table.mention(name) for name in (black, white, red)}
    assert lines[1] == says(
        "result-shared",
        how="score",
        id="1",
        winners=f"White ({names[white]}) and Red ({names[red]})",
        losers=f"Black ({names[black]})",
    )
    assert lines[2] == line("1st White", "1st Red", says("rank-departed", rank=3, who="Black"))
    end = (await table.service.matches.live(1)).match.end
    assert end is not None
    assert (end.how, end.ranks) == (Ending.SCORE, (3, 1, 1))
    assert labels(board) == AT_THE_END


async def test_six_can_play(table: Table) -> None:
    card = await table.challenge(ADA, game="kee", players=6)
    assert "6 players, seats drawn by lot." in card["content"]
    assert "Free seats: 5." in card["content"]


async def test_fewer_players_than_are_named_are_as_many_as_are_named(table: Table) -> None:
    card = await table.challenge(ADA, BO, game="kee", opponent_2=CY, players=2)
    assert "3 players" in card["content"]


async def test_a_repetition_names_the_ply_in_the_words_of_kee(table: Table) -> None:
    """A single stone's suicide changes nothing."""
    await table.begin(ADA, BO, game="kee", width=3, height=3)
    black, white = await table.players()
    for point in ("a2", "b1", "b3", "c2"):
        await turn(table, black, "pass")
        await turn(table, white, point)
    answer = await table.play(black, "b2")
    assert answer.text == (
        "That move is not legal: it would bring back the situation after move 8, with the same "
        "stones and the same anchor."
    )


async def test_in_ki_a_pass_is_offered_only_when_nothing_can_be_placed(table: Table) -> None:
    board = await table.begin(ADA, BO, game="ki", size=5)
    assert labels(board) == ["Move", "Resign", "More…"]
    one, _ = await table.players()
    answer = await table.play(one, "pass")
    assert answer.text == says("move-illegal", reason=says("illegal-must-place"))
    even = await table.command(ADA, "challenge ki", opponent=BO, size=6)
    assert "odd" in even.text


async def test_the_question_before_a_pass_tells_which_it_is_and_what_counts(
    table: Table,
) -> None:
    await table.begin(ADA, BO, game="kee", width=3, height=3)
    black, white = await table.players()
    for who, told in (
        (black, says("private-pass-of", number=1, needed=3)),
        (white, says("private-pass-of", number=2, needed=3)),
        (black, says("private-pass-ends")),
    ):
        asked = await table.play(who, "pass")
        assert f"{told} {says('private-pass-scored')}" in asked.text
        await turn(table, who, "pass")


async def test_stones_that_take_themselves_off_are_lost_and_not_captured(table: Table) -> None:
    """The first lesson's game: suicide is legal."""
    lesson = lessons.of(all_games()["kee"])[0]
    await table.begin(ADA, BO, game="kee", **lesson.options)
    people = await table.players()
    *before, last = enumerate(lesson.moves.split(", "))
    for number, move in before:
        await turn(table, people[number % 2], move)
    board = await turn(table, people[last[0] % 2], last[1])
    assert board["content"].startswith(f"{played('White', 'b1', lost=2)}\n")


async def test_who_only_took_a_free_seat_changes_nobodys_lobby(table: Table) -> None:
    card = await table.challenge(ADA, game="kee", players=3)
    await table.driver.click(CY, card, "Accept")
    form = await table.driver.click(CY, card, "Change…")
    sent = await table.driver.submit_modal(CY, form, {"width": "5"})
    assert sent.text == says("challenge-counter-offer-sent")
    found = await table.service.challenges.stored(1)
    assert found is not None
    assert found.state == "open"
    assert [seat.accepted for seat in found.invitations] == [True, False]


async def test_a_rematch_of_three_tells_who_is_ready(table: Table) -> None:
    _, (black, white, red) = await lobby(table)
    for who in (black, white):
        asked = await table.command(who, "resign")
        assert asked.message is not None
        await table.driver.click(who, asked.message, "Yes, resign")
    last = await table.message(lambda m: "🏁" in m["content"])
    await table.driver.click(black, last, "Rematch")
    card = await table.message(lambda m: "A rematch of game #1" in m["content"])
    assert says("challenge-rematch", match="1", sides="reversed") in card["content"]
    assert "by lot" not in card["content"]

    async def is_known() -> bool:
        return await table.service.challenges.card_of(2) is not None

    await table.until(is_known)
    await table.driver.click(red, last, "Rematch")
    ready = f"Ready: {await table.mention(black)} and {await table.mention(red)}."
    await table.becomes(card, lambda m: ready in m["content"])


async def test_in_ki_a_forced_pass_is_offered_and_explained(table: Table) -> None:
    await table.begin(ADA, BO, game="ki", size=5)
    random, source = Random(3), count(10**6)
    live = await table.service.matches.live(1)
    while not (words := live.match.position.declarations()):
        move = random.choice(list(live.match.position.legal_moves()))
        assert live.to_move is not None
        text = live.match.position.write(move)
        live = await table.service.matches.play(1, live.to_move, text, event_id=next(source))
    assert [word.word for word in words] == ["pass"]
    table.client.delivery.wake(live.channel_id)
    board = await table.board(live.match.ply)
    white = says("turn-declare", who="White", words="pass")
    assert f" · {white} · " in board["content"]
    assert "Pass" in labels(board)
    assert live.to_move is not None
    passed = await table.driver.click(await table.name(live.to_move), board, "Pass")
    # There is nothing to be sure of.
    assert passed.text == says(
        "private-played", move="forced", number="", point="pass", captured=0, lost=0
    )
