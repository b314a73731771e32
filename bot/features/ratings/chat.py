"""Ratings: what a game changes, under its result; unrated games; ``/unrate``."""

from collections.abc import Iterable, Sequence

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction
from bot.chat.base.config_rows import BOARDS, ConfigRow
from bot.chat.base.custom_id import Control
from bot.chat.common.audit_lines import AuditLines
from bot.chat.common.permissions import check_access
from bot.chat.common.server_rules import check_manager
from bot.chat.common.which_game import match_number
from bot.chat.controls.components import ControlButton
from bot.features.ratings import texts
from bot.features.ratings.arithmetic import grown
from bot.features.ratings.leaderboard import LeaderboardPages
from bot.features.ratings.rules import UNRATED
from bot.features.ratings.service import AUDIT, BY_DEFAULT, RatingRefusal, Ratings, rated_by_default
from bot.features.ratings.store import history, rating_of
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.profile_parts import CoursePoint, ProfilePart
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings
from bot.storage.transaction import Transaction

LONGEST_COURSE = 500
"""Games in the picture of a rating's course."""
Reason = app_commands.Range[str, 1, texts.LONGEST_REASON]


class RatedGames(Feature):
    """Ratings of people, which games change when they end."""

    allows = (UNRATED,)

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._ratings = Ratings(bot.service)

    async def cog_load(self) -> None:
        """Register what is done at which event."""
        await super().cog_load()
        self._ratings.register(self.service)
        self.service.on_profile.append(self._on_profile)
        self.bot.shows(UnratedLines(self.bot, self._ratings))

    def usually_allows(self, settings: ServerSettings) -> Iterable[str]:
        """Unrated games, if the owners of the server want that."""
        return () if rated_by_default(settings) else (UNRATED,)

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """Whether games are rated if their challenge does not say, on a page that has room."""
        del server
        chosen = texts.by_default(BY_DEFAULT.of(settings))
        choices = [(each, texts.by_default(each) or "") for each in (True, False)]
        return [ConfigRow(BY_DEFAULT, BOARDS, chosen, text("config-rated-yes"), choices[1:])]

    def _on_profile(self, tx: Transaction, user: int) -> Sequence[ProfilePart]:
        """Somebody's rating in each game, and its course."""
        parts = list[ProfilePart]()
        for game in self.matches.games:
            rating, course = rating_of(tx, user, game), history(tx, user, game)
            if rating is not None:
                shown = grown(rating, self.service.now())
                points = [CoursePoint(one.at, one.value, one.deviation) for one in course]
                if len(course) <= LONGEST_COURSE:
                    begun = course[0]
                    start = CoursePoint(begun.at, begun.before, begun.deviation_before)
                    points = [start, *points]
                parts.append(ProfilePart(game, texts.on_profile(shown), points[-LONGEST_COURSE:]))
        return parts

    async def under_result(self, live: LiveMatch) -> str:
        """Each person's line, such as ``1512 → 1526, ±78``."""
        return texts.under_result(await self._ratings.outcome(live))

    async def privately(self, live: LiveMatch, user: int) -> str:
        """That the game is rated no more, once; at its end, why it was not rated."""
        if user not in live.people:
            return ""
        if live.match.end is not None:
            return texts.not_counted(await self._ratings.outcome(live), user)
        newly = await self._ratings.newly_unrated(live, user)
        return text("ratings-unrated-now") if newly else ""

    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.command(name="unrate", description=text("command-unrate"))
    @app_commands.describe(
        game=text("command-option-unrated-game"), reason=text("command-option-unrate-reason")
    )
    async def unrate_command(self, interaction: Interaction, game: str, reason: Reason) -> None:
        """``/unrate``."""
        await respond(interaction, self._unrate(interaction, game, reason), to=To.ALL)

    async def _unrate(self, interaction: Interaction, game: str, reason: str) -> Answer:
        check_manager(interaction)
        match_id = match_number(game)
        if match_id is None:
            raise RefusedError(RatingRefusal.RUNS)
        live = await self.matches.live(match_id)
        check_access(interaction, live)
        done = await self._ratings.unrate(match_id, interaction.user.id, reason)
        return Answer(texts.taken(live, done))


class UnratedLines(AuditLines):
    """Games whose ratings were taken away, for the audit channel."""

    kinds = (AUDIT,)

    def __init__(self, bot: Bot, ratings: Ratings) -> None:
        self._bot = bot
        self._ratings = ratings

    async def line(self, number: int) -> tuple[str, ControlButton]:
        """By whom, from which game and why; and what that gave back."""
        live = await self._bot.service.matches.live(number)
        show = ControlButton(Control("look", number, 0, AUDIT), text("button-show-board"))
        return texts.taken(live, await self._ratings.taken(number)), show


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(RatedGames(bot))
    await bot.add_cog(LeaderboardPages(bot))
