"""The question of a puzzle."""

from bot.messages.catalogue import text
from bot.messages.phrases import facts, points, seat_name
from bot.service.puzzles import Difficulty, Puzzle, title
from engine.match import Match


def asked(match: Match, puzzle: Puzzle, level: Difficulty | None = None, *about: str) -> list[str]:
    """The question of a puzzle, its difficulty, what else there is to say ``about`` it, and how it
    was checked.

    ``level``: for people; None: by how likely the best move looks.
    """
    ask = text(
        "puzzle-ask-estimated" if puzzle.searched else "puzzle-ask",
        loss=points(puzzle.loss),
        losscount=puzzle.loss,
    )
    checked = text("puzzle-checked", how="searched" if puzzle.searched else "proved")
    known = [difficulty(level or puzzle.difficulty)] if puzzle.likely or level else []
    return [head(match, puzzle), ask, facts([*known, *about, checked])]


def difficulty(level: Difficulty) -> str:
    """The difficulty of a puzzle."""
    return text("puzzle-difficulty", level=level.name.lower())


def head(match: Match, puzzle: Puzzle) -> str:
    """The game, the puzzle and who is to move."""
    assert match.to_move is not None
    who = seat_name(match, match.game, match.to_move)
    name = title(match.game, puzzle.name)
    return text("puzzle-head", game=match.game.name, name=name, who=who)
