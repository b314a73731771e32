"""A game of Ki that is decided before the board is full: proved, never estimated.

What `Ki.held` and `Ki.decided` say is compared with all that can be played from a position.
"""

from random import Random
from typing import NamedTuple

import pytest

from bot.core_files import machine
from engine.ai import LEVELS, Effort, SearchPlayer, choose
from engine.games import all_games
from engine.games.ki import Ki
from engine.masks import points_of
from engine.position import Position
from tests.engine.games.helpers import drawn, names, play
from tests.engine.games.ki_helpers import EITHER_WAY, ki, legal

# --- what is proved, against all that can be played ---


class Ends(NamedTuple):
    """What can come of a position, over all that both can play."""

    winners: frozenset[int]
    black: int
    """The spaces on which a black stone can stand in the end."""
    white: int


class AllPlay:
    """Every line of play from a position."""

    def __init__(self, start: Ki, most: int = 1 << 30) -> None:
        """Raises `OverflowError` if there are more than ``most`` positions."""
        self.ends: dict[tuple[tuple[int, int], int], Ends] = {}
        self._start, self._most = start, most
        self._after(start)

    def _after(self, position: Ki) -> Ends:
        state = position.masks, position.mover
        if state in self.ends:
            return self.ends[state]
        if position.to_move is None:
            result = position.result()
            assert result is not None and result.winner is not None
            ends = Ends(frozenset({result.winner}), *position.masks)
        else:
            ends = Ends(frozenset(), 0, 0)
            for one in (self._after(position.play(move)) for move in position.legal_moves()):
                black, white = ends.black | one.black, ends.white | one.white
                ends = Ends(ends.winners | one.winners, black, white)
        if len(self.ends) == self._most:
            raise OverflowError
        self.ends[state] = ends
        return ends

    def check(self) -> tuple[int, int]:
        """In how many of the positions only one can win, and in how many that is proved.

        What is proved of any of them has to be so.
        """
        settled = proved = 0
        for (masks, mover), ends in self.ends.items():
            stones = {p: colour for colour in (0, 1) for p in points_of(masks[colour])}
            position = self._start.set_up(stones, mover)
            black, white = position.held()
            assert not black & ends.white, drawn(position)
            assert not white & ends.black, drawn(position)
            winner = position.decided()
            assert winner is None or ends.winners == {winner}, drawn(position)
            settled += len(ends.winners) == 1
            proved += winner is not None
        return settled, proved


@EITHER_WAY
def test_on_three_by_three_no_line_of_play_contradicts_what_is_proved(cascade: bool):
    play_on = AllPlay(ki(size=3, cascade=cascade))
    settled, proved = play_on.check()
    assert settled / 2 < proved <= settled < len(play_on.ends)


@pytest.mark.slow
@EITHER_WAY
@pytest.mark.parametrize(("rows", "cols"), [(1, 9), (3, 5), (3, 7), (5, 5), (7, 7)])
def test_nor_does_any_from_the_endings_of_random_games(rows: int, cols: int, cascade: bool):
    random, settled, proved = Random(rows * cols), 0, 0
    while settled < 10_000:
        position = ki(rows=rows, cols=cols, cascade=cascade)
        most = random.randint(3, 9)
        while position.to_move is not None and position.empty.bit_count() > most:
            position = position.play(random.choice(list(position.legal_moves())))
        try:
            more = AllPlay(position, most=20_000).check()
        except OverflowError:
            continue
        settled, proved = settled + more[0], proved + more[1]
    assert settled / 2 < proved


@pytest.mark.slow
@EITHER_WAY
@pytest.mark.parametrize(("rows", "cols"), [(1, 7), (3, 3), (3, 5)])
def test_nor_does_any_from_stones_that_were_set_up_anyhow(rows: int, cols: int, cascade: bool):
    """Also where stones stand that play would have removed."""
    random, first = Random(rows * cols), ki(rows=rows, cols=cols, cascade=cascade)
    proved = unsettled = 0
    for _ in range(200):
        empty = random.randint(1, 5)
        spaces = random.sample(range(len(first.board)), len(first.board) - empty)
        stones = {space: random.randint(0, 1) for space in spaces}
        position = first.set_up(stones, random.randint(0, 1))
        unsettled += not position.settled
        proved += AllPlay(position).check()[1]
    assert proved
    assert unsettled


# --- what a colour holds ---


def held(position: Ki) -> list[str]:
    return names(position, points_of(position.held()[0]))


@EITHER_WAY
def test_a_block_of_two_by_two_holds(cascade: bool):
    position = ki(
        """
        . . . . .
        . B B . .
        . B B . .
        . . . B .
        . . . . .
        """,
        cascade=cascade,
    )
    assert held(position) == ["b3", "b4", "c3", "c4"]


@EITHER_WAY
def test_so_do_stones_with_one_open_side_and_the_space_between_them(cascade: bool):
    """White on a4 and b5 in vain: neither is ever open. Only from one side can b4 be attacked."""
    position = ki(
        """
        . B . . .
        B B . . .
        . . . . .
        . . . . .
        . . . . .
        """,
        cascade=cascade,
    )
    assert held(position) == ["a4", "a5", "b4", "b5"]


@EITHER_WAY
def test_what_two_stones_control_is_not_held_while_others_can_come_beside_it(cascade: bool):
    position = ki(
        """
        . . . . .
        . . B . .
        . B . . .
        . . . . .
        . . . . .
        """,
        cascade=cascade,
    )
    assert controlled_by_black(position) == ["b4", "c3"]
    assert held(position) == []


def controlled_by_black(position: Ki) -> list[str]:
    return names(position, position.controllers())


FENCE = """
    . . . . B
    . . . B .
    . . . B .
    . . . B .
    . . . . B
"""


def test_where_a_stone_falls_at_last_the_space_is_held():
    """White may go to e3 now; but only Black ever to e2 and e4, which then take it."""
    assert play(ki(FENCE, to_move="W"), "e3").captured == {}
    both = [f"{column}{row}" for column in "de" for row in range(1, 6)]
    assert held(ki(FENCE)) == both
    assert held(ki(FENCE, cascade=False)) == [name for name in both if name != "e3"]


# --- who has won ---

TWELVE = """
    B B . . .
    B B . . .
    B B . . .
    B B B . .
    B B B . .
"""


@EITHER_WAY
def test_more_than_half_of_the_board_decides(cascade: bool):
    twelve_of_25 = ki(TWELVE, cascade=cascade)
    assert twelve_of_25.held()[0].bit_count() == 12
    assert twelve_of_25.decided() is None
    assert play(twelve_of_25, "c3").decided() == 0


def test_a_lead_decides_nothing_while_it_is_not_beyond_what_is_open():
    position = ki(
        """
        B B . . .
        B B . . .
        B B . . .
        B B . . .
        B B . . W
        """
    )
    assert position.score() == (10, 1)
    assert position.decided() is None


def test_nothing_is_decided_at_the_beginning():
    assert ki(size=11).decided() is None
    assert list(ki(size=11).filling()) != []


@pytest.mark.slow
@pytest.mark.parametrize("size", [9, 11])
def test_games_are_decided_long_before_the_board_is_full(size: int):
    """Of the computer against itself: the spaces that nobody has to fill any more."""
    saved = list[float]()
    for seed in range(3):
        decided, last = _computers_game(size, seed)
        result = last.result()
        assert result is not None and result.winner == decided.decided()
        saved.append(decided.empty.bit_count() / size**2)
    assert min(saved) > 0.1
    assert sum(saved) / len(saved) > 0.25


def _computers_game(size: int, seed: int) -> tuple[Ki, Ki]:
    """The first position that is decided, and the last one."""
    mind, random, level = SearchPlayer(machine()), Random(seed), LEVELS[2]
    position, decided = ki(size=size), None
    while position.to_move is not None:
        effort = Effort(level.playouts_in(position), random.getrandbits(60))
        thoughts = mind.think(position, effort)
        position = position.play(choose(position, thoughts, level, random))
        if decided is None and position.decided() is not None:
            decided = position
    assert decided is not None
    return decided, position


# --- filling the rest ---


def filled(position: Ki) -> Ki:
    """The end to which the moves of `Ki.filling` lead; each has to be legal."""
    for move in position.filling():
        assert position.why_not(move) is None
        position = position.play(move)
    return position


@EITHER_WAY
@pytest.mark.parametrize("seed", range(4))
def test_filling_leads_to_a_full_board_and_to_the_winner_that_was_proved(cascade: bool, seed: int):
    position, random = ki(size=7, cascade=cascade), Random(seed)
    while position.decided() is None:
        position = position.play(random.choice(list(position.legal_moves())))
    last = filled(position)
    result = last.result()
    assert result is not None and result.winner == position.decided()


def test_it_depends_on_the_position_alone():
    position = ki(TWELVE)
    moves = list(position.filling())
    later = position.play(moves[0])
    assert list(later.filling()) == moves[1:]


def test_who_has_a_legal_space_that_nobody_holds_fills_such_a_one():
    position, kinds = ki(FENCE, to_move="W"), set[bool]()
    for move in position.filling():
        black, white = position.held()
        points = {position.board.index[place] for place in legal(position) if place != "pass"}
        unheld = {point for point in points if not (black | white) >> point & 1}
        place = position.board.index.get(position.write(move))
        if points:
            assert place in (unheld or points)
        kinds.add(place in unheld)
        position = position.play(move)
    assert kinds == {True, False}


def test_who_has_no_space_left_passes():
    position = ki(
        """
        . B W
        B B W
        B B W
        """,
        to_move="W",
    )
    assert [position.write(move) for move in position.filling()] == ["pass", "a3"]


@pytest.mark.parametrize("key", [key for key in all_games() if key != "ki"])
def test_no_other_game_proves_anything(key: str):
    game = all_games()[key]
    position: Position = game.start(game.settle({}), game.seats[0])
    assert position.decided() is None
    assert list(position.filling()) == []
