"""The option ``handicap:`` of a challenge, and its field in a form: what two ratings suggest."""

from collections.abc import Mapping

from discord import app_commands

from bot.chat.answers.responses import suggesting
from bot.chat.base.bot import Interaction
from bot.chat.common.permissions import is_computer
from bot.messages import handicaps
from bot.service.handicaps import Proposal, propose
from bot.service.terms import BLACK, YOU
from bot.service.usual_terms import fitting
from engine.game import Game, Measure, Options

OPPONENT = "opponent"
"""The option for whoever is challenged."""


async def proposal(
    interaction: Interaction, game: Game, options: Options, other: int | None
) -> Proposal:
    """What is known about a handicap against ``other``; None: whoever accepts."""
    if other is None or is_computer(interaction, other):
        return Proposal(game.handicap_worth(options))
    service, asker = interaction.client.service, interaction.user.id
    return await service.store.read(
        lambda tx: propose(tx, service.strength, game, options, asker, other)
    )


async def field_hints(
    interaction: Interaction, game: Game, options: Options, other: int
) -> Mapping[str, str]:
    """The hint under the field for a handicap, by its key, if there is one."""
    known = await proposal(interaction, game, options, other)
    hint = handicaps.hint(known)
    return {one.key: hint for one in game.measured(Measure.HANDICAP) if hint}


@suggesting
async def stones(
    game: Game, interaction: Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Suggests numbers of stones, first the one that fits two ratings, with what each is worth."""
    given = vars(interaction.namespace)
    (option,) = game.measured(Measure.HANDICAP)
    written = {
        one.key: one.write(given[one.key])
        for one in game.options
        if one is not option and given.get(one.key) is not None
    }
    service, user = interaction.client.service, interaction.user.id
    usual = await service.usual_terms.of(game, interaction.guild_id or 0, user, shown=False)
    options = fitting(usual, written, 2).options
    opponent = given.get(OPPONENT)
    known = await proposal(interaction, game, options, getattr(opponent, "id", None))
    low, high = map(int, option.bounds or (0, 0))
    numbers = sorted(range(low, high + 1), key=lambda number: number != known.stones)
    own = given.get(BLACK) == YOU
    return [
        app_commands.Choice(
            name=handicaps.choice(number, known, first=number == numbers[0], own=own), value=number
        )
        for number in numbers
        if str(number).startswith(str(typed).strip())
    ]
