"""How players of Keil settle komi who have not agreed on it: who names it, an auction, bids."""

import pytest

from engine.game import OptionError
from engine.games.keil import GAME, Keil
from engine.position import IllegalReason, UnreadableMoveError
from tests.engine.games.helpers import play, refused


def begun(komi_by: str, *, button: bool = True) -> Keil:
    options = GAME.settle({"size": 3, "komi_by": komi_by, "button": button})
    position = GAME.start(options, 2)
    assert isinstance(position, Keil)
    return position


def offered(position: Keil) -> list[str]:
    return [word.word for word in position.declarations()]


# --- the pie in both directions ---


@pytest.mark.parametrize(("komi_by", "cuts"), [("cut", 0), ("lot", 0), ("choose", 1)])
def test_one_player_names_komi_and_the_other_chooses_a_side(komi_by: str, cuts: int) -> None:
    start = begun(komi_by)
    assert start.to_move == cuts and offered(start) == ["komi"]
    named = play(start, "komi 6")
    assert named.to_move == 1 - cuts and offered(named) == ["black", "white"]
    chosen = play(named, "white")
    assert chosen.colours is not None and chosen.colours[cuts] == 0
    assert chosen.to_move == cuts and chosen.score() == (0, 6)
    other = play(named, "black")
    assert other.colours is not None and other.colours[cuts] == 1 and other.to_move == 1 - cuts


def test_komi_that_is_agreed_on_is_not_settled_in_any_way() -> None:
    options = GAME.settle({"size": 3, "komi": 6, "komi_by": "auction"})
    assert GAME.start(options, 2).colours == (0, 1)
    assert "komi_by" not in GAME.in_force(options)
    left_open = GAME.in_force(GAME.settle({"komi_by": "auction"}))
    assert left_open["komi_by"] == "auction" and "komi" not in left_open


def test_there_are_five_ways_and_no_other() -> None:
    with pytest.raises(OptionError):
        begun("dice")


# --- the auction ---


def test_in_an_auction_the_players_bid_in_turn_and_each_bids_more() -> None:
    start = begun("auction")
    assert start.to_move == 0 and offered(start) == ["bid"]
    assert play(start, "bid 0").to_move == 1
    bid = play(start, "bid 5")
    white, higher = bid.declarations()
    assert (white.word, white.amount) == ("white", 5)
    assert (higher.word, higher.numbers) == ("bid", range(6, 20))
    assert refused(bid, "bid 5") == refused(bid, "bid 20") == IllegalReason.EXPECTED_BID
    assert play(bid, "bid 6").to_move == 0


@pytest.mark.parametrize(("bids", "black"), [(["bid 5"], 0), (["bid 5", "bid 7"], 1)])
def test_whoever_takes_white_gets_the_points_that_were_bid_for_black(
    bids: list[str], black: int
) -> None:
    settled = play(begun("auction"), *bids, "white")
    assert settled.colours is not None and settled.colours[black] == 0
    assert settled.to_move == black
    assert settled.score() == (0, float(bids[-1].removeprefix("bid ")))
    assert play(settled, "c3").to_move == 1 - black


def test_nobody_can_bid_more_than_the_points_of_the_board() -> None:
    most = play(begun("auction"), "bid 19")
    assert offered(most) == ["white"]
    assert play(most, "white").colours == (0, 1)


def test_without_the_button_bids_may_be_half_a_point_higher() -> None:
    bid = play(begun("auction", button=False), "bid 6.5")
    assert [bid.write(move) for move in bid.legal_moves()][:4] == [
        *("white", "bid 7", "bid 7.5", "bid 8")
    ]
    assert play(bid, "bid 7", "white").score() == (0, 7)
    with pytest.raises(UnreadableMoveError):
        begun("auction").read("bid 6.5")


@pytest.mark.parametrize("move", ["c3", "z9", "pass", "button", "black", "white"])
@pytest.mark.parametrize("komi_by", ["auction", "sealed"])
def test_nothing_else_is_done_before_somebody_has_bid(komi_by: str, move: str) -> None:
    assert refused(begun(komi_by), move) == IllegalReason.EXPECTED_BID


def test_the_bidder_may_not_be_outdone_by_a_choice_of_black() -> None:
    assert refused(play(begun("auction"), "bid 5"), "black") == IllegalReason.EXPECTED_BID


@pytest.mark.parametrize("komi_by", ["cut", "choose", "lot"])
@pytest.mark.parametrize("word", ["bid 5", "sealed", "lot black"])
def test_nobody_bids_where_komi_is_named(komi_by: str, word: str) -> None:
    assert not begun(komi_by).is_declaration(word)


def test_in_an_auction_nobody_names_komi_or_seals_a_bid() -> None:
    start = begun("auction")
    assert not any(map(start.is_declaration, ("komi 5", "sealed", "lot black")))


def test_once_komi_is_settled_the_words_for_it_are_no_words() -> None:
    settled = play(begun("sealed"), "bid 5", "bid 6")
    assert not any(map(settled.is_declaration, ("bid 7", "sealed", "lot black", "white")))


# --- sealed bids ---


@pytest.mark.parametrize(("first", "second", "black"), [(5, 7, 1), (7, 5, 0)])
def test_of_sealed_bids_the_higher_one_has_black(first: int, second: int, black: int) -> None:
    """The first is kept until the second is there, and then opened."""
    sealed = play(begun("sealed"), "sealed")
    assert sealed.to_move == 1 and sealed.score() == (0, 0)
    assert refused(sealed, "sealed") == IllegalReason.EXPECTED_BID
    bid = play(sealed, f"bid {second}")
    assert bid.to_move == 0 and offered(bid) == ["bid"] and bid.colours is None
    opened = play(bid, f"bid {first}")
    assert opened.colours is not None and opened.colours[black] == 0
    assert opened.to_move == black and opened.score() == (0, 7)


def test_only_the_first_bid_can_be_sealed() -> None:
    start = begun("sealed")
    (word,) = start.declarations()
    assert word.unseen == "sealed"
    moves = [start.write(move) for move in start.legal_moves()]
    assert moves == [*(f"bid {n}" for n in range(20)), "sealed"]
    (word,) = play(start, "sealed").declarations()
    assert word.unseen is None


def test_a_first_bid_that_nobody_keeps_is_answered_by_the_second() -> None:
    assert play(begun("sealed"), "bid 5", "bid 4").colours == (0, 1)
    assert play(begun("sealed"), "bid 5", "bid 6").colours == (1, 0)


@pytest.mark.parametrize(("lot", "colours"), [("lot black", (1, 0)), ("lot white", (0, 1))])
def test_a_lot_decides_between_equal_bids(lot: str, colours: tuple[int, int]) -> None:
    tied = play(begun("sealed"), "sealed", "bid 6", "bid 6")
    assert tied.colours is None and tied.to_move == 1
    assert [(word.word, word.amount) for word in tied.declarations()] == [
        ("lot black", None),
        ("lot white", 6),
    ]
    assert refused(tied, "bid 7") == refused(tied, "c3") == IllegalReason.EXPECTED_SIDE
    decided = play(tied, lot)
    assert decided.colours == colours and decided.score() == (0, 6)


# --- beside other settings ---


def test_the_lot_decides_who_names_komi_only_where_that_is_agreed() -> None:
    assert GAME.by_lot(GAME.settle({"komi_by": "lot"}))
    assert not GAME.by_lot(GAME.settle({"komi_by": "cut"}))


@pytest.mark.parametrize("komi_by", ["cut", "auction", "sealed"])
def test_beside_a_handicap_nothing_is_left_to_settle(komi_by: str) -> None:
    options = GAME.settle({"size": 5, "handicap": 3, "komi_by": komi_by})
    assert options["komi"] == 0 and "komi_by" not in GAME.in_force(options)
    assert GAME.start(options, 2).to_move == 1
