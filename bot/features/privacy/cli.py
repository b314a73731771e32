"""``keil admin forget``: deletes everything about somebody who has asked the operator."""

import argparse
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import Game

JOB, HELP = "forget", "delete everything about somebody, as /privacy does for oneself"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("user", type=_user, metavar="USER", help="their Discord user id")


def run(
    url: str,
    games: "Mapping[str, Game]",
    progress: Callable[[str, int, int], None],
    given: argparse.Namespace,
) -> str:
    """Note it in the database at ``url``. Returns a sentence for the operator.

    Raises `bot.storage.admin_connection.AdminError`.
    """
    del games, progress
    from bot.features.privacy.service import want
    from bot.messages.refusals import refusal
    from bot.service.current_time import utc_now
    from bot.service.refusals import RefusedError
    from bot.storage.admin_connection import AdminError, connected, name_of, refuse_another_schema
    from bot.storage.transaction import Transaction

    with connected(url, write=True) as connection:
        refuse_another_schema(connection, name_of(url))
        try:
            with connection.begin():
                want(Transaction(connection), given.user, utc_now())
        except RefusedError as error:
            raise AdminError(refusal(error)) from error
    return "noted: a running bot deletes it within a minute, else the next one when it starts"


def _user(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError("a Discord user id, such as 80351110224678912")
    return int(text)
