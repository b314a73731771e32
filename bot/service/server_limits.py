"""The limit on one person's open games on a server, if its owners have set one.

Games against computers are practice and do not count.
"""

from collections.abc import Iterable

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import settings_in
from bot.storage.transaction import Transaction


def check_open_games(
    tx: Transaction, server: int, people: Iterable[int | None], asker: int
) -> None:
    """Refuse a game that would be one too many for one of these ``people``.

    None stands for anybody. The refusal tells the ``asker`` whom it is about, and which of their
    own games has been open longest.
    """
    most = settings_in(tx, server).most_games
    if most is None:
        return
    for user in people:
        open_games = [] if user is None else tx.matches.open_games(server, user)
        if len(open_games) < most:
            continue
        about = {"user": user, "own": user == asker, "most": most}
        if user == asker:
            oldest = tx.matches.get(open_games[0])
            about |= {"match": oldest, "board": tx.messages.newest_board(open_games[0])}
        raise RefusedError(ServiceRefusal.MANY_GAMES, **about)
