"""The limit on one person's open games on a server, if its owners have set one."""

from collections.abc import Iterable

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import settings_in
from bot.storage.transaction import Transaction


def check_open_games(
    tx: Transaction, server: int, people: Iterable[int | None], asker: int
) -> None:
    """Refuse a game that would be one too many for one of these ``people``.

    None stands for anybody. The refusal tells the ``asker`` whom it is about.
    """
    most = settings_in(tx, server).most_games
    if most is None:
        return
    for user in people:
        if user is not None and tx.matches.number_open(server, user) >= most:
            about = {"user": user, "own": user == asker, "most": most}
            raise RefusedError(ServiceRefusal.MANY_GAMES, **about)
