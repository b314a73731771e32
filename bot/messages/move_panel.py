"""The words of the panel in which a move is entered, of its preview, and of captures explained."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from bot.messages import alt
from bot.messages.catalogue import text
from bot.messages.labels import LONGEST_DESCRIPTION, word_label
from bot.messages.phrases import listed, seat_name, separated, shortened
from bot.messages.phrases import points as points_of
from bot.service.live_match import LiveMatch
from bot.service.suggestions import LegalPoint, Suggested
from engine.board import Board
from engine.effects import Edge, Effects
from engine.match import Match
from engine.position import IllegalReason, Placement, Position, named

LONGEST_EFFECT = 250
"""Characters for each part of a preview's line: a stone on a large board can link many pairs."""

type_it = partial(text, "button-type")
no_point = partial(text, "entering-no-point")
BLOCKED = {IllegalReason.SUICIDE, IllegalReason.CONTROLLED, IllegalReason.REPETITION}
"""Why a stone may not be placed on some empty points."""


def choose(live: LiveMatch) -> str:
    """Over the panel."""
    return text("entering-choose", game=live.match.game.name, match=str(live.id))


def no_legal_point(position: Position) -> str | None:
    """Why no stone can be placed, point by point; None if that is not due to the points."""
    stones, board = position.stones, position.board
    empty = [name for point, name in enumerate(board.names) if point not in stones]
    refused = [position.why_not(Placement(name)) for name in empty]
    reasons = Counter(refusal.reason for refusal in refused if refusal is not None)
    if not reasons or not reasons.keys() <= BLOCKED:
        return None
    labels = [f"**{word_label(word)}**" for word in position.declarations()]
    words = listed(labels, "or") if labels else "none"
    if len(reasons) == 1:
        (reason,) = reasons
        sentence = text(f"all-{reason.value}", number=len(empty))
        return text("entering-blocked", reasons=sentence, words=words)
    each = [
        text(f"blocked-{reason.value}", number=number) for reason, number in reasons.most_common()
    ]
    return text("entering-blocked-some", reasons=listed(each), words=words)


def choose_handy(position: Position) -> str:
    """In the list of the points that are likely to be wanted."""
    return text("placeholder-handy", stone="none" if position.last is None else "last")


def row_label(board: Board, row: Sequence[int]) -> str:
    """The name of a row: the letter or number that its points share."""
    names = [board.names[point] for point in row]
    for part in ({name[0] for name in names}, {name[1:] for name in names}):
        if len(part) == 1:
            return text("choice-row", row=part.pop())
    return text("choice-row", row=f"{names[0]}–{names[-1]}")


def row_help(points: Sequence[LegalPoint]) -> str:
    """The number of points of a row that can be chosen, and their names."""
    first, last = points[0].name, points[-1].name
    return text("choice-row-points", number=len(points), first=first, last=last)


def point_help(point: LegalPoint) -> str:
    """What a stone there does, in a few words; empty if it captures, loses, cuts and links none."""
    parts = [
        text("choice-captures", number=str(point.captured)) if point.captured else "",
        text("choice-loses", number=str(point.lost)) if point.lost else "",
        text("choice-cuts") if point.cuts else "",
        text("choice-links") if point.links else "",
    ]
    return separated(filter(None, parts))


def suggested(move: Suggested) -> str:
    """A move in a list while somebody types: what it does, or what it is worth."""
    point, word = move.point, move.declaration
    about = "" if point is None else point_help(point)
    if word is not None and word.amount is not None:
        about = text("choice-worth", points=points_of(word.amount))
    return separated(filter(None, [move.text, about]))


def suggested_in(move: Suggested, live: LiveMatch, user: int, names: Mapping[int, str]) -> str:
    """The same for one of several games: which game, against whom."""
    others = listed(names.get(player, "?") for player in live.players if player != user)
    content = text(
        "choice-move-in",
        move=suggested(move),
        game=live.match.game.name,
        match=str(live.id),
        others=others,
    )
    return shortened(content, LONGEST_DESCRIPTION)


# --- the preview ---


def preview(match: Match, after: Position, done: Effects, answers: Sequence[int]) -> str:
    """One line about what a stone would do, and a warning if the next player can capture it.

    ``answers``: the points at which they could do that.
    """
    board = after.board

    def points(of: Iterable[int]) -> str:
        return shortened(listed(named(board, of)), LONGEST_EFFECT)

    has_links = after.links() is not None
    links = [
        text("preview-links", stones=points(done.linked)) if done.linked else "",
        text("preview-joins", pairs=pairs(board, done.joined)) if done.joined else "",
        text("preview-not-linked-yet", stones=points(done.not_yet)) if done.not_yet else "",
        text("preview-apart", stones=points(done.apart)) if done.apart else "",
        text("preview-cuts", pairs=pairs(board, done.cut)) if done.cut else "",
    ]
    parts = [
        *(links if has_links else []),
        text("preview-captures", number=str(len(done.captured))) if done.captured else "",
        text("preview-loses", number=str(len(done.lost))) if done.lost else "",
        text("preview-controls", points=points(done.controlled)) if done.controlled else "",
    ]
    sentence = separated(filter(None, parts)) or (text("preview-nothing") if has_links else "")
    move = board.names[done.point]
    line = (
        text("preview", move=move, effects=sentence)
        if sentence
        else text("preview-bare", move=move)
    )
    if not answers or after.to_move is None:
        return line
    at = shortened(listed(named(board, answers), "or"), LONGEST_EFFECT)
    who = seat_name(match, match.game, after.to_move)
    warning = text("preview-answer", who=who, move=move, points=at)
    return f"{line} {warning}"


def pairs(board: Board, edges: Iterable[Edge]) -> str:
    """Pairs of neighbouring points."""
    each = [text("pair", one=board.names[p], other=board.names[q]) for p, q in edges]
    return shortened(listed(each), LONGEST_EFFECT)


def alt_preview(before: Match, sentence: str) -> str:
    """For those who cannot see the preview."""
    return alt.text(before, about=text("alt-preview", effects=sentence))


def alt_capture(before: Match, sentence: str) -> str:
    """For those who cannot see the picture of a capture."""
    return alt.text(before, about=text("alt-capture", why=sentence))


# --- why stones were captured ---
