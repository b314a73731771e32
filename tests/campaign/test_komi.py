"""What must not happen while komi is settled is seen where it is planted."""

import pytest

from engine.games import all_games
from engine.match import Match
from engine.turns import NO_TIME, Turn
from tests.campaign import komi
from tests.campaign.evening import ADA, BO, Evening

BID = 163.5
LEAK = "the sealed bid 163.5 of match 1 can be read in"
SEATED = f"Black <@{ADA}>, White <@{BO}>."


@pytest.fixture
def bidding(evening: Evening) -> Evening:
    """An evening on which the first bid is to be made."""
    options = '{"size": 8, "button": false, "komi": null, "komi_by": "sealed"}'
    evening.store('UPDATE "match" SET options = ?, to_move = 0', options)
    return evening


def seals(evening: Evening, told: str = "") -> None:
    """Ada makes the first bid."""
    evening.ledger.bids.add((1, BID))
    evening.ledger.tries(evening.turn("sealed"), BID)
    evening.board(1, told)


def opens(evening: Evening, second: str, *then: str, to_move: int = 0) -> None:
    """Bo makes the second bid, and what follows from it comes with it."""
    evening.turn(second)
    for text in then:
        evening.plays_by_plan(text)
    evening.store('UPDATE "match" SET to_move = ?', to_move)


def test_two_bids_that_are_opened_in_order_are_nothing_to_tell(bidding: Evening) -> None:
    seals(bidding)
    assert bidding.look() == []
    opens(bidding, "bid 7", f"bid {BID}")
    bidding.board(3, f"<@{ADA}> bid {BID} for Black: {SEATED}")
    assert bidding.look() == []


def test_a_secret_that_can_be_read(bidding: Evening) -> None:
    seals(bidding)
    for text in (f"Ada bid {BID}", "komi 163½"):
        number = bidding.message(text)
        assert bidding.look() == [f"{LEAK} the message {number}"]
        bidding.remove("message", number)
    bidding.record("interaction", 40, user_id=BO, choices=[{"name": f"bid {BID}"}])
    assert bidding.look() == [f"{LEAK} the interaction 40"]
    bidding.record("interaction", 40, user_id=ADA, choices=[{"name": f"bid {BID}"}])
    assert bidding.look() == []
    bidding.store("INSERT INTO plan VALUES (1, 0, 1, ?)", f'[["bid 7", "bid {BID}"]]')
    assert f"{LEAK} the table plan" in bidding.look()


def test_a_secret_in_the_log(bidding: Evening) -> None:
    seals(bidding)
    (bidding.folder / "bot.log").write_text(f"2026-01-01 00:00:00,163 INFO keil bid {BID}\n")
    assert list(bidding.looks.log()) == [f"{LEAK} the log"]


def test_a_secret_is_one_for_ever_where_the_game_ends_before(bidding: Evening) -> None:
    seals(bidding)
    bidding.turn("resign")
    bidding.store('UPDATE "match" SET to_move = NULL')
    bidding.board(2)
    assert bidding.look() == []
    number = bidding.message(f"komi {BID}")
    assert bidding.look() == [f"{LEAK} the message {number}"]


def test_a_first_bid_that_everybody_sees(bidding: Evening) -> None:
    bidding.turn("bid 7")
    bidding.board(1)
    assert bidding.look() == ["the first bid of match 1 was made openly: bid 7"]


def test_a_player_who_is_asked_for_a_bid_again(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, "bid 7")
    bidding.board(2)
    assert bidding.look() == ["seat 0 of match 1 is asked for its bid again"]


def test_another_bid_is_opened_than_was_sealed(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, "bid 7", "bid 162.5")
    bidding.board(3)
    assert bidding.look() == ["turn 3 of match 1 opens bid 162.5, and 163.5 was sealed"]


def test_a_bid_is_opened_that_nobody_has_made(bidding: Evening) -> None:
    bidding.turn("sealed")
    opens(bidding, "bid 7", "bid 8")
    bidding.board(3)
    assert bidding.look() == ["turn 3 of match 1 opens bid 8, and nobody has made it"]


def test_a_bid_that_stands_twice(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, "bid 7", f"bid {BID}")
    bidding.turn("bid 7")
    bidding.board(4)
    again, found = bidding.look()
    assert again == "seat 1 of match 1 bids again (bid 7)"
    assert found.startswith("the turns of match 1 cannot be: ")


def test_equal_bids_are_decided_by_a_lot(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, f"bid {BID}", f"bid {BID}", "lot black", to_move=1)
    bidding.board(4, f"The bids are equal: Black <@{BO}>, White <@{ADA}>.")
    assert bidding.look() == []


def test_a_lot_that_nobody_draws(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, f"bid {BID}", f"bid {BID}", to_move=1)
    bidding.board(3)
    assert bidding.look() == ["seat 1 of match 1 is to choose its lot"]


def test_the_wrong_player_is_to_move_and_called_black(bidding: Evening) -> None:
    seals(bidding)
    opens(bidding, "bid 7", f"bid {BID}", to_move=1)
    bidding.board(3, f"Black <@{BO}>, White <@{ADA}>.")
    moves = [(0, "sealed"), (1, "bid 7"), (0, f"bid {BID}")]
    assert bidding.look() == [
        "the board of match 1 after 3 turns has the colours wrong",
        f"seat 1 of match 1 is to move, after {moves}",
    ]


def test_colours_before_komi_is_settled(bidding: Evening) -> None:
    seals(bidding, SEATED)
    assert bidding.look() == ["match 1 has colours after 1 turns, and komi is not settled"]


def test_what_the_engine_makes_of_bids_is_compared(
    bidding: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seals(bidding)
    opens(bidding, "bid 7", f"bid {BID}")
    bidding.board(3)

    def another(*_: object) -> tuple[int, float, int]:
        return 0, 7.0, 3

    monkeypatch.setattr(komi, "settled", another)
    (found,) = bidding.look()
    assert found.startswith("in match 1 colours and komi do not follow from ")


WAYS = [
    ("cut", "komi 6, white", (0, 6)),
    ("cut", "komi 6, black", (1, 6)),
    ("lot", "komi 2.5, white", (0, 2.5)),
    ("choose", "komi 6, white", (1, 6)),
    ("choose", "komi 6, black", (0, 6)),
    ("auction", "bid 2, bid 5, white", (1, 5)),
    ("auction", "bid 2, white", (0, 2)),
    ("sealed", "sealed, bid 7, bid 5", (1, 7)),
    ("sealed", "sealed, bid 5, bid 7", (0, 7)),
    ("sealed", "sealed, bid 5, bid 5, lot black", (1, 5)),
    ("sealed", "sealed, bid 5, bid 5, lot white", (0, 5)),
]


@pytest.mark.parametrize(("by", "moves", "black_and_komi"), WAYS)
def test_the_reckoning_agrees_with_the_engine(
    by: str, moves: str, black_and_komi: tuple[int, float]
) -> None:
    game = all_games()["keil"]
    match = Match.start(game, game.complete({"button": False, "komi_by": by}), 2)
    for text in moves.split(", "):
        assert komi.settled(by, komi.said(match)) is None
        match = match.take(Turn(match.to_move or 0, text, NO_TIME))
    black, points = black_and_komi
    assert komi.settled(by, komi.said(match)) == (black, points, len(moves.split(", ")))
    assert match.position.colours == (black, 1 - black)
    assert ("komi", points) in [(one.name, one.points) for one in match.position.score_lines()[1]]
