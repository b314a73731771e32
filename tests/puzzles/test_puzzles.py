"""Every puzzle is proved, or long searches agree on it. The prover agrees with minimax."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.core_files import machine
from bot.service import puzzles as stored
from bot.service.puzzles import Difficulty, Puzzle
from engine import player
from engine.ai import Effort, Machine
from engine.game import Game
from engine.games import all_games
from engine.match import Match
from engine.position import Declare, Placement, Position
from engine.turns import NO_TIME, PASS, Turn
from tests.puzzles import __main__ as making
from tests.puzzles import finding, lines, searching
from tests.puzzles.__main__ import SEED
from tests.puzzles.prover import Prover, bounds, children, lead, mover

EVERY = [(game, puzzle) for game in all_games().values() for puzzle in stored.of(game)]

SOON_FOUND = {"keil": 214, "ki": 90, "kee": 11}
"""Seeds from which on the second game has a puzzle; from others it takes up to a hundred games."""


def some(*, searched: bool) -> list[Any]:
    """The puzzles that were searched or proved, as parameters of a test."""
    return [
        pytest.param(game, puzzle, id=f"{game.key}-{puzzle.name}")
        for game, puzzle in EVERY
        if bool(puzzle.searched) == searched
    ]


@pytest.fixture(scope="module")
def thinker() -> Machine:
    return machine()


def is_proved(game: Game, puzzle: Puzzle, thinker: Machine) -> bool:
    """Whether the best move and every other one are worth what the file says."""
    match, losses = puzzle.start(game), {move: of.points for move, of in puzzle.wrong.items()}
    source = finding.source_of(game, puzzle.options)
    return finding.proved(match, puzzle.best, puzzle.reaches, losses, source, thinker)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "puzzle"), some(searched=False))
def test_every_puzzle_that_was_not_searched_is_proved(
    game: Game, puzzle: Puzzle, thinker: Machine
) -> None:
    assert is_proved(game, puzzle, thinker)


@pytest.mark.parametrize(("game", "puzzle"), some(searched=False))
def test_a_proved_puzzle_promises_all_that_its_best_move_reaches(
    game: Game, puzzle: Puzzle, thinker: Machine
) -> None:
    position = puzzle.start(game).position
    after = position.play(position.read(puzzle.best))
    assert bounds(after, mover(position), thinker) == (puzzle.reaches, puzzle.reaches)


def test_a_new_puzzle_promises_what_the_core_knows_beyond_its_proof(thinker: Machine) -> None:
    """Also what the other moves lose, with an answer that takes it."""
    game = all_games()["keil"]
    puzzle = stored.known(game, "69b635f9")
    assert puzzle is not None
    wrong = {move: {"loss": 2, "reply": "e1"} for move in puzzle.wrong}
    proved = {"name": puzzle.name, "options": puzzle.options, "moves": puzzle.moves}
    proved |= {"best": puzzle.best, "reaches": puzzle.reaches - 14, "wrong": wrong}
    told = Puzzle.read(finding.whole(puzzle.start(game), proved, thinker))
    assert told.reaches == puzzle.reaches == 19
    assert {loss.points for loss in told.wrong.values()} == {18}
    assert is_proved(game, told, thinker)
    position = puzzle.start(game).position
    for move, loss in told.wrong.items():
        after = position.play(position.read(move))
        answered = after.play(after.read(loss.reply))
        assert bounds(answered, mover(position), thinker)[1] == 1


@pytest.mark.parametrize(("game", "puzzle"), some(searched=False))
def test_in_the_line_of_a_proved_puzzle_nobody_passes_too_early(
    game: Game, puzzle: Puzzle, thinker: Machine
) -> None:
    """While the board does not show the promise yet, the solver captures what keeps it, and the
    other player threatens something if that costs nothing."""
    colour = mover(puzzle.start(game).position)
    for moves, text in enumerate(puzzle.line):
        position = puzzle.followed(game, moves).position
        if text != PASS or game.key == "ki" or lead(position, colour) == puzzle.reaches:
            continue
        stones = [after for move, after in children(position) if isinstance(move, Placement)]
        if mover(position) == colour:
            taken = (after for after in stones if after.captured)
            assert all(bounds(after, colour, thinker)[0] < puzzle.reaches for after in taken)
        else:
            as_good = (a for a in stones if bounds(a, colour, thinker)[1] <= puzzle.reaches)
            ignored = (after.play(Declare(PASS)) for after in as_good)
            assert all(lines.keeps(game, puzzle, then, colour, thinker) for then in ignored)


def test_a_puzzle_that_promises_too_much_is_not_proved(thinker: Machine) -> None:
    game = all_games()["ki"]
    puzzle = stored.of(game)[0]
    assert is_proved(game, puzzle, thinker)
    losses = {move: of.points for move, of in puzzle.wrong.items()}
    source, match = finding.source_of(game, puzzle.options), puzzle.start(game)
    assert not finding.proved(match, puzzle.best, puzzle.reaches + 1, losses, source)
    worst = {**losses, next(iter(losses)): 25}
    assert not finding.proved(match, puzzle.best, puzzle.reaches, worst, source)
    other = next(iter(losses))
    swapped = {**losses, puzzle.best: 2.0}
    del swapped[other]
    assert not finding.proved(match, other, puzzle.reaches, swapped, source)


@pytest.mark.slow
def test_the_same_seed_finds_the_same_puzzles(thinker: Machine) -> None:
    game = all_games()["ki"]
    source = finding.SOURCES["ki"][0]
    found = [each["name"] for each in islice(finding.puzzles(game, source, SEED, thinker), 5)]
    assert found == [puzzle.name for puzzle in stored.of(game)[:5]]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "puzzle"), some(searched=False))
def test_whoever_follows_the_line_of_a_proved_puzzle_keeps_what_it_promises(
    game: Game, puzzle: Puzzle, thinker: Machine
) -> None:
    """After each move of the solver in it."""
    colour = mover(puzzle.start(game).position)
    for moves in range(0, len(puzzle.line) + 1, 2):
        after = puzzle.followed(game, moves).position
        assert lines.keeps(game, puzzle, after, colour, thinker)


@pytest.mark.parametrize(("game", "puzzle"), some(searched=True))
def test_the_line_of_a_searched_puzzle_can_be_played(game: Game, puzzle: Puzzle) -> None:
    match = puzzle.followed(game, len(puzzle.line))
    assert match.ply == puzzle.start(game).ply + 1 + len(puzzle.line)
    assert len(puzzle.line) <= lines.MOVES


# --- those of the computer player ---


@pytest.mark.slow
@pytest.mark.parametrize(("game", "puzzle"), some(searched=True))
def test_the_best_move_is_still_the_best_in_other_searches(
    game: Game, puzzle: Puzzle, thinker: Machine
) -> None:
    position = puzzle.start(game).position
    for effort in (Effort, Effort.worth):  # by playouts and by the net
        assert searching.holds(position, puzzle.best, 99, thinker, effort)


@pytest.mark.parametrize(("game", "puzzle"), some(searched=True))
def test_every_other_answer_is_refuted_by_a_move(game: Game, puzzle: Puzzle) -> None:
    """Unless it ends the game."""
    assert puzzle.searched >= 3 * 20_000
    match = puzzle.start(game)
    assert match.to_move is not None
    for move, loss in puzzle.wrong.items():
        after = match.take(Turn(match.to_move, move, NO_TIME))
        assert loss.points >= finding.LEAST_LOSS
        assert bool(loss.reply) == (after.to_move is not None)
        verdict = puzzle.judge(match, move)
        assert verdict.counts[0] == loss.points
        assert verdict.reply == loss.reply


@pytest.mark.parametrize(("game", "puzzle"), some(searched=False))
def test_what_a_proof_answers_to_every_other_move_is_told(game: Game, puzzle: Puzzle) -> None:
    """Unless the move ends the game."""
    match = puzzle.start(game)
    for move, loss in puzzle.wrong.items():
        after = match.position.play(match.position.read(move))
        assert bool(loss.reply) == (after.to_move is not None), move
        if loss.reply:
            assert after.why_not(after.read(loss.reply)) is None


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_every_game_has_puzzles_of_every_difficulty(game: Game) -> None:
    every = stored.of(game)
    assert {puzzle.difficulty for puzzle in every} == {*Difficulty}
    assert all(puzzle.likely for puzzle in every)
    assert any(puzzle.searched for puzzle in every)


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_how_likely_the_best_move_of_each_puzzle_looks_is_what_the_net_says(
    game: Game, thinker: Machine
) -> None:
    for puzzle in stored.of(game):
        position = puzzle.start(game).position
        assert puzzle.likely == searching.looks(position, puzzle.best, thinker), puzzle.name


@pytest.mark.parametrize("title", ["6", "10", "22", "33", "89"])
def test_a_puzzle_that_people_solve_at_a_glance_is_easy(title: str) -> None:
    """Though it takes playouts long, or the net would rather pass."""
    keil = all_games()["keil"]
    puzzle = next(one for one in stored.of(keil) if stored.title(keil, one.name) == title)
    assert puzzle.difficulty is Difficulty.EASY


def test_most_puzzles_for_three_are_not_easy() -> None:
    """Though playouts find half of them soon."""
    for_three = [one for one in stored.of(all_games()["kee"]) if one.seats == 3]
    easy = sum(one.difficulty is Difficulty.EASY for one in for_three)
    assert 4 * easy <= len(for_three)


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_the_same_seed_finds_the_same_puzzles_by_search(game: Game) -> None:
    seed = SOON_FOUND.get(game.key, 4)
    series = searching.SERIES[game.key][0]
    one, other = (next(searching.puzzles(game, series, seed, machine())) for _ in range(2))
    assert one == other


def test_the_rating_is_the_least_strength_that_mostly_finds_the_best_move(
    thinker: Machine,
) -> None:
    game = all_games()["kee"]
    puzzle = next(one for one in stored.of(game) if one.difficulty is Difficulty.HARD)
    position = puzzle.start(game).position
    rating = searching.rating(position, puzzle.best, thinker)

    def finds(playouts: int) -> bool:
        efforts = (Effort(playouts, seed) for seed in range(finding.TRIES))
        right = sum(searching.is_best(position, puzzle.best, thinker, one) for one in efforts)
        return 2 * right > finding.TRIES

    assert finds(rating)
    assert not finds(rating // 2)


# --- the prover ---


def near_the_end(seed: int) -> Position:
    """A position of Ki with four empty spaces."""
    game, random = all_games()["ki"], Random(seed)
    match = Match.start(game, game.settle({"size": 5}), 2)
    while len(match.position.stones) < 21 and match.to_move is not None:
        text = match.position.write(player.choose(match.position, random))
        match = match.take(Turn(match.to_move, text, NO_TIME))
    return match.position


def minimax(position: Position, colour: int) -> float:
    """The lead of ``colour`` at the end, by looking at everything."""
    if position.to_move is None:
        return lead(position, colour)
    values = [minimax(after, colour) for _, after in children(position)]
    return max(values) if mover(position) == colour else min(values)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_proved_is_what_minimax_says(seed: int) -> None:
    position = near_the_end(seed)
    value = minimax(position, 0)
    prover = Prover(deepest=16, most=50_000)
    assert prover.reaches(position, 0, value)
    assert not prover.reaches(position, 0, value + 1)
    assert prover.reaches(position, 1, -value)
    assert not prover.reaches(position, 1, 1 - value)


def test_nothing_is_proved_beyond_its_bounds() -> None:
    position = near_the_end(1)
    value = minimax(position, 0)
    assert not Prover(deepest=16, most=2).reaches(position, 0, value)
    assert not Prover(deepest=1, most=50_000).reaches(position, 0, value)


def test_a_new_puzzle_gets_the_next_number_and_no_other_one_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(stored.NUMBERS.read_text(encoding="utf-8"), encoding="utf-8")
    for module in (stored, making):
        monkeypatch.setattr(module, "NUMBERS", file)
    before, ki = stored.numbered(), all_games()["ki"]
    try:
        making.number(ki, ["new", before["ki"][3]])
        assert stored.numbered() == {**before, "ki": [*before["ki"], "new"]}
        assert stored.title(ki, "new") == str(len(before["ki"]) + 1)
        assert making.as_numbers(before) == stored_numbers()
    finally:
        stored.numbered.cache_clear()


def stored_numbers() -> str:
    """The file of numbers as it is."""
    return (stored.FOLDER / "numbers.json").read_text(encoding="utf-8")


# --- all kinds are there ---


def large_ki() -> list[Puzzle]:
    """The proved puzzles of Ki on more than its smallest board."""
    ki = all_games()["ki"]
    return [one for one in stored.of(ki) if one.options["size"] != 5 and not one.searched]


def test_ki_has_proved_puzzles_on_more_than_its_smallest_board() -> None:
    """With more than six moves to choose from."""
    assert len(large_ki()) >= 10
    assert all(len(one.wrong) >= 6 for one in large_ki())


@pytest.mark.slow
def test_a_glance_of_the_computer_player_solves_none_of_them(thinker: Machine) -> None:
    ki = all_games()["ki"]
    for one in large_ki():
        assert not searching.too_easy(one.start(ki).position, one.best, thinker)


def test_keil_has_puzzles_in_which_the_best_move_cuts_or_links_and_captures_nothing() -> None:
    keil = all_games()["keil"]
    found = [
        one
        for one in stored.of(keil)
        if one.searched and searching.cuts_or_links(one.start(keil).position, one.best)
    ]
    assert len(found) >= 12
    assert sum(one.difficulty is not Difficulty.EASY for one in found) >= 6


def test_ki_has_puzzles_in_which_the_gain_comes_later() -> None:
    ki = all_games()["ki"]
    series = searching.SERIES["ki"][1]
    sizes = {board["size"] for board in series.boards}
    quiet = [
        one
        for one in stored.of(ki)
        if one.searched
        and one.options["size"] in sizes
        and searching.is_quiet(one.start(ki).position, one.best)
    ]
    assert len(quiet) >= series.number


def test_kee_has_puzzles_for_three() -> None:
    kee = all_games()["kee"]
    for_three = [one for one in stored.of(kee) if one.seats == 3]
    assert len(for_three) >= 12
    assert any(one.difficulty is Difficulty.HARD for one in for_three)
    assert all(one.start(kee).seats == 3 for one in for_three)
