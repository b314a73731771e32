"""Which puzzle is asked, and how hard it is for people."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.features.puzzles.store import Tally, TallyQueries
from bot.service import puzzles
from bot.service.learning import Answered
from bot.service.puzzles import Difficulty, Puzzle
from bot.service.service import Service
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.match import Match
from engine.position import Placement

Answers = Mapping[tuple[str, str], bool]
"""Somebody's answers, by game and puzzle name: True if the answer was right at once."""
PRIOR = {Difficulty.EASY: 0.8, Difficulty.MEDIUM: 0.5, Difficulty.HARD: 0.3}
"""The share of people who are expected to solve a puzzle at once, before anybody has answered it:
by how likely the best move looks to the net."""
ENOUGH = 20
"""As many first answers count as much as that expectation."""
EASY_FROM, MEDIUM_FROM = 0.65, 0.4
"""The least shares of an easy puzzle and of a medium one."""
BANDS = 10
"""Puzzles whose shares differ by less than one in so many come in an order of each person's own."""


class Tallies:
    """The first answers of everybody in one database."""

    def __init__(self, service: Service) -> None:
        self._store = service.store

    def register(self, service: Service) -> None:
        """Count the answers from now on."""
        service.learning.at_answer.append(_answered)

    async def of(self, game: Game) -> Mapping[str, Tally]:
        """Those to the puzzles of a game, by name."""
        return await self._store.read(lambda tx: TallyQueries(tx.connection).of(game.key))


def _answered(tx: Transaction, answer: Answered) -> None:
    if answer.counts:
        TallyQueries(tx.connection).count(answer.game, answer.name, solved=answer.solved)


def share(puzzle: Puzzle, tally: Tally) -> float:
    """The share of people who solve a puzzle at once: the mean of what is expected and of what was
    answered."""
    expected = ENOUGH * PRIOR[puzzle.difficulty]
    return (expected + tally.solved) / (ENOUGH + tally.answered)


def difficulty(puzzle: Puzzle, tally: Tally) -> Difficulty:
    """How hard a puzzle is for people."""
    solved = share(puzzle, tally)
    if solved >= EASY_FROM:
        return Difficulty.EASY
    return Difficulty.MEDIUM if solved >= MEDIUM_FROM else Difficulty.HARD


def in_order(
    user: int, every: Sequence[Puzzle], tallies: Mapping[str, Tally]
) -> tuple[list[Puzzle], list[Difficulty]]:
    """The puzzles in the order in which ``user`` gets them, and how hard each is."""

    def hardness(one: Puzzle) -> tuple[int, ...]:
        tally = tallies.get(one.name, Tally())
        return difficulty(one, tally), -round(BANDS * share(one, tally))

    ordered = puzzles.in_order_of(user, every, hardness)
    return ordered, [difficulty(one, tallies.get(one.name, Tally())) for one in ordered]


async def of_today(
    service: Service, server: int | None, wanted: Game | None
) -> tuple[Game, Puzzle] | None:
    """The puzzle of this day: the one that was posted on the server, else everybody's."""
    now, games = service.now(), service.matches.games
    if server is not None:
        last = await service.learning.last_posted(server)
        if last is not None and now - last.at < timedelta(days=1):
            posted = puzzles.named(games, last.game, last.name)
            if posted is not None and wanted in (None, posted[0]):
                return posted
    key = None if wanted is None else wanted.key
    return puzzles.of_day(games, now.date().toordinal(), key)


def usual_game(games: Mapping[str, Game], answers: Answers) -> Game | None:
    """The game of the last puzzle, else the first that has any."""
    last = next((games[key] for key, _ in reversed([*answers]) if key in games), None)
    with_puzzles = [game for game in games.values() if puzzles.of(game)]
    return last if last in with_puzzles else next(iter(with_puzzles), None)


def next_puzzle(
    user: int,
    game: Game,
    answers: Answers,
    tallies: Mapping[str, Tally],
    before: str = "",
    level: int = 0,
) -> Puzzle:
    """A puzzle that is new to ``user``; else one that was not solved; else any; none of the days'.

    It is the next one after that called ``before``, else the first of a difficulty, easy ones
    first; after the hardest the easiest come again.
    """
    if (game.key, before) in answers:  # it stands where it stood when they were asked
        tally, right = tallies.get(before, Tally(1)), answers[game.key, before]
        tallies = {**tallies, before: Tally(tally.answered - 1, tally.solved - right)}
    every, levels = in_order(user, puzzles.to_practise(game), tallies)
    names = [puzzle.name for puzzle in every]
    easier = sum(each < level for each in levels)
    turn = names.index(before) + 1 if before in names else easier
    every = [*every[turn:], *every[:turn]]
    new = [puzzle for puzzle in every if (game.key, puzzle.name) not in answers]
    missed = [puzzle for puzzle in every if not answers.get((game.key, puzzle.name))]
    return (new or missed or every)[0]


def legal_points(match: Match) -> list[str]:
    """The points on which a stone may be placed."""
    moves = match.position.legal_moves()
    return [move.point for move in moves if isinstance(move, Placement)]


def file_name(game: Game, puzzle: Puzzle) -> str:
    """The name of a puzzle's picture, without its ending."""
    return f"{game.key}-puzzle-{puzzle.name}"
