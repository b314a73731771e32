"""Boards as pictures for people, drawn off the event loop."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TypeVar

from bot import metrics
from bot.messages import alt, legend, move_panel, overlays
from bot.service.goals import Verdict
from bot.service.preferences import USUAL, DisplayPreferences
from bot.service.profile_parts import CoursePoint
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.uploads import Progress, Upload
from engine.effects import Capture, Effects
from engine.match import Match
from engine.position import IllegalMoveError, IllegalReason, Placement, Position
from engine.positions import LazyPositions
from render.animation import Animation, animate
from render.board_image import draw
from render.course import draw_course
from render.curve import draw_curve
from render.legend import LegendSign, Meaning
from render.legend import signs as legend_signs
from render.options import WIDTHS, Mark, Overlay, RenderOptions, Sign, useful_overlays
from render.panels import Side, draw_beside, draw_explained, draw_score
from render.preview import draw_preview, preview_signs
from render.table import draw_table
from render.theme import THEMES

T = TypeVar("T")
MOST_FILMS = 4
"""How many animations may be drawn or waited for at once."""
SMALL = 480
"""The pixels of a small board's width: enough for the names of its points."""
LEGEND_LINES = 2
"""How many lines nearly every legend has room in."""
DAY = timedelta(days=1)
DATES = 4
"""Below the course of a rating."""
NO_MARKS: Mapping[int, Mark] = {}
NO_LABELS: Mapping[int, str] = {}
SCORE = "score"
"""Shown like an overlay: the board by owners, and the arithmetic beside it."""


class Pictures:
    """Draws with the threads that it is given."""

    def __init__(self, painters: Executor, filmers: Executor) -> None:
        """``painters`` draw boards, for which people wait; ``filmers`` draw animations."""
        self._painters = painters
        self._filmers = filmers
        self._closed = False
        self._filmed: set[int] = set()
        """The people who wait for an animation: each may have one at a time."""

    def close(self) -> None:
        """Stop an animation that is being drawn: nobody can receive it any more."""
        self._closed = True

    async def of(
        self,
        match: Match,
        name: str,
        preferences: DisplayPreferences = USUAL,
        shown: str = Overlay.NONE,
        group: int | None = None,
        marks: Mapping[int, Mark] = NO_MARKS,
        why: str = legend.COALESCED,
        owners: Sequence[Sequence[float]] = (),
        about: str = "",
        labels: Mapping[int, str] = NO_LABELS,
        *,
        steady: bool = False,
    ) -> Upload:
        """The board of ``match``, as a person wants to see it, with an overlay or the score.

        ``name`` is that of the file, without its ending; ``group``: a stone of the only group whose
        liberties are shown. ``marks``: by point, what else to point out: turns before the last, if
        ``why`` does not name another reason. ``owners``: the expected share of each colour in each
        point, for the overlay of an estimate. ``about``: see `alt.text`. ``labels``: short texts
        on points. ``steady``: with room for a legend in any case, so that the board keeps its size
        while somebody looks at one overlay after another.
        """
        position, earlier = match.position, match.shown
        view = replace(preferences.view(position.board), marks=marks, owners=owners, labels=labels)
        if shown == SCORE:
            overlay, territory = Overlay.TERRITORY, False
        else:
            overlay, territory = Overlay(shown), overlays.scored(match)
        view = replace(view, overlay=overlay, group=group, territory=territory)
        words = legend.words(match, legend_signs(position, view, earlier), why)
        lines = LEGEND_LINES if steady else 0
        if shown == SCORE:
            rows = overlays.score_rows(match)
            work = partial(
                draw_score, position, rows, view, shown_since=earlier, words=words, lines=lines
            )
        elif words or lines:
            work = partial(draw_explained, position, view, words, shown_since=earlier, lines=lines)
        else:
            work = partial(draw, position, view, shown_since=earlier)
        png = await self._work(work)
        seen = overlay is not Overlay.NONE  # the rest an alt text says in its own words
        overlaid = [
            description
            for sign, description in words.items()
            if sign.meaning is not Meaning.CAPTURED
        ]
        words = overlaid if seen else ()
        return Upload(png, f"{name}.png", alt.text(match, shown, group, words, owners, about))

    async def curve(
        self,
        scores: Sequence[Sequence[float] | None],
        marks: Mapping[int, int],
        name: str,
        preferences: DisplayPreferences,
        description: str,
    ) -> Upload:
        """The course of a game, see `render.curve`; ``description``: the same in words."""
        theme, width = THEMES[preferences.palette], WIDTHS[preferences.size]
        png = await self._work(lambda: draw_curve(scores, marks, theme, width))
        return Upload(png, f"{name}.png", description).named_by_content()

    async def course(
        self,
        points: Sequence[CoursePoint],
        name: str,
        preferences: DisplayPreferences,
        description: str,
    ) -> Upload:
        """The course of a rating, see `render.course`; ``description``: the same in words."""
        theme, width = THEMES[preferences.palette], WIDTHS[preferences.size]
        first, last = points[0].at, points[-1].at
        across = [(p.at - first) / DAY for p in points]
        line = [(x, p.value, p.spread) for x, p in zip(across, points, strict=True)]
        step, names = (last - first) / DATES, dict[float, str]()
        for n in range(DATES):  # the last one ends well before the edge
            date = f"{first + n * step:%Y-%m-%d}"
            if date not in names.values():
                names[n * step / DAY] = date
        png = await self._work(lambda: draw_course(line, names, theme, width))
        return Upload(png, f"{name}.png", description).named_by_content()

    async def table(
        self,
        headings: Sequence[str],
        rows: Sequence[Sequence[str]],
        name: str,
        preferences: DisplayPreferences,
        description: str,
        own: int | None = None,
    ) -> Upload:
        """Figures in columns, see `render.table`; ``description``: the same in words."""
        theme, width = THEMES[preferences.palette], WIDTHS[preferences.size]
        png = await self._work(lambda: draw_table(headings, rows, theme, width, own))
        return Upload(png, f"{name}.png", description).named_by_content()

    async def small(self, match: Match, name: str) -> Upload:
        """A small board, as for a card that somebody reads in passing."""
        view = replace(
            USUAL.view(match.position.board), width=SMALL, territory=overlays.scored(match)
        )
        png = await self._work(lambda: draw(match.position, view, shown_since=match.shown))
        return Upload(png, f"{name}.png", alt.text(match, Overlay.NONE, None))

    async def why_not(
        self,
        match: Match,
        error: IllegalMoveError,
        move: Placement,
        preferences: DisplayPreferences,
    ) -> Upload | None:
        """The board with a refused stone and what speaks against it; None without such a point."""
        position, view = match.position, preferences.view(match.position.board)
        point, seat = position.board.index.get(move.point), position.to_move
        if point is None or seat is None or position.colours is None:
            return None
        mover, stones = position.colours[seat], position.stones
        marks = {
            p: Mark(Sign.TRAPPED if stones[p] == mover else Sign.WATCHED)
            for p in position.stones_against(move)
        }
        if point not in position.stones:
            marks[point] = Mark(Sign.REFUSED, mover)
        view = replace(view, marks=marks)
        signs = legend_signs(position, view, match.shown)
        words = legend.words(match, signs, error.reason.value)
        if error.reason is IllegalReason.REPETITION and error.ply is not None:
            ply = error.ply
            png = await self._work(lambda: _beside(match, ply, view, words))
        else:
            work = partial(draw_explained, position, view, words, shown_since=match.shown)
            png = await self._work(work)
        name = f"{match.game.key}-why-not-{move.point}.png"
        return Upload(png, name, alt.why_not(match, error, move))

    async def verdict(
        self, verdict: Verdict, name: str, move: str, preferences: DisplayPreferences
    ) -> Upload:
        """What an answer is worth: why ``move`` is illegal, or a position with marks or the score.

        ``name``: that of the question's picture.
        """
        match, error = verdict.match, verdict.error
        if isinstance(error, IllegalMoveError) and explained(match.position, error, move):
            picture = await self.why_not(match, error, Placement(move), preferences)
            assert picture is not None
            return picture
        shown = SCORE if verdict.scored else Overlay.NONE
        file = f"{name}-{move.replace(' ', '-')}"
        picture = await self.of(
            match, file, preferences, shown, marks=verdict.marks, why=verdict.finding.value
        )
        return picture.named_by_content()

    async def preview(
        self,
        match: Match,
        after: Position,
        done: Effects,
        answers: Sequence[int],
        preferences: DisplayPreferences,
        description: str,
        why: str = legend.PREVIEW,
    ) -> Upload:
        """The board of ``match`` with a stone that may be placed; ``description``: what it does.

        ``answers``: the points at which the next player could capture it. ``why``: the purpose of
        the marks, see `bot.messages.legend`.
        """
        position, point = match.position, done.point
        marks = {p: Mark(Sign.TRAPPED) for p in (*done.captured, *done.lost) if p != point}
        marks |= {p: Mark(Sign.ANSWER) for p in answers if p not in marks}
        view = replace(preferences.view(position.board), marks=marks)
        cut = [*done.cut, *((min(p, point), max(p, point)) for p in done.apart)]
        words = _preview_words(match, after, view, why)
        png = await self._work(lambda: draw_preview(position, after, view, cut, words))
        name = f"{match.game.key}-preview-{position.board.names[point]}.png"
        return Upload(png, name, move_panel.alt_preview(match, description)).named_by_content()

    async def capture(
        self,
        match: Match,
        after: Position,
        done: Effects,
        captures: Sequence[Capture],
        preferences: DisplayPreferences,
        description: str,
    ) -> Upload:
        """The board before a capture, with what was captured and why; ``description``: in words."""
        position = match.position
        marks = {p: Mark(Sign.TRAPPED) for p in (*done.captured, *done.lost) if p != done.point}
        marks |= {p: Mark(Sign.FREE) for one in captures for p in one.liberties or ()}
        marks |= {p: Mark(Sign.WATCHED) for one in captures for p in one.against}
        marks.pop(done.point, None)
        view = replace(preferences.view(position.board), marks=marks)
        cut = [edge for one in captures for edge in (*one.cut, *one.cut_off)]
        words = _preview_words(match, after, view, legend.CAPTURE)
        png = await self._work(lambda: draw_preview(position, after, view, cut, words))
        name = f"{match.game.key}-captured-{position.board.names[done.point]}.png"
        return Upload(png, name, move_panel.alt_capture(match, description))

    async def animation(
        self,
        user: int,
        match: Match,
        plies: tuple[int, int],
        preferences: DisplayPreferences,
        progress: Progress | None = None,
    ) -> tuple[Upload, int]:
        """The game from the first to the last of ``plies`` as a GIF, for ``user``.

        Also returns the step between the plies that it shows: 1 for most games. Raises
        `RefusedError` while another animation is being drawn for ``user``, or too many for others.
        """
        if user in self._filmed or len(self._filmed) >= MOST_FILMS:
            raise RefusedError(ServiceRefusal.STILL_DRAWING)
        self._filmed.add(user)
        try:
            return await self._animation(match, *plies, preferences, progress)
        finally:
            self._filmed.discard(user)

    async def film(self, match: Match, name: str) -> Upload:
        """The whole game as a GIF called ``name``, as channels see boards.

        Whoever calls this sees to it that people who ask for animations need not wait for many.
        """
        last = len(match.turn_log.moves)
        film, _ = await self._animation(match, 0, last, USUAL, None)
        return replace(film, name=name)

    async def _animation(
        self,
        match: Match,
        first: int,
        last: int,
        preferences: DisplayPreferences,
        progress: Progress | None,
    ) -> tuple[Upload, int]:
        view = preferences.view(match.position.board)

        def told_or_ended(part: float) -> None:
            if self._closed:
                raise InterruptedError("the program ends")
            if progress is not None:
                progress(part)

        def work() -> tuple[Animation, str]:
            ending = match.after_moves(last)
            to_the_end = replace(view, territory=overlays.scored(ending))
            film = animate(LazyPositions(match, first, last), to_the_end, progress=told_or_ended)
            return film, alt.film(ending, first, last)

        timed = metrics.timed_render("animation", work)
        try:
            film, description = await asyncio.get_running_loop().run_in_executor(
                self._filmers, timed
            )
        except InterruptedError as error:
            raise RefusedError(ServiceRefusal.RESTARTING) from error
        return Upload(film.data, f"{match.game.key}-{first}-{last}.gif", description), film.every

    async def _work(self, work: Callable[[], T]) -> T:
        timed = metrics.timed_render("board", work)
        return await asyncio.get_running_loop().run_in_executor(self._painters, timed)


def explained(position: Position, error: Exception, move: str) -> bool:
    """True if a picture explains the refusal of ``move`` better than the words do."""
    point = position.board.index.get(move)
    if not isinstance(error, IllegalMoveError) or point is None or position.occupied(point):
        return False
    return position.to_move is not None and position.colours is not None


def looks_like(match: Match, other: Match) -> bool:
    """True if the pictures of two states of a match are the same."""
    if _seen(match) != _seen(other):
        return False
    position, before = match.position, other.position
    return (position.anchor(), position.controllers()) == (before.anchor(), before.controllers())


def _seen(match: Match) -> tuple[object, ...]:
    """The stones, the last one, those captured, and whether territories are shown."""
    stones, shown = match.position.stones, match.shown
    captured = {point: of for point, of in shown.captured.items() if point not in stones}
    return stones, shown.last if shown.last in stones else None, captured, overlays.scored(match)


def offered(match: Match, frame: Match) -> tuple[str, ...]:
    """The overlays that ``frame`` can show; it is ``match`` after some of its moves."""
    position = frame.position
    score = match.end is not None and position.colours is not None and bool(position.stones)
    return (*useful_overlays(position), *((SCORE,) if score else ()))


def _preview_words(
    match: Match, after: Position, view: RenderOptions, why: str
) -> Mapping[LegendSign, str]:
    return legend.words(match, preview_signs(after, view), why)


def _beside(match: Match, ply: int, view: RenderOptions, words: Mapping[LegendSign, str]) -> bytes:
    earlier = match.after_moves(ply)
    now = Side(match.position, overlays.now(), view.marks, match.shown)
    then = Side(earlier.position, overlays.after_ply(ply), shown_since=earlier.shown)
    signs_then = legend_signs(then.position, replace(view, marks={}), then.shown_since)
    return draw_beside(now, then, view, {**words, **legend.words(match, signs_then)})
