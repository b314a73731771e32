"""What an explanation claims beyond points: whose stones and how much area hang on a move."""

from random import Random

import pytest

from bot.core_files import machine
from engine.ai import LEVELS, Effort, Machine, Thoughts
from engine.ai.explaining import CLEAR, LEAST_AREA, LINE, Area, Explanation, Fate, explain, follow
from engine.ai.review import SearchRequest
from engine.ai.thoughts import Considered
from engine.position import Declare, Move, Placement, Position
from tests.engine.ai.test_review import driven, line
from tests.strength.matches import start

NEXT = ("c5", "f4", "d2")
MOVE, OTHER = Placement("d4"), Placement("f5")


def told(owners: dict[Move, dict[str, float]], leads: tuple[float, float]) -> Explanation:
    """The explanation of d4 by Black: where Black's share of each named point is not one half."""
    positions, _ = line("c3", "b2")
    position = positions[2]
    points = position.board.names

    def opinion(want: SearchRequest, _: Position) -> Thoughts:
        first = want.more[0] if want.more else MOVE
        best = (OTHER, *map(Placement, NEXT))
        black = owners.get(first, {})
        shares = tuple((black.get(name, 0.5), 1 - black.get(name, 0.5)) for name in points)
        ahead = leads[first == OTHER]
        considered = Considered(best[len(want.more)], 9, 0.5, 0)
        return Thoughts((considered,), (ahead, 0.0), 8.0, shares, 1600)

    return driven(explain(position, 2, MOVE), positions, opinion)[0]


def test_it_says_which_group_lives_by_the_move() -> None:
    found = told({MOVE: {"c3": 0.9}, OTHER: {"c3": 0.2}}, (6.0, 0.0))
    stone = line()[0][0].board.index["c3"]
    assert found.fate == Fate(0, (stone,), (0.9, 0.2))


def test_or_which_group_of_the_opponent_does_not() -> None:
    found = told({MOVE: {"b2": 0.9}, OTHER: {"b2": 0.4}}, (6.0, 0.0))
    assert found.fate is not None
    assert found.fate.colour == 1
    assert found.fate.kept == pytest.approx((0.1, 0.6))


@pytest.mark.parametrize(
    ("shares", "leads"),
    [({"c3": 0.8}, (6.0, 0.0)), ({"c3": 0.9}, (0.0, 6.0)), ({"b2": 0.1}, (6.0, 0.0))],
    ids=["no clear difference", "the other move is better", "it helps the opponent's group"],
)
def test_otherwise_nothing_is_said_of_groups(
    shares: dict[str, float], leads: tuple[float, float]
) -> None:
    name = next(iter(shares))
    found = told({MOVE: shares, OTHER: {name: 0.5}}, leads)
    assert found.fate is None


def test_it_says_how_much_area_becomes_its_players() -> None:
    board = line()[0][0].board
    few = told({MOVE: dict.fromkeys(("e5", "e6", "f5"), 1.0)}, (6.0, 0.0))
    assert few.area is None
    wide = told({MOVE: {**dict.fromkeys(board.names, 0.9), "g4": 1.0}}, (6.0, 0.0))
    empty = len(board) - 4
    assert wide.area is not None
    assert wide.area == Area(wide.area.points, board.index["g4"])
    assert wide.area.points == pytest.approx(0.4 * empty + 0.1)


def test_it_says_how_the_game_goes_on() -> None:
    found = told({}, (6.0, 0.0))
    assert found.line == tuple(map(Placement, NEXT))
    assert len(found.line) == LINE


def followed(position: Position, *answers: Move, departed: tuple[int, ...] = ()) -> list[Move]:
    """What follows d4 if these answers are expected, each searched when it is its turn."""
    positions = [position] * 3

    def opinion(want: SearchRequest, _: Position) -> Thoughts:
        best = answers[len(want.more) - 1]
        return Thoughts((Considered(best, 9, 0.5, 0),), (0.0, 0.0), 8.0, (), 400)

    return [*driven(follow(position, 2, MOVE, departed), positions, opinion)[0]]


def test_what_follows_a_move_that_nobody_has_searched_is_searched_too() -> None:
    position, answers = line("c3", "b2")[0][2], tuple(map(Placement, NEXT))
    assert followed(position, *answers) == [*answers]
    assert followed(position, answers[0], Declare("pass")) == [answers[0]]


def test_a_line_ends_where_somebody_is_to_move_who_has_left() -> None:
    position, answers = line("c3", "b2")[0][2], tuple(map(Placement, NEXT))
    assert followed(position, *answers, departed=(1,)) == []
    assert followed(position, *answers, departed=(0,)) == [answers[0]]


def explained(position: Position, plies: int, move: Move, *answers: Move) -> Explanation:
    """The explanation of a move that is worth 6 points more than a stone on f5, after which these
    are expected; all points hang on it."""
    positions = [position] * (plies + 1)

    def opinion(want: SearchRequest, there: Position) -> Thoughts:
        first = want.more[0] if want.more else move
        best = (OTHER, *answers)[min(len(want.more), len(answers))]
        mine = 0.2 if first == OTHER else 0.9
        shares = ((mine, 1 - mine),) * len(there.board)
        ahead = 0.0 if first == OTHER else 6.0
        return Thoughts((Considered(best, 9, 0.5, 0),), (ahead, 0.0), 8.0, shares, 1600)

    return driven(explain(position, plies, move), positions, opinion)[0]


def test_a_pass_is_the_last_that_is_told() -> None:
    positions, _ = line("c3", "b2")
    assert explained(positions[2], 2, MOVE, Declare("pass")).line == ()
    found = explained(positions[2], 2, MOVE, Placement("e5"), Declare("pass"))
    assert found.line == (Placement("e5"),)


def test_nothing_follows_a_move_that_ends_the_game() -> None:
    positions, _ = line("c3", "pass")
    assert explained(positions[2], 2, Declare("pass")).line == ()


def test_of_stones_that_the_move_captures_nothing_more_is_said() -> None:
    """The board says so."""
    random, (position, *_), move = Random(2), line()[0], MOVE
    while True:
        moves = [each for each in position.legal_moves() if isinstance(each, Placement)]
        captures = [
            each for each in moves if len(position.play(each).stones) < len(position.stones) + 1
        ]
        if captures and position.to_move == 0 and OTHER in moves:
            move = captures[0]
            break
        position = position.play(random.choice(moves))
    gone = position.stones.keys() - position.play(move).stones.keys()
    found = explained(position, 0, move, Declare("pass"))
    assert gone
    assert found.fate is not None
    assert not gone.intersection(found.fate.stones)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "options"),
    [("keil", {"size": 4, "komi": 7}), ("ki", {"size": 7}), ("kee", {"width": 7, "height": 7})],
)
def test_every_claim_is_true_for_a_search_of_its_own(key: str, options: dict[str, int]) -> None:
    """Games of level 5: the line is legal, and another seed sees at least half of each effect."""
    core, random, claims = machine(), Random(f"explaining {key}"), 0
    position = start(key, {**options})
    while position.to_move is not None and position.ply < 30:
        effort = Effort(LEVELS[4].playouts_in(position), random.randrange(1 << 30))
        move = core.think(position, effort).moves[0].move
        if position.ply % 3 == 0 and isinstance(move, Placement):
            claims += checked(core, position, move)
        position = position.play(move)
    assert claims > 0


def checked(core: Machine, position: Position, move: Move) -> int:
    """How many claims the explanation of ``move`` makes, all of them true."""

    def opinion(want: SearchRequest, there: Position) -> Thoughts:
        return core.think(there, Effort.worth(want.playouts, 5))

    found = driven(explain(position, 0, move), [position], opinion)[0]
    after = position.play(move)
    for each in found.line:
        after = after.play(each)
    if found.other is None or (found.fate is None and found.area is None):
        return bool(found.line)
    assert position.colours is not None and position.to_move is not None
    mover = position.colours[position.to_move]
    now, otherwise = (
        core.think(position.play(made), Effort.worth(3200, 99)).owners
        for made in (move, found.other)
    )
    if found.fate is not None:
        stones, own = found.fate.stones, found.fate.colour
        assert all(position.stones[point] == own for point in stones)
        kept = [sum(each[p][own] for p in stones) / len(stones) for each in (now, otherwise)]
        assert (kept[0] - kept[1]) * (1 if own == mover else -1) > CLEAR / 2
    if found.area is not None:
        assert found.area.surest not in position.stones
        taken = {
            position.board.index[m.point] for m in (move, found.other) if isinstance(m, Placement)
        }
        gained = sum(
            now[p][mover] - otherwise[p][mover]
            for p in range(len(position.board))
            if p not in position.stones and p not in taken
        )
        assert gained > LEAST_AREA / 2
    return 1 + bool(found.line)
