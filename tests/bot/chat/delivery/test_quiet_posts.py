"""Posts that show nothing new have no picture; old ones say neither time nor turn."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.playground.driver import EDIT, SEND
from tests.bot.left import left
from tests.bot.says import line, played, says
from tests.bot.table import (
    ADA,
    AT_THE_END,
    BO,
    CY,
    Json,
    Process,
    Table,
    labels,
    ply_of,
)


def has_picture(message: Json) -> bool:
    """Whether a message has a picture."""
    return bool(message["attachments"])


async def boards(table: Table) -> list[Json]:
    """The posts about games in the channel, without the cards."""
    return [m for m in await table.public() if m["author"].get("bot")][1:]


async def test_the_empty_board_is_shown_first_and_where_a_stone_can_be_placed(table: Table) -> None:
    begins = await table.begin(ADA, BO, size=3)
    assert has_picture(begins)
    named = await table.moves((ADA, "komi 3"))
    assert not has_picture(named)
    assert labels(named) == ["Play Black", "Play White (+3)", "Resign", "More…"]
    chosen = await table.moves((BO, "white"))
    assert has_picture(chosen)
    assert labels(chosen)[0] == "Move"
    assert has_picture(await table.moves((ADA, "c3")))


@pytest.mark.parametrize("wish", ["cancel", "undo"])
async def test_a_question_has_no_picture_and_its_answer_has(table: Table, wish: str) -> None:
    """Once it is answered, *Move* is under a board again."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    if wish == "undo":
        table.clock.pass_by(timedelta(minutes=2))
        offer = await table.command(black, "undo")
        assert offer.message is not None
        await table.driver.click(black, offer.message, "Ask")
    else:
        await table.command(black, wish)
    asked = await table.board(2)
    assert not has_picture(asked)
    assert labels(asked)[:2] == ["Allow", "Refuse"]
    await table.driver.click(white, asked, "Refuse")
    answered = await table.board(3)
    assert has_picture(answered) and labels(answered)[0] == "Move"


async def test_a_resignation_has_no_picture(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    sure = await table.command(black, "resign")
    assert sure.message is not None
    await table.driver.click(black, sure.message, "Yes, resign")
    over = await table.board(2)
    assert not has_picture(over)
    assert labels(over) == AT_THE_END


async def test_a_move_that_is_taken_back_has_a_picture(table: Table) -> None:
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    await table.command(black, "undo")
    assert has_picture(await table.board(2))
    await table.moves((black, "c3"))
    asked = await table.moves((white, "b2"))
    table.clock.pass_by(timedelta(minutes=2))
    offer = await table.command(white, "undo")
    assert offer.message is not None
    await table.driver.click(white, offer.message, "Ask")
    asked = await table.board(5)
    assert not has_picture(asked)
    await table.driver.click(black, asked, "Allow")
    assert has_picture(await table.board(6))


async def test_what_is_taken_back_from_no_board_has_no_picture(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 3"))
    await table.command(ADA, "undo")
    assert not has_picture(await table.board(2))


async def test_a_second_pass_in_a_row_has_a_picture_only_at_the_end(trio: Table) -> None:
    """The first one takes the mark off the last stone, the last one counts the board."""
    card = await trio.challenge(ADA, BO, game="trio", opponent_2=CY)
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.board(0, 1)
    first, second, third = await trio.players()
    shown = [
        has_picture(await trio.moves(turn))
        for turn in ((first, "a1"), (second, "pass"), (third, "pass"), (first, "pass"))
    ]
    assert shown == [True, True, False, True]


async def test_a_folded_move_is_shown_with_a_question_after_it(table: Table) -> None:
    _, black, white = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    await table.play(black, "c3")
    await held.wait_until_held()
    await table.play(white, "b2")
    await table.command(white, "cancel")
    await held.release()
    newest = await table.board(3)
    assert has_picture(newest)
    assert newest["content"].splitlines()[0] == played("White", "b2")


async def test_what_was_asked_and_refused_before_it_was_told_has_no_picture(table: Table) -> None:
    _, black, white = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    await table.play(black, "c3")
    await held.wait_until_held()
    await table.command(white, "cancel")
    await table.command(black, "cancel")
    await table.driver.slash(white, table.channel, "play", {"move": "undo"})
    await held.release()
    newest = await table.board(2)
    assert not has_picture(newest)


# --- a picture after each turn, if that was chosen ---


async def pictures(table: Table, mode: str | None) -> None:
    """The owners decide when posts have pictures."""
    (server,) = table.client.guilds
    await table.service.servers.change(server.id, lambda old: replace(old, pictures=mode))


async def asks_to_cancel(table: Table, who: str, match: int = 1) -> Json:
    """The post of a turn that changes nothing on the board."""
    ply = await table.ply(match)
    await table.command(who, "cancel", game=str(match))
    return await table.board(ply + 1, match)


async def test_with_pictures_after_each_turn_every_post_has_one(table: Table) -> None:
    await pictures(table, "turn")
    posts = [await table.begin(ADA, BO, size=3)]
    posts += [await table.moves(turn) for turn in ((ADA, "komi 3"), (BO, "white"), (ADA, "c3"))]
    posts.append(await asks_to_cancel(table, BO))
    assert labels(posts[-1])[:2] == ["Allow", "Refuse"]
    sure = await table.command(BO, "resign")
    assert sure.message is not None
    await table.driver.click(BO, sure.message, "Yes, resign")
    posts.append(await table.board(5))
    assert labels(posts[-1]) == AT_THE_END
    assert all(has_picture(post) for post in posts)


@pytest.mark.parametrize("mode", [None, "change", "turn"])
async def test_a_second_pass_in_a_row_has_a_picture_if_that_was_chosen(
    trio: Table, mode: str | None
) -> None:
    card = await trio.challenge(
        ADA, BO, game="trio", opponent_2=CY, **({"pictures": mode} if mode else {})
    )
    for who in (BO, CY):
        await trio.driver.click(who, card, "Accept")
    await trio.board(0, 1)
    first, second, third = await trio.players()
    await trio.moves((first, "a1"), (second, "pass"))
    assert has_picture(await trio.moves((third, "pass"))) is (mode == "turn")


@pytest.mark.parametrize(("decided", "chosen"), [(None, "turn"), ("turn", "change")])
async def test_a_game_chooses_for_itself(table: Table, decided: str | None, chosen: str) -> None:
    await pictures(table, decided)
    card = await table.challenge(ADA, BO, size=3, komi=0, pictures=chosen)
    assert says(f"pictures-{chosen}") in card["content"].split("\n")
    await table.driver.click(BO, card, "Accept")
    await table.board(0)
    assert has_picture(await asks_to_cancel(table, ADA)) is (chosen == "turn")


async def test_a_running_game_follows_the_server_only_if_it_never_chose(table: Table) -> None:
    for chosen in ({}, {"pictures": "change"}):
        await table.begin(ADA, BO, size=3, komi=0, **chosen)
    await pictures(table, "turn")
    assert has_picture(await asks_to_cancel(table, ADA, 1))
    assert not has_picture(await asks_to_cancel(table, ADA, 2))
    await pictures(table, None)
    await table.command(ADA, "cancel", game="1")
    answered = await table.driver.click(BO, await table.board(1, 1), "Refuse")
    assert answered.ephemeral
    await table.board(2, 1)
    assert not has_picture(await asks_to_cancel(table, BO, 1))


async def test_a_rematch_keeps_what_its_game_has_chosen(table: Table) -> None:
    _, black, white = await table.begin_small(pictures="turn")
    await table.moves((black, "c3"))
    sure = await table.command(white, "resign")
    assert sure.message is not None
    await table.driver.click(white, sure.message, "Yes, resign")
    over = await table.board(2)
    for who in (white, black):
        await table.driver.click(who, over, "Rematch")
    await table.board(0, 2)
    assert has_picture(await asks_to_cancel(table, black, 2))


@pytest.mark.storage
@pytest.mark.parametrize("arrived", [True, False])
async def test_a_lost_picture_after_a_turn_is_there_once(process: Process, arrived: bool) -> None:
    """Another process makes the message again from what is stored."""
    async with process() as table:
        _, black, _ = await table.begin_small(pictures="turn")
        await table.moves((black, "c3"))
        held = await (table.driver.hold_after if arrived else table.driver.hold_before)(SEND)
        await table.command(black, "cancel")
        await held.wait_until_held()
        await held.release(drop=True)
    async with process() as table:
        asked = await table.board(2)
        assert has_picture(asked) and labels(asked)[:2] == ["Allow", "Refuse"]
        await table.until(lambda: is_sent(table))
        assert [ply_of(m) for m in await boards(table)].count((1, 2)) == 1


# --- posts without a picture are found again ---


async def asks(table: Table) -> None:
    """White plays, and is asked to cancel the game."""
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.command(black, "cancel")


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_lost_question_is_known_by_its_buttons(process: Process, arrived: bool) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small()
        await table.moves((black, "c3"))
        held = await (table.driver.hold_after if arrived else table.driver.hold_before)(SEND)
        asking = table.driver.slash(black, table.channel, "cancel")
        await asking
        await held.wait_until_held()
        await held.release(drop=True)
    async with process() as table:
        await table.board(2)
        await table.until(lambda: is_sent(table))
        assert [ply_of(m) for m in await boards(table)].count((1, 2)) == 1


async def is_sent(table: Table) -> bool:
    """Whether nothing waits to be sent."""
    return not await table.store.read(lambda tx: left(tx))


async def test_a_lost_question_that_was_answered_meanwhile_is_not_asked_again(
    process: Process,
) -> None:
    """Somebody has pressed a button on it before the bot has heard that it is there."""
    async with process() as table:
        _, black, white = await table.begin_small()
        await table.moves((black, "c3"))
        held = await table.driver.hold_after(SEND)
        await table.command(black, "cancel")
        await held.wait_until_held()
        asked = await table.board(2)
        await table.driver.click(white, asked, "Refuse")
        await held.release(drop=True)
    async with process() as table:
        await table.board(3)
        await table.until(lambda: is_sent(table))
        words = says("board-asks", who="Black", wish="cancel", moves="", winner="")
        assert sum(words in m["content"] for m in await boards(table)) == 1


async def test_a_lost_pass_that_was_answered_meanwhile_is_not_told_again(
    process: Process,
) -> None:
    """Found again, its board no longer says that the next pass ends the game."""
    async with process() as table:
        _, black, white = await table.begin_small()
        await table.moves((black, "c3"))
        held = await table.driver.hold_after(SEND)
        sure = await table.play(white, "pass")
        assert sure.message is not None
        await table.driver.click(white, sure.message, "Yes, pass")
        await held.wait_until_held()
        passed = await table.board(2)
        form = await table.form_on(black, passed)
        await table.driver.submit_modal(black, form, {"text": "b2"})
        assert says("board-pass-ends", who="Black") in passed["content"]
        await table.without_buttons(passed)
        await held.release(drop=True)
    async with process() as table:
        await table.board(3)
        await table.until(lambda: is_sent(table))
        words = old_words(says("board-passed", who="White", forced="no"), ply=2)
        assert (await table.becomes(passed, lambda m: m["content"] == words))["id"] == passed["id"]
        assert sum("passed" in m["content"] for m in await boards(table)) == 1


async def test_a_reply_to_a_post_without_a_picture_is_a_move(table: Table) -> None:
    await table.begin(ADA, BO, size=3)
    named = await table.moves((ADA, "komi 3"))
    assert not has_picture(named)
    await table.driver.say(BO, table.channel, "white", reply_to=named)
    assert labels(await table.board(2))[0] == "Move"


async def test_a_reply_to_a_post_without_a_picture_that_is_being_sent_is_a_move(
    table: Table,
) -> None:
    await table.begin(ADA, BO, size=3)
    held = await table.driver.hold_after(SEND)
    await table.play(ADA, "komi 3")
    await held.wait_until_held()
    named = await table.board(1)
    assert not has_picture(named)
    await table.driver.say(BO, table.channel, "white", reply_to=named)
    await table.until(lambda: reaches(table, 2))
    await held.release()
    await table.board(2)


async def reaches(table: Table, ply: int) -> bool:
    """Whether the match has had so many turns."""
    return await table.ply() == ply


# --- what is out of date ---


def old_words(*said: str, ply: int) -> str:
    """What an old board says."""
    facts = line(says("board-game", game="Keil", id="1"), says("board-ply", ply=str(ply)))
    return "\n".join([*said, facts])


@pytest.mark.parametrize("how", ["button", "slash"])
async def test_an_old_board_says_neither_time_nor_turn(table: Table, how: str) -> None:
    _, black, white = await table.begin_small()
    old = await table.moves((black, "c3"))
    assert says("turn-to-play", who="White") in old["content"]
    if how == "button":
        form = await table.form(white, old)
        await table.driver.submit_modal(white, form, {"text": "b2"})
    else:
        await table.play(white, "b2")
    await table.board(2)
    now = await table.without_buttons(old)
    assert now["content"] == old_words(played("Black", "c3"), ply=1)
    assert has_picture(now)


async def test_an_old_board_does_not_say_what_may_come_next(table: Table) -> None:
    _, black, white = await table.begin_small()
    passed = await table.moves((black, "pass"))
    assert says("board-pass-ends", who="White") in passed["content"]
    await table.moves((white, "b2"))
    now = await table.without_buttons(passed)
    assert now["content"] == old_words(says("board-passed", who="Black", forced="no"), ply=1)
    await table.command(black, "cancel")
    asked = await table.board(3)
    assert says("board-answer", others=await table.mention(white)) in asked["content"]
    await table.driver.click(white, asked, "Refuse")
    now = await table.without_buttons(asked)
    asks = says("board-asks", who="Black", wish="cancel", moves="", winner="")
    assert now["content"] == old_words(asks, ply=2)


async def test_marking_an_old_board_costs_no_request_with_the_bots_token(table: Table) -> None:
    _, black, white = await table.begin_small()
    for who, move in ((black, "c3"), (white, "b2")):
        await table.moves((who, move))
    old = await table.board(2)
    since = len(await table.driver.requests())
    held = await table.driver.hold_before(SEND)
    form = await table.form_on(black, old)
    await table.driver.submit_modal(black, form, {"text": "d4"})
    await held.release()
    await table.board(3)
    await table.without_buttons(old)
    requests = [r for r in await table.driver.requests() if r["n"] >= since]
    assert not [r for r in requests if r["method"] == "PATCH" and old["id"] in r["path"]]


async def test_the_first_board_keeps_how_the_game_began(table: Table) -> None:
    first, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    now = await table.without_buttons(first)
    assert now["content"] == "\n".join(first["content"].splitlines()[:2])


async def test_an_old_board_is_marked_after_a_restart(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        old = await table.moves((black, "c3"))
        held = await table.driver.hold_before(EDIT)
        await table.moves((white, "b2"))
        await held.wait_until_held()
        await held.release(drop=True)
    async with process() as table:
        now = await table.without_buttons(old)
        assert now["content"] == old_words(played("Black", "c3"), ply=1)


async def test_an_old_board_keeps_the_turns_that_were_folded_into_it(table: Table) -> None:
    _, black, white = await table.begin_small()
    held = await table.driver.hold_before(SEND)
    await table.play(black, "c3")
    await held.wait_until_held()
    await table.play(white, "b2")
    await table.play(black, "d4")
    await held.release()
    old = await table.board(3)
    await table.moves((white, "b3"))
    now = await table.without_buttons(old)
    assert now["content"] == old_words(played("White", "b2"), played("Black", "d4"), ply=3)
