"""The opening swap: one player places the first stone, the other picks a side."""

from datetime import timedelta

import pytest

from bot.service.server_settings import ServerSettings
from tests.bot.asking import called
from tests.bot.says import line, played, says, status
from tests.bot.table import ADA, BO, BOT, CY, GAMES, NOT_JUDGED, Json, Table, labels, ply_of
from tests.bot.threads.thread import THREADS, first_board
from tests.features.settings.test_config import server

SWAP: Json = {"game": "ki", "size": 5, "swap": True}
CHOICE = ["Play Black", "Play White", "Resign", "More…"]


async def begin(table: Table, **options: object) -> tuple[str, str]:
    """Ada and Bo begin; who places the first stone, and who picks a side."""
    await table.begin(ADA, BO, **{**SWAP, **options})
    first, second = await table.players()
    return first, second


@pytest.mark.parametrize(
    ("place", "side"), [("boards", "black"), ("living", "white"), ("thread", "black")]
)
async def test_one_places_a_stone_and_the_other_picks_a_side(
    table: Table, place: str, side: str
) -> None:
    await table.driver.permit(GAMES, allow=[THREADS])
    card = await table.challenge(ADA, BO, place=place, **SWAP)
    told = card["content"].split("\n")
    assert says("challenge-option-swap.on") in told
    assert says("setting-swap.on") in told[1].split(" · ")
    await table.driver.click(BO, card, "Accept")
    board = await first_board(table, card) if place == "thread" else await table.board(0)
    first, second = await table.players()
    one, other = await table.mention(first), await table.mention(second)
    assert labels(board) == ["Move", "Resign", "More…"]
    assert says("board-sides-follow") in board["content"].split("\n")

    board = await table.moves((first, "b4"))
    assert labels(board) == CHOICE
    said = await everything(table)
    assert f"{played(one, 'b4')} {says('board-side-open')}\n" in said
    assert line(other, "") in said
    assert says("turn-choose.short", words="Black or White") in said
    early = await table.play(second, "d2")
    assert early.text == says("move-illegal", reason=says("illegal-expected-side"))
    assert (await table.driver.click(first, board, "Play Black")).text == says(
        "refusal-not-your-turn-but", player=other
    )

    chosen = await table.driver.click(second, board, f"Play {side.capitalize()}")
    assert chosen.text == f"You chose {side.capitalize()}."
    board = await table.board(2)
    black, white = (second, first) if side == "black" else (first, second)
    seating = f"Black {await table.mention(black)}, White {await table.mention(white)}"
    about = {"side": side, "seating": seating, "pie": "stone", "stone": "b4"}
    assert says("board-chose-side", who=other, **about) in await everything(table)
    assert labels(board) == ["Move", "Resign", "More…"]
    await table.moves((white, "d2"), (black, "d4"))
    assert says("board-side-open") not in (await table.board(4))["content"]


async def everything(table: Table) -> str:
    """All that everybody sees here."""
    return "\n".join(f"{m['content']}\n" for m in await table.public())


async def test_without_the_option_nothing_is_said_about_it(table: Table) -> None:
    card = await table.challenge(ADA, BO, game="ki", size=5)
    assert "swap" not in card["content"].lower()
    await table.driver.click(BO, card, "Accept")
    board = await table.board(0)
    assert "swap" not in board["content"].lower()
    assert says("board-sides-follow") not in board["content"]


async def test_the_board_says_what_it_is_about_in_a_few_words(table: Table) -> None:
    first, second = await begin(table)
    board = await table.moves((first, "b4"), (second, "black"))
    one, other = await table.mention(first), await table.mention(second)
    assert board["content"].startswith(
        f"{other} chose Black: Black {other}, White {one}. "
        "The stone on b4 is Black’s. Choosing a side was move 2.\n"
    )
    assert status("Ki", 1, 2, "White", mention=one) in board["content"]
    assert called(board) == [first]


async def test_the_choice_is_taken_back_and_made_again(table: Table) -> None:
    first, second = await begin(table)
    await table.moves((first, "b4"), (second, "black"))
    undone = await table.command(second, "undo")
    assert undone.text == says("private-undone", moves="the choice of Black")
    board = await table.board(3)
    assert labels(board) == CHOICE
    await table.driver.click(second, board, "Play White")
    board = await table.board(4)
    assert called(board) == [second] and status("Ki", 1, 2, "White") in board["content"]
    assert (await table.service.matches.live(1)).match.position.colours == (0, 1)


@pytest.mark.parametrize("who", [0, 1])
async def test_who_resigns_during_the_choice_has_lost(table: Table, who: int) -> None:
    people = await begin(table)
    board = await table.moves((people[0], "b4"))
    asked = await table.driver.click(people[who], board, "Resign")
    assert asked.message is not None
    await table.driver.click(people[who], asked.message, "Yes, resign")
    board = await table.board(2)
    assert says("board-resigned", who=await table.mention(people[who])) in board["content"]
    end = (await table.service.matches.live(1)).match.end
    assert end is not None and end.winners == (1 - who,)


async def test_time_that_runs_out_during_the_choice_closes_the_game_without_a_loser(
    table: Table,
) -> None:
    first, second = await begin(table, time="1h")
    await table.moves((first, "b4"))
    table.clock.pass_by(timedelta(minutes=61))
    board = await table.board(2)
    assert says("board-timeout", who=await table.mention(second)) in board["content"]
    assert labels(board) == NOT_JUDGED
    end = (await table.service.matches.live(1)).match.end
    assert end is not None and end.winners == ()


async def test_a_rematch_has_the_swap_and_the_other_player_begins(table: Table) -> None:
    first, second = await begin(table)
    await table.moves((first, "b4"), (second, "black"))
    asked = await table.command(first, "resign")
    assert asked.message is not None
    await table.driver.click(first, asked.message, "Yes, resign")
    await table.driver.click(first, await table.board(3), "Rematch")
    card = await table.message(lambda m: "rematch of game #1" in m["content"])
    assert says("challenge-option-swap.on") in card["content"].split("\n")
    await table.driver.click(second, card, "Accept")
    await table.board(0, 2)
    assert await table.players(2) == [second, first]
    record = await table.command(CY, "record", game="1")
    assert record.message is not None and record.message["attachments"]
    replay = await table.command(CY, "replay", game="1")
    assert replay.message is not None and replay.message["attachments"]


# --- against the computer ---


async def practise(table: Table, begins: str, level: int = 1) -> None:
    """Ada plays against the computer, with the swap."""
    decided = ServerSettings(options={"ki": {"size": "5", "swap": "yes"}})
    await table.service.servers.change(int((await server(table))["id"]), lambda _: decided)
    answer = await table.command(ADA, "practice", game="ki", level=level, begins=begins)
    assert "The game begins" in answer.text, answer.text


async def test_the_computer_picks_a_side_and_plays_on(table: Table) -> None:
    await practise(table, "you", level=6)
    await table.board(0, 1)
    await table.play(ADA, "c3")  # so strong that nobody leaves it to the other
    await table.message(lambda m: (ply_of(m) or (0, 0))[1] >= 2)
    live = await table.service.matches.live(1)
    assert [turn.text for turn in live.match.turn_log.moves][:2] == ["c3", "black"]
    assert live.match.position.colours == (1, 0) and live.to_move == live.players[0]
    await table.play(ADA, "b2")
    await table.message(lambda m: (ply_of(m) or (0, 0))[1] >= 4)


async def test_the_computer_places_a_stone_that_can_be_left_to_either_side(table: Table) -> None:
    await practise(table, "me")
    board = await table.board(1, 1)
    assert labels(board) == CHOICE
    stones = [turn.text for turn in (await table.service.matches.live(1)).match.turn_log.moves]
    more = await table.driver.click(ADA, board, "More…")
    assert more.message is not None
    assert says("button-hint") not in labels(more.message)
    assert says("button-why-this-move") not in labels(more.message)
    await table.driver.click(ADA, board, "Play White")
    board = await table.board(2, 1)
    assert labels(board)[0] == "Move"
    await table.play(ADA, "a1" if "a1" not in stones else "e5")
    await table.message(lambda m: (ply_of(m) or (0, 0))[1] >= 4)


async def test_a_challenge_to_the_computer_has_the_option_too(table: Table) -> None:
    answer = await table.command(ADA, "challenge ki", opponent=BOT, size=5, swap=True)
    assert "The game begins" in answer.text
    live = await table.service.matches.live(1)
    assert live.match.options["swap"] is True
