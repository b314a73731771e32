"""The words of analyses."""

from bot.features.analysis.service import Analysis
from bot.messages import boards
from bot.messages.catalogue import text
from bot.messages.phrases import listed, literal, mention, plain, seat_name, shortened
from bot.messages.replays import plain_name, plain_title
from engine.game import Game
from engine.match import Match
from engine.record.tree import MarkSign, Note, Tree

LONGEST_COMMENT, ROOM = 700, 1400
"""Characters of a comment that are shown; the same with what stands before lines and signs."""
LONGEST_NAME = 40
MOST_NAMED = 5
"""The moves with variations that are named."""
SIGNS = {
    MarkSign.TRIANGLE: "△",
    MarkSign.SQUARE: "□",
    MarkSign.CIRCLE: "○",
    MarkSign.CROSS: "×",
}


def title(known: Analysis) -> str:
    """The title of the game."""
    return plain_title(known.record.title or known.match.game.name)


def board(known: Analysis, node: int, shown: Match) -> str:
    """The text over a board: the last move, where the variation begins, and the comment."""
    tree, ply = known.tree, len(shown.turn_log.moves)
    lines = [text("analysis-head", title=title(known))]
    if not ply:
        lines.append(text("analysis-beginning"))
    else:
        turn = shown.turn_log.moves[-1]
        who = seat_name(shown, shown.game, turn.seat)
        if boards.settles(shown, turn):
            who = plain_name(known.record.players[turn.seat], LONGEST_NAME) or who
        done = boards.moved(shown, turn, who)
        lines.append(text("analysis-move", ply=str(ply), done=done))
    tried = range(tree.main + 1, len(tree.moves) + 1)
    if node > tree.main:
        branch = next(step for step in tree.path(node) if step > tree.main)
        lines.append(text("analysis-variation", ply=str(tree.parent(branch))))
    elif begin := sorted({step for step in map(tree.parent, tried) if step <= tree.main} - {node}):
        at = listed([str(ply) for ply in begin[:MOST_NAMED]])
        lines.append(text("analysis-variations", number=len(begin), at=at))
    return "\n".join([*lines, *comment(tree, node)])


def goes_with(tree: Tree, node: int) -> str:
    """The question before a move is deleted with more than itself; empty if nothing else goes."""
    left = tree.without(node)
    after = len(tree.moves) - len(left.moves) - 1
    if node <= tree.main or (not after and len(left.notes) == len(tree.notes)):
        return ""
    return text("analysis-sure", moves=after)


def comment(tree: Tree, node: int) -> list[str]:
    """The lines of the comment on a position, as quotations."""
    written = shortened(tree.note(node).comment, LONGEST_COMMENT)
    lines, room = list[str](), ROOM
    for line in filter(None, map(str.strip, written.split("\n"))):
        quoted = f"> {literal(line)}"
        room -= len(quoted) + 1
        if lines and room < 0:
            return [*lines, "> …"]
        lines.append(quoted)
    return lines


def choice(tree: Tree, node: int) -> tuple[str, str | None]:
    """A move among those that were tried in a position, and what to know about it."""
    comment = " ".join(plain(tree.note(node).comment).split())
    played = text("analysis-played") if node <= tree.main else ""
    return tree.moves[node - 1].move, shortened(played or comment, 100) or None


def labels(note: Note) -> dict[str, str]:
    """What is written on the points of a board."""
    return {point: SIGNS[sign] for point, sign in note.marks.items()} | dict(note.labels)


def alt(note: Note) -> str:
    """The same for those who cannot see the picture."""
    marks = [
        text("analysis-alt-mark", mark=plain(mark), point=point)
        for point, mark in sorted(labels(note).items())
    ]
    return text("analysis-alt-marks", marks=listed(marks)) if marks else ""


def shared(user: int, known: Analysis, node: int, ply: int) -> str:
    """Over an analysis that somebody shows to the channel, which does not see words of a file."""
    ours = known.match_id is not None
    name = title(known) if ours else of_file(known.match.game)
    said = comment(known.tree, node) if ours else []
    return "\n".join([text("analysis-shared", who=mention(user), title=name, ply=str(ply)), *said])


def of_file(game: Game) -> str:
    """The title of a game from a file, in front of others."""
    return text("analysis-of-file", game=game.name)


def mark_choice(mark: str) -> str:
    """A mark to choose."""
    return text(f"choice-mark-{mark}")
