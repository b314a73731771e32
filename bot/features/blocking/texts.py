"""The words for blocking people."""

from collections.abc import Sequence

from bot.features.blocking.service import Chosen
from bot.messages.catalogue import text
from bot.messages.phrases import listed, mention


def done(user: int) -> str:
    """To somebody who has blocked ``user``."""
    return text("block-done", player=mention(user))


def lifted(user: int, *, blocked: bool) -> str:
    """To somebody who blocks ``user`` no more; ``blocked``: they did until now."""
    if not blocked:
        return text("block-never", player=mention(user))
    return text("block-lifted", player=mention(user))


def panel(chosen: Chosen, shown: Sequence[int], first: int) -> str:
    """The list of somebody's blocks, of which a page is ``shown``; ``first`` counts from 1."""
    players = listed(mention(user) for user in shown)
    if not shown:
        lines = [text("block-none")]
    elif len(shown) == len(chosen.blocked):
        lines = [text("block-list", players=players)]
    else:
        number, last = str(len(chosen.blocked)), str(first + len(shown) - 1)
        lines = [
            text("block-list-part", number=number, first=str(first), last=last, players=players)
        ]
    if not chosen.takes_challenges:
        lines.append(text("block-closed"))
    return "\n".join(lines)
