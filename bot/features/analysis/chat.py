"""``/analyse``: a board for one person on which to try other moves, with comments and marks.

Which position it shows is in the controls; the moves themselves are stored.
"""

from collections.abc import Iterable
from functools import partial

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control, whole_number
from bot.chat.common.permissions import check_access, check_writing
from bot.chat.common.sharing import Sharing
from bot.chat.common.which_game import all_games_here, match_number, nearest_first
from bot.chat.controls.components import ControlButton
from bot.features.analysis import texts
from bot.features.analysis.board import Boards, Shown, sure
from bot.features.analysis.entering import AnalysisEntries
from bot.features.analysis.service import (
    ANALYSIS,
    MOST_KEPT,
    Analysis,
    AnalysisRefusal,
    forget,
    may_analyse,
    may_show,
    undoing,
)
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.preferences import USUAL
from bot.service.refusals import RefusedError
from bot.uploads import Upload
from engine.record import FORMS

SGF, JSON = "sgf", "json"
"""The forms of the files; the channel gets the first."""


class AnalysisBoards(Feature):
    """Boards on which people analyse games."""

    allows = (ANALYSIS,)

    def __init__(self, bot: Bot, boards: Boards) -> None:
        super().__init__(bot)
        self._boards = boards
        self._sharing = Sharing(bot.service.now)

    async def cog_load(self) -> None:
        """Register the controls, and forget people with their data."""
        await super().cog_load()
        self.service.erasures.append(forget)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="analyse", description=text("command-analyse"))
    @app_commands.describe(
        game=text("command-option-any-game"), move=text("command-option-analyse-move")
    )
    @app_commands.autocomplete(game=all_games_here)
    async def analyse_command(
        self,
        interaction: Interaction,
        game: str | None = None,
        move: app_commands.Range[int, 0, 99_999] | None = None,
    ) -> None:
        """``/analyse``."""
        await respond(interaction, self._by_command(interaction, game, move))

    async def _by_command(
        self, interaction: Interaction, game: str | None, move: int | None
    ) -> Answer:
        """The named game; or one that runs here and allows it, the asker's first; or the newest of
        the asker that is over, or the newest here."""
        match_id, user = match_number(game), interaction.user.id
        if match_id is None:
            here = interaction.channel_id if interaction.guild_id is not None else None
            running = await self.matches.headers(channel_id=here, user=user)
            if here is not None:
                running += await self.matches.headers(channel_id=here)
            found = [match for match in running if ANALYSIS in match.allowed]
            found = nearest_first(interaction, found) or await self.matches.finished(here, user)
            found = found or (await self.matches.finished(here) if here is not None else [])
            if not found:
                return Answer(text("analysis-none"))
            match_id = found[0].id
        return await self.open(interaction, Control("analyse", match_id, move))

    def under_replay(self, live: LiveMatch | None, shown: Control) -> Iterable[Ranked]:
        """*Analyse*, at the move that is shown."""
        if live is None or may_analyse(live):
            opens = Control("analyse", shown.subject, shown.ply, "" if live else shown.text)
            yield Rank.LEARN, ControlButton(opens, text("button-analyse"))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """The same, at the last move."""
        if may_analyse(live):
            yield Rank.LEARN, ControlButton(Control("analyse", live.id), text("button-analyse"))

    # --- the board ---

    @control("analyse", direct=True)
    async def open(self, interaction: Interaction, control: Control) -> Answer:
        """The board of a match, or of a game that another feature knows, at some move."""
        user, source = interaction.user.id, "game"
        if control.text:
            source = control.text.partition(" ")[0]
            record = await self.bot.record_of(interaction, control)
            if record is None:
                raise RefusedError(AnalysisRefusal.GONE, number=MOST_KEPT)
        else:
            live = await self.matches.live(control.subject)
            check_access(interaction, live)
            if not may_analyse(live):
                raise RefusedError(AnalysisRefusal.RUNNING)
            record = await self.matches.record(live.id)
        known = await self._boards.analyses.open(user, f"{source}:{control.subject}", record)
        main = known.tree.main
        node = main if control.ply is None else min(control.ply, main)
        shown = Shown(known.id, 0, "").at(known.tree, node)
        return await self._boards.of(interaction, known, shown)

    @control("analysis", direct=True)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Another position of a board, or another overlay."""
        known, shown = await self._boards.seen(interaction, control)
        node = whole_number(Shown.read(control)[1])
        if node is not None and node in known.tree:
            shown = shown.at(known.tree, node)
        return await self._boards.of(interaction, known, shown)

    @control("anundo", direct=True)
    async def undo(self, interaction: Interaction, control: Control) -> Answer:
        """Delete the move that is shown; if something would go with it, ask before."""
        known, shown = await self._boards.seen(interaction, control)
        if Shown.read(control)[1] != sure(known.tree, shown.node) and (
            question := texts.goes_with(known.tree, shown.node)
        ):
            return await self._boards.of(interaction, known, shown, question, deletes=True)
        change = undoing(shown.node, shown.tag)
        return await self._boards.changed(interaction, shown, change)

    @control("anhint", direct=True)
    async def hint(self, interaction: Interaction, control: Control) -> Answer:
        """The same board with a hint; the control's text says if it is to give the move away."""
        known, shown = await self._boards.seen(interaction, control)
        _, step = Shown.read(control)
        return await self._boards.of(interaction, known, shown, hinted=step)

    # --- files ---

    @control("anfiles", to=To.NEW, direct=True)
    async def files(self, interaction: Interaction, control: Control) -> Answer:
        """The whole analysis as files, for its owner."""
        known, _ = await self._boards.seen(interaction, control)
        sgf, json = await self._file(known, SGF), await self._file(known, JSON)
        return Answer(text("analysis-files"), upload=sgf, beside=json)

    @control("anshare", to=To.ALL)
    async def share(self, interaction: Interaction, control: Control) -> Answer:
        """Show the position and the whole analysis, as a file, to the channel."""
        check_writing(interaction)
        known, shown = await self._boards.seen(interaction, control)
        user, live = interaction.user.id, await self._boards.live(known)
        if not may_show(live):
            raise RefusedError(AnalysisRefusal.FOR_YOU_ALONE)
        self._sharing.check(user)
        frame = await self._boards.frame(known, shown.node)
        overlay, owners, said = await self._boards.over(user, live, frame, shown.overlay)
        picture = await self._boards.picture(known, shown, frame, USUAL, overlay, owners)
        file, ply = await self._file(known, SGF), len(frame.turn_log.moves)
        content = "\n".join(filter(None, (texts.shared(user, known, shown.node, ply), said)))
        return Answer(content, upload=picture, beside=file)

    async def _file(self, known: Analysis, form: str) -> Upload:
        write = partial(FORMS[form], known.record)
        data = await self.bot.loop.run_in_executor(self.bot.readers, write)
        return Upload(data, f"{known.match.game.key}-analysis-{known.id}.{form}")


async def setup(bot: Bot) -> None:
    """Register the feature."""
    boards = Boards(bot)
    await bot.add_cog(AnalysisBoards(bot, boards))
    await bot.add_cog(AnalysisEntries(bot, boards))
