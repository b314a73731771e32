"""Texts about the place of a game, on cards, in threads and under living boards."""

from collections.abc import Collection, Sequence

from bot.messages import boards, results
from bot.messages.catalogue import text
from bot.messages.endings import result
from bot.messages.phrases import CONTENT_LIMIT, permissions, plain, settings, shortened
from bot.service.live_match import LiveMatch
from bot.storage.rows import BOARDS
from engine.game import Game

LONGEST_NAME = 100
"""Characters in the name of a thread."""
SHORTEST_PLAYERS = 40


def choice(place: str) -> str:
    """A choice of the option of ``/challenge``."""
    return text(f"place-choice-{place}")


def on_card(place: str | None) -> list[str]:
    """The line about the place on the card of a challenge; none for boards in the channel."""
    return [] if place in (None, BOARDS) else [text(f"place-{place}")]


def no_thread(missing: Collection[str]) -> str:
    """To the challenger who wanted a thread; ``missing``: permissions as discord.py calls them."""
    return text("place-no-thread", permissions=permissions(missing))


def thread_failed(missing: Collection[str], why: str = "none") -> str:
    """Above the first board of a game that was to be in a thread.

    ``why``: one of `REASONS` of that place, if no permission is ``missing``.
    """
    return text("place-thread-failed", permissions=permissions(missing) if missing else why)


def thread_name(live: LiveMatch, game: Game, names: Sequence[str]) -> str:
    """The name of the thread of a game between people with these ``names``, with its result."""
    over = f"{results.result(live.match)}" if live.match.end else ""
    room = LONGEST_NAME - len(text("thread-name", game=game.name, players=""))
    if over:
        over = shortened(over, max(room - SHORTEST_PLAYERS, 0))
        room -= len(text("thread-name-over", name="", result=over))
    joint = text("thread-player-separator")
    players = shortened(joint.join(" ".join(plain(name).split()) for name in names), room)
    name = text("thread-name", game=game.name, players=players)
    return text("thread-name-over", name=name, result=over) if over else name


def card(live: LiveMatch, game: Game) -> str:
    """The card of a game that is played in a thread, as it stands."""
    head = text("live-card", game=game.name, id=str(live.id), seating=boards.seating(live, game))
    lines = [head, settings(live.match.game, live.match.options, live.per_move)]
    if live.match.end:
        return "\n".join([*lines, result(live, game)])
    return "\n".join([*lines, boards.status(live, game)])


def result_line(live: LiveMatch, game: Game, link: str) -> str:
    """One line where the card is, when a game in a thread is over."""
    return text("result-line", result=result(live, game).partition("\n")[0], link=link)


def line(content: str, link: str) -> str:
    """The line of a turn under the living board, which is at ``link``."""
    ends = "sentence" if content.endswith(".") else "phrase"
    room = CONTENT_LIMIT - len(text("living-line", ends=ends, line="", link=link))
    return text("living-line", ends=ends, line=shortened(content, room), link=link)
