"""/puzzle: one best move, what the others lose, and how many are solved in a row."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self

import pytest
import sqlalchemy as sa

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.puzzles import service, texts
from bot.features.puzzles.service import Tallies
from bot.features.puzzles.store import Tally, TallyQueries, puzzle_tally
from bot.messages import learning, phrases, purposes
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service import puzzles as stored
from bot.service.goals import Finding
from bot.service.learning import Streak
from bot.service.puzzles import Difficulty, Loss, Puzzle
from bot.storage import migrations
from engine.game import Game
from engine.games import all_games
from engine.position import Placement, Position, named
from tests.bot.house import ADA as ADA_ID
from tests.bot.house import BO as BO_ID
from tests.bot.house import House
from tests.bot.panels import selects, values
from tests.bot.reader import Reader
from tests.bot.says import says
from tests.bot.storage import earlier
from tests.bot.table import ADA, CY, Process, Table, hurry, labels, seated
from tests.toy import TOYS

KI = all_games()["ki"]
AGAIN, SHOW, NEXT = (
    says("button-exercise-again"),
    says("button-exercise-solution"),
    says("button-puzzle-next"),
)
TYPE = says("button-exercise-type")
FOLLOW, BACK, FORWARD = (
    says("button-line-follow"),
    says("button-replay-back"),
    says("button-replay-forward"),
)
MOST_CHOICES = 25
"""Discord's limit for a select."""


class Solver(Reader):
    """Somebody with a private message full of puzzles."""

    def __init__(self, table: Table, who: str = CY, game: str = "ki") -> None:
        super().__init__(table, who)
        self.game = all_games()[game]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that the message is about."""
        found = [
            one
            for one in stored.of(self.game)
            if f"puzzle {stored.title(self.game, one.name)}:" in self.text
        ]
        (puzzle,) = found
        return puzzle

    @property
    def wrong(self) -> str:
        """A move that loses points, and that can be chosen from the list."""
        return next(move for move in self.puzzle.wrong if move not in ("pass", "button"))

    async def begin(self, **options: object) -> Self:
        return await self.after(await self.table.command(self.who, "puzzle", **options))

    async def choose(self, value: str, select: int = 0) -> Self:
        """A move from the list, or typed on a large board, whose points come row by row."""
        listed = value in values(selects(self.message)[select])
        return await (super().choose(value, select) if listed else self.type(value))


def streak(now: int, best: int, solved: int, answered: int) -> str:
    return says("puzzle-streak", now=now, best=best, solved=solved, answered=answered)


# --- the files ---


PUZZLES = [
    pytest.param(game, puzzle, id=f"{key}-{puzzle.name}")
    for key, game in all_games().items()
    for puzzle in stored.of(game)
]


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_every_puzzle_has_one_best_move_and_says_what_each_other_loses(
    game: Game, puzzle: Puzzle
) -> None:
    match = puzzle.start(game)
    position = match.position
    legal = {*map(position.write, position.legal_moves())}
    assert legal == {puzzle.best, *puzzle.wrong}
    assert puzzle.best not in puzzle.wrong
    assert puzzle.loss >= 2
    for move in legal:
        verdict = puzzle.judge(match, move)
        assert verdict.right == (move == puzzle.best)
        if not verdict.right:
            assert verdict.finding in (Finding.LOSES, Finding.LOSES_TO)
            assert move in learning.why(game, verdict, move) or move == "pass"


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_every_puzzle_has_a_number_of_its_own(game: Game) -> None:
    """Also those that are no longer asked keep theirs: no number is used again."""
    names = stored.numbered()[game.key]
    assert len({*names}) == len(names)
    assert {puzzle.name for puzzle in stored.of(game)} <= {*names}
    assert [stored.title(game, name) for name in names[:3]] == ["1", "2", "3"]
    assert stored.title(game, "a-new-one") == "a-new-one"


@pytest.mark.parametrize("game", all_games().values(), ids=all_games())
def test_puzzles_have_different_names_and_positions(game: Game) -> None:
    every = stored.of(game)
    assert len({puzzle.name for puzzle in every}) == len(every)
    seen = {(*sorted(p.start(game).position.stones.items()), p.start(game).to_move) for p in every}
    assert len(seen) == len(every)


def test_a_puzzle_can_begin_with_stones_that_are_set_up() -> None:
    puzzle = Puzzle.read(
        {
            "name": "one",
            "options": {"size": 5},
            "setup": {"B": ["b3"], "W": ["c3"]},
            "to_move": "W",
            "moves": ["d3"],
            "best": "c4",
            "wrong": {"a1": {"loss": 2}},
        }
    )
    position = puzzle.start(KI).position
    assert {position.board.names[p]: c for p, c in position.stones.items()} == {
        "b3": 0,
        "c3": 1,
        "d3": 1,
    }
    assert position.to_move == 0
    assert puzzle.judge(puzzle.start(KI), "a1").finding is Finding.LOSES


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_no_number_of_the_search_is_shown_to_people(game: Game, puzzle: Puzzle) -> None:
    told = texts.question(puzzle.start(game), puzzle, Streak.of({}))
    assert f"{puzzle.searched:,}" not in told or not puzzle.searched
    assert str(puzzle.likely) not in told.split()


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_reason_of_every_best_move_is_true(game: Game, puzzle: Puzzle) -> None:
    """It names a capture, a rescue, a cut, ... that the engine sees, or what follows otherwise."""
    told = texts.solution(game, puzzle, 0)
    after = puzzle.followed(game, 0)
    trapping = puzzle.reaches < len(after.position.board)  # else all stones that are lost are told
    does, saved = (
        purposes.of_last(after, trapping=trapping),
        purposes.purpose_of_last(after).prevents,
    )
    usual, number, such = puzzle.usual_reply
    assert does in told
    assert does or usual or not puzzle.searched, "some reason"
    from_usual = saved is not None and after.position.board.names[saved.point] == usual
    otherwise = re.search(rf"plays {usual}|answered by \S+ at {usual}[:.]", told) is not None
    assert otherwise == bool(usual and after.to_move is not None and not from_usual)
    if usual and after.to_move is not None:
        assert number == sum(loss.reply == usual for loss in puzzle.wrong.values())
        assert puzzle.wrong[such].reply == usual
        if not from_usual:
            many = 2 * number > len(puzzle.wrong)
            after_such = f"{'a pass' if such == 'pass' else such}, for example,"
            words = f"{'Most' if many else 'Some'} other moves are answered by "
            assert (words if number > 1 else f"After {after_such}") in told
            answer = purposes.effects_of_last(puzzle.judge(puzzle.start(game), such).match)
            example = (
                f": after {after_such} {usual} {answer}" if number > 1 else f": {usual} {answer}"
            )
            how = " at" if number > 1 else " plays"
            assert f"{how} {usual}{example * bool(answer)}." in told
    assert ("Whatever your opponent plays" in told) == (not puzzle.searched)
    assert len(told) <= phrases.CONTENT_LIMIT


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_reason_of_every_best_move_names_the_most_that_it_does(
    game: Game, puzzle: Puzzle
) -> None:
    """All that it captures, that it saves, and that cannot escape next, which is tried here."""
    effects = purposes.effects_of_last(after := puzzle.followed(game, 0))
    does = purposes.purpose_of_last(after)
    names = after.position.board.names
    assert not does.captured or (
        says("purpose-captures", stones=some(after.position, does.captured)) in effects
    )
    if does.prevents is not None:
        who = phrases.colour(game.colours[does.prevents.colour])
        point, stones = names[does.prevents.point], some(after.position, does.prevents.stones)
        assert says("purpose-saves", who=who, point=point, stones=stones) in effects
    if does.threatens is not None:
        trapped = after.seats == 2 and all(
            can_capture(after.position.play(move), does.threatens.stones)
            for move in after.position.legal_moves()
        )
        assert (
            says("purpose-traps", stones=some(after.position, does.threatens.stones)) in effects
        ) == trapped
        number = len(does.captured) + (len(does.prevents.stones) if does.prevents else 0)
        assert (" threatens " in f" {effects}") == (
            not trapped and len(does.threatens.stones) > number
        )


def some(position: Position, stones: Sequence[int]) -> str:
    """Stones as they are named: at most three of them, or one and how many more."""
    first, *others = names = [*named(position.board, stones)]
    few = len(names) <= 3
    return phrases.listed(names) if few else says("purpose-stones", one=first, others=len(others))


def can_capture(position: Position, stones: Iterable[int]) -> bool:
    """Whether one stone takes all of these from the board."""
    after = (position.play(m) for m in position.legal_moves() if isinstance(m, Placement))
    return any({*stones} <= {*each.captured} for each in after)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_proved_puzzle_says_by_how_much_one_wins_or_loses_at_the_least(
    game: Game, puzzle: Puzzle
) -> None:
    number = abs(puzzle.reaches)
    told = texts.solution(game, puzzle, 0)
    some_points = f"{number:g} point{'s' * (number != 1)}."
    wins, loses = f"win by at least {some_points}" in told, f"your loss to {some_points}" in told
    least = puzzle.reaches if not puzzle.searched else 0
    assert wins == (0 < least < len(puzzle.start(game).position.board))
    assert loses == (least < 0)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_who_can_take_the_whole_board_is_told_that_no_stone_can_escape(
    game: Game, puzzle: Puzzle
) -> None:
    """The proof reaches every point, so all stones of the other player are captured."""
    position = puzzle.followed(game, 0).position
    every = not puzzle.searched and puzzle.reaches == len(position.board)
    told = texts.solution(game, puzzle, 0)
    assert ("the whole board" in told) == every
    if every and position.to_move is not None and position.colours is not None:
        colour = position.colours[position.to_move]
        number = [*position.stones.values()].count(colour)
        who = phrases.colour(game.colours[colour])
        assert f"none of {who}’s {number} stones can escape" in told


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_line_of_play_says_which_moves_capture_how_many_stones(
    game: Game, puzzle: Puzzle
) -> None:
    moves = [listed_move(game, puzzle, shown) for shown in range(len(puzzle.line) + 1)]
    moves[0] = f"**{moves[0]}**"
    assert texts.solution(game, puzzle, 0).endswith(f": {', '.join(moves)}")


def listed_move(game: Game, puzzle: Puzzle, shown: int) -> str:
    """The best move of a puzzle, or number ``shown`` after it, as its line lists it."""
    before = (puzzle.followed(game, shown - 1) if shown else puzzle.start(game)).position
    after = puzzle.followed(game, shown)
    last = after.turn_log.moves[-1]
    assert before.colours is not None
    own = before.colours[last.seat]
    stones = dict(before.stones)
    if last.text in before.board.index:
        stones[before.board.index[last.text]] = own
    gone = [colour for p, colour in stones.items() if p not in after.position.stones]
    who, lost = phrases.seat_name(after, game, last.seat), gone.count(own)
    return says("line-move", who=who, move=last.text, captured=len(gone) - lost, lost=lost)


def test_a_pass_is_no_usual_answer() -> None:
    wrong = {move: {"loss": 2, "reply": "pass"} for move in "abc"} | {"d": {"loss": 2}}
    puzzle = Puzzle.read({"name": "1", "options": {}, "best": "e", "moves": [], "wrong": wrong})
    assert puzzle.usual_reply == ("", 0, "")
    answered = replace(puzzle, wrong={**puzzle.wrong, "pass": Loss(2, "a"), "f": Loss(2, "a")})
    assert answered.usual_reply == ("a", 2, "pass")


def test_puzzles_of_other_rules_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = {"game": "trio", "ruleset": "trio-0", "puzzles": [{"name": "x"}]}
    (tmp_path / "trio.json").write_text(json.dumps(file))
    monkeypatch.setattr(stored, "FOLDER", tmp_path)
    assert stored.of(TOYS["trio"]) == ()


def test_everybody_has_an_order_of_their_own() -> None:
    every = stored.of(KI)
    one, other = (service.in_order(user, every, {})[0] for user in (1, 2))
    assert one != other and {*one} == {*other}
    assert one == service.in_order(1, every, {})[0]


# --- what people solve ---


def puzzle_of(level: Difficulty) -> Puzzle:
    """A puzzle that is given one after the other."""
    return next(one for one in stored.to_practise(KI) if one.difficulty is level)


def test_before_anybody_has_answered_the_computer_says_how_hard_a_puzzle_is() -> None:
    every, levels = service.in_order(1, stored.of(KI), {})
    assert levels == [one.difficulty for one in every]
    assert levels == sorted(levels)


@pytest.mark.parametrize(
    ("level", "tally", "people"),
    [
        (Difficulty.EASY, Tally(3, 0), Difficulty.EASY),
        (Difficulty.EASY, Tally(20, 8), Difficulty.MEDIUM),
        (Difficulty.EASY, Tally(200, 20), Difficulty.HARD),
        (Difficulty.HARD, Tally(20, 10), Difficulty.MEDIUM),
        (Difficulty.HARD, Tally(200, 190), Difficulty.EASY),
    ],
)
def test_with_every_answer_people_say_so_rather(
    level: Difficulty, tally: Tally, people: Difficulty
) -> None:
    assert service.difficulty(puzzle_of(level), tally) is people


def test_what_more_people_solve_comes_first() -> None:
    every = stored.to_practise(KI)
    hard, easy = puzzle_of(Difficulty.HARD), puzzle_of(Difficulty.EASY)
    tallies = {hard.name: Tally(400, 396), easy.name: Tally(400, 4)}
    order, levels = service.in_order(1, every, tallies)
    assert (order[0], order[-1]) == (hard, easy)
    assert levels == sorted(levels)
    assert service.next_puzzle(1, KI, {}, tallies) == hard


@pytest.mark.parametrize("right", [True, False])
def test_ones_own_answer_does_not_change_what_comes_next(right: bool) -> None:
    """Nor how hard that is, where few have answered."""
    every = stored.to_practise(KI)
    first, second, *_ = service.in_order(1, every, {})[0]
    answers, tallies = {("ki", first.name): right}, {first.name: Tally(1, right)}
    assert service.next_puzzle(1, KI, answers, tallies, first.name) == second


def test_a_question_says_how_many_solved_it_once_enough_have_tried() -> None:
    puzzle = puzzle_of(Difficulty.HARD)
    match, nobody = puzzle.start(KI), Streak.of({})
    few, many = (texts.question(match, puzzle, nobody, Tally(n, n)) for n in (19, 50))
    assert says("puzzle-solved-by", percent="100") in many
    assert "%" not in few
    assert says("puzzle-difficulty", level="easy") in many


@pytest.mark.storage
async def test_each_persons_first_answer_is_counted_once(house: House) -> None:
    tallies, learned = Tallies(house.service), house.service.learning
    tallies.register(house.service)
    for user, right in ((ADA_ID, False), (ADA_ID, True), (BO_ID, True), (BO_ID, True)):
        await learned.answer(user, "ki", "p", right=right)
    await learned.answer(BO_ID, "ki", "q", right=False)
    await learned.solve(BO_ID, "ki", "cascade")
    assert await tallies.of(KI) == {"p": Tally(2, 1), "q": Tally(1, 0)}
    assert await tallies.of(all_games()["keil"]) == {}


def test_the_counts_are_of_nobody() -> None:
    """So they stay when somebody deletes their data."""
    assert {each.name for each in puzzle_tally.c} == {"game", "name", "answered", "solved"}


def test_answers_from_before_are_counted_by_the_upgrade(tmp_path: Path) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'keil.db'}")
    tables = earlier.make_schema(engine, "0039").tables
    rows = [(1, "puzzle", "p", 1), (2, "puzzle", "p", 0), (2, "exercise", "p", 1)]
    columns = ("user", "kind", "name", "solved")
    given = [{"game": "ki"} | dict(zip(columns, row, strict=True)) for row in rows]
    with engine.begin() as connection:
        earlier.fill(connection, tables, {"answered": given}, ["answered"])
        migrations.upgrade(connection)
        assert TallyQueries(connection).of("ki") == {"p": Tally(2, 1)}
    engine.dispose()


def test_a_streak_ends_with_a_wrong_answer() -> None:
    answers = {("ki", str(n)): right for n, right in enumerate([True, True, False, True])}
    assert Streak.of(answers) == Streak(now=1, best=2, solved=3, answered=4)
    assert Streak.of({}) == Streak(0, 0, 0, 0)


# --- the player's side ---


async def test_the_best_move_is_praised_and_counted(table: Table) -> None:
    solver = await Solver(table).begin(game="ki", level=Difficulty.MEDIUM.value)
    puzzle = solver.puzzle
    key = "puzzle-ask-estimated" if puzzle.searched else "puzzle-ask"
    assert says(key, loss=f"{puzzle.loss:g}", losscount=puzzle.loss) in solver.text
    match = puzzle.start(KI)
    legal = [*map(match.position.write, match.position.legal_moves())]
    assert len(legal) <= MOST_CHOICES
    assert values(selects(solver.message)[0]) == legal
    await solver.choose(puzzle.best)
    assert says("puzzle-right", move=puzzle.best) in solver.text
    assert streak(1, 1, 1, 1) in solver.text
    assert labels(solver.message) == [FOLLOW, NEXT]
    await solver.press(NEXT)
    assert solver.puzzle != puzzle
    await solver.type(solver.puzzle.best.upper())
    assert streak(2, 2, 2, 2) in solver.text
    assert not await table.public()


async def test_another_move_is_answered_and_ends_the_streak(table: Table) -> None:
    solver = await Solver(table).begin(game="ki")
    await solver.choose(solver.puzzle.best)
    await solver.press(NEXT)
    puzzle, move = solver.puzzle, solver.wrong
    await solver.choose(move)
    verdict = puzzle.judge(puzzle.start(KI), move)
    why = learning.why(KI, verdict, move, purposes.of_last(verdict.match))
    assert says("puzzle-wrong", why=why) in solver.text
    assert streak(0, 1, 1, 2) in solver.text
    assert labels(solver.message) == [AGAIN, SHOW, NEXT]
    await solver.press(AGAIN)
    await solver.choose(puzzle.best)
    assert says("puzzle-again") in solver.text
    await solver.press(NEXT)
    assert streak(0, 1, 1, 2) in solver.text


async def test_the_solution_is_shown(table: Table) -> None:
    solver = await Solver(table).begin(game="ki")
    puzzle = solver.puzzle
    await solver.choose(solver.wrong)
    await solver.press(SHOW)
    assert says("puzzle-solution", move=puzzle.best) in solver.text
    await solver.press(NEXT)
    assert solver.puzzle != puzzle


async def test_the_solution_can_be_followed_move_by_move(table: Table) -> None:
    """The picture of each board, the move marked in the line, and the way back."""
    solver = await Solver(table).begin(game="ki")
    puzzle = solver.puzzle
    assert puzzle.line
    await solver.choose(solver.wrong)
    await solver.press(SHOW)
    seen = set[str]()
    for moves in range(len(puzzle.line) + 1):
        assert f"**{listed_move(KI, puzzle, moves)}**" in solver.text
        (upload,) = solver.message["attachments"]
        seen.add(upload["filename"])
        if moves < len(puzzle.line):
            await solver.press(FORWARD if moves else FOLLOW)
    assert len(seen) == 1 + len(puzzle.line)
    assert labels(solver.message) == [BACK, NEXT]
    await solver.press(BACK)
    assert labels(solver.message) == [BACK, FORWARD, NEXT]


async def test_an_illegal_or_unreadable_move_does_not_count(table: Table) -> None:
    solver = await Solver(table).begin(game="ki")
    puzzle = solver.puzzle
    for typed in ("z9", "@everyone", "pass", puzzle.start(KI).turn_log.moves[-1].text):
        await solver.type(typed)
        assert labels(solver.message) == [AGAIN]
        assert not solver.message["mentions"]
        await solver.press(AGAIN)
        assert solver.puzzle == puzzle
    await solver.choose(puzzle.best)
    assert streak(1, 1, 1, 1) in solver.text


async def test_streaks_survive_restarts_and_so_do_old_messages(process: Process) -> None:
    async with process() as table:
        solver = await Solver(table).begin(game="ki")
        first = solver.puzzle
    async with process() as table:
        solver.table = table
        await solver.choose(first.best)
    async with process() as table:
        solver.table = table
        await solver.press(NEXT)
        assert streak(1, 1, 1, 1) in solver.text
        assert solver.puzzle != first
        again = await Solver(table).begin()  # the game of the last one
        assert again.puzzle == solver.puzzle


async def test_after_the_last_one_those_that_were_missed_come_again(table: Table) -> None:
    cy = int((await table.mention(CY)).strip("<@>"))
    missed = stored.to_practise(KI)[3]
    for puzzle in stored.of(KI):
        await table.service.learning.answer(cy, "ki", puzzle.name, right=puzzle != missed)
    solver = await Solver(table).begin(game="ki")
    assert solver.puzzle == missed


async def test_in_direct_messages_too(table: Table) -> None:
    told = await table.driver.slash(ADA, "@Ada", "puzzle", {"game": "ki"})
    assert told.message is not None
    points = selects(told.message)[0]
    right = await table.driver.select(ADA, told.message, points["custom_id"], [values(points)[0]])
    assert labels(right.message or {})


async def test_games_with_puzzles_are_suggested(table: Table) -> None:
    for typed in ("", "k", "KI"):
        offered = await table.driver.autocomplete(
            CY, table.channel, "puzzle", {"game": typed}, focused="game"
        )
        assert {"name": "Ki", "value": "ki"} in offered
        assert all(stored.of(all_games()[choice["value"]]) for choice in offered)


async def test_a_game_without_puzzles_has_none(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        for options in ({}, {"game": "trio"}):
            told = await table.command(CY, "puzzle", **options)
            assert told.text == says("puzzle-none")


async def test_a_game_for_three_can_have_puzzles(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game, no number of players and no shape of a board is special."""
    await hurry(driver)
    wrong = {move: {"loss": 2, "reply": "b2"} for move in ("c3", "pass")}
    one = {"name": "one", "options": {"side": 3}, "moves": ["a1"], "best": "a2", "wrong": wrong}
    file = {"game": "trio", "ruleset": TOYS["trio"].ruleset, "puzzles": [one]}
    (tmp_path / "trio.json").write_text(json.dumps(file))
    monkeypatch.setattr(stored, "FOLDER", tmp_path)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        solver = await Solver(table).begin()
        assert solver.text.startswith(says("puzzle-head", game="Trio", name="one", who="White"))
        await solver.choose("c3")
        told = says(
            "finding-loses-to",
            move="c3",
            who="Red",
            reply="b2",
            ended="no",
            does="",
            mine="2",
            minecount=2,
        )
        assert says("puzzle-wrong", why=told) in solver.text
        await solver.press(AGAIN)
        await solver.choose("a2")
        assert says("puzzle-again") in solver.text


@pytest.mark.parametrize(
    "forged",
    [
        Control("puzzle", 0, 0, "@everyone"),
        Control("puzzleagain", 0, 0, "ki nothing"),
        Control("puzzlemove", 0, 0, "ki"),
        Control("puzzletype", 0),
        Control("puzzlesolution", 0, 0, "../ki x"),
    ],
    ids=Control.write,
)
async def test_a_forged_puzzle_is_refused_in_one_sentence(table: Table, forged: Control) -> None:
    channel = table.client.get_partial_messageable(int((await table.challenge(ADA))["channel_id"]))
    sent = await channel.send("?", view=view_of([ControlButton(forged, "forged")]))
    answer = await table.driver.click(CY, str(sent.id), "forged")
    assert answer.ephemeral
    assert answer.text == says("refusal-no-such-lesson")
