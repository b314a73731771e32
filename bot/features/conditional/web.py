"""Planned moves on the page: chosen by touching points, and seen by nobody else."""

import asyncio
from collections.abc import Iterable, Sequence

from bot.features.conditional import texts
from bot.features.conditional.drawing import planned_picture, preview
from bot.features.conditional.service import (
    PlanRefusal,
    Plans,
    RefusedVariationError,
    Step,
    board_of,
    goes_on,
    read_line,
    steps,
    waiting_seat,
    waits,
)
from bot.features.conditional.store import Plan, Variation
from bot.messages import labels, legend
from bot.service.live_match import LiveMatch
from bot.service.preferences import Entering
from bot.service.refusals import RefusedError
from bot.web.scenes import Asked, Choice, Menu, Scene, Scenes, Stage, board_tap, gone
from engine.position import Placement, names_a_point

SCENES = "plan"
MOVE, ON, SHOW, WITHOUT, DROP = "move", "on", "show", "without", "drop"
"""What a step does with the moves in it: plan them if the last one is one's own, go on from them,
show them, leave them out. *drop* withdraws everything."""


class PlanScenes(Scenes):
    """A step says what to do, on the board with how many turns, and has the moves of a variation.

    The same step twice is as once.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._plans = Plans(stage.service.store, stage.service.matches.cache)

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """*If…*, while the other is to move."""
        if user is not None and waits(live, user):
            yield Choice(texts.scenes(), SCENES)

    async def act(self, asked: Asked) -> Scene:
        """Show what is planned, or change it."""
        what, written, line = (*asked.value.split(" ", 2), "", "")[:3]
        live, user = asked.live, asked.user
        if not what:
            waiting_seat(live, user)
            plan = await self._planned(asked)
            return await self._panel(asked) if plan is None else await self._summary(asked, plan)
        if not written.isdecimal() or len(written) > 9:
            raise gone()
        seat, here = waiting_seat(live, user, int(written)), board_of(live)
        if what == DROP:
            await self._plans.plan(live.id, user, here, ())
            return _withdrawn(live)
        try:
            moves = await asyncio.to_thread(read_line, live.match, 1, line)
        except RefusedVariationError as error:
            path = await asyncio.to_thread(steps, live.match, error.before)
            return await self._panel(asked, path, texts.reason(error, live))
        if what == MOVE:
            return await self._moved(asked, moves, seat)
        if what == ON:
            return await self._panel(asked, await asyncio.to_thread(steps, live.match, moves))
        plan = await self._planned(asked)
        if what not in (SHOW, WITHOUT) or plan is None or moves not in plan.variations:
            raise gone()
        if what == WITHOUT:
            left = [one for one in plan.variations if one != moves]
            plan, moves = await self._plans.plan(live.id, user, here, left), None
        return await self._summary(asked, plan, moves)

    async def _moved(self, asked: Asked, moves: Variation, seat: int) -> Scene:
        """Go on after some moves, or plan them if they are whole."""
        live = asked.live
        path = await asyncio.to_thread(steps, live.match, moves)
        last = path[-1] if path else None
        if last is not None and last.after.to_move is None and last.seat != seat:
            raise RefusedError(PlanRefusal.UNANSWERED, number="1", move=last.text)
        if last is None or last.seat != seat or last.after.to_move == seat:
            return await self._panel(asked, path)
        plan = await self._plans.add(live.id, asked.user, board_of(live), moves)
        return await self._summary(asked, plan, moves)

    async def _planned(self, asked: Asked) -> Plan | None:
        """What is planned for the board as it is."""
        plan = await self._plans.of(asked.live, asked.user)
        fits = plan is not None and plan.variations and plan.ply == board_of(asked.live)
        return plan if fits else None

    async def _panel(self, asked: Asked, path: Sequence[Step] = (), refused: str = "") -> Scene:
        """The board after ``path``, on which the next move is chosen."""
        live, user = asked.live, asked.user
        seat, match = live.players.index(user), path[-1].after if path else live.match
        position, preferences = match.position, await self.service.preferences.of(user)
        said = [refused, texts.choose(live, path, seat)]
        if path and names_a_point(path[-1].text):
            why = legend.PREVIEW if path[-1].seat == seat else legend.THEIRS
            does, picture = await preview(self.service, self.pictures, user, path[-1], why)
            said.insert(1, does)
        else:
            name = f"{live.match.game.key}-{live.id}-if"
            picture = await self.pictures.of(match, name, preferences)
        own = position.to_move == seat
        moves = " ".join(step.text for step in path)
        step = f"{SCENES} {MOVE} {board_of(live)} {moves}".rstrip()
        points = [one.point for one in position.legal_moves() if isinstance(one, Placement)]
        twice = own and preferences.entering != Entering.ONCE
        tap = board_tap(match, preferences, step, points, twice=twice)
        named = labels.word_label if own else labels.their_word
        buttons = [
            Choice(named(word), f"{step} {word.word}")
            for word in position.declarations()
            if word.numbers is None
        ]
        if path:
            buttons.append(Choice(texts.another(), f"{SCENES} {MOVE} {board_of(live)}"))
        return Scene(texts.scenes(), "\n".join(filter(None, said)), picture, tap, buttons)

    async def _summary(self, asked: Asked, plan: Plan, last: Variation | None = None) -> Scene:
        """All that is planned, and the board after one of the variations."""
        if not plan.variations:
            return _withdrawn(asked.live)
        live, user, here = asked.live, asked.user, board_of(asked.live)
        shown = last or plan.variations[0]
        said = await asyncio.to_thread(texts.planned, live, plan, live.players.index(user))
        picture = await planned_picture(self.service, self.pictures, user, live, shown)

        def step(what: str, moves: Variation = shown) -> str:
            return f"{SCENES} {what} {here} {' '.join(moves)}".rstrip()

        buttons = list[Choice]()
        if await asyncio.to_thread(goes_on, live.match, shown):
            buttons.append(Choice(texts.on(), step(ON), "primary"))
        buttons.append(Choice(texts.another(), step(MOVE, ())))
        several = len(plan.variations) > 1
        if several:
            buttons.append(Choice(texts.leave_out(), step(WITHOUT)))
        buttons.append(Choice(texts.withdraw(), step(DROP, ()), "danger"))
        choices = [
            Choice(texts.choice(one), step(SHOW, one), chosen=one == shown)
            for one in plan.variations
        ]
        menus = [Menu(texts.all_planned(), choices)] if several else []
        return Scene(texts.scenes(), said, picture, buttons=buttons, menus=menus)


def _withdrawn(live: LiveMatch) -> Scene:
    again = [Choice(texts.scenes(), SCENES)]
    return Scene(texts.scenes(), texts.withdrawn(live), buttons=again)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, PlanScenes(stage))
