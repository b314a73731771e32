"""Texts about the place of a game, on cards, in threads and under living boards."""

from collections.abc import Collection, Sequence

from bot.messages import boards
from bot.messages.catalogue import text
from bot.messages.endings import result, won_by, won_how
from bot.messages.phrases import (
    CONTENT_LIMIT,
    channel,
    channel_address,
    facts,
    listed,
    literal,
    permissions,
    plain,
    settings,
    shortened,
)
from bot.service.live_match import LiveMatch
from bot.storage.rows import BOARDS
from engine.game import Game, Measure

LONGEST_NAME = 100
"""Characters in the name of a thread."""


def choice(place: str) -> str:
    """A choice of the option of ``/challenge``."""
    return text(f"place-choice-{place}")


def pictures_choice(mode: str) -> str:
    """One of `PICTURE_MODES`, as a choice of ``/challenge`` and ``/config``."""
    return text(f"pictures-choice-{mode}")


def on_card(place: str | None, pictures: str | None) -> list[str]:
    """The lines about the place and the pictures on the card of a challenge.

    None for boards in the channel, and if the server decides about pictures.
    """
    lines = [] if place in (None, BOARDS) else [text(f"place-{place}")]
    return lines if pictures is None else [*lines, text(f"pictures-{pictures}")]


def no_thread(missing: Collection[str]) -> str:
    """To the challenger who wanted a thread; ``missing``: permissions as discord.py calls them."""
    return text("place-no-thread", permissions=permissions(missing))


def thread_failed(missing: Collection[str], why: str = "none") -> str:
    """Above the first board of a game that was to be in a thread.

    ``why``: one of `REASONS` of that place, if no permission is ``missing``.
    """
    return text("place-thread-failed", permissions=permissions(missing) if missing else why)


def thread_name(live: LiveMatch, game: Game, names: Sequence[str], short: Sequence[str]) -> str:
    """The name of the thread of a game: all players, and when it is over its result.

    ``names``: of the players by seat, each cut only as far as the others need the room. ``short``:
    the same for the result, without levels.
    """
    names, short = _on_one_line(names), _on_one_line(short)
    longest = max(map(len, names))
    while len(name := _thread_name(live, game, names, short, longest)) > LONGEST_NAME:
        longest -= 1
    return name


def _on_one_line(names: Sequence[str]) -> list[str]:
    return [" ".join(plain(name).split()) for name in names]


def _thread_name(
    live: LiveMatch, game: Game, names: Sequence[str], short: Sequence[str], longest: int
) -> str:
    """The same, with ``longest`` characters of each name."""
    joint = text("thread-player-separator")
    players = joint.join(shortened(name, longest) for name in names)
    end = live.match.end
    if end is None:
        return text("thread-name", game=game.name, id=str(live.id), players=players)
    winners = [shortened(short[seat], longest) for seat in end.winners]
    result = text(
        "thread-result",
        winners=listed(winners),
        number=0 if len(winners) == live.match.seats else len(winners),
        how=won_how(live.match, end),
        margin=won_by(live.match),
    )
    return text("thread-name-over", players=players, result=result, game=game.name, id=str(live.id))


def card(live: LiveMatch, game: Game) -> str:
    """The card of a game that is played in a thread, as it stands.

    Points off the board come after the settings, which name them if they never change.
    """
    head = text("live-card", game=game.name, id=str(live.id), seating=boards.seating(live, game))
    options = live.match.options
    if live.match.position.colours is not None:  # whatever was left open has been settled
        ways = {key for komi in game.measured(Measure.KOMI) for key in komi.replaces}
        options = {key: v for key, v in options.items() if v is not None and key not in ways}
    setting = settings(live.match.game, options, live.control)
    belongs = [] if live.part_of is None else [literal(live.part_of)]
    lines = [head, facts([*belongs, setting, *boards.extras(live.match, game, unsaid=True)])]
    if live.match.end:
        return "\n".join([*lines, result(live, game)])
    return "\n".join([*lines, boards.status(live, game, named=False, extra=False)])


def whereabouts(live: LiveMatch) -> str:
    """Where a game is, in a text that says more about it.

    The name of a thread says who played and who has won, so it is linked in other words.
    """
    link = channel_address(live.server, live.channel_id) if live.in_thread else "none"
    return text("place-where", channel=channel(live.card_channel_id), link=link)


def result_line(live: LiveMatch, game: Game, link: str) -> str:
    """One line where the card is, when a game in a thread is over."""
    return text("result-line", result=result(live, game).partition("\n")[0], link=link)


def line(content: str, link: str) -> str:
    """The line of a turn under the living board, which is at ``link``."""
    ends = "sentence" if content.endswith(".") else "phrase"
    room = CONTENT_LIMIT - len(text("living-line", ends=ends, line="", link=link))
    return text("living-line", ends=ends, line=shortened(content, room), link=link)
