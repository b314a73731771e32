"""The campaign's own eyes: each thing that must not happen is seen where it is planted."""

from tests.campaign.evening import ADA, BO, Evening


def test_a_good_evening_has_nothing_to_tell(evening: Evening) -> None:
    evening.ledger.heard(evening.turn("a1"), "You played a1.")
    old = evening.board(1, buttons=True)
    assert evening.look() == []
    evening.turn("b1")
    evening.board(2, buttons=True)
    evening.board(1, number=old)
    assert evening.look() == []
    assert (evening.looks.tally.stored, evening.looks.tally.boards) == (2, 3)


def test_an_answered_turn_that_is_not_stored_is_lost(evening: Evening) -> None:
    evening.ledger.heard(77, "You passed.")
    assert evening.look() == ["the turn of event 77 was answered and is not stored"]
    assert evening.looks.tally.lost == 1


def test_a_board_twice_or_out_of_order(evening: Evening) -> None:
    evening.turn("a1")
    evening.turn("b1")
    for ply in (1, 2, 2, 1):
        evening.board(ply)
    assert len(evening.look()) == evening.looks.tally.doubled == 2


def test_a_later_board_may_stand_for_turns_that_it_tells(evening: Evening) -> None:
    evening.turn("a1")
    evening.turn("b1")
    evening.board(2, "Black played a1. White played b1.")
    assert evening.look() == []
    evening.turn("a2")
    evening.turn("b2")
    evening.board(4, "1 earlier move: …. White played b2.")
    assert evening.look() == []
    assert evening.looks.tally.folded == 2


def test_a_turn_that_no_board_tells(evening: Evening) -> None:
    evening.turn("a1")
    evening.turn("b1")
    assert evening.look() == ["match 1 is told up to turn 0 of 2"]
    evening.board(2, "White played b1.")
    assert evening.look() == ["no post tells turn 1 of match 1 (a1): 'White played b1.'"]


def test_a_turn_that_nobody_or_somebody_else_made(evening: Evening) -> None:
    evening.turn("a1", by=BO)
    evening.store("INSERT INTO turn VALUES (1, 2, 1, 'b1', 555, 0, 0)")
    evening.store("INSERT INTO turn VALUES (1, 3, 0, 'timeout', NULL, 0, 0)")
    for ply in (1, 2, 3):
        evening.board(ply)
    assert evening.look() == [
        "turn 1 of match 1 (a1) was made by 12, who has not that seat",
        "nobody made turn 2 of match 1 (b1): its event 555 is unknown",
        "turn 3 of match 1 (timeout) was taken by the clock",
    ]


def test_a_planned_answer_was_planned(evening: Evening) -> None:
    evening.ledger.plans_to(1, 1, ("a1", "b1", "a2", "b2"))
    evening.turn("a1")
    evening.plays_by_plan("b1")
    evening.board(2, "Black played a1. White played b1.")
    assert evening.look() == []
    evening.turn("c1")
    evening.plays_by_plan("b2")
    evening.board(4, "Black played c1. White played b2.")
    assert evening.look() == ["nobody planned turn 4 of match 1 (b2) as the answer to c1"]
    assert evening.looks.tally.planned == 2


def test_a_plan_that_was_not_played_or_outlives_its_board(evening: Evening) -> None:
    plan = "INSERT INTO plan VALUES (1, ?, ?, ?)"
    evening.store(plan, 1, 0, '[["a1", "b1"]]')
    assert evening.look() == []
    evening.turn("a1")
    evening.board(1)
    about = "the plan of seat 1 in match 1 ([['a1', 'b1']])"
    assert evening.look() == [f"{about} is for turn 0 of 1"]
    evening.store("UPDATE plan SET ply = 1")
    assert evening.look() == [f"{about} was not played"]
    evening.store("UPDATE plan SET variations = '[]'")
    assert evening.look() == []
    evening.turn("resign")
    evening.board(2)
    assert evening.look() == [
        "the plan of seat 1 in match 1 ([]) is there although the match is over"
    ]


def test_time_runs_out_only_where_a_fault_has_let_it(evening: Evening) -> None:
    late = "INSERT INTO turn VALUES (1, 1, 0, 'overdue', NULL, 0, 0)"
    evening.store(late)
    evening.board(1)
    assert evening.look() == ["nobody made turn 1 of match 1 (overdue)"]
    evening.ledger.runs_out(1)
    evening.store(late.replace("1, 1, 0", "1, 2, 0"))
    evening.board(2)
    evening.record("interaction", 950, user_id=ADA)
    evening.store("INSERT INTO turn VALUES (1, 3, 0, 'timeout', 950, 0, 0)")
    evening.board(3)
    assert evening.look() == ["turn 3 of match 1 (timeout) was claimed by the late player"]


def test_buttons_on_a_board_that_is_not_the_newest(evening: Evening) -> None:
    old = evening.board(0, buttons=True, number=101)
    evening.turn("a1")
    evening.board(1, buttons=True)
    assert evening.look() == [f"an old board of match 1 has buttons, message {old}"]


def test_an_old_board_in_a_thread_that_sleeps_keeps_its_buttons(evening: Evening) -> None:
    old = evening.board(0, buttons=True, number=101)
    evening.record("channel", 5, thread_metadata={"archived": True})
    evening.turn("a1")
    evening.board(1, buttons=True)
    assert evening.look() == []
    evening.record("channel", 5, thread_metadata={"archived": False})
    assert evening.look() == [f"an old board of match 1 has buttons, message {old}"]


def test_a_living_board_is_edited_or_replaced(evening: Evening) -> None:
    evening.store("UPDATE \"match\" SET place = 'living'")
    old = evening.board(0, buttons=True, calls=[ADA])
    evening.turn("a1")
    told_late = "match 1 is told up to turn 0 of 1"
    assert told_late in evening.look()
    evening.board(1, buttons=True, number=old, calls=[BO])
    assert evening.look() == []
    evening.board(1, buttons=True, calls=[BO])
    assert evening.look() == [f"an old board of match 1 has buttons, message {old}"]
    assert evening.looks.tally.doubled == 0


def test_a_turn_under_a_living_board_calls_once(evening: Evening) -> None:
    evening.store("UPDATE \"match\" SET place = 'living'")
    board = evening.board(0, buttons=True, calls=[ADA])
    assert evening.look() == []
    evening.turn("a1")
    evening.board(1, buttons=True, number=board)
    assert evening.look() == ["match 1 calls 12 0 times after 1 turns"]
    line = evening.message(
        f"Black played a1. Keil #1 · https://discord.com/channels/1/5/{board}", calls=[BO]
    )
    assert evening.look() == []
    again = evening.message(
        f"Black played a1. Keil #1 · https://discord.com/channels/1/5/{board}", calls=[BO]
    )
    assert evening.look() == ["match 1 calls 12 2 times after 1 turns"]
    evening.remove("message", line)
    assert evening.look() == []
    evening.remove("message", again)
    assert evening.look() == ["match 1 calls 12 0 times after 1 turns"]


def test_a_line_links_to_the_newest_board(evening: Evening) -> None:
    evening.store("UPDATE \"match\" SET place = 'living'")
    old = evening.board(0, buttons=True, calls=[ADA])
    evening.turn("a1")
    line = evening.message(
        f"Black played a1. Keil #1 · https://discord.com/channels/1/5/{old}", calls=[BO]
    )
    evening.look()
    evening.remove("message", old)
    evening.board(1, buttons=True)
    assert evening.look() == [f"the line {line} of match 1 does not link to its board"]


def test_a_living_board_that_is_deleted_and_not_replaced(evening: Evening) -> None:
    evening.store("UPDATE \"match\" SET place = 'living'")
    evening.turn("a1")
    evening.board(1, buttons=True, calls=[BO])
    assert evening.look() == []
    evening.remove("message")
    assert evening.look() == ["match 1 has no board"]


def test_a_match_whose_channel_is_deleted_ends_and_is_not_lost(evening: Evening) -> None:
    evening.turn("a1")
    evening.board(1)
    evening.remove("channel")
    assert evening.look() == ["match 1 has no channel, and runs"]
    evening.store("INSERT INTO turn VALUES (1, 2, 1, 'gone', NULL, 0, 0)")
    evening.store('UPDATE "match" SET ply = 2, to_move = NULL')
    assert evening.look() == []
    evening.store("INSERT INTO turn VALUES (1, 3, 1, 'timeout', NULL, 0, 0)")
    assert evening.look() == ["turn 3 of match 1 (timeout) was taken by the clock"]


def test_tracebacks_need_a_reference(evening: Evening) -> None:
    trace = "Traceback (most recent call last):\n  File x\nValueError: of ours\n"
    log = evening.folder / "bot.log"
    log.write_text(
        f"2026-01-01 00:00:00,0 ERROR keil fault 0A1B2C in play reference=0A1B2C\n{trace}"
    )
    assert list(evening.looks.log()) == []
    assert evening.looks.tally.references == 1
    with log.open("a") as more:
        more.write(f"2026-01-01 00:00:00,0 ERROR asyncio never retrieved\n{trace}")
    (found,) = evening.looks.log()
    assert "ValueError: of ours" in found
