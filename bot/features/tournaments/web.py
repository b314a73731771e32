"""The tournament of a game on the page: its standings and its crosstable."""

from bot.features.tournaments import standing_texts as texts
from bot.features.tournaments.drawing import crosstable_picture, standings_picture
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.rounds import part_of, queries_of
from bot.features.tournaments.service import View, view_of
from bot.features.tournaments.store import StoredTournament
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.storage.transaction import Transaction
from bot.uploads import Upload
from bot.web.scenes import Asked, Choice, Menu, Scene, Scenes, Stage, gone

SCENES = "tournament"
STANDINGS, CROSSTABLE = "standings", "crosstable"


class TournamentScenes(Scenes):
    """A step says what to show, and the number of a page; for the crosstable, a round, too."""

    async def whole(self, asked: Asked) -> Scene | None:
        """The standings of its tournament, if the match belongs to one."""
        return await self._shown(asked, STANDINGS, 0, 0)

    async def act(self, asked: Asked) -> Scene:
        """Show a page."""
        what, page, first = (*asked.value.split(" "), "", "")[:3]
        numbers = [int(one) if one.isdecimal() and len(one) < 5 else 0 for one in (page, first)]
        scene = None
        if what in (STANDINGS, CROSSTABLE):
            scene = await self._shown(asked, what, *numbers)
        if scene is None:
            raise gone()
        return scene

    async def _shown(self, asked: Asked, what: str, page: int, wanted: int) -> Scene | None:
        view = await self._view(asked)
        if view is None:
            return None
        last, windows = max(0, len(view.whole.players) - 1) // texts.ROWS, _windows(view)
        page = min(page, last)
        rounds = next((one for one in windows if wanted in one), windows[-1] if windows else None)
        rest = "" if what == STANDINGS or rounds is None else f" {rounds[0]}"
        buttons = [
            Choice(label, f"{SCENES} {what} {to}{rest}")
            for label, to in ((texts.back(), page - 1), (texts.forward(), page + 1))
            if 0 <= to <= last
        ]
        if what == STANDINGS and rounds is not None:
            buttons.append(Choice(texts.crosstable_button(), f"{SCENES} {CROSSTABLE} {page}"))
        elif what == CROSSTABLE:
            buttons.append(Choice(texts.standings_button(), f"{SCENES} {STANDINGS} {page}"))
        menus = [
            Choice(texts.rounds(one), f"{SCENES} {what} {page} {one[0]}", chosen=one == rounds)
            for one in windows
        ]
        several = what == CROSSTABLE and len(menus) > 1
        picture = await self._picture(asked, view, what, page, rounds)
        return Scene(
            texts.scenes(),
            texts.under_picture(view) if what == STANDINGS else texts.under_crosstable(view),
            picture,
            buttons=buttons,
            menus=[Menu(texts.choose_rounds(), menus)] if several else [],
        )

    async def _picture(
        self, asked: Asked, view: View, what: str, page: int, rounds: range | None
    ) -> Upload | None:
        user, preferences = asked.user, await self.service.preferences.of(asked.user)
        if what == STANDINGS:
            return await standings_picture(
                self.service, self.pictures, view, preferences, user, page
            )
        return await crosstable_picture(
            self.service, self.pictures, view, preferences, user, page, rounds or range(0)
        )

    async def _view(self, asked: Asked) -> View | None:
        """The tournament of the match, if it belongs to one. Refuses those who may not see it."""
        live = asked.live

        def work(tx: Transaction) -> View | None:
            stored = _tournament_of(tx, live)
            return None if stored is None else view_of(tx, stored)

        view = await self.service.store.read(work) if live.part_of is not None else None
        if view is not None:
            there = view.stored.channel_id, view.stored.forum
            if not any([each is not None and await asked.sees(each) for each in there]):
                raise RefusedError(TournamentRefusal.HIDDEN)
        return view


def _tournament_of(tx: Transaction, live: LiveMatch) -> StoredTournament | None:
    queries = queries_of(tx)
    if (one := queries.pairing_of(live.id)) is not None:
        return queries.get(one.tournament)
    # A draw in a knockout is played again, and the pairing then names the new game.
    for one in queries.between(live.server, live.people):
        stored = queries.get(one.tournament) if one.games > 1 else None
        if stored is not None and part_of(stored, one.pairing) == live.part_of:
            return stored
    return None


def _windows(view: View) -> list[range]:
    """The rounds that have begun, so many at a time as a picture has room for."""
    ends = range(view.whole.round, 0, -texts.ROUNDS)  # the last picture is a full one
    return [range(max(1, end - texts.ROUNDS + 1), end + 1) for end in reversed(ends)]


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, TournamentScenes(stage))
