"""The generations of a net: games, training, a match against the best so far."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from shutil import copy
from time import process_time
from typing import NamedTuple

import numpy as np

from bot.core_files import core, weights
from engine.ai import Machine
from engine.ai.net import NET
from engine.games import all_games
from tests.core.net_file import Shape, shape_for
from tests.strength.matches import Score, match, playing_by
from tests.strength.nets.games import (
    COURSES,
    Manner,
    Samples,
    play,
    playing,
    seats_of,
    write,
)
from tests.strength.nets.model import Weights, fresh
from tests.strength.nets.packing import packed, unpacked
from tests.strength.nets.training import train
from tests.strength.plan import Plan

FIRST = Manner(effort=160)
LATER = Manner(effort=160, quick=40, by_net=True, sparring=0.15)
MINUTES = 20.0
"""The CPU time of the games of a generation."""
TRAINING = 0.4
"""The CPU time of its training, as a share of that."""
REMEMBERED = 5
"""The generations whose games a net learns from."""
RATES = (0.003, 0.0015)
"""How fast the first net learns, and the others."""
LAST_RATE = 0.002
"""How fast one learns that learns for long, from all games."""
GAMES, EVALUATIONS = 20, 80
"""The games of a match on each board, and its questions a move."""
AT_ONCE = 30_000
"""The games of a task, times the square of the points of the board."""


@dataclass
class State:
    """How far it is."""

    generation: int = 0
    seconds: float = 0.0
    """CPU time so far."""
    games: float = 0.0
    """CPU time of the games of this generation."""
    tasks: int = 0
    best: int | None = None
    """The generation of the best net."""
    finished: int | None = None
    """The last one that learned for long."""
    told: list[dict[str, float | str]] = field(default_factory=list[dict[str, float | str]])


class Task(NamedTuple):
    key: str
    folder: str
    number: int
    net: str | None


def machine(key: str, net: str | None) -> Machine:
    """A machine with this net for a game, or without any."""
    games = all_games()
    arena = games[key].ai
    assert arena is not None
    name = arena.weights + NET
    known = {other: data for other, data in weights().items() if other != name}
    return Machine(core(), known | ({name: Path(net).read_bytes()} if net else {}), games.values())


def played(task: Task) -> float:
    """Play some games on a board, and keep them. Returns the CPU time."""
    begun, seed = process_time(), f"{task.key} {Path(task.folder).name} {task.number}"
    random = Random(seed)
    courses = COURSES[task.key]
    course = random.choices(courses, [course.share for course in courses])[0]
    player, manner = machine(task.key, task.net), LATER if task.net else FIRST
    points = len(playing(course, random).board)
    samples: list[Samples] = []
    for game in range(max(1, AT_ONCE // points**2)):
        found, last = play(player, course, manner, f"{seed} {game}")
        samples.append(found)
    name = f"{course.name}-{task.number:05d}.npz"
    write(Path(task.folder) / name, last, samples)
    return process_time() - begun


class Bout(NamedTuple):
    key: str
    course: int
    ours: str
    theirs: str
    seed: int


def bout(task: Bout) -> tuple[Score, float]:
    """Some games of two nets on one board, and their CPU time."""
    begun = process_time()
    players = [playing_by(machine(task.key, net), EVALUATIONS) for net in (task.ours, task.theirs)]
    course = COURSES[task.key][task.course]
    first = playing(course, Random(task.seed), stones=0)
    return match(first, players, 4 * course.seats // 2, task.seed), process_time() - begun


class Workshop:
    """The folder of a game's nets."""

    def __init__(self, key: str, folder: Path, plan: Plan) -> None:
        self.key, self.folder, self.plan = key, folder / key, plan
        self.folder.mkdir(parents=True, exist_ok=True)
        self.note = self.folder / "state.json"
        known = json.loads(self.note.read_text("utf-8")) if self.note.exists() else {}
        self.state = State(**known)

    def keep(self) -> None:
        text = json.dumps(asdict(self.state), indent=1)
        beginning = self.note.with_suffix(".tmp")
        beginning.write_text(text, "utf-8")
        beginning.replace(self.note)

    def net(self, generation: int) -> Path:
        return self.folder / f"net-{generation}.bin"

    @property
    def best(self) -> str | None:
        best = self.state.best
        return None if best is None else str(self.net(best))

    def begin_with(self, net: Path) -> None:
        """Let this be generation 0, if there is none yet."""
        if self.state.tasks or self.state.generation or self.net(0).exists():
            return
        grown = unpacked(net.read_bytes(), self.shape())
        np.savez(self.folder / "net-0.npz", **grown)  # pyright: ignore[reportArgumentType]
        copy(net, self.net(0))
        self.state = State(generation=1, best=0)
        self.keep()

    def shape(self) -> Shape:
        position = playing(COURSES[self.key][0], Random(0), stones=0)
        arena = all_games()[self.key].ai
        assert arena is not None
        family = arena.conditions(position).family
        return shape_for(family, seats_of(self.key), position.board.turns)

    def spend(self, seconds: float) -> None:
        self.state.seconds += seconds
        self.keep()

    def play(self, minutes: float) -> None:
        """The games of this generation, as far as they are not there."""
        state, folder = self.state, self.folder / f"games-{self.state.generation}"

        def tasks() -> Iterator[Task]:
            number = state.tasks
            while state.games < 60 * minutes:
                yield Task(self.key, str(folder), number, self.best)
                number += 1

        for seconds in self.plan.each(played, tasks()):
            state.tasks += 1
            state.games += seconds
            self.spend(seconds)

    def train(self, minutes: float) -> None:
        """A net that has learned from the latest games, if it is not there."""
        first = max(0, self.state.generation - REMEMBERED + 1)
        self._learn(first, minutes * TRAINING, RATES[self.best is not None])

    def finish(self, minutes: float) -> None:
        """A net that has learned for long from all games, and its match; if there are new ones."""
        state = self.state
        if self.net(state.generation).exists() and state.finished != state.generation:
            self.compare()  # it was stopped before its match
        if state.finished is not None and state.finished == state.generation - 1:
            return
        state.finished = state.generation
        self.keep()
        self._learn(0, minutes, LAST_RATE)
        self.compare()

    def _learn(self, first: int, minutes: float, rate: float) -> None:
        number = self.state.generation
        if self.net(number).exists():
            return
        begun, shape = process_time(), self.shape()
        known = self.folder / f"net-{self.state.best}.npz"
        grown: Weights = dict(np.load(known)) if known.exists() else fresh(shape, number)
        folders = [self.folder / f"games-{n}" for n in range(first, number + 1)]
        grown = train(grown, shape, folders, 60 * minutes, rate, number)
        np.savez(self.folder / f"net-{number}.npz", **grown)  # pyright: ignore[reportArgumentType]
        self.net(number).write_bytes(packed(grown, shape))
        self.spend(process_time() - begun)

    def compare(self) -> None:
        """The new net against the best so far; the better one is the best from now on."""
        state, told = self.state, "the first"
        if self.best is None:
            state.best = state.generation
        else:
            whole, even = Score(), 0.0
            bouts = [
                Bout(self.key, course, str(self.net(state.generation)), self.best, seed)
                for seed in range(-(-GAMES // 4))
                for course in range(len(COURSES[self.key]))
            ]
            for one, (score, seconds) in zip(bouts, self.plan.each(bout, bouts), strict=True):
                whole.add(score)
                even += score.games / COURSES[self.key][one.course].seats  # one seat of several
                self.spend(seconds)
            told = f"{whole.told()} against generation {state.best}, where {even:g} are even"
            if whole.won > even:
                state.best = state.generation
        print(f"{self.key} generation {state.generation}: {told}", flush=True)
        state.told.append(
            {"generation": state.generation, "hours": state.seconds / 3600, "told": told}
        )
        state.generation, state.games, state.tasks = state.generation + 1, 0.0, 0
        self.keep()

    def go_on(self, hours: float, minutes: float) -> None:
        while self.state.seconds < 3600 * hours:
            self.play(minutes)
            self.train(minutes)
            self.compare()
