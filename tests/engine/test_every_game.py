"""What every game promises. A new game is tried by all of this for being in ``engine/games``."""

import json
from itertools import pairwise
from random import Random

import pytest

from engine import diagram
from engine.game import Game, Measure, Option, OptionError, OptionValue
from engine.games import all_games
from engine.position import Declare, IllegalMoveError, IllegalReason, Placement, Position
from engine.protocols import referee
from tests.toy import GAME as TRIO

GAMES = {**all_games(), "trio": TRIO}
"""The toy game of three seats on a square board keeps the promises too."""
LONGEST = 3_000
"""Plies after which a random game on the smallest board is taken to be endless."""
PATIENCE = 200
"""Plies after which people pass where they may: there are games that would last and last."""


def smallest(game: Game) -> dict[str, OptionValue]:
    """The defaults, with whole numbers at their lowest: small boards, short games."""
    # A board of one row would show little of the rules.
    low = {
        option.key: max(2, int(option.bounds[0]))
        for option in game.options
        if option.kind is int and option.bounds and option.default is not None
    }
    return game.settle(low)


def variants(game: Game) -> list[dict[str, OptionValue]]:
    """The smallest game, once for each value of each option that has few."""
    found = [smallest(game)]
    for option in game.options:
        values: tuple[OptionValue, ...] = option.choices
        if option.measure is Measure.HANDICAP:
            assert option.bounds
            # The smallest board has no places for the stones.
            found.append(game.settle({option.key: int(option.bounds[0])}))
            continue
        if option.kind is bool:
            values = (True, False)
        elif option.default is None:
            values = (None, max(0, int(option.bounds[0])) if option.bounds else 0)
        elif option.kind is float:
            values = (option.default, 0.5)
        found += ({**found[0], option.key: v} for v in values if v != found[0][option.key])
    return found


Start = tuple[Game, dict[str, OptionValue], int]
"""A game, its options, and how many play."""
STARTS: dict[str, Start] = {
    f"{key}-{seats}-{n}": (game, options, seats)
    for key, game in GAMES.items()
    for seats in game.seats
    for n, options in enumerate(variants(game))
    if seats == 2 or not game.with_handicap(options)
}
every_start = pytest.mark.parametrize(("game", "options", "seats"), STARTS.values(), ids=STARTS)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def game_of(start: Position, seed: int) -> list[Position]:
    """All positions of a random game, the first and the last included."""
    random, positions = Random(seed), [start]
    while positions[-1].to_move is not None:
        assert len(positions) < LONGEST, "the game does not end"
        moves = list(positions[-1].legal_moves())
        assert moves, "the game runs and nothing is legal"
        if positions[-1].ply > PATIENCE:
            moves = [move for move in moves if isinstance(move, Declare)] or moves
        positions.append(positions[-1].play(random.choice(moves)))
    return positions


def seen(position: Position) -> object:
    """All that a position shows."""
    return (
        *(position.ply, position.last, position.to_move, position.colours, position.stones),
        *(position.captured, position.score_lines(), position.groups(), position.territories()),
        *(position.facts(), position.links(), position.declarations(), position.result()),
        *(position.controllers(), position.anchor(), position.passing()),
    )


@every_start
def test_what_is_not_on_the_board_is_part_of_the_score(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 1):
        for bonuses, lines in zip(position.bonus_lines(), position.score_lines(), strict=False):
            assert lines[len(lines) - len(bonuses) :] == bonuses


@every_start
def test_a_game_ends_and_counts_its_plies(game: Game, options: dict[str, OptionValue], seats: int):
    for seed in range(3):
        positions = game_of(game.start(options, seats), seed)
        assert [position.ply for position in positions] == list(range(len(positions)))
        assert all(position.result() is None for position in positions[:-1])


@every_start
def test_the_result_ranks_all_colours_by_score_if_there_is_one(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for seed in range(3):
        last = game_of(game.start(options, seats), seed)[-1]
        result, score = last.result(), last.score()
        assert result is not None and len(result.ranks) == seats
        if not score:
            assert min(result.ranks) == 1
            continue
        for one, points in zip(result.ranks, score, strict=True):
            assert one == 1 + sum(other > points for other in score)


@every_start
def test_the_seat_to_move_is_one_of_the_game_and_colours_are_shared_out(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 4)[:-1]:
        assert position.to_move in range(seats)
        if position.colours is not None:
            assert sorted(position.colours) == list(range(seats))


@every_start
def test_after_the_end_nothing_is_legal_and_nothing_is_offered(
    game: Game, options: dict[str, OptionValue], seats: int
):
    last = game_of(game.start(options, seats), 5)[-1]
    assert list(last.legal_moves()) == [] and last.declarations() == ()
    for name in last.board.names:
        refusal = last.why_not(Placement(name))
        assert refusal is not None and refusal.reason == IllegalReason.OVER


@every_start
def test_a_move_does_not_touch_the_position_it_is_played_in(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 6)[:40]:
        before, moves = seen(position), list(position.legal_moves())
        for move in moves:
            position.play(move)
        assert seen(position) == before and list(position.legal_moves()) == moves


@every_start
def test_what_is_written_is_read_back_and_legal_moves_are_named_once(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 7):
        written = [position.write(move) for move in position.legal_moves()]
        assert len(set(written)) == len(written)
        assert [position.read(text) for text in written] == list(position.legal_moves())


@every_start
def test_a_stone_is_placed_on_an_empty_point_of_the_board(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 8)[:-1]:
        stones = [position.board.names[point] for point in position.stones]
        for name in [*stones[:3], "z99"]:
            with pytest.raises(IllegalMoveError):
                position.play(Placement(name))


@every_start
def test_the_last_stone_and_the_captured_stones_are_where_they_are_said_to_be(
    game: Game, options: dict[str, OptionValue], seats: int
):
    positions = game_of(game.start(options, seats), 9)
    for before, after in pairwise(positions):
        gone = {p: c for p, c in before.stones.items() if p not in after.stones}
        # A stone that dies at once was never on the board before, but is captured all the same.
        assert gone.items() <= after.captured.items()
        assert set(after.captured) - set(gone) <= {after.last}
        new = set(after.stones) - set(before.stones)
        assert new <= {after.last}


@every_start
def test_passes_in_a_row_are_counted_up_to_the_end_where_they_end_the_game(
    game: Game, options: dict[str, OptionValue], seats: int
):
    positions = game_of(game.start(options, seats), 13)
    for before, after in pairwise(positions):
        counted, earlier = after.passing(), before.passing()
        if counted is not None and earlier is not None:
            assert counted[0] in (0, earlier[0] + 1) and counted[1] == earlier[1]
            assert counted[0] == 0 or after.last is None
            assert after.to_move is None or counted[0] < counted[1]


@every_start
def test_an_anchor_is_a_board_that_stood_before(
    game: Game, options: dict[str, OptionValue], seats: int
):
    stood: list[dict[int, int]] = []
    for position in game_of(game.start(options, seats), 14):
        stood.append(dict(position.stones))
        anchor = position.anchor()
        assert anchor is None or dict(anchor) in stood


@every_start
def test_the_words_offered_are_legal(game: Game, options: dict[str, OptionValue], seats: int):
    for position in game_of(game.start(options, seats), 10)[:-1]:
        for word in position.declarations():
            numbers = word.numbers or (None,)
            for number in {numbers[0], numbers[-1]}:
                text = word.word if number is None else word.complete(number)
                assert position.is_declaration(text)
                assert position.read(text) == Declare(text)
                assert position.why_not(Declare(text)) is None


@every_start
def test_groups_share_out_the_stones(game: Game, options: dict[str, OptionValue], seats: int):
    for position in game_of(game.start(options, seats), 11)[-20:]:
        groups = position.groups()
        assert sorted(p for group in groups for p in group) == sorted(position.stones)
        assert all(len({position.stones[p] for p in group}) == 1 for group in groups)


@every_start
def test_only_empty_points_are_controlled_and_by_colours_of_the_game(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 13):
        controllers = position.controllers()
        assert not controllers.keys() & position.stones.keys()
        assert controllers.keys() <= set(range(len(position.board)))
        assert set(controllers.values()) <= set(range(seats))


@every_start
def test_every_position_draws_as_a_diagram_that_reads_back(
    game: Game, options: dict[str, OptionValue], seats: int
):
    for position in game_of(game.start(options, seats), 12)[::7]:
        drawn = diagram.draw(position.board, position.stones, game.colours)
        assert diagram.read(position.board, drawn, game.colours) == position.stones


@every_game
def test_the_defaults_settle(game: Game):
    settled = game.settle({})
    assert settled == {option.key: option.default for option in game.options}
    start = game.start(settled, game.seats[0])
    assert (start.ply, start.stones, start.to_move) == (0, {}, 0)


@every_game
def test_impossible_options_are_refused_by_their_key(game: Game):
    with pytest.raises(OptionError) as refusal:
        game.settle({"no such option": 1})
    assert refusal.value.option == "no such option"
    for option in game.options:
        wrong: list[OptionValue] = ["\x00no"] if option.kind is not str else [1, "\x00no"]
        wrong += [True] if option.kind is not bool else [1]
        wrong += [1.5] if option.kind is int else []
        wrong += [None] if option.default is not None else []
        wrong += [option.bounds[0] - 1, option.bounds[1] + 1] if option.bounds else []
        for value in wrong:
            with pytest.raises(OptionError) as refusal:
                game.settle({option.key: value})
            assert refusal.value.option == option.key


@every_game
def test_an_unknown_option_is_refused_on_one_short_line(game: Game):
    for name in ("\n", "\udc00", "x" * 1000):
        with pytest.raises(OptionError) as refusal:
            game.settle({name: 1})
        assert str(refusal.value).isprintable() and len(str(refusal.value)) < 100


@every_game
def test_what_is_written_of_an_option_is_read_back(game: Game):
    for option in game.options:
        values: list[OptionValue] = [option.default, *option.choices]
        values += [option.kind(bound) for bound in option.bounds or ()]
        values += [True, False] if option.kind is bool else []
        for value in values:
            found = option.read(option.write(value))
            assert (found, type(found)) == (value, type(value))


@every_game
def test_names_and_summaries_fit_where_they_are_shown(game: Game):
    assert GAMES[game.key] is game
    assert game.ruleset.startswith(game.key) and game.seats
    assert len(set(game.colours)) == len(game.colours) >= game.seats[-1]
    for summary in (game.summary, *(option.summary for option in game.options)):
        assert 0 < len(summary) <= 100


@every_game
def test_the_referee_can_judge_without_any_option(game: Game):
    assert game.start_unrestricted({}).ply == 0


WRONG_VALUES: tuple[object, ...] = (None, "\x00no", -1, 10**30, 1.25, [], [3], {}, {"a": 1}, 1e300)


@every_game
def test_wrong_names_types_and_sizes_are_bad_input_for_the_referee(game: Game):
    """No game checks its options by hand, so none can forget to."""
    names = {option.key: option for option in game.referee_options or game.options}
    wrong: list[tuple[str, object]] = [("no such option", 1), ("", None), ("x" * 5000, [])]
    for key, option in names.items():
        wrong += [
            (key, value) for value in WRONG_VALUES if value is None or not allows(option, value)
        ]
        wrong += [(key, True)] if option.kind is not bool else [(key, 1), (key, "yes")]
    for key, value in wrong:
        request = {"game": game.key, "opts": {key: value}, "id": 7}
        reply = referee.answer(json.dumps(request).encode(), GAMES)
        assert (reply["error"], reply["id"]) == ("bad-input", 7), (key, value)
        assert reply["message"].endswith(".") and "\n" not in reply["message"]


def allows(option: Option, value: object) -> bool:
    try:
        option.check(value)
    except OptionError:
        return False
    return True


@every_game
def test_the_referee_describes_a_game_to_its_end(game: Game):
    position, moves, random = game.start_unrestricted({}), list[str](), Random(3)
    for _ in range(12):
        if position.to_move is not None:
            move = random.choice(list(position.legal_moves()))
            moves.append(position.write(move))
            position = position.play(move)
    request = {"game": game.key, "moves": moves, "why": ["z99", "no move"]}
    reply = referee.answer(json.dumps(request).encode(), GAMES)
    assert "error" not in reply, reply
    assert len(reply["position"]) == len(position.board) and reply["why"]["no move"] == "unreadable"


@every_start
def test_the_stones_that_are_blamed_for_a_refusal_stand_there(
    game: Game, options: dict[str, OptionValue], seats: int
) -> None:
    position, random = game.start(options, seats), Random(7)
    for _ in range(60):
        if position.to_move is None or position.colours is None:
            break
        mover = position.colours[position.to_move]
        for name in position.board.names:
            refusal, stones_against = (
                position.why_not(Placement(name)),
                position.stones_against(Placement(name)),
            )
            assert set(stones_against) <= set(position.stones)
            colours = {position.stones[point] == mover for point in stones_against}
            if refusal is None or refusal.reason is IllegalReason.REPETITION:
                assert not stones_against
            elif refusal.reason is IllegalReason.CONTROLLED:
                assert colours == {False}
        position = position.play(random.choice(list(position.legal_moves())))
