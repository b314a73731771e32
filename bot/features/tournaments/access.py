"""Who may see a tournament, who may organise one, and which one somebody means."""

from dataclasses import dataclass

from discord import app_commands

from bot.chat.answers.responses import suggesting
from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import whole_number
from bot.chat.common.permissions import may_see
from bot.chat.common.server_rules import has_role
from bot.features.tournaments import texts
from bot.features.tournaments.posts import post_there
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.rounds import queries_of
from bot.features.tournaments.service import MOST_LISTED, ORGANISERS
from bot.features.tournaments.store import RUNNING, SIGN_UP, StoredTournament
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError
from bot.storage.transaction import Transaction

NOTHING = "nothing"
"""Chosen if games agree on nothing besides their terms."""
Choices = list[app_commands.Choice[str]]


@dataclass(frozen=True, slots=True)
class Channel:
    """The channel of a tournament, by which it is decided who may see it."""

    channel_id: int
    card_channel_id: int
    everybody: tuple[int, ...] = ()


def is_seen(interaction: Interaction, stored: StoredTournament) -> bool:
    """True for a tournament of this server whose channel or forum the asker sees."""
    there = [one for one in (stored.channel_id, stored.forum) if one is not None]
    seen = any(may_see(interaction, Channel(one, one)) for one in there)
    return seen and stored.server == interaction.guild_id


def check_seen(interaction: Interaction, stored: StoredTournament) -> None:
    """Raise `RefusedError` for a tournament that the asker may not see."""
    if not is_seen(interaction, stored):
        raise RefusedError(TournamentRefusal.UNKNOWN)


async def check_organiser(interaction: Interaction) -> None:
    """Raise `RefusedError` unless the asker may organise tournaments on this server."""
    service = interaction.client.service
    role = ORGANISERS.of(await service.servers.settings(interaction.guild_id or 0))
    named = role is not None and has_role(interaction, role)
    if not (named or interaction.permissions.manage_guild):
        raise RefusedError(
            TournamentRefusal.NOT_ORGANISER, role="none" if role is None else str(role)
        )


async def listed(interaction: Interaction) -> list[StoredTournament]:
    """The newest tournaments of this server that the asker may see."""
    server = interaction.guild_id or 0
    found = await interaction.client.service.store.read(
        lambda tx: queries_of(tx).of_server(server, MOST_LISTED)
    )
    return [one for one in found if is_seen(interaction, one)]


async def meant(interaction: Interaction, named: str | None) -> StoredTournament:
    """The named tournament, else the newest here, if possible one that is not over. May refuse."""
    if named is not None:
        number = whole_number(named.strip().removeprefix("#")) or 0
        stored = await interaction.client.service.store.read(lambda tx: queries_of(tx).get(number))
        if stored is None:
            raise RefusedError(TournamentRefusal.UNKNOWN)
        check_seen(interaction, stored)
        return stored
    channel = interaction.channel_id or 0
    post = await interaction.client.service.store.read(lambda tx: post_there(tx, channel))
    here = [one for one in await listed(interaction) if post == one.id or channel == one.channel_id]
    under_way = [one for one in here if one.state in (SIGN_UP, RUNNING)]
    for one in (*under_way, *here):
        return one
    raise RefusedError(TournamentRefusal.NONE_HERE)


@suggesting
async def suggest_tournaments(interaction: Interaction, typed: str) -> Choices:
    """Suggests the newest tournaments of the server."""
    labels = {str(one.id): texts.choice(one) for one in await listed(interaction)}
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=label, value=key)
        for key, label in labels.items()
        if wanted in label.lower()
    ]


@suggesting
async def suggest_pairings(interaction: Interaction, typed: str) -> Choices:
    """Suggests the games of the running tournaments of the server, the newest round first."""
    runs = [one for one in await listed(interaction) if one.state == RUNNING]

    def work(tx: Transaction) -> Choices:
        found: Choices = []
        for stored in runs:
            pairings = queries_of(tx).pairings(stored.id)
            people = {user for one in pairings for user in one.pairing.players}
            names = {user: f"player {user}" for user in people} | dict(tx.people.names(people))
            for one in reversed(pairings):
                if one.pairing.second is not None:
                    label = texts.pairing_choice(one.pairing, stored, names)
                    found.append(app_commands.Choice(name=label, value=str(one.id)))
        return found

    wanted = typed.strip().lower()
    choices = await interaction.client.service.store.read(work)
    return [one for one in choices if wanted in one.name.lower()]


@suggesting
async def suggest_agreed(interaction: Interaction, typed: str) -> Choices:
    """Suggests what the games of a tournament can agree on."""
    wanted = typed.strip().lower()
    names = {name: name for name in interaction.client.allowances()}
    names[NOTHING] = text("tournament-agreed-nothing")
    return [
        app_commands.Choice(name=name, value=value)
        for value, name in names.items()
        if wanted in name
    ]
