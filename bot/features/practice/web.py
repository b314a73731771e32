"""Games against the bot on the page, on the board of the game that is over."""

from collections.abc import Iterable
from dataclasses import replace

from bot.features.practice import texts
from bot.features.practice.choice import (
    BEGINS,
    HERE,
    LONGEST_TIME,
    LOT,
    WHERE,
    PracticeChoice,
)
from bot.messages import computers
from bot.service.beginning import check_may_challenge
from bot.service.computers import LEVEL_NUMBERS
from bot.service.live_match import LiveMatch
from bot.service.next_games import challenge_like, terms_of
from bot.service.places import place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import Terms
from bot.service.usual_terms import with_fair_komi
from bot.storage.rows import SOLO, Invitation
from bot.web.scenes import Asked, Choice, Done, Menu, Scene, Scenes, Stage, gone

SCENES, BEGIN = "practice", "begin"


class PracticeScenes(Scenes):
    """A step is a choice, or empty for the usual one; after *begin*, the game begins with it."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Play the bot*, once the game is over, if the operator lets people."""
        if live.match.end is not None and self.service.challenges.most_practice > 0:
            yield Choice(texts.scenes(), SCENES, begins=True)

    async def act(self, asked: Asked) -> Scene | Done:
        """Show the choices, or begin."""
        if asked.live.match.end is None:
            raise gone()
        begins = asked.value.startswith(f"{BEGIN} ")
        wanted = await self._choice(asked, asked.value.removeprefix(f"{BEGIN} "))
        return await (self._begin(asked, wanted) if begins else self._panel(asked, wanted))

    async def _choice(self, asked: Asked, value: str) -> PracticeChoice:
        game = asked.live.match.game
        if value:
            wanted = PracticeChoice.read(f"{game.key} {value}", {game.key: game})
        else:
            level = await self.service.computers.last_level(asked.user)
            wanted = PracticeChoice(game.key, level, LOT, HERE)
        return replace(wanted, where=SOLO) if asked.live.solo else wanted

    async def _panel(self, asked: Asked, wanted: PracticeChoice) -> Scene:
        present = await asked.presence()
        check_may_challenge(await self.service.servers.settings(present.server), present)

        def step(**changes: str) -> str:
            return f"{SCENES} {wanted.write(**changes).partition(' ')[2]}"

        levels = [
            Choice(computers.level_name(each), step(level=str(each)), chosen=each == wanted.level)
            for each in LEVEL_NUMBERS
        ]
        first = [
            Choice(texts.begins(each), step(begins=each), chosen=each == wanted.begins)
            for each in BEGINS
        ]
        where = [
            Choice(texts.where(each), step(where=each), chosen=each == wanted.where)
            for each in WHERE
        ]
        menus = [Menu(texts.level_menu(), levels), Menu(texts.first_menu(), first)]
        if not asked.live.solo:
            menus.append(Menu(texts.where_menu(), where))
        terms = self._terms(asked, wanted)
        said = f"{texts.same_board(terms)}\n{computers.level_says(wanted.level)}"
        begin = Choice(texts.begin_button(), step().replace(" ", f" {BEGIN} ", 1), "success")
        return Scene(texts.scenes(), said, buttons=[begin], menus=menus)

    def _terms(self, asked: Asked, wanted: PracticeChoice) -> Terms:
        """Those of the match. Who begins is chosen here; else who has played with a handicap, or
        given one, does so again."""
        live = asked.live
        terms = with_fair_komi(terms_of(live, asked.user), live.match.seats)
        if wanted.begins != LOT or not terms.game.with_handicap(terms.options):
            terms = replace(terms, black=None)
        return replace(terms, control=LONGEST_TIME) if wanted.where == SOLO else terms

    async def _begin(self, asked: Asked, wanted: PracticeChoice) -> Done:
        me, live = asked.host.me, asked.live
        if me is None:
            raise RefusedError(ServiceRefusal.DISCORD_SILENT)
        seat = Invitation(me, accepted=True, level=wanted.level)
        begun = await challenge_like(
            self.service,
            await asked.presence(),
            live,
            self._terms(asked, wanted),
            [seat] * (live.match.seats - 1),
            event_id=asked.event_id,
            names={me: asked.host.my_name},
            place=WHERE[wanted.where],
            first=BEGINS[wanted.begins],
        )
        in_thread = place_named(begun.place).threads
        said = "" if wanted.where == SOLO else computers.begun(wanted.level, in_thread=in_thread)
        return Done(said, begun.match)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, PracticeScenes(stage))
