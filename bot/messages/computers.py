"""The computers that people play against: how they are called, and their levels."""

from collections.abc import Iterable, Mapping

from bot.messages.catalogue import text
from bot.messages.phrases import mention
from bot.service.live_match import LiveMatch
from bot.storage.rows import Invitation


def player(live: LiveMatch, seat: int) -> str:
    """The mention of a player; with the level if it is a computer."""
    left = live.left_to_computer(seat)
    in_place_of = None if left is None else mention(left)
    return named(
        numbered(mention(live.players[seat]), live, seat), live.level_of(seat), in_place_of
    )


def numbered(name: str, live: LiveMatch, seat: int) -> str:
    """The name of a player; with a number if several computers have played from the beginning.

    Those that have taken a seat over are told apart by the person.
    """
    seats = range(len(live.players))
    alike = [s for s in seats if live.level_of(s) and live.left_to_computer(s) is None]
    if len(alike) < 2 or seat not in alike:
        return name
    return text("computer-numbered", name=name, number=str(alike.index(seat) + 1))


def in_result(live: LiveMatch, seat: int) -> str:
    """The mention of a player, and of the person whose seat it has taken over."""
    name, left = numbered(mention(live.players[seat]), live, seat), live.left_to_computer(seat)
    return name if left is None else text("computer-in-place", name=name, person=mention(left))


def invited(seat: Invitation) -> str:
    """The same for somebody who is invited by name."""
    return named(mention(seat.user or 0), seat.level)


def named(name: str, level: int | None, in_place_of: str | None = None) -> str:
    """The name of a player; with the level if it is a computer.

    ``in_place_of``: the name of the person whose seat it has taken over.
    """
    if level is None:
        return name
    if in_place_of is None:
        return text("computer-name", name=name, level=str(level))
    return text("computer-name-for", name=name, level=str(level), person=in_place_of)


def names(live: LiveMatch, known: Mapping[int, str]) -> tuple[str, ...]:
    """The name of each seat's player; ``known``: what people are called."""
    return with_levels((known[user] for user in live.players), live, known)


def with_levels(names: Iterable[str], live: LiveMatch, known: Mapping[int, str]) -> tuple[str, ...]:
    """The ``names`` by seat; with the level where it is a computer.

    ``known``: what the people are called whose seats computers have taken over.
    """
    return tuple(
        named(
            numbered(name, live, seat),
            live.level_of(seat),
            known.get(live.left_to_computer(seat) or 0),
        )
        for seat, name in enumerate(names)
    )


def level_name(level: int) -> str:
    """The number and the name of a level, to choose from."""
    return text("level-choice", level=str(level), name=text(f"level-{level}"))


def level_in_sentence(level: int) -> str:
    """The same in the middle of a sentence."""
    return text("level-in-sentence", level=str(level), name=text(f"level-{level}"))


def level_says(level: int) -> str:
    """A sentence about the strength of a level."""
    return text(f"level-{level}.says")


def begun(level: int, *, in_thread: bool) -> str:
    """To somebody whose game against computers begins."""
    where = "thread" if in_thread else "channel"
    return text("practice-begun", level=level_in_sentence(level), where=where)
