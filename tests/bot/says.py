"""The bot's texts by their keys, for tests: words may change, and tests need not change with them.

A test names the key and the arguments, so that it stays as strict as with the words themselves.
"""

from bot.messages import phrases
from bot.messages.catalogue import text as says

__all__ = ["line", "played", "says", "shows_progress", "status"]

USUAL_TIME = "3 days each, plus 1 day a move, up to 1 week"
"""The time of a challenge that names none."""


def played(who: str, move: str, captured: int = 0, lost: int = 0, *, forced: bool = False) -> str:
    """The sentence about a move; ``forced``: a pass for want of another move."""
    kind, _, value = move.partition(" ")
    kind = "forced" if forced else kind
    return says(
        "move-made", who=who, kind=kind, value=value, move=move, captured=captured, lost=lost
    )


def line(*facts: str) -> str:
    """Facts on one line."""
    return phrases.facts(facts)


def shows_progress(content: str) -> bool:
    """Whether a message says how far long work has come, and not yet what comes of it."""
    return "▰" in content or "▱" in content


def status(game: str, match: int, ply: int, who: str, mention: str = "") -> str:
    """The beginning of the status line of a board on which ``who`` is to play."""
    ply_facts = [says("board-ply", ply=str(ply))] if ply else []
    turn = says("turn-to-play", who=who)
    return line(mention, says("board-game", game=game, id=str(match)), *ply_facts, turn)
