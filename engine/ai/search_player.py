"""A thinker for every position of every game: whom to ask, and how to settle komi and sides."""

from collections.abc import Iterator
from dataclasses import replace

from engine.ai.machine import Machine
from engine.ai.simple import Simple
from engine.ai.thoughts import Considered, Effort, Thinker, Thoughts
from engine.position import Declaration, Declare, Move, Position

LEAST = 50
"""The fewest playouts for a question about komi or a stone that is offered."""


class SearchPlayer:
    """Asks the machine about what it knows, and `Simple` about everything else."""

    def __init__(self, machine: Machine | None) -> None:
        self.machine = machine
        self._simple = Simple()

    def think(self, position: Position, effort: Effort) -> Thoughts:
        """Search a position that is not over. Raises `MachineError` if the machine breaks off."""
        words = position.declarations()
        if not position.sides_follow and (position.colours is not None or not words):
            return self._whom(position).think(position, effort)
        effort = replace(effort, questions=0, each_move=False)  # what is fair was measured so
        if position.sides_follow:
            return self._offer(position, effort)
        numbered = next((word for word in words if word.numbers is not None), None)
        if numbered is not None:
            return self._name(position, numbered, effort)
        return self._choose(position, effort)

    def _whom(self, position: Position) -> Thinker:
        machine = self.machine
        return self._simple if machine is None or not machine.knows(position) else machine

    def _choose(self, position: Position, effort: Effort) -> Thoughts:
        """One of a few words, such as a side: what comes of each, for whoever says it."""
        words = position.declarations()
        share = replace(effort, playouts=max(LEAST, effort.playouts // len(words)))
        searched = [(word, self._after(position, word.word, share)) for word in words]
        found = [
            Considered(Declare(word.word), thoughts.playouts, *_for(position, word.word, thoughts))
            for word, thoughts in searched
        ]
        found.sort(key=lambda considered: -considered.win)
        return _all_visits_first(found, searched[0][1])

    def _name(self, position: Position, word: Declaration, effort: Effort) -> Thoughts:
        """A number at which both sides win as often, found by halving the interval; or to accept
        the number that was named last.

        The higher the number, the less often wins whoever has the first move then.
        """
        numbers = word.numbers or range(1)
        low, high, found = 0, len(numbers) - 1, dict[float, Thoughts]()
        share = replace(effort, playouts=max(LEAST, effort.playouts // 4))
        while low <= high:
            middle = (low + high) // 2
            named = position.play(Declare(word.complete(numbers[middle])))
            found[numbers[middle]] = thoughts = self.think(_settled(named), share)
            low, high = (middle + 1, high) if _best(thoughts) > 0.5 else (low, middle - 1)
        fair = sorted(found, key=lambda number: (abs(_best(found[number]) - 0.5), number))
        moves = [_offered(Declare(word.complete(number)), found[number]) for number in fair]
        for other in position.declarations():
            if other.numbers is None:
                thoughts = self._after(position, other.word, share)
                win, points = _for(position, other.word, thoughts)
                accepted = Considered(Declare(other.word), thoughts.playouts, win, points)
                moves.insert(0 if win > moves[0].win else len(moves), accepted)
        return _all_visits_first(moves, found[fair[0]])

    def _offer(self, position: Position, effort: Effort) -> Thoughts:
        """A stone after which both sides win as often, among those that the simple player finds."""
        some = [considered.move for considered in self._simple.think(position, effort).moves]
        share = replace(effort, playouts=max(LEAST, effort.playouts // len(some)))
        found = [(stone, self.think(_settled(position.play(stone)), share)) for stone in some]
        found.sort(key=lambda each: abs(_best(each[1]) - 0.5))
        return _all_visits_first([_offered(*each) for each in found], found[0][1])

    def _after(self, position: Position, word: str, effort: Effort) -> Thoughts:
        """The thoughts on the position after ``word`` is said."""
        return self.think(position.play(Declare(word)), effort)


def _offered(move: Move, thoughts: Thoughts) -> Considered:
    """A move, after which the other player takes the better side; ``thoughts`` on what follows."""
    return Considered(move, thoughts.playouts, min(_best(thoughts), 1 - _best(thoughts)), 0.0)


def _settled(position: Position) -> Position:
    """The position once the others have answered with the first words and numbers that they can."""
    while position.colours is None:
        word = position.declarations()[0]
        text = word.word if word.numbers is None else word.complete(word.numbers[0])
        position = position.play(Declare(text))
    return position


def _best(thoughts: Thoughts) -> float:
    return thoughts.moves[0].win


def _for(position: Position, word: str, thoughts: Thoughts) -> tuple[float, float]:
    """The share of playouts that the player who says ``word`` wins, and by how many points."""
    after = position.play(Declare(word))
    best, mine = thoughts.moves[0], position.to_move == after.to_move
    return (best.win, best.points) if mine else (1 - best.win, -best.points)


def _all_visits_first(moves: list[Considered], thoughts: Thoughts) -> Thoughts:
    """Thoughts with these moves, so clearly the first that no level overlooks it."""
    return Thoughts(
        moves=tuple(_visited(moves)),
        score=thoughts.score,
        spread=thoughts.spread,
        owners=thoughts.owners,
        playouts=thoughts.playouts,
    )


def _visited(moves: list[Considered]) -> Iterator[Considered]:
    total = sum(considered.visits for considered in moves)
    for number, considered in enumerate(moves):
        yield Considered(considered.move, 0 if number else total, considered.win, considered.points)
