"""Hints and explanations as people see them: words, a board, and the line of play that follows."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.features.hints import texts
from bot.messages import legend, lines, purposes
from bot.messages.hints import MOVE, hint_of
from bot.pictures import Pictures
from bot.service.judge import Judge, earlier
from bot.service.live_match import LiveMatch
from bot.service.preferences import DisplayPreferences
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.service import Service
from bot.uploads import Upload
from engine.match import Match
from engine.position import Move
from engine.turns import NO_TIME, Turn


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody sees."""

    text: str
    picture: Upload | None = None
    steps: Sequence[tuple[int, str]] = ()
    """The ways along the line: to the board after which of its moves, from 0, and the button."""
    leaves_move: bool = False
    """True if the move itself is still to be shown."""
    plies: int = 0
    """How many moves had been played before the explained one."""


class Showing:
    """Asks the search, and shows what it says."""

    def __init__(self, service: Service, pictures: Pictures, judge: Judge) -> None:
        self._service, self._pictures, self._judge = service, pictures, judge

    async def region(self, user: int, live: LiveMatch) -> Seen:
        """Where a good move is."""
        found = await self._judge.hint(user, live)
        hint = hint_of(found, live.id, live.match)
        if not hint.marks:
            return Seen(hint.text)
        # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
        name = f"{live.match.game.key}-{live.id}-hint"
        picture = await self._pictures.of(
            live.match,
            name,
            await self._service.preferences.of(user),
            marks=hint.marks,
            why=legend.HINT,
            about=hint.about,
        )
        return Seen(hint.text, picture.named_by_content(), leaves_move=hint.leaves_move)

    async def good_move(self, user: int, live: LiveMatch, shown: int = 0) -> Seen:
        """A good move; after it, the board after number ``shown`` of the moves that follow."""
        good = await self._judge.line(user, live)
        match = live.match
        hint = await asyncio.to_thread(hint_of, good.found, live.id, match, MOVE)
        if not hint.marks:
            return Seen(hint.text)
        preferences = await self._service.preferences.of(user)
        last = len(good.moves) - 1
        shown = min(shown, last)
        if shown:
            picture = await self._board(live, match, good.moves, shown, preferences)
        else:
            name = f"{match.game.key}-{live.id}-hint"
            picture = await self._pictures.of(
                match, name, preferences, marks=hint.marks, why=legend.HINT, about=hint.about
            )
        said = [] if shown else [hint.text]  # then there is no “!” on the board any more
        if last:
            whole, since = _after(match, good.moves), len(match.turn_log.moves)
            said.append(texts.expected(whole, since, shown or None))
        return Seen("\n".join(said), picture.named_by_content(), lines.steps(shown, last))

    async def why(
        self, user: int, live: LiveMatch, plies: int | None = None, shown: int | None = None
    ) -> Seen:
        """Why a computer played its last move, or the one after ``plies`` moves.

        ``shown``: the number of the moves that follow of which they see the board, 0 for the move
        itself. None: they have just asked.
        """
        if plies is not None:
            if not 0 <= plies < len(live.match.turn_log.moves):
                raise RefusedError(ServiceRefusal.OLD_BOARD, live=live)
            live = earlier(live, live.match.after_moves(plies + 1))
        why = await self._judge.explain(user, live)
        if plies not in (None, why.plies):
            raise RefusedError(ServiceRefusal.NOTHING_TO_EXPLAIN)
        does = purposes.sentence(live.match.game, why.before, why.does)
        said = [texts.explanation(live, why.seat, why.search, does)]
        before, moves = live.match.after_moves(why.plies), (why.search.move, *why.search.line)
        at = min(shown or 0, len(moves) - 1)
        if len(moves) > 1:
            said.append(texts.expected(_after(before, moves), why.plies, shown and at))
        preferences = await self._service.preferences.of(user)
        picture = await self._board(live, before, moves, at, preferences)
        steps = lines.steps(at, len(moves) - 1)
        return Seen("\n".join(said), picture.named_by_content(), steps, plies=why.plies)

    async def _board(
        self,
        live: LiveMatch,
        before: Match,
        moves: Sequence[Move],
        shown: int,
        preferences: DisplayPreferences,
    ) -> Upload:
        """The board after number ``shown`` of the ``moves``, which have their numbers there."""
        frame, since = _after(before, moves[: shown + 1]), len(before.turn_log.moves)
        index = frame.position.board.index
        played = [turn.text for turn in frame.turn_log.moves[since:]]
        numbers = {index[each]: str(n) for n, each in enumerate(played, start=1) if each in index}
        name = f"{before.game.key}-{live.id}-{since}-{shown}-line"
        about = texts.board_alt(frame, since)
        return await self._pictures.of(frame, name, preferences, labels=numbers, about=about)


def _after(before: Match, moves: Sequence[Move]) -> Match:
    """The match after some more moves."""
    match = before
    for move in moves:
        assert match.to_move is not None
        match = match.take(Turn(match.to_move, match.position.write(move), NO_TIME))
    return match
