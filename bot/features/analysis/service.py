"""What people analyse: a tree of moves for each person and game."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache, partial
from zlib import crc32

from bot.features.analysis.store import AnalysisQueries, StoredAnalysis
from bot.service.current_time import Now
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.storage.database import Store
from bot.storage.rows import DELETED_PLAYER
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.match import Match
from engine.position import UnreadableMoveError, tidy
from engine.record import Record, json_form
from engine.record.tree import LONGEST_LABEL, MOST_BRANCHES, MarkSign, Tree
from engine.turns import NO_TIME, Turn

MOST_KEPT = 50
"""How many analyses are kept for each person; those not changed for longest are dropped."""
LONGEST = 500_000
"""The most characters to which one can grow, as it is stored."""
MOST_MOVES = 50
"""How many moves can be typed at once."""
AT_ONCE = 500
"""Games whose analyses are read together."""
REMEMBERED = 8
"""How many records are kept in memory."""
ANALYSIS = "analysis"
"""What a challenge can allow everybody who sees its game while it runs."""


class AnalysisRefusal(StrEnum):
    """Why nothing can be analysed so: the keys of the texts."""

    RUNNING = "analysis-running"
    FOR_YOU_ALONE = "analysis-for-you-alone"
    GONE = "analysis-gone"
    CHANGED = "analysis-changed"
    TOO_LONG = "analysis-too-long"
    TOO_MANY = "analysis-too-many"
    NO_POINT = "analysis-no-point"


def may_analyse(live: LiveMatch) -> bool:
    """True if whoever sees a match may analyse it: nobody can gain by it that others cannot."""
    return live.match.end is not None or live.solo or ANALYSIS in live.allowed


def may_show(live: LiveMatch | None) -> bool:
    """True if an analysis may be shown to others: while people play, it would be advice.

    ``live``: its match; None for a game from a file.
    """
    return live is None or live.match.end is not None or live.solo


@dataclass(frozen=True, slots=True)
class Analysis:
    """What somebody has made of a game."""

    stored: StoredAnalysis
    record: Record
    match: Match
    """The game, as it ended or was when it was opened."""

    @property
    def id(self) -> int:
        """Its number."""
        return self.stored.id

    @property
    def match_id(self) -> int | None:
        """The match that it is about; None for a game from a file."""
        found = re.fullmatch("game:([0-9]+)", self.stored.about)
        return None if found is None else int(found[1])

    @property
    def tree(self) -> Tree:
        """All moves."""
        return self.record.tree or Tree.of(turn.text for turn in self.match.turn_log.moves)

    def at(self, node: int) -> Match:
        """The match after the moves that lead to ``node``; at the end of the game, as it ended."""
        tree, match = self.tree, self.match
        if node == tree.main:
            return match
        position, turns = match.first, list[Turn]()
        for move in tree.line(node):
            turns.append(Turn(position.to_move or 0, move, NO_TIME))
            position = position.play(position.read(move))
        return Match.replay(match.game, match.options, match.seats, turns, match.setup)


Change = Callable[[Analysis], tuple[Tree, int]]
"""The changed tree, and the node that is to be shown; may refuse."""


def tag(tree: Tree, node: int) -> str:
    """Tells apart what had the same number before something was deleted."""
    return f"{crc32(' '.join(tree.line(node)).encode()) & 0xFFFF:04x}"


def check(tree: Tree, node: int, seen: str) -> None:
    """Refuse a node that is not the one that somebody has ``seen``."""
    if node not in tree or tag(tree, node) != seen:
        raise RefusedError(AnalysisRefusal.CHANGED)


class Analyses:
    """The analyses of one database."""

    def __init__(self, store: Store, now: Now, games: Mapping[str, Game]) -> None:
        self._store = store
        self._now = now
        self._read = lru_cache(REMEMBERED)(partial(_read, games))

    async def open(self, user: int, about: str, record: Record) -> Analysis:
        """What ``user`` has made of a game, from now on with what its ``record`` has, too."""
        text = (await asyncio.to_thread(json_form.write, record)).decode()
        new = StoredAnalysis(0, user, about, self._now(), text)
        await self._store.write(lambda tx: AnalysisQueries(tx.connection).add(new, MOST_KEPT))
        stored = await self._store.read(lambda tx: AnalysisQueries(tx.connection).of(user, about))
        if stored is None:  # they have opened many others meanwhile
            raise RefusedError(AnalysisRefusal.GONE, number=MOST_KEPT)
        known = await self._of(stored)
        tree = await asyncio.to_thread(_merged, record, known.tree)
        if record.turns == known.record.turns and tree == known.tree:
            return known
        # A game goes on, however long its analysis is.
        return await self._stored(known, replace(record, tree=tree), most=None) or known

    async def get(self, key: int, user: int) -> Analysis:
        """An analysis of ``user``. May refuse."""
        stored = await self._store.read(lambda tx: AnalysisQueries(tx.connection).get(key))
        if stored is None or stored.user != user:
            raise RefusedError(AnalysisRefusal.GONE, number=MOST_KEPT)
        return await self._of(stored)

    async def change(self, key: int, user: int, change: Change) -> tuple[Analysis, int]:
        """Change an analysis, and return the node that is to be shown. May refuse."""
        while True:  # it ends: another try is needed only after another change of the same person
            known = await self.get(key, user)
            tree, node = await asyncio.to_thread(change, known)
            if tree == known.tree:
                return known, node
            grows = len(tree.moves) > len(known.tree.moves)
            if grows and len(tree.moves) - tree.main > MOST_BRANCHES:
                raise RefusedError(AnalysisRefusal.TOO_LONG)
            if changed := await self._stored(known, replace(known.record, tree=tree)):
                return changed, node

    async def _stored(
        self, known: Analysis, record: Record, *, most: int | None = LONGEST
    ) -> Analysis | None:
        """The analysis with a changed record; None if it has changed meanwhile."""
        text = (await asyncio.to_thread(json_form.write, record)).decode()
        # One from a file may be longer.
        if most is not None and len(text) > max(most, len(known.stored.record)):
            raise RefusedError(AnalysisRefusal.TOO_LONG)
        old, now = known.stored, self._now()
        done = await self._store.write(
            lambda tx: AnalysisQueries(tx.connection).change(old, text, now)
        )
        return await self._of(replace(old, record=text, at=now)) if done else None

    async def _of(self, stored: StoredAnalysis) -> Analysis:
        record, match = await asyncio.to_thread(self._read, stored.record)
        return Analysis(stored, record, match)


def forget(tx: Transaction, user: int, pseudonym: int, seats: Sequence[tuple[int, int]]) -> None:
    """Take the name of somebody who is forgotten out of what others have made of their games."""
    del user, pseudonym
    queries = AnalysisQueries(tx.connection)
    for first in range(0, len(seats), AT_ONCE):
        of_game = {f"game:{match}": seat for match, seat in seats[first : first + AT_ONCE]}
        for known in queries.about([*of_game]):
            document = json.loads(known.record)
            document["players"][of_game[known.about]] = DELETED_PLAYER
            queries.change(known, json.dumps(document, ensure_ascii=False), known.at)


def _read(games: Mapping[str, Game], text: str) -> tuple[Record, Match]:
    record = json_form.read(text.encode(), games)
    return record, record.match()


def _merged(record: Record, tree: Tree) -> Tree:
    """The tree of a record, with the variations and notes of another one of the same game."""
    own = record.tree or Tree.of(turn.text for turn in record.match().turn_log.moves)
    return own.with_all_of(tree)


# --- changes ---


def playing(node: int, seen: str, typed: str) -> Change:
    """Play moves, between commas or spaces, after ``node``. Raises `MoveError`."""

    def change(known: Analysis) -> tuple[Tree, int]:
        check(known.tree, node, seen)
        moves = [move for move in re.split(r"[,;\n]", typed) if move.strip()]
        if len(" ".join(moves).split()) > MOST_MOVES:
            raise RefusedError(AnalysisRefusal.TOO_MANY, most=MOST_MOVES)
        tree, here, position = known.tree, node, known.at(node).position
        while moves:
            one, *moves = moves
            try:
                move = position.read(tidy(one))
            except UnreadableMoveError:
                if len(words := one.split()) < 2:
                    raise
                moves = [*words, *moves]
                continue
            if why := position.why_not(move):
                raise why
            tree, here = tree.play(here, position.write(move))
            position = position.play(move)
        return tree, here

    return change


def undoing(node: int, seen: str) -> Change:
    """Delete a move of a variation and all that follows it."""

    def change(known: Analysis) -> tuple[Tree, int]:
        check(known.tree, node, seen)
        if node <= known.tree.main:
            return known.tree, node
        return known.tree.without(node), known.tree.parent(node)

    return change


def commenting(node: int, seen: str, comment: str) -> Change:
    """Write a comment in place of the last one."""

    def change(known: Analysis) -> tuple[Tree, int]:
        check(known.tree, node, seen)
        note = replace(known.tree.note(node), comment=comment)
        return known.tree.noted(node, note), node

    return change


LETTER, NO_MARK = "letter", "none"
MARKS = (LETTER, *(sign.value for sign in MarkSign), NO_MARK)
"""What can be put on a point: the next letter, a sign, or nothing any more."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def marking(node: int, seen: str, typed: str, mark: str) -> Change:
    """Put one of `MARKS` on the points that were typed."""

    def change(known: Analysis) -> tuple[Tree, int]:
        check(known.tree, node, seen)
        board, note = known.match.first.board, known.tree.note(node)
        marks, labels = dict(note.marks), dict(note.labels)
        for typed_point in re.split(r"[\s,;]+", typed.strip()):
            point = tidy(typed_point)
            if point not in board.index:
                wrong = typed_point[:LONGEST_LABEL]
                raise RefusedError(AnalysisRefusal.NO_POINT, point=wrong)
            marks.pop(point, None)
            labels.pop(point, None)
            if mark == LETTER:
                labels[point] = next((a for a in LETTERS if a not in labels.values()), "?")
            elif mark != NO_MARK:
                marks[point] = MarkSign(mark)
        return known.tree.noted(node, replace(note, marks=marks, labels=labels)), node

    return change
