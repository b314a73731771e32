"""Positions in words (stones, groups, links, territory), for those who cannot use the picture."""

from collections.abc import Iterable, Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import colour, facts, listed, separated
from engine import diagram
from engine.match import Match
from engine.position import Link, Position, named


def legend(match: Match) -> str:
    """Under a board in letters: the colours and what the last move did."""
    position, letters = match.position, match.game.colours
    parts = [
        separated(
            text("legend-colour", letter=letter, colour=colour(letter))
            for letter in letters[: match.seats]
        )
    ]
    if match.shown.last is not None:
        parts.append(text("legend-last", point=position.board.names[match.shown.last]))
    if match.shown.captured:
        captured = " ".join(named(position.board, match.shown.captured))
        parts.append(text("legend-captured", points=captured))
    return facts([*parts, *anchor(position)])


def anchor(position: Position) -> list[str]:
    """Where the anchor differs from the board, if there is one."""
    there, stones = position.anchor(), position.stones
    if there is None:
        return []
    other = [p for p in {*there, *stones} if there.get(p) != stones.get(p)]
    if not other:
        return [text("anchor-same")]
    return [text("anchor-differs", points=" ".join(named(position.board, other)))]


def position_as_text(match: Match) -> str:
    """Everything that a picture shows, in reading order: the rows, then groups and empty points."""
    position, game = match.position, match.game
    board, stones = position.board, position.stones
    colours = [colour(letter) for letter in game.colours]

    def names(of: Iterable[int]) -> str:
        return " ".join(board.names[p] for p in of)

    under, ply = legend(match), str(position.ply)
    lines = [text("position", game=game.name, ply=ply, legend=under), ""]
    for row in diagram.rows(board):
        standing = listed(f"{board.names[p]} {colours[stones[p]]}" for p in row if p in stones)
        first, last = board.names[row[0]], board.names[row[-1]]
        if standing:
            lines.append(text("position-row", first=first, last=last, stones=standing))
        else:
            lines.append(text("position-row-empty", first=first, last=last))
    lines.append("")
    lines += [group_as_text(match, group) for group in position.groups()]
    for link, pairs in _linked(position).items():
        joined = " ".join(f"{board.names[p]}-{board.names[q]}" for p, q in pairs)
        lines.append(text("position-links", link=link.value, pairs=joined))
    for owner, controlled in _controlled(position):
        listed_points = names(controlled)
        lines.append(text("position-controlled", colour=colours[owner], points=listed_points))
    for part in position.territories():
        listed_points = names(part.points)
        if part.owner is None:
            lines.append(text("position-neutral", points=listed_points))
        else:
            lines.append(
                text("position-territory", colour=colours[part.owner], points=listed_points)
            )
    return "\n".join(lines) + "\n"


def group_as_text(match: Match, group: Sequence[int]) -> str:
    """A group and its liberties: ``Black group b2 b3: 2 liberties at a1 c3.``"""
    position, names = match.position, match.position.board.names
    who = colour(match.game.colours[position.stones[group[0]]])
    stones = " ".join(names[p] for p in group)
    if (free := position.liberties(group)) is None:
        return text("position-group", colour=who, points=stones)
    liberties = " ".join(names[p] for p in free)
    return text(
        "position-group-liberties",
        colour=who,
        points=stones,
        number=len(free),
        liberties=liberties,
    )


def _linked(position: Position) -> dict[Link, list[tuple[int, int]]]:
    """The neighbouring stones of one colour, by how they are linked."""
    links = position.links() or {}
    return {
        kind: pairs
        for kind in Link
        if (pairs := sorted(pair for pair, link in links.items() if link is kind))
    }


def _controlled(position: Position) -> list[tuple[int, list[int]]]:
    """The points that each colour controls, for the colours that control any."""
    controllers = position.controllers()
    return [
        (owner, sorted(p for p, c in controllers.items() if c == owner))
        for owner in sorted(set(controllers.values()))
    ]
