"""``/stats``: how many of one's own games were won, drawn and lost, privately."""

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction
from bot.features.stats import texts
from bot.features.stats.store import ResultQueries
from bot.messages.catalogue import text


class Stats(Feature):
    """Counts of people's wins, draws and losses."""

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="stats", description=text("command-stats"))
    async def stats_command(self, interaction: Interaction) -> None:
        """``/stats``."""
        await respond(interaction, self._count(interaction.user.id))

    async def _count(self, user: int) -> Answer:
        tallies = await self.service.store.read(lambda tx: ResultQueries(tx.connection).of(user))
        return Answer(texts.stats(tallies, self.matches.games))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Stats(bot))
