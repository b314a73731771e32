"""``keil admin ratings``: computes all ratings anew from the games that are stored."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Game

JOB, HELP = "ratings", "compute all ratings anew from the finished games"


def run(url: str, games: "Mapping[str, Game]", progress: Callable[[str, int, int], None]) -> str:
    """Do it in one transaction, while no bot uses the database. Returns what to say."""
    from bot.features.ratings.recompute import recompute
    from bot.storage.admin_connection import connected, name_of, refuse_another_schema
    from bot.storage.transaction import Transaction

    with connected(url, write=True, alone=True) as connection:
        refuse_another_schema(connection, name_of(url))
        with connection.begin():
            found = recompute(Transaction(connection), games, progress)
    return (
        f"ratings: {found.games} games, {found.rated} rated, {found.people} ratings,"
        f" {found.changed} changed, {found.events} steps changed"
    )
