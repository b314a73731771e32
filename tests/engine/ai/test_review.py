"""Reviews: the lead after each move, and the mistakes that are worth telling."""

from collections.abc import Callable, Generator, Sequence
from statistics import NormalDist
from typing import TypeVar, cast

import pytest

from bot.core_files import machine
from engine.ai import Considered, Effort, SearchPlayer, Thoughts, lead
from engine.ai.explaining import Explanation, explain
from engine.ai.hints import region
from engine.ai.review import (
    ALL_SCAN_PLAYOUTS,
    COMPARE_PLAYOUTS,
    LEAST_SCAN_PLAYOUTS,
    MOST,
    SCAN_PLAYOUTS,
    SUSPECTS,
    Review,
    SearchRequest,
    compare,
    review,
)
from engine.ai.thoughts import chance
from engine.board import Board, hexhex, rectangle
from engine.games import all_games
from engine.position import Declare, Move, Placement, Position, named
from tests.toy import GAME as TRIO
from tests.toy import Trio

T = TypeVar("T")
KEIL = all_games()["keil"]
Opinion = Callable[[SearchRequest, Position], Thoughts]


def line(*texts: str, size: int = 4, **options: object) -> tuple[list[Position], list[Move]]:
    """The positions and the moves of a small game."""
    given = {"size": size, "komi": 0, "button": False, **options}
    position = KEIL.start(KEIL.settle(given), 2)
    positions, moves = [position], list[Move]()
    for text in texts:
        moves.append(position.read(text))
        position = position.play(moves[-1])
        positions.append(position)
    return positions, moves


def line_of_three() -> tuple[list[Position], list[Move]]:
    """The positions and the moves of a round of three players."""
    positions: list[Position] = [TRIO.start({"side": 3}, 3)]
    moves: list[Move] = [Placement("a1"), Placement("b1"), Placement("c1")]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions, moves


def driven(
    asking: Generator[SearchRequest, Thoughts, T], positions: Sequence[Position], opinion: Opinion
) -> tuple[T, list[SearchRequest]]:
    """The result of ``asking``, and all that it wanted to know."""
    wanted: list[SearchRequest] = []
    try:
        want = next(asking)
        while True:
            wanted.append(want)
            position = positions[want.plies]
            for move in want.more:
                position = position.play(move)
            want = asking.send(opinion(want, position))
    except StopIteration as done:
        return done.value, wanted


def thoughts(
    best: Move, lead_of_black: float, spread: float = 8.0, mover: int | None = 0
) -> Thoughts:
    """What fits a lead: the mover's chance to win is that of such a lead with such a spread."""
    win = NormalDist(sigma=spread).cdf(-lead_of_black if mover else lead_of_black)
    return Thoughts((Considered(best, 9, win, 0),), (lead_of_black, 0.0), spread, (), 1600)


BEST = Placement("d4")
"""What these opinions would play everywhere."""


def steady(values: dict[str, float]) -> Opinion:
    """Black leads by as much as the last stone is worth to Black in ``values``, by its name."""

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        name = "" if position.last is None else position.board.names[position.last]
        return thoughts(BEST, values.get(name, 0.0), mover=position.to_move)

    return opinion


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert lead((3, 9, 5), 0) == -6
    assert lead((3, 9, 5), 1) == 4
    assert lead((3,), 0) == 3
    assert lead((3, 9, 5), 0, departed={1}) == -2


def test_a_move_that_loses_points_is_a_mistake() -> None:
    positions, moves = line("a1", "b2", "c3")
    found, _ = driven(review(positions, moves), positions, steady({"a1": -7.0, "b2": -7.0}))
    (mistake,) = found.mistakes
    assert (mistake.plies, mistake.seat, mistake.played) == (0, 0, Placement("a1"))
    assert (mistake.better, mistake.loss) == (BEST, 7.0)


def test_what_changes_the_chances_most_decided_the_game() -> None:
    """Black loses 4 points when it is close, then 9 when nothing can be saved any more."""
    positions, moves = line("a1", "g1", "b1", "g2", "c1", "g3")
    leads = {"a1": -4.0, "g1": -4.0, "b1": -30.0, "g2": -30.0, "c1": -45.0, "g3": -45.0}

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        """The better move keeps what was there."""
        name = "" if position.last is None else position.board.names[position.last]
        before = {0: 0.0, 2: -29.0, 4: -36.0}
        value = before.get(want.plies, -4.0) if name == "d4" else leads.get(name, 0.0)
        return thoughts(BEST, value, 6.0, position.to_move)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert [(each.plies, each.loss) for each in found.mistakes if each.seat == 0] == [(0, 4.0)]
    turned = found.turning_point
    assert turned is not None and turned.plies == 0
    assert turned.chances == (0.5, pytest.approx(NormalDist(sigma=6).cdf(-4)))
    assert found.left_out == 1, "nine points"
    assert found.decided == 3


def test_a_game_can_be_decided_from_the_start() -> None:
    positions, moves = line("a1", "g1")
    leads = {"": 40.0, "d4": 40.0, "a1": 33.0, "g1": 33.0}
    found, _ = driven(review(positions, moves), positions, steady(leads))
    assert (found.mistakes, found.left_out, found.decided) == ((), 1, 0)


def test_a_rough_look_that_is_a_little_less_sure_opens_no_game_again() -> None:
    positions, moves = line("a1", "g1", "b1", "g2")
    leads = {"": 12.0, "a1": 9.5, "g1": 12.0, "b1": 12.0, "g2": 12.0, "d4": 12.0}

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        """Black's chance to win is 98 %, 94 % once, then 98 % again."""
        name = "" if position.last is None else position.board.names[position.last]
        return thoughts(BEST, leads[name], 6.0, position.to_move)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert (found.left_out, found.decided) == (1, 0)


def test_of_more_than_two_nobody_says_when_it_was_decided() -> None:
    positions, moves = line_of_three()

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        """The first player loses 7 points, and nobody's chances change."""
        ahead = 33.0 if "a1" in named(position.board, position.stones) else 40.0
        best = (Considered(Placement("a2"), 9, 1.0 if position.to_move == 0 else 0.0, 0),)
        return Thoughts(best, (ahead, 0.0, 0.0), 1.0, (), 1600)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert (found.mistakes, found.left_out, found.decided) == ((), 1, None)


def test_a_game_that_turns_again_was_not_decided_before() -> None:
    positions, moves = line("a1", "g1", "b1", "g2")
    leads = {"": 20.0, "a1": -20.0, "g1": 20.0, "b1": 17.0, "g2": 17.0, "d4": 20.0}

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        name = "" if position.last is None else position.board.names[position.last]
        return thoughts(BEST, leads[name], 6.0, position.to_move)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert found.left_out == 1, "b1 cost three points that changed nothing"
    assert found.decided == 2


def test_the_chance_of_a_colour_is_what_the_search_says_of_the_mover() -> None:
    position = KEIL.start(KEIL.settle({"size": 3, "komi": 0, "button": False}), 2)
    found = Thoughts((Considered(BEST, 9, 0.7, 0),), (9.0, 0.0), 8.0, (), 1600)
    assert chance(position, found, 0) == 0.7
    assert chance(position, found, 1) == pytest.approx(0.3)
    over = position.play(Placement("c3")).play(Declare("pass")).play(Declare("pass"))
    assert (chance(over, None, 0), chance(over, None, 1)) == (1, 0)
    three = TRIO.start({"side": 3}, 3)
    even = Thoughts((Considered(BEST, 9, 0.7, 0),), (3.0, 3.0, 1.0), 2.0, (), 1600)
    assert chance(three, even, 0) == chance(three, even, 1) == 0.5


def test_the_scores_drop_by_what_a_mistake_loses() -> None:
    """A glance at each position says something else than the look at what might be a mistake."""
    positions, moves = line("a1", "b2", "c3")
    at_a_glance = steady({"": 5.0, "a1": 1.0, "b2": 1.0, "c3": 1.0})
    at_a_look = steady({"a1": -7.0, "d4": 2.0})

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        return (at_a_look if want.playouts == COMPARE_PLAYOUTS else at_a_glance)(want, position)

    found, _ = driven(review(positions, moves), positions, opinion)
    (mistake,) = found.mistakes
    assert (mistake.plies, mistake.loss) == (0, 9.0)
    assert found.scores == ((2.0, 0.0), (-7.0, 0.0), (1.0, 0.0), (1.0, 0.0))


def test_a_loss_that_shows_only_after_the_answer_is_looked_for() -> None:
    """A short search often overlooks what it sees one move later."""
    positions, moves = line("a1", "b2", "c3")
    at_a_glance = steady({"b2": -9.0, "c3": -9.0})
    at_a_look = steady({"a1": -9.0})

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        return (at_a_look if want.playouts == COMPARE_PLAYOUTS else at_a_glance)(want, position)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert [(mistake.plies, mistake.loss) for mistake in found.mistakes] == [(0, 9.0)]


def test_two_who_played_for_a_seat_are_told_apart() -> None:
    """Black loses points with every move; of each player the three worst are told."""
    points = ("a1", "g1", "b1", "g2", "c1", "g3", "a2", "g4", "b2", "f1", "c2", "f2")
    positions, moves = line(*points)
    values: dict[str, float] = dict.fromkeys(points[::2], -9.0)
    alone, _ = driven(review(positions, moves), positions, steady(values))
    assert len([each for each in alone.mistakes if each.seat == 0]) == 3
    found, _ = driven(review(positions, moves, {0: 6}), positions, steady(values))
    plies = [each.plies for each in found.mistakes if each.seat == 0]
    assert (len([p for p in plies if p < 6]), len([p for p in plies if p >= 6])) == (3, 3)


def test_whites_losses_are_seen_from_whites_side() -> None:
    positions, moves = line("a1", "b2", "c3")
    values = {"a1": -3.0, "b2": 6.0, "c3": 6.0, "d4": -3.0}
    found, _ = driven(review(positions, moves), positions, steady(values))
    (mistake,) = [each for each in found.mistakes if each.seat == 1]
    assert (mistake.plies, mistake.played, mistake.loss) == (1, Placement("b2"), 9.0)


def test_scores_are_told_after_every_move_and_at_the_end_as_they_are() -> None:
    positions, moves = line("a1", "pass", "pass")
    found, _ = driven(review(positions, moves), positions, steady({"a1": 5.0}))
    assert found.scores[:2] == ((0.0, 0.0), (5.0, 0.0))
    assert found.scores[3] == positions[3].score()
    assert len(found.scores) == 4


def test_passes_komi_and_sides_are_never_mistakes() -> None:
    positions, moves = line("komi 4", "black", "pass", "pass", komi=None)
    wild = iter(range(1000))

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        return thoughts(BEST, 40.0 * (-1) ** next(wild) + position.ply)

    found, wanted = driven(review(positions, moves), positions, opinion)
    assert found.mistakes == ()
    assert found.scores[:2] == (None, None)
    assert all(want.plies >= 2 and not want.more for want in wanted)


def test_what_the_search_would_play_too_is_no_mistake() -> None:
    positions, moves = line("a1", "b2")
    drops = steady({"a1": -9.0, "b2": -9.0})

    def agreeing(want: SearchRequest, position: Position) -> Thoughts:
        own = moves[want.plies] if want.plies < len(moves) else BEST
        return Thoughts((Considered(own, 9, 0.5, 0),), drops(want, position).score, 8.0, (), 1600)

    assert driven(review(positions, moves), positions, agreeing)[0].mistakes == ()


def test_who_agrees_only_on_a_longer_look_agrees() -> None:
    positions, moves = line("a1", "b2")
    drops = steady({"a1": -9.0, "b2": -9.0})

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        own = (
            moves[want.plies]
            if want.plies < len(moves) and want.playouts == COMPARE_PLAYOUTS
            else BEST
        )
        return Thoughts((Considered(own, 9, 0.5, 0),), drops(want, position).score, 8.0, (), 1600)

    assert driven(review(positions, moves), positions, opinion)[0].mistakes == ()


@pytest.mark.parametrize(
    ("loss", "spread", "told"), [(1.9, 1.0, False), (2.1, 1.0, True), (5.0, 100.0, False)]
)
def test_small_and_doubtful_losses_are_not_told(loss: float, spread: float, *, told: bool) -> None:
    positions, moves = line("a1", "b2")
    values = steady({"a1": -loss, "b2": -loss})

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        return thoughts(BEST, values(want, position).score[0], spread, position.to_move)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert bool(found.mistakes) is told


def test_the_three_biggest_of_each_player_in_the_order_of_the_game() -> None:
    texts = ("a1", "g4", "a2", "g3", "a3", "g2", "a4", "g1", "b1", "f5", "b2", "f4", "b3", "f3")
    positions, moves = line(*texts, "b4", "f2", "b5", "f1")
    values: dict[str, float] = {}
    for number, text in enumerate((*texts, "b4", "f2", "b5", "f1")):
        values[text] = -(3.0 + number) if number % 2 == 0 else 0.0  # and White loses them again
    found, wanted = driven(review(positions, moves), positions, steady(values))
    black = [mistake for mistake in found.mistakes if mistake.seat == 0]
    assert [mistake.plies for mistake in black] == [12, 14, 16]
    assert len(black) == MOST
    assert len({want.plies for want in wanted if want.playouts == COMPARE_PLAYOUTS}) == 2 * SUSPECTS


def test_a_better_move_may_end_the_game_or_be_a_word() -> None:
    positions, moves = line("a1", "pass", "b2")

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        return thoughts(Declare("pass"), 0.0 if position.ply == 3 else 40.0)

    found, _ = driven(review(positions, moves), positions, opinion)
    (mistake,) = [each for each in found.mistakes if each.plies == 2]
    ended = positions[2].play(Declare("pass")).score()
    assert (mistake.better, mistake.loss) == (Declare("pass"), lead(ended, 0))


def test_how_much_is_done_grows_to_the_end() -> None:
    positions, moves = line("a1", "b2", "c3", "c4")
    _, wanted = driven(review(positions, moves), positions, steady({"a1": -9, "c3": -9}))
    parts = [want.part for want in wanted]
    assert parts == sorted(parts) and parts[0] == 0 and parts[-1] <= 1


def test_long_games_are_looked_at_more_briefly() -> None:
    game = TRIO.start({"side": 3}, 3)
    for number, playouts in (
        (2, SCAN_PLAYOUTS),
        (600, ALL_SCAN_PLAYOUTS // 600),
        (9000, LEAST_SCAN_PLAYOUTS),
    ):
        asking = review([game] * number, [])
        assert next(asking).playouts == playouts


def test_games_of_more_than_two_have_a_score_for_each() -> None:
    positions, moves = line_of_three()

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        stones = [position.board.names[point] for point in position.stones]
        score = (0.0, 9.0, 1.0) if position.ply == 1 and "a1" in stones else (3.0, 2.0, 1.0)
        return Thoughts((Considered(Placement("c3"), 9, 0.5, 0),), score, 3.0, (), 1600)

    found, _ = driven(review(positions, moves), positions, opinion)
    assert len(found.scores) == 4
    mistake = found.mistakes[0]
    assert (mistake.plies, mistake.seat, mistake.loss) == (0, 0, 10.0)


def test_nobody_has_to_be_ahead_of_those_who_have_left() -> None:
    positions, moves = line_of_three()

    def opinion(_: SearchRequest, position: Position) -> Thoughts:
        """White's first stone gives points to Red alone."""
        stones = [position.board.names[point] for point in position.stones]
        score = (3.0, 2.0, 9.0) if "b1" in stones else (3.0, 2.0, 0.0)
        return Thoughts((Considered(Placement("c3"), 9, 0.5, 0),), score, 3.0, (), 1600)

    def losses(departures: dict[int, int]) -> list[float]:
        found, _ = driven(review(positions, moves, {}, departures), positions, opinion)
        return [mistake.loss for mistake in found.mistakes if mistake.seat == 1]

    assert losses({}) == losses({2: 2}) == [6.0]
    assert losses({2: 1}) == losses({2: 0}) == []


def test_what_is_judged_with_a_leaver_is_not_drawn_after_the_leaving() -> None:
    positions, moves = line_of_three()

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        """White's first stone loses four points; Red's points are nobody's once Red has left."""
        stones = [position.board.names[point] for point in position.stones]
        left = position.ply >= 2 and not want.more
        score = (3.0, 2.0 if "b1" in stones else 6.0, 0.0 if left else 1.0)
        return Thoughts((Considered(Placement("c3"), 9, 0.5, 0),), score, 3.0, (), 1600)

    found, _ = driven(review(positions, moves, {}, {2: 2}), positions, opinion)
    assert [(mistake.plies, mistake.loss) for mistake in found.mistakes] == [(1, 4.0)]
    after = found.scores[2]
    assert after is not None and after[2] == 0
    kept, _ = driven(review(positions, moves), positions, opinion)
    after = kept.scores[2]
    assert after is not None and after[2] == 1


class Undecided(Trio):
    """Trio in which the players have no colours before the second stone."""

    __slots__ = ()

    @property
    def colours(self) -> tuple[int, ...]:
        return (0, 1, 2) if self.ply > 1 else cast(tuple[int, ...], None)


def test_nobody_is_blamed_before_there_are_colours() -> None:
    position, moves = Undecided(rectangle(3, 3)), [Placement("a1"), Placement("b1")]
    positions = [position, position.play(moves[0]), position.play(moves[0]).play(moves[1])]
    found, wanted = driven(review(positions, moves), positions, steady({"b1": -9.0}))
    assert found == Review((None, None, (-9.0, 0.0)), ())
    assert [want.plies for want in wanted] == [2]


@pytest.fixture(scope="module")
def mind() -> SearchPlayer:
    return SearchPlayer(machine())


def searched(mind: SearchPlayer, playouts: int) -> Opinion:
    """The opinion of the search itself."""
    return lambda want, position: mind.think(position, Effort(playouts, want.plies))


def test_the_search_finds_a_group_that_is_given_away(mind: SearchPlayer) -> None:
    """Black fills the corner of its own and leaves the middle to White."""
    positions, moves = line("b2", "f4", "a1", "c4", "b1", "d3", "a2", "e4", "a3", "d5")
    found, _ = driven(review(positions, moves), positions, searched(mind, 300))
    worst = max(found.mistakes, key=lambda mistake: mistake.loss)
    assert worst.seat == 0 and worst.loss > 3
    last = found.scores[-1]
    assert last is not None and last[1] > last[0]


# --- one move beside another ---


def test_two_moves_are_compared_by_what_comes_of_them() -> None:
    positions, _ = line()
    values = steady({"a1": -4.0, "d4": 2.0})
    asking = compare(positions[0], 0, BEST, Placement("a1"))
    found, wanted = driven(asking, positions, values)
    assert (found.first, found.second, found.gain) == ((2.0, 0.0), (-4.0, 0.0), 6.0)
    assert found.error == pytest.approx((2 * 8.0**2 / 1600) ** 0.5)
    assert [want.more for want in wanted] == [(BEST,), (Placement("a1"),)]


def told(move: Move, values: dict[str, float]) -> Explanation:
    positions, _ = line()

    def opinion(want: SearchRequest, position: Position) -> Thoughts:
        others = (Considered(Placement(point), 5, 0.5, 0) for point in ("a1", "c5", "f5"))
        found = steady(values)(want, position)
        legal = tuple(c for c in (*found.moves, *others) if position.why_not(c.move) is None)
        owners = ((0.5, 0.5),) * len(position.board)
        return Thoughts(legal, found.score, found.spread, owners, 1600)

    return driven(explain(positions[0], 0, move), positions, opinion)[0]


def test_a_move_is_explained_by_the_best_other_one() -> None:
    good = told(BEST, {"a1": -4.0, "d4": 2.0})
    assert (good.lead, good.other, good.better) == (2.0, Placement("a1"), 6.0)
    bad = told(Placement("a1"), {"a1": -4.0, "d4": 2.0})
    assert (bad.lead, bad.other, bad.better) == (-4.0, BEST, -6.0)


def test_the_only_move_needs_no_comparison() -> None:
    positions, _ = line()
    found, wanted = driven(explain(positions[0], 0, BEST), positions, steady({"": 3.0}))
    assert (found.other, found.lead) == (None, 3.0)
    assert len(wanted) == 1


# --- regions ---


@pytest.mark.parametrize("board", [hexhex(3), hexhex(6), rectangle(5, 5), rectangle(9, 9)])
def test_a_region_holds_its_move_but_not_always_in_the_middle(board: Board) -> None:
    for point in range(len(board)):
        found = {region(board, point, seed) for seed in range(20)}
        assert all(point in each for each in found)
        assert len(found) > 1 and all(3 <= len(each) <= 19 for each in found)


@pytest.mark.parametrize("board", [hexhex(3), hexhex(6), rectangle(5, 5), rectangle(9, 9)])
@pytest.mark.parametrize("free", [1, 2, 3, 8])
def test_a_region_is_of_empty_points_and_does_not_give_the_move_away(
    board: Board, free: int
) -> None:
    """As long as there are other empty points, wherever they are."""
    empty = {len(board) * n // free for n in range(free)}
    occupied = set(range(len(board))) - empty
    for point in empty:
        for seed in range(20):
            found = region(board, point, seed, occupied)
            assert point in found and found <= empty
            assert len(found) >= min(3, free)
