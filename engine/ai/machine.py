"""The core at work: the one place that knows `wasmtime`.

A machine is an instance of ``core/core.wasm`` with memory of its own. It is for one thread at a
time; other threads run on while it thinks.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from struct import calcsize, iter_unpack, unpack
from threading import Lock
from typing import Any
from weakref import finalize

from engine.ai.encoding import (
    MOST_COLOURS,
    MOST_POINTS,
    NOWHERE,
    EncodedPosition,
    RuleTables,
    encode,
    has_room,
)
from engine.ai.net import MOST_BYTES, NET, Said, Seen, sign_count
from engine.ai.passing import is_quiet, ordered
from engine.ai.patterns import TRAITS, Look, factors
from engine.ai.thoughts import TOGETHER, Considered, Effort, Thoughts
from engine.arena import Arena, Conditions, Earlier
from engine.game import Game
from engine.position import Declare, Move, Placement, Position

TABLES = ("rules", "around", "links", "liberties", "open_links", "touching", "controller")
AREAS = (
    *TABLES,
    *("answers", "priors", "bonus", "stones", "anchor", "found", "tally", "legal", "removed"),
    *("score", "earlier", "least", "most", "traits", "leans", "looks"),
    *("planes", "signs", "seen", "net", "said_moves", "said_owners", "said_values"),
)
"""The areas that `address` of core.c knows, in its order."""
PASS, BUTTON = MOST_POINTS, MOST_POINTS + 1
"""Declarations as the core numbers them; it calls the half point for a turn *button*."""
UNKNOWN = -10000
ENTRIES = 64
"""The most earlier boards that the core takes at once."""
SLICE = 100
"""The playouts after which it asks whether time is up; even, since `compare_declaration` takes
turns."""
POSITIONS = 100
"""How many positions the exact search of an end may look at, for each playout."""
COMPARED = 64
"""The fewest playouts for comparing a pass with other moves when it may be time to pass."""
CONSIDERED, SUMS, OWNED = "<iIddiif4x", f"<{MOST_COLOURS + 2}d", f"<{MOST_COLOURS}f"
LOOK_FORMAT = f"<H{TRAITS}Bx"
CONSIDERED_BYTES, SUMS_BYTES, OWNED_BYTES = 40, 8 * (MOST_COLOURS + 2), 4 * MOST_COLOURS


class MachineError(Exception):
    """The core cannot be used here, or it broke off."""


class Machine:
    """A thinker for the games that declare an `Arena`."""

    def __init__(self, core: bytes, weights: Mapping[str, bytes], games: Iterable[Game]) -> None:
        """``core``: the program; ``weights``: what was learned, by name.

        Raises `MachineError` if wasmtime cannot be used or the program does not load.
        """
        try:
            import wasmtime
        except ImportError as error:
            raise MachineError(f"wasmtime cannot be imported: {error}") from error
        self._arenas: dict[type[Position], Arena] = {
            game.ai.plays: game.ai for game in games if game.ai is not None
        }
        self._weights = weights
        self._running = Lock()
        self._trap: tuple[type[Exception], ...] = (wasmtime.WasmtimeError, wasmtime.Trap)
        try:
            self._engine = wasmtime.Engine()
            self._store = wasmtime.Store(self._engine)
            module = wasmtime.Module(self._engine, core)
            finalize(self, _close, self._running, self._store, module, self._engine)
            self._exports: Any = wasmtime.Instance(self._store, module, []).exports(self._store)
            self._at = {area: self._call("address", n) for n, area in enumerate(AREAS)}
        except self._trap as error:
            raise MachineError(f"the core does not load: {error}") from error
        self._tables: tuple[RuleTables, str] | None = None

    def knows(self, position: Position) -> bool:
        """True if this machine can think about ``position``."""
        colours = position.colours
        if type(position) not in self._arenas or colours is None:
            return False
        return has_room(position.board, len(colours))

    def think(self, position: Position, effort: Effort) -> Thoughts:
        """Search a position that is not over and that this machine `knows`.

        Raises `MachineError` if the core traps.
        """
        encoded = self.load(position, effort.departed)
        lines, by_net = self._lines(position, effort)
        positions, seed = max(1, effort.playouts) * POSITIONS, effort.seed & 0x7FFFFFFF
        self._call("begin_search", lines, seed, positions, int(by_net))
        count = self._call("try_each") if by_net and effort.each_move else 0
        if not count or effort.questions:
            count = self._play(effort.questions if by_net else lines, effort, "search_on")
        thoughts, solved, worse = self._thoughts(position, encoded, count, by_net=by_net)
        if solved:
            return thoughts
        quiet, left = is_quiet(position, thoughts.owners), _colours(position, effort.departed)
        if quiet and any(isinstance(found.move, Declare) for found in thoughts.moves):
            self._play(max(COMPARED, lines // 4), effort, "compare_declaration")
            thoughts, _, worse = self._thoughts(position, encoded, count, by_net=by_net)
        found = ordered(position, thoughts, quiet=quiet, departed=left)
        return replace(thoughts, moves=_last(worse, found))

    def _lines(self, position: Position, effort: Effort) -> tuple[int, bool]:
        """The most lines that the search of a position that is loaded has, and whether they ask
        the net: it has never seen a game that somebody has left."""
        asks = (effort.questions or effort.each_move) and not effort.departed
        if not asks or not self._call("has_net"):
            return max(1, effort.playouts), False
        each = len(position.board) + 1 if effort.each_move else 0
        return effort.questions + each, True

    def _play(self, playouts: int, effort: Effort, way: str) -> int:
        """Play in slices, at least one. Returns the number of moves that were considered."""
        count, left = 0, playouts
        while left and (left == playouts or not effort.time_is_up()):
            count = self._call(way, min(SLICE, left))
            left -= min(SLICE, left)
        return count

    def load(self, position: Position, departed: Iterable[int] = ()) -> EncodedPosition:
        """Make ``position`` the one that the core has before it.

        The players of the seats in ``departed`` have left, so they do nothing but pass.
        """
        arena = self._arenas[type(position)]
        conditions: Conditions = arena.conditions(position)
        encoded = encode(position, conditions)
        if self._tables != (encoded.tables, arena.weights):
            self._prepare(encoded.tables, arena, len(position.board))
        self._write("bonus", encoded.bonus)
        self._write("stones", encoded.stones)
        if encoded.anchor is not None:
            self._write("anchor", encoded.anchor)
        where = (encoded.mover, encoded.passes, encoded.last, encoded.button)
        left = sum(1 << colour for colour in _colours(position, departed))
        self._call("set_up", *where, int(encoded.anchor is not None), left)
        entries = [_entry(earlier, len(encoded.stones)) for earlier in conditions.earlier]
        for first in range(0, len(entries), ENTRIES):
            chunk = entries[first : first + ENTRIES]
            self._write("earlier", b"".join(chunk))
            self._call("note", len(chunk))
        return encoded

    def _prepare(self, tables: RuleTables, arena: Arena, points: int) -> None:
        self._tables, weights = None, arena.weights
        for area in TABLES:
            self._write(area, tables.settings if area == "rules" else getattr(tables, area))
        learned = factors(tables.neighbours, self._weights.get(weights))
        for area, data in learned._asdict().items():
            self._write(area, data)
        net = self._weights.get(weights + NET, b"")
        knows = arena.net_points is None or points <= arena.net_points
        net = net if knows and len(net) <= MOST_BYTES else b""
        self._write("net", net)
        self._call("prepare", len(net))
        self._tables = (tables, weights)

    def _thoughts(
        self, position: Position, encoded: EncodedPosition, count: int, *, by_net: bool
    ) -> tuple[Thoughts, bool, frozenset[Move]]:
        """The results of the last search, without moves that the rules refuse; True if they are
        exact; and the moves that are known to be worse than another one."""
        points, colours = len(encoded.stones), len(position.colours or ())
        found, solved, worse = list[Considered](), False, set[Move]()
        bonus = unpack(f"<{MOST_COLOURS}d", encoded.bonus)
        ahead = bonus[encoded.mover] - bonus[1 - encoded.mover] if colours == 2 else 0.0
        for number, visits, wins, leads, exact, is_worse, prior in iter_unpack(
            CONSIDERED, self._read("found", count * CONSIDERED_BYTES)
        ):
            move = _move(position, number)
            if position.why_not(move) is None:
                win, lead = (wins / visits, leads / visits) if visits else (0.0, float(-points))
                solved = exact != UNKNOWN
                if solved:
                    lead = exact / 2 + ahead
                    win = 0.5 * (1 + (lead > 0) - (lead < 0))
                found.append(Considered(move, visits, win, lead, prior))
                if is_worse:
                    worse.add(move)
        if solved:
            # What is as good as a stone ends the game.
            found.sort(key=lambda c: (-c.points, not isinstance(c.move, Declare), -c.visits))
            found = _by_visits(found)
        sums = unpack(SUMS, self._read("tally", SUMS_BYTES))
        lines = sum(considered.visits for considered in found) or 1
        lead, squares = sums[MOST_COLOURS] / lines, sums[MOST_COLOURS + 1] / lines
        owned = self._read("tally", SUMS_BYTES + points * OWNED_BYTES)[SUMS_BYTES:]
        owners = tuple(
            tuple(times / lines for times in row[:colours]) for row in iter_unpack(OWNED, owned)
        )
        varied = squares - lead * lead if not by_net else _doubt(owners, encoded.mover)
        thoughts = Thoughts(
            moves=tuple(found),
            score=tuple(points / lines for points in sums[:colours]),
            spread=sqrt(max(0.0, varied)),
            owners=owners,
            playouts=lines,
            by_net=by_net,
        )
        return thoughts, solved, frozenset(worse)

    # --- one ply after the other, to compare the core with the rules ---

    def legal(self, points: int) -> tuple[list[int], int | None]:
        """The legal points of the position in the core, and its declaration."""
        word = self._call("list_legal")
        marks = self._read("legal", points)
        return [p for p in range(points) if marks[p]], None if word == NOWHERE else word

    def looks(self, points: int) -> dict[int, Look]:
        """How each legal point of the position in the core looks to its mover."""
        self._call("list_looks")
        marks = self._read("legal", points)
        rows = iter_unpack(LOOK_FORMAT, self._read("looks", points * calcsize(LOOK_FORMAT)))
        return {p: Look(row[0], row[1:]) for p, row in enumerate(rows) if marks[p]}

    def seen(self, points: int, seats: int) -> Seen:
        """What a net for so many seats, or the game's own net, sees of the position in the core."""
        count = self._call("list_planes", seats)
        return Seen(
            self._read("planes", 4 * points),
            self._read("signs", 4 * sign_count(seats)),
            unpack(f"<{count}H", self._read("seen", 2 * count)),
        )

    def said(self, points: int, seats: int) -> Said | None:
        """What the net says of the position in the core; None if the game has none."""
        if not self._call("has_net"):
            return None
        count = self._call("list_planes", seats)
        moves = unpack(f"<{count}H", self._read("seen", 2 * count))
        chances = unpack(f"<{count}f", self._read("said_moves", 4 * count))
        row = 4 * (MOST_COLOURS + 1)
        owners = iter_unpack(f"<{MOST_COLOURS + 1}f", self._read("said_owners", points * row))
        return Said(
            dict(zip(moves, chances, strict=True)),
            tuple(of[: seats + 1] for of in owners),
            unpack(f"<{seats}f", self._read("said_values", 4 * seats)),
        )

    def play(self, move: int) -> list[int] | None:
        """Play on; the points of the stones that were removed, or None if the move is illegal."""
        count = self._call("play", move)
        if count == NOWHERE:
            return None
        return sorted(row[0] for row in iter_unpack("<H", self._read("removed", 2 * count)))

    def count(self, colours: int) -> tuple[bool, tuple[float, ...]]:
        """True if the position in the core is over; and the points of each colour."""
        over = bool(self._call("count"))
        return over, unpack(f"<{colours}d", self._read("score", 8 * colours))

    def bounds(self, positions: int) -> tuple[bool, dict[int, tuple[float, float]]]:
        """The margins of the moves of the position in the core, from an exact search.

        It looks at ``positions`` positions at most. For two players in a game with declarations:
        whether the best margin is exact, and for each legal move the least and the most that its
        player can be ahead by at the end, without komi.
        """
        exact = bool(self._call("solve_end", positions))
        low, high = (
            unpack(f"<{MOST_POINTS + 2}i", self._read(area, 4 * (MOST_POINTS + 2)))
            for area in ("least", "most")
        )
        moves = (move for move in range(MOST_POINTS + 2) if low[move] != UNKNOWN)
        return exact, {move: (low[move] / 2, high[move] / 2) for move in moves}

    def random_games(self, games: int, seed: int) -> float:
        """The mean plies of games by pure chance from the position in the core."""
        return self._call("random_games", games, seed) / games

    def tune(
        self,
        *,
        answers: bool = True,
        mast: bool = True,
        equivalence: float = 1000,
        prior: float = 4,
        exploration: float = 0,
        lean: float = 0.06,
    ) -> None:
        """Change the search, for measurements; with ``exploration`` it is plain UCT."""
        weights = (float(equivalence), float(prior), float(exploration), float(lean))
        self._call("tune", int(answers), int(mast), *weights)

    def tune_net(self, *, bonus: float = 0.9, doubt: float = 0.15, noise: float = 0.0) -> None:
        """Change the search by a net, for measurements and for learning."""
        self._call("tune_net", float(bonus), float(doubt), float(noise))

    @property
    def memory(self) -> int:
        """The bytes of memory that the core has."""
        return self._exports["memory"].data_len(self._store)

    def _call(self, name: str, *arguments: float) -> Any:
        with self._running:
            try:
                return self._exports[name](self._store, *arguments)
            except self._trap as error:
                raise MachineError(f"the core broke off: {error}") from error

    def _write(self, area: str, data: bytes) -> None:
        self._exports["memory"].write(self._store, data, self._at[area])

    def _read(self, area: str, size: int) -> bytes:
        start = self._at[area]
        return bytes(self._exports["memory"].read(self._store, start, start + size))


def _doubt(owners: Sequence[Sequence[float]], mover: int) -> float:
    """The variance of the mover's lead, in square points, by what a net expects of each point.

    Its answers differ by less than the ends of games do: each is an average of them.
    """
    own = (shares[mover] for shares in owners)
    total = (sum(shares) for shares in owners)
    return TOGETHER * sum(
        both - (2 * one - both) ** 2 for one, both in zip(own, total, strict=True)
    )


def _close(running: Lock, *parts: Any) -> None:
    """Free what a machine had, at the latest when the interpreter ends.

    After that wasmtime could not: it would find its own modules gone, and complain. What another
    thread still runs is left alone.
    """
    for part in parts if running.acquire(blocking=False) else ():
        part.close()


def _colours(position: Position, seats: Iterable[int]) -> frozenset[int]:
    """The colours of seats."""
    return frozenset((position.colours or ())[seat] for seat in seats)


def _entry(earlier: Earlier, points: int) -> bytes:
    """An earlier board as the core reads it."""
    head = bytes((earlier.colour, earlier.taken, earlier.anchor is not None))
    return head + earlier.stones + (earlier.anchor or bytes(points))


def _last(worse: Collection[Move], found: Sequence[Considered]) -> tuple[Considered, ...]:
    """``found`` with those that are known to be worse behind the others, and with fewer visits."""
    if not worse:
        return tuple(found)
    return tuple(_by_visits(sorted(found, key=lambda considered: considered.move in worse)))


def _by_visits(found: Sequence[Considered]) -> list[Considered]:
    """``found`` in its order; the highest number of visits goes to the first, and so on."""
    visited = sorted((considered.visits for considered in found), reverse=True)
    return [replace(c, visits=v) for c, v in zip(found, visited, strict=True)]


def _move(position: Position, number: int) -> Move:
    """A move of the core as a move of the game."""
    if number < MOST_POINTS:
        return Placement(position.board.names[number])
    return Declare(position.declarations()[0].word)
