"""What is drawn over a board, in words: groups, numbers and points.

A list that is too long for the text is cut off; the number of what it lists is always there.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.messages.catalogue import text
from bot.messages.phrases import colour
from engine.match import Match
from engine.position import named
from render.estimates import doomed, expected_owners
from render.options import Overlay
from render.overlays import in_atari

Owners = Sequence[Sequence[float]]
"""The share of each colour in each point, as for `Overlay.ESTIMATE`."""
TERRITORIES = (Overlay.TERRITORY, "score")
"""What shows territories."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A sentence that ends with a list."""

    items: Sequence[str]
    say: Callable[[int, str], str]
    """The sentence, from the number of items and the list."""
    between: str = " "

    def sentence(self, most: int) -> str:
        """The sentence with at most ``most`` items; an ellipsis stands for the rest."""
        listed = self.between.join(self.items[:most])
        listed = listed if len(self.items) <= most else f"{listed} …"
        return self.say(len(self.items), listed)


def sentences(match: Match, shown: str, owners: Owners, room: int) -> str:
    """What ``shown`` shows on the board of ``match``, in at most ``room`` characters or nearly so.

    ``owners``: for an estimate.
    """
    listings = list(_listings(match, shown, owners))
    if not listings:
        return ""

    def whole(most: int) -> str:
        return " ".join(listing.sentence(most) for listing in listings)

    longest = max(len(listing.items) for listing in listings)
    fits = bisect_right(range(2, longest + 1), room, key=lambda most: len(whole(most)))
    return whole(fits + 1)


def _listings(match: Match, shown: str, owners: Owners) -> Iterator[Listing]:
    of: dict[str, Callable[[Match], Iterator[Listing]]] = {
        Overlay.GROUPS: _groups,
        Overlay.LIBERTIES: _liberties,
        Overlay.ATARI: _atari,
        Overlay.CONTROL: _control,
        Overlay.ANCHOR: _anchor,
        **dict.fromkeys(TERRITORIES, _territory),
    }
    if shown == Overlay.ESTIMATE:
        yield from _estimate(match, owners)
    elif shown in of:
        yield from of[shown](match)


def _names(match: Match, points: Iterable[int]) -> list[str]:
    return named(match.position.board, points)


def _colour(match: Match, number: int) -> str:
    return colour(match.game.colours[number])


def _by_colour(match: Match, of: Mapping[int, int]) -> Iterator[tuple[str, list[str]]]:
    """Each colour of ``of`` and the names of its points."""
    for number in sorted(set(of.values())):
        points = [point for point, other in of.items() if other == number]
        yield _colour(match, number), _names(match, points)


def _groups(match: Match) -> Iterator[Listing]:
    stones = match.position.stones
    groups = {group: stones[group[0]] for group in match.position.groups() if len(group) > 1}
    for number in sorted(set(groups.values())):
        own = [" ".join(_names(match, group)) for group, of in groups.items() if of == number]
        say = partial(_say_groups, _colour(match, number))
        yield Listing(own, say, "; ")


def _say_groups(who: str, number: int, listed: str) -> str:
    return text("overlaid-groups", colour=who, number=number, list=listed)


def _liberties(match: Match) -> Iterator[Listing]:
    position = match.position
    counted = [
        (len(liberties), group)
        for group in position.groups()
        if (liberties := position.liberties(group)) is not None
    ]
    each = [
        text(
            "overlaid-liberties-of",
            colour=_colour(match, position.stones[group[0]]),
            points=" ".join(_names(match, group)),
            number=str(number),
        )
        for number, group in sorted(counted)
    ]
    if each:
        yield Listing(each, lambda _, listed: text("overlaid-liberties", list=listed), "; ")


def _atari(match: Match) -> Iterator[Listing]:
    stones = match.position.stones
    each = [
        text(
            "overlaid-atari-of",
            colour=_colour(match, stones[group[0]]),
            points=" ".join(_names(match, group)),
            liberty=_names(match, liberty)[0],
        )
        for group, liberty in in_atari(match.position)
    ]
    if each:
        yield Listing(
            each, lambda number, listed: text("overlaid-atari", number=number, list=listed), "; "
        )


def _territory(match: Match) -> Iterator[Listing]:
    parts = match.position.territories()
    owned = {p: part.owner for part in parts if part.owner is not None for p in part.points}
    for who, points in _by_colour(match, owned):
        yield Listing(points, partial(_say_owned, who))
    if neutral := [p for part in parts if part.owner is None for p in part.points]:
        yield Listing(
            _names(match, neutral),
            lambda number, listed: text("overlaid-neutral", number=number, list=listed),
        )


def _say_owned(who: str, number: int, listed: str) -> str:
    return text("overlaid-owned", colour=who, number=number, list=listed)


def _control(match: Match) -> Iterator[Listing]:
    for who, points in _by_colour(match, match.position.controllers()):
        yield Listing(points, partial(_say_controlled, who))


def _say_controlled(who: str, number: int, listed: str) -> str:
    return text("overlaid-controlled", colour=who, number=number, list=listed)


def _anchor(match: Match) -> Iterator[Listing]:
    there, stones = match.position.anchor(), match.position.stones
    if there is None:
        return
    differing = {point: of for point, of in there.items() if stones.get(point) != of}
    for who, points in _by_colour(match, differing):
        yield Listing(points, partial(_say_anchored, who))
    if new := [point for point in stones if point not in there]:
        yield Listing(_names(match, new), lambda _, listed: text("overlaid-new", list=listed))


def _say_anchored(who: str, _: int, listed: str) -> str:
    return text("overlaid-anchor", colour=who, list=listed)


def _estimate(match: Match, owners: Owners) -> Iterator[Listing]:
    expected = expected_owners(match.position, owners)
    for say, sure in ((_say_expected, True), (_say_likely, False)):
        those = {point: one.owner for point, one in expected.items() if one.sure is sure}
        for who, points in _by_colour(match, those):
            yield Listing(points, partial(say, who))
    if lost := doomed(match.position, owners):
        yield Listing(
            _names(match, lost),
            lambda number, listed: text("overlaid-doomed", number=number, list=listed),
        )


def _say_expected(who: str, number: int, listed: str) -> str:
    return text("overlaid-expected", colour=who, number=number, list=listed)


def _say_likely(who: str, number: int, listed: str) -> str:
    return text("overlaid-likely", colour=who, number=number, list=listed)
