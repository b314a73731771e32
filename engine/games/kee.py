"""Kee Rules of Go (Wilton Kee, 5 March 2007): Go for any number of players that always ends.

Rules: https://senseis.xmp.net/?KeeRulesOfGo, "v Mar 2007", rule 4 in its wording "passed by N-1
players". Earlier and later editions have other rules for ko and for the end.

Players take turns to place a stone or to pass. A placement first removes all stones of the other
players, of whatever colour, that have no liberty, all at once; then all stones of the mover that
have none. Suicide is legal.

The *anchor* is the board that N-1 players in a row last passed, N being the number of players;
there is none at first. It stays, whatever is placed, until N-1 players in a row pass again. Board
and anchor together are the *situation*; who is to move is not part of it. A stone that would bring
back a situation of this game is refused, no matter whether a stone or a pass made that situation,
whose it was, or whether it was the first. Suicide of a single stone changes nothing, so it is
always refused. A pass never is.

The referee can read rule 5 by the letter, too: with ``repetition`` ``next-player`` a stone is only
refused if the situation has appeared before for the same next player. The published tests
contradict that; it is there to compare.

The game ends when all players in a row have passed the same situation. That happens at exactly the
(2N-1)th pass in a row: a board that became the anchor has stood with itself as its anchor, so no
stone can lead there (by the letter of rule 5 one can, and then N passes end the game). The first
N-1 passes therefore face a different situation from the N that follow. The referee also judges
solitaire, where no board is ever anchored before the one pass that ends it.

Choices where the text is silent: each player scores stones and the empty regions that touch stones
of that colour only; nothing is marked dead; the last player may get komi; a tie is a draw. A player
with no stones left still plays. A set-up is the first situation, without an anchor.

The stones on a board are `bytes`: for each point the colour of its stone, or `EMPTY`. Bytes are
fast to compare, remember their hash, and work for any number of colours.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from engine import diagram, groups, handicap
from engine.arena import Arena, Conditions, Earlier, Family
from engine.board import hexhex, rectangle, torus
from engine.game import ANY_KOMI, Game, Measure, Option, OptionError, OptionProblem, Options
from engine.position import (
    Declaration,
    IllegalMoveError,
    IllegalReason,
    Position,
    ScoreLine,
    Territory,
)

COLOURS = ("B", "W", "R", "G", "Y", "P", "M", "U")
LETTERS = (*COLOURS, *"OCALTNSVDEFHIJKQXZ")
"""Those of the referee: after magenta and blue first orange, cyan, azure, lime, tan, navy."""
EMPTY = 255
USUAL_SIDE = 9
PASS = Declaration("pass", needs_confirmation=True)
NOTHING: Mapping[int, int] = {}

SAME, NEXT_PLAYER = "same", "next-player"
"""What a situation is compared with: any earlier one, or those for the same player to play."""
Situation = tuple[bytes, bytes | None] | tuple[bytes, bytes | None, int]
"""The stones on the board, and the anchor if there is one; with `NEXT_PLAYER` the mover, too."""


@dataclass(frozen=True, slots=True)
class History:
    """All situations of a game, each with the first ply that made it.

    Games can last thousands of plies and every position has its own history, so positions share
    what they have in common: the layers. The first one is small and copied for each ply; when it is
    full it goes into the next, which is `WIDTH` times as large, and so on, like digits that carry.
    No layer is ever changed, so you can play on from any positions in any order. Situations are
    kept whole: with hashes alone, a collision could refuse a legal move.
    """

    layers: tuple[Mapping[Situation, int], ...] = ()

    WIDTH = 32

    def ply(self, situation: Situation) -> int | None:
        """The first ply that made ``situation``, 0 for the start, or None if none did."""
        for layer in self.layers:
            if situation in layer:
                return layer[situation]
        return None

    def noting(self, situation: Situation, ply: int) -> Self:
        """The history including ``situation``; unchanged if it is already there."""
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
class Kee(Position):
    """A position of the Kee Rules of Go with its history."""

    DECLARATIONS = ("pass",)

    players: int
    komi: float
    """Points for the last player."""
    placed: bytes
    history: History
    anchored: bytes | None
    """The anchor."""
    mover: int
    """The seat and colour to move next."""
    passes: int
    """The number of passes in a row up to now, ..."""
    faced: int
    """... and of the last ones, that of those in the present situation."""
    removed: Mapping[int, int]
    """The colours of the stones that the last move removed, by point."""
    settled: bool
    """True if every group is sure to have a liberty: always so unless stones were set up."""
    by_next_player: bool = False
    """True if rule 5 is read by the letter."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None once all have passed the same situation."""
        # "Game ends if all players consecutively pass the same situation to play."
        return None if self.faced == self.players else self.mover

    @property
    def colours(self) -> tuple[int, ...]:
        """The colour of each seat: they play in the order of the colours."""
        return tuple(range(self.players))

    @property
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point."""
        return _stones(self.placed)

    @property
    def captured(self) -> Mapping[int, int]:
        """The colours of the stones that the last move removed, by point."""
        return self.removed

    def occupied(self, point: int) -> bool:
        """True if a stone stands on ``point``."""
        return self.placed[point] != EMPTY

    def anchor(self) -> Mapping[int, int] | None:
        """The colours of the anchor's stones, by point; None while there is no anchor."""
        return None if self.anchored is None else _stones(self.anchored)

    def passing(self) -> tuple[int, int]:
        """The number of passes in a row so far, and the number that ends the game."""
        if self.anchored == self.placed or self.players == 1:
            return self.passes, self.passes + self.players - self.faced
        return self.passes, 2 * self.players - 1

    def set_up(self, stones: Mapping[int, int], mover: int) -> Self:
        """The position with ``stones`` on the board, as the first situation."""
        placed = bytes(stones.get(point, EMPTY) for point in range(len(self.board)))
        first = replace(self, placed=placed, mover=mover, settled=not stones)
        return replace(first, history=History().noting(first._situation(placed, None, mover), 0))

    # --- moves ---

    def declarations(self) -> tuple[Declaration, ...]:
        """Pass, which is always legal."""
        return () if self.to_move is None else (PASS,)

    def _declare(self, word: str) -> Self:
        del word
        # "the last board position consecutively passed by N-1 players": one player has no others.
        passes, faced = self.passes + 1, self.faced + 1
        anchored = self.placed if 0 < self.players - 1 <= passes else self.anchored
        if anchored != self.anchored and faced < self.players:
            faced = 0
        return self._end_turn(self.placed, anchored, passes=passes, faced=faced)

    def _place(self, point: int) -> Self:
        placed, removed = self._try(point)
        return self._end_turn(placed, self.anchored, last=point, removed=removed)

    def _try(self, point: int) -> tuple[bytes, Mapping[int, int]]:
        """The stones on the board after a placement, and those that it removes."""
        stones = bytearray(self.placed)
        stones[point] = self.mover
        # If every group had a liberty before, only those beside the stone can have lost theirs, and
        # of the mover's only the one that the stone is in.
        everywhere = range(len(stones))
        near = self.board.neighbours[point] if self.settled else everywhere

        # "All his/her opponent stones without liberty (if any) would first be removed
        # simultaneously."
        others = [p for p in near if stones[p] not in (EMPTY, self.mover)]
        removed = self._remove(stones, others)

        # "All his/her own stones without liberty (if any) would then be removed."
        own = (point,) if self.settled else [p for p in everywhere if stones[p] == self.mover]
        removed |= self._remove(stones, own)

        # "A player may not place a stone to produce a situation to play which has ever appeared
        # before in the game for his/her next player." The published tests 2 to 5 come out right
        # only if it does not matter for whom it appeared before.
        placed, follower = bytes(stones), (self.mover + 1) % self.players
        earlier = self.history.ply(self._situation(placed, self.anchored, follower))
        if earlier is not None:
            raise IllegalMoveError(IllegalReason.REPETITION, earlier)
        return placed, removed

    def _remove(self, stones: bytearray, suspects: Iterable[int]) -> dict[int, int]:
        """Remove the groups of ``suspects`` that have no liberty, all at once.

        Returns the colours of the removed stones, by point.
        """
        dead: dict[int, int] = {}
        for suspect in suspects:
            if suspect not in dead:
                dead |= self._without_liberties(stones, suspect)
        for point in dead:
            stones[point] = EMPTY
        return dead

    def _without_liberties(self, stones: bytearray, stone: int) -> dict[int, int]:
        """The group of ``stone``, colours by point, or nothing if it has a liberty."""
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
        last: int | None = None,
        passes: int = 0,
        faced: int = 0,
        removed: Mapping[int, int] = NOTHING,
    ) -> Self:
        """The next position, with its situation in the history."""
        mover = (self.mover + 1) % self.players
        return self._after(
            last=last,
            placed=placed,
            anchored=anchored,
            mover=mover,
            passes=passes,
            faced=faced,
            history=self.history.noting(self._situation(placed, anchored, mover), self.ply + 1),
            removed=removed,
        )

    def _situation(self, placed: bytes, anchored: bytes | None, mover: int) -> Situation:
        """The situation to play by ``mover``, as repetition compares it."""
        return (placed, anchored, mover) if self.by_next_player else (placed, anchored)

    # --- groups, regions, score ---

    def _adjacent(self, point: int) -> Iterable[int]:
        return self.board.neighbours[point]

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Adjacent stones of one colour, in the order of their first points."""
        return groups.groups(self.stones, self._adjacent)

    def liberties(self, group: Iterable[int]) -> tuple[int, ...]:
        """The empty points adjacent to ``group``, in point order."""
        return groups.liberties(group, self.stones, self._adjacent)

    def territories(self) -> tuple[Territory, ...]:
        """The empty regions, each owned if it touches stones of one colour only."""
        empty = [point for point, colour in enumerate(self.placed) if colour == EMPTY]
        return groups.territories(empty, self.stones, self._adjacent)

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Stones, territory and komi of each colour."""
        territories = self.territories()
        return tuple(
            (
                ScoreLine("stones", self.placed.count(colour)),
                ScoreLine(
                    "territory", sum(len(t.points) for t in territories if t.owner == colour)
                ),
                *bonuses,
            )
            for colour, bonuses in zip(self.colours, self.bonus_lines(), strict=True)
        )

    def bonus_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        """Komi, which is the last player's."""
        last = self.players - 1
        return tuple(
            (ScoreLine("komi", self.komi if colour == last else 0),) for colour in self.colours
        )

    def facts(self) -> Mapping[str, object]:
        """The anchor, written like the position."""
        anchor = self.anchor()
        return {"anchor": None if anchor is None else diagram.line(self.board, anchor, LETTERS)}


def _stones(placed: bytes) -> dict[int, int]:
    """The colour of each stone, by point."""
    return {point: colour for point, colour in enumerate(placed) if colour != EMPTY}


# The search numbers colours from 1.
ONE_UP = bytes((colour + 1) % 256 for colour in range(256))


def _conditions(position: Kee) -> Conditions:
    """The conditions of a position, for the search."""
    return Conditions(
        Family.ADJACENT,
        settled=position.settled,
        earlier=(
            Earlier(
                placed.translate(ONE_UP),
                anchor=None if anchored is None else anchored.translate(ONE_UP),
            )
            for layer in position.history.layers
            for placed, anchored, *_ in layer
        ),
    )


def _start(options: Options, seats: int) -> Kee:
    """The first position; the referee calls width and height ``cols`` and ``rows``.

    A hexagon, ``side``, takes the place of both; the referee is not given all three.
    """
    side, komi = options.get("side"), options.get("komi")
    for measure in ("cols", "rows"):
        if side is not None and options.get(measure) is not None:
            raise OptionError("side", OptionProblem.CONFLICT, other=measure)
    width, height = (
        int(options.get(mine, options.get(referees)) or USUAL_SIDE)
        for mine, referees in (("width", "cols"), ("height", "rows"))
    )
    if width == height == 1:
        raise OptionError("rows", OptionProblem.BOARD_TOO_SMALL)
    if side is not None and options.get("torus"):
        raise OptionError("side", OptionProblem.CONFLICT, other="torus")
    flat = torus if options.get("torus") else rectangle
    board = flat(width, height) if side is None else hexhex(int(side))
    empty = bytes([EMPTY]) * len(board)
    first = Kee(
        board,
        ply=0,
        last=None,
        players=seats,
        komi=float(komi or 0),
        placed=empty,
        history=History(),
        anchored=None,
        mover=0,
        passes=0,
        faced=0,
        removed=NOTHING,
        settled=True,
        by_next_player=options.get("repetition") == NEXT_PLAYER,
    ).set_up({}, 0)
    # The stones of a handicap stand apart, so each has a liberty.
    return replace(handicap.begun(first, options, seats), settled=True)


LARGEST = 361
"""The points of the largest board that people are offered."""
WIDTH = Option(
    "width", "Points from left to right", USUAL_SIDE, int, (2, 19), measure=Measure.WIDTH
)
HEIGHT = Option(
    "height", "Points from top to bottom", USUAL_SIDE, int, (1, 19), measure=Measure.HEIGHT
)
KOMI = Option(
    "komi",
    "Points for the last player, whole or a half; below 0 for the others",
    0.0,
    float,
    (-LARGEST, LARGEST),
    halves=True,
    up_to_board=True,
    measure=Measure.KOMI,
)
SIDE = Option(
    "side",
    "Points on each side of a hexagon, in place of width and height",
    None,
    int,
    (2, 8),
    replaces=("width", "height"),
)
HANDICAP = replace(
    handicap.OPTION,
    presets={s: {"komi": 0.0} for s in range(handicap.LEAST, handicap.MOST + 1)},
)
FAIR_KOMI = {49: 9, 81: 7, 169: 7, 361: 7}
"""By the number of points, for two players. Go's own values under area scoring: 7 on every board is
what the New Zealand rules say, which are nearest to ours; on 7x7 players of Go take 9 for the value
of the game. By these rules the search has even chances on 9x9 with 7.1 (95 % interval 3.8 to 9.8),
on 7x7 with 5.9 (4.9 to 6.9); on 5x5 the first player takes the whole board
(``python -m tests.strength komi``, November 2026, 160 games each).
"""


def _fair_komi(options: Options) -> Mapping[int, float]:
    """That of `FAIR_KOMI` on rectangles; none beside a handicap."""
    if options.get(HANDICAP.key):
        return {LARGEST: 0.0}
    return FAIR_KOMI if options.get(SIDE.key) is None else {}


HANDICAP_WORTH: Mapping[tuple[object, object], Mapping[int, float]] = {
    (7, 7): {2: 460, 3: 740, 4: 1310},
    (9, 9): {2: 120, 3: 320, 4: 470},
}
"""By width and height, and the number of stones, in points of rating: as in Keil."""


def _handicap_worth(options: Options) -> Mapping[int, float]:
    """That of `HANDICAP_WORTH` on rectangles."""
    if options.get(SIDE.key) is not None:
        return {}
    return HANDICAP_WORTH.get((options[WIDTH.key], options[HEIGHT.key]), {})


GAME = Game(
    key="kee",
    name="Kee Rules Go",
    summary="Go for two to eight players, in which passing lifts ko bans and every game ends",
    ruleset="kee-1",
    colours=COLOURS,
    seats=range(2, len(COLOURS) + 1),
    options=(WIDTH, HEIGHT, KOMI, SIDE, HANDICAP),
    referee_options=(
        replace(HEIGHT, key="rows", default=None, bounds=(1, 25)),
        replace(WIDTH, key="cols", default=None, bounds=(1, 25)),
        replace(SIDE, bounds=(2, 13), replaces=()),
        Option("torus", "Whether opposite edges meet", False, bool),
        Option("repetition", "What rule 5 compares", SAME, str, choices=(SAME, NEXT_PLAYER)),
        replace(KOMI, bounds=ANY_KOMI, halves=False),
    ),
    referee_colours=LETTERS,
    start=_start,
    refusals={
        IllegalReason.REPETITION: "it would bring back the situation after move {ply}, with the "
        "same stones and the same anchor"
    },
    like_go=True,
    order=2,
    fair_komi=_fair_komi,
    handicap_worth=_handicap_worth,
    ai=Arena(Kee, "kee", _conditions, (310, 245, 163, 232, 187, 241, 290), net_points=81),
)
