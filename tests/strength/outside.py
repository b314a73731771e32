"""One outside opponent: open_spiel's search, which plays our positions by our own rules.

It needs far more CPU time for a simulation than we for a playout, since our rules are in Python. So
level 5 plays against a number of simulations that costs more time than its own playouts; the bar
is reached only if it did not take more time than its opponent.
"""

from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple, Self

from bot.core_files import machine
from engine.ai import LEVELS
from engine.game import OptionValue
from engine.position import Move, Position
from tests.strength.matches import Choice, Player, Score, match, of_level, so_far, start
from tests.strength.plan import Plan, Row

GAMES, CHUNK, SIMULATIONS = 100, 2, 100
BOARDS: tuple[tuple[str, dict[str, OptionValue], int], ...] = (
    ("keil", {"size": 4, "komi": 7}, 1),
    ("keil", {"size": 5, "komi": 5}, 5),
)
"""With what part of the games each is played."""
LEVEL = LEVELS[4]
BAR = 0.95


class State:
    """A position in the form that open_spiel's search asks for; actions are numbers of moves."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._moves: list[Move] = []

    def moves(self) -> list[Move]:
        if not self._moves:
            self._moves = list(self.position.legal_moves())
        return self._moves

    def current_player(self) -> int:
        return -4 if self.position.to_move is None else self.position.to_move

    def legal_actions(self, player: int | None = None) -> list[int]:
        del player
        return [self._number(move) for move in self.moves()]

    def _number(self, move: Move) -> int:
        board = self.position.board
        return board.index.get(self.position.write(move), len(board))

    def apply_action(self, action: int) -> None:
        self.position = self.position.play(self.move(action))
        self._moves = []

    def move(self, action: int) -> Move:
        return next(move for move in self.moves() if self._number(move) == action)

    def clone(self) -> Self:
        return type(self)(self.position)

    def is_terminal(self) -> bool:
        return self.position.to_move is None

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        black, white = self.position.score()
        return [float((black > white) - (black < white)), float((white > black) - (white < black))]

    def history_str(self) -> str:
        return str(self.position.ply)


def open_spiel() -> Player:
    """A player of open_spiel's MCTS, with random rollouts. Raises `ImportError`."""
    pyspiel: Any = import_module("pyspiel")
    mcts: Any = import_module("open_spiel.python.algorithms.mcts")
    numpy: Any = import_module("numpy")
    kind = SimpleNamespace(
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    )
    game = SimpleNamespace(get_type=lambda: kind, max_utility=lambda: 1.0, num_players=lambda: 2)

    def player(position: Position, seed: int) -> Choice:
        random = numpy.random.RandomState(seed % 2**32)
        rollout = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 1.4, SIMULATIONS, rollout, random_state=random)
        state = State(position)
        return Choice(state.move(bot.step(state)))

    return player


class Task(NamedTuple):
    key: str
    options: dict[str, OptionValue]
    seed: int


def work(task: Task) -> Score:
    players = (of_level(machine(), LEVEL), open_spiel())
    return match(start(task.key, task.options), players, CHUNK, task.seed)


def rows(plan: Plan) -> Iterator[Row]:
    boards = plan.chosen(BOARDS, lambda board: f"{board[0]} {board[1]}")
    try:
        open_spiel()
    except ImportError as error:
        for key, options, _ in boards:
            yield Row(_name(key, options), "", f"NOT RUN: {error}")
        return
    tasks = [
        [Task(key, options, n) for n in range(-(-((plan.games or GAMES) // part) // CHUNK))]
        for key, options, part in boards
    ]
    results = plan.rows(work, tasks, so_far)
    for (key, options, _), scores in zip(boards, results, strict=True):
        score = Score.together(scores)
        ours, theirs = score.seconds
        yield Row(
            _name(key, options),
            f"{BAR:.0%} in no more CPU time",
            score.told(),
            score.share >= BAR and ours <= theirs,
        )


def _name(key: str, options: dict[str, OptionValue]) -> str:
    return f"Level 5 v open_spiel's MCTS with {SIMULATIONS} simulations, {key} {options}"
