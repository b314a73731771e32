"""Kee Rules of Go (Wilton Kee, 5 March 2007): Go for two to six players that always ends.

Rules: https://senseis.xmp.net/?KeeRulesOfGo, "v Mar 2007", rule 4 in its wording "passed by N-1
players". Earlier and later editions have other rules for ko and for the end.

Players take turns to place a stone or to pass. A placement removes first all stones of the other
players, of whatever colours, that have no liberty, all at once; then all stones of the mover that
have none. Suicide is legal.

The *anchor* is the board that N-1 players in a row have passed last, N being the number of players;
there is none at first. It stays, whatever is placed, until N-1 players in a row pass again. Board
and anchor together are the *situation*; who is to move is no part of it. A stone that would bring
back a situation of this game is refused, whoever made that, with a stone or with a pass, and be it
the first one. A suicide of one stone changes nothing, so that is always refused. A pass never is.

The game ends when all players in a row have passed the same situation. That is so at exactly the
(2N-1)th pass in a row: a board that became the anchor has stood with itself for its anchor, so no
stone can lead there. The first N-1 passes therefore face another situation than the N that follow.

Choices, where the text is silent: each player scores stones and the empty regions that touch stones
of that colour only; nothing is marked dead; the last player may get komi; a tie is a draw. Who has
no stones left still plays. A set-up is the first situation, without an anchor.

What stands on a board is `bytes`: for each point the colour of its stone, or `EMPTY`. They are
compared fast, know their hash, and do not care how many colours there are.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from engine import diagram
from engine.board import Board, rectangle
from engine.groups import parts
from engine.position import (
    Game,
    IllegalMoveError,
    Lesson,
    Measure,
    Move,
    Option,
    OptionError,
    Options,
    OptionValue,
    Place,
    Position,
    Reason,
    Result,
    ScoreLine,
    Setup,
    Territory,
    Word,
)

COLOURS = ("B", "W", "R", "G", "Y", "P")
EMPTY = 255
PASS = Word("pass", solemn=True)

Situation = tuple[bytes, bytes | None]
"""What stands on the board, and the anchor if there is one."""


@dataclass(frozen=True, slots=True)
class History:
    """All situations of a game, each with the first ply that made it.

    Games can last thousands of plies and every position has its own history, so positions share
    what they have in common: the layers. The first one is small and copied for each ply; when it is
    full it goes into the next, which is `WIDTH` times as large, and so on, like digits that carry.
    No layer is ever changed, so positions can be played on from in any order. The situations are
    kept whole: a hash could refuse a legal move.
    """

    layers: tuple[Mapping[Situation, int], ...] = ()

    WIDTH = 32

    def ply(self, situation: Situation) -> int | None:
        """The first ply that made ``situation``, 0 for the start, None where none did."""
        for layer in self.layers:
            if situation in layer:
                return layer[situation]
        return None

    def noting(self, situation: Situation, ply: int) -> Self:
        """With ``situation``, unless it is known."""
        if self.ply(situation) is not None:
            return self
        emptied: tuple[Mapping[Situation, int], ...] = ()
        full = {situation: ply}
        for number, layer in enumerate(self.layers, start=1):
            full = {**layer, **full}
            if len(full) < self.WIDTH**number:
                return type(self)((*emptied, full, *self.layers[number:]))
            emptied = (*emptied, {})
        return type(self)((*emptied, full))


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled before the first stone."""

    board: Board
    players: int
    komi: float
    """Points for the last player."""
    settled: bool
    """Whether every group has a liberty: sure after play, not in a position that was set up."""


@dataclass(frozen=True, slots=True)
class Kee(Position):
    """A position of the Kee Rules of Go with its history."""

    terms: Terms
    ply: int
    placed: bytes
    anchored: bytes | None
    """The anchor."""
    mover: int
    """The seat and colour to move next."""
    passes: int
    """How many passes in a row were just played."""
    history: History
    last: int | None
    removed: Mapping[int, int]
    """The colours of the stones that the last move removed."""

    # --- what everybody sees ---

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.terms.board

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the game is over."""
        return None if self._over else self.mover

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat: they play in the order of the colours."""
        return tuple(range(self.terms.players))

    @property
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""
        return _stones(self.placed)

    @property
    def captured(self) -> Mapping[int, int]:
        """Colours of the stones that the last move removed, by their points."""
        return self.removed

    def anchor(self) -> Mapping[int, int] | None:
        """The colours of the stones of the anchor, by their points; None while there is none."""
        return None if self.anchored is None else _stones(self.anchored)

    def passing(self) -> tuple[int, int]:
        """How many passes in a row there were, and how many end the game."""
        return self.passes, 2 * self.terms.players - 1

    # --- moves ---

    def understands(self, word: str) -> bool:
        """Passing is the one declaration."""
        return word == PASS.word

    def words(self) -> tuple[Word, ...]:
        """The declarations that are possible now."""
        return () if self._over else (PASS,)

    def play(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""
        if self._over:
            raise IllegalMoveError(Reason.OVER)
        if isinstance(move, Place):
            placed, removed = self._outcome(move.point)
            last = self.board.index[move.point]
            return self._end_turn(placed, self.anchored, last=last, removed=removed)
        if not self.understands(move.word):
            raise IllegalMoveError(Reason.UNREADABLE)
        # "the last board position consecutively passed by N-1 players"
        passes = self.passes + 1
        anchored = self.placed if passes >= self.terms.players - 1 else self.anchored
        return self._end_turn(self.placed, anchored, passes=passes)

    def why_not(self, move: Move) -> IllegalMoveError | None:
        """Why ``move`` is illegal here, None when it is legal."""
        try:
            if isinstance(move, Place) and not self._over:
                self._outcome(move.point)  # all that `play` asks of a stone
            else:
                self.play(move)
        except IllegalMoveError as refusal:
            return refusal
        return None

    @property
    def _over(self) -> bool:
        """Whether all players have passed the same situation; see the head of this file."""
        passes, enough = self.passing()
        return passes == enough

    def _outcome(self, name: str) -> tuple[bytes, Mapping[int, int]]:
        """What stands on the board after a placement, and the stones that it removes."""
        point = self.board.index.get(name)
        if point is None:
            raise IllegalMoveError(Reason.OFF_BOARD)
        if self.placed[point] != EMPTY:
            raise IllegalMoveError(Reason.OCCUPIED)
        stones = bytearray(self.placed)
        stones[point] = self.mover
        # Where every group had a liberty before, only those beside the stone can have lost it, and
        # of the mover's only the one that the stone is in.
        everywhere, settled = range(len(stones)), self.terms.settled
        near = self.board.neighbours[point] if settled else everywhere

        # "All his/her opponent stones without liberty (if any) would first be removed
        # simultaneously."
        others = [p for p in near if stones[p] not in (EMPTY, self.mover)]
        removed = self._remove(stones, others)

        # "All his/her own stones without liberty (if any) would then be removed."
        own = (point,) if settled else [p for p in everywhere if stones[p] == self.mover]
        removed |= self._remove(stones, own)

        # "A player may not place a stone to produce a situation to play which has ever appeared
        # before in the game for his/her next player." The published tests 2 to 5 come out only if
        # it does not matter for whom it appeared before.
        placed = bytes(stones)
        earlier = self.history.ply((placed, self.anchored))
        if earlier is not None:
            raise IllegalMoveError(Reason.REPETITION, earlier)
        return placed, removed

    def _remove(self, stones: bytearray, suspects: Iterable[int]) -> dict[int, int]:
        """Take those groups of ``suspects`` off that have no liberty, all at once.

        Gives the colours of the removed stones by their points.
        """
        dead: dict[int, int] = {}
        for suspect in suspects:
            if suspect not in dead:
                dead |= self._without_liberties(stones, suspect)
        for point in dead:
            stones[point] = EMPTY
        return dead

    def _without_liberties(self, stones: bytearray, stone: int) -> dict[int, int]:
        """The group of ``stone``, with the colour of each, or nothing if it has a liberty."""
        colour, neighbours = stones[stone], self.board.neighbours
        group, members = {stone: colour}, [stone]
        for member in members:
            for point in neighbours[member]:
                occupant = stones[point]
                if occupant == EMPTY:
                    return {}
                if occupant == colour and point not in group:
                    group[point] = colour
                    members.append(point)
        return group

    def _end_turn(
        self,
        placed: bytes,
        anchored: bytes | None,
        *,
        passes: int = 0,
        last: int | None = None,
        removed: Mapping[int, int] | None = None,
    ) -> Self:
        """The next position; its situation has now appeared."""
        ply = self.ply + 1
        return type(self)(
            terms=self.terms,
            ply=ply,
            placed=placed,
            anchored=anchored,
            mover=(self.mover + 1) % self.terms.players,
            passes=passes,
            history=self.history.noting((placed, anchored), ply),
            last=last,
            removed=removed or {},
        )

    # --- groups, regions, score ---

    def _connected(self) -> Iterator[tuple[int, ...]]:
        """The groups of all colours and the empty regions: points that hang together."""

        def alike(point: int) -> Iterable[int]:
            kind = self.placed[point]
            return (p for p in self.board.neighbours[point] if self.placed[p] == kind)

        return parts(range(len(self.board)), alike)

    def _beside(self, points: Iterable[int]) -> set[int]:
        """The points that are adjacent to one of ``points``."""
        return {q for p in points for q in self.board.neighbours[p]}

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Adjacent stones of one colour, in the order of their first points."""
        return tuple(part for part in self._connected() if self.placed[part[0]] != EMPTY)

    def liberties(self, group: Iterable[int]) -> tuple[int, ...]:
        """The empty points adjacent to ``group``, in point order."""
        return tuple(sorted(p for p in self._beside(group) if self.placed[p] == EMPTY))

    def territories(self) -> tuple[Territory, ...]:
        """The empty regions, each owned where it touches stones of one colour only."""
        found: list[Territory] = []
        for part in self._connected():
            if self.placed[part[0]] == EMPTY:
                touched = {self.placed[p] for p in self._beside(part)} - {EMPTY}
                found.append(Territory(part, touched.pop() if len(touched) == 1 else None))
        return tuple(found)

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Stones and territory of each colour, and komi, which is the last player's."""
        territories, last = self.territories(), self.terms.players - 1
        return tuple(
            (
                ScoreLine("stones", self.placed.count(colour)),
                ScoreLine(
                    "territory", sum(len(t.points) for t in territories if t.owner == colour)
                ),
                ScoreLine("komi", self.terms.komi if colour == last else 0, extra=True),
            )
            for colour in self.colours
        )

    def result(self) -> Result | None:
        """More points win, once all have passed the same situation."""
        return Result.of(self.score()) if self._over else None

    def facts(self) -> Mapping[str, object]:
        """The anchor, written as the position is."""
        anchor = self.anchor()
        return {"anchor": None if anchor is None else diagram.line(self.board, anchor, COLOURS)}


def _stones(placed: bytes) -> dict[int, int]:
    """The colour of each stone by its point."""
    return {point: colour for point, colour in enumerate(placed) if colour != EMPTY}


def _number(options: Options, key: str, low: int, high: int) -> int:
    """A whole number among the options. Raises `OptionError`."""
    value = options[key]
    if type(value) is not int or not low <= value <= high:
        raise OptionError(key, f"{key} must be a whole number from {low} to {high}.")
    return value


def _start(board: Board, players: int, komi: OptionValue, setup: Setup | None = None) -> Kee:
    """The first position for any terms that the rules allow. Raises `OptionError`."""
    if isinstance(komi, bool) or not isinstance(komi, int | float) or not abs(komi) < 1e9:
        raise OptionError("komi", "komi must be a number of points, below a thousand million.")
    placed = bytearray([EMPTY]) * len(board)
    setup = setup or Setup({})
    for colour in setup.stones:
        if colour >= players:
            raise OptionError("setup", f"setup has {COLOURS[colour]}, whom nobody plays.")
        for point in setup.points(board, colour):
            placed[point] = colour
    mover = setup.mover
    if mover >= players:
        raise OptionError("to_move", f"to_move must be one of: {', '.join(COLOURS[:players])}.")
    first = bytes(placed)
    return Kee(
        terms=Terms(board, players, float(komi), settled=first.count(EMPTY) == len(board)),
        ply=0,
        placed=first,
        anchored=None,
        mover=mover,
        passes=0,
        history=History().noting((first, None), 0),
        last=None,
        removed={},
    )


def _for_people(options: Options, seats: int) -> Kee:
    """The first position of a match: komi is whole or a half, and no more than the board."""
    width, height = (_number(options, key, 2, 19) for key in ("width", "height"))
    position = _start(rectangle(width, height), seats, options["komi"])
    komi, points = position.terms.komi, len(position.board)
    if not (0 <= komi <= points and (2 * komi).is_integer()):
        raise OptionError(
            "komi", f"komi must be a whole number or a half from 0 to {points} on this board."
        )
    return position


def _for_the_referee(options: Options, setup: Setup) -> Kee:
    """Nine by nine for two players without komi unless said otherwise."""
    allowed: Options = {"rows": 9, "cols": 9, "players": 2, "komi": 0}
    for key, value in options.items():
        if key not in allowed:
            raise OptionError(key, f"Kee has no option {key[:40]}.")
        if value is None:
            raise OptionError(key, f"{key} must not be null.")
    settled = {**allowed, **options}
    rows, cols = (_number(settled, key, 1, 25) for key in ("rows", "cols"))
    if rows * cols < 2:
        raise OptionError("rows", "rows and cols must make a board of two points or more.")
    players = _number(settled, "players", 2, len(COLOURS))
    return _start(rectangle(cols, rows), players, settled["komi"], setup)


KO = "b3, c3, a2, d2, b1, c1, e3, b2, c2"
"""Black has just taken a stone in a ko."""
LESSONS = (
    Lesson(
        "Capture and suicide",
        "A group is stones of one colour that hang together along the lines; the empty points "
        "beside it are its liberties. A stone first takes all groups of *other* players that have "
        "none off the board, of whatever colours and all at once; then those of your own that "
        "still have none.\n"
        "So suicide is legal: White's b1 joined a1, neither had a liberty, and both are gone: the "
        "ghosts. A stone that would only take itself off changes nothing and is refused.",
        {"width": 5, "height": 4},
        "a2, a1, b2, d3, c1, b1",
    ),
    Lesson(
        "No situation twice",
        "A *situation* is the board together with the anchor, which is on the next page; who is to "
        "move does not matter. No stone may bring back a situation that this game has had, "
        "whoever made it, the start included.\n"
        "Black's c2 has just taken a stone on b2. White may not take back at once: b2 would bring "
        "back the board that White's last stone made, and there is still no anchor. The refusal "
        "names that ply. Passing is never refused.",
        {"width": 5, "height": 3},
        KO,
    ),
    Lesson(
        "The anchor",
        "When all players but one have passed in a row, the board that they passed is the "
        "*anchor*. With two players each pass is enough. It stays, whatever is placed, until that "
        "happens again.\n"
        "White, who could not take back, passed and so made the board with a black stone on c2 the "
        "anchor. Black passed too. The board that b2 brings back has never been there with *this* "
        "anchor: White has retaken. Now Black may not take back, for that is the anchor itself.",
        {"width": 5, "height": 3},
        f"{KO}, pass, pass, b2",
    ),
    Lesson(
        "Passing to the end",
        "The game ends when all players in a row have passed the same situation. The passes of all "
        "but one make a new anchor, so a new situation; then all have to pass once more. That is 3 "
        "passes in a row for two players, 5 for three, 11 for six.\n"
        "Here is the ko again at pass 2 of 3. White, to move, may take on b2 now that the anchor "
        "has changed, or pass and end the game. So no game ends on a move that was only forbidden "
        "for the moment.",
        {"width": 5, "height": 3},
        f"{KO}, pass, pass",
    ),
    Lesson(
        "Area",
        "The board counts as it stands, so capture what you think is dead before you pass. You "
        "score your stones and the empty regions that touch no other colour than yours; dots show "
        "whose they are. Column a is Black's and e White's; c2 and c3 touch both and are "
        "nobody's.\n"
        "The last player also gets komi, if the challenge sets it. More points win: here 9 to 9½ "
        "for White. With more players everybody is ranked, and ties share a place.",
        {"width": 5, "height": 4, "komi": 0.5},
        "b1, d1, b2, d2, b3, d3, b4, d4, c1, c4, pass, pass, pass",
    ),
)

GAME = Game(
    key="kee",
    name="Kee Rules Go",
    summary="Go for two to six players, in which passing lifts ko bans and every game ends",
    ruleset="kee-1",
    colours=COLOURS,
    seats=range(2, len(COLOURS) + 1),
    options=(
        Option("width", "Points from left to right", 9, int, (2, 19), measure=Measure.WIDTH),
        Option("height", "Points from top to bottom", 9, int, (2, 19), measure=Measure.HEIGHT),
        Option(
            "komi",
            "Points for the last player, whole or a half",
            0.0,
            float,
            (0, 361),
            measure=Measure.KOMI,
        ),
    ),
    start=_for_people,
    judge=_for_the_referee,
    refusals={
        Reason.REPETITION: "it repeats the situation after ply {ply}, its stones and its anchor"
    },
    lessons=LESSONS,
    like_go=True,
)
