"""What estimates, hints, explanations and reviews have in common: a lead in words, a move."""

from collections.abc import Sequence

from bot.messages.catalogue import text
from bot.messages.phrases import colour, points, separated
from bot.service.live_match import LiveMatch
from engine.ai import Thoughts, lead
from engine.match import Match
from engine.position import Move, Placement

UNSURE = 2
"""A lead is uncertain if the games from here differ by at least this multiple of it."""


def standing(match: Match, found: Thoughts) -> str:
    """Who leads, and by how much, in one sentence."""
    colours = [colour(letter) for letter in match.game.colours]
    score, spread = found.score, rounded(found.spread)
    if len(score) > 2:
        ranked = sorted(range(len(score)), key=lambda number: -score[number])
        each = (
            text("estimate-score", colour=colours[number], points=rounded(score[number]))
            for number in ranked
        )
        return text("estimate-many", scores=separated(each))
    ahead = lead(score, 0)
    if round(abs(ahead)) == 0:
        return text("estimate-even", spread=spread)
    leader = colours[0 if ahead > 0 else 1]
    if found.spread >= UNSURE * abs(ahead):
        points_ahead = round(abs(ahead))
        return text("estimate-early", colour=leader, points=points_ahead, spread=spread)
    return text("estimate-lead", colour=leader, points=rounded(abs(ahead)), spread=spread)


def hint_declaration(word: str) -> str:
    """The hint if a declaration is best."""
    return text("hinted-declaration", word=word)


def hint_move(move: str, other: str | None, does: str = "") -> str:
    """The move itself, what it does on the board in a sentence, and the next best."""
    does = f" {does}" if does else ""
    if other is None:
        return text("hinted-move", move=move, does=does)
    return text("hinted-move-next", move=move, other=other, does=does)


def hint_alt(hint: str, names: Sequence[str]) -> str:
    """A hint for people who cannot see the picture, before the position; ``names``: its points."""
    return text("hinted-alt", hint=hint, points=" ".join(names), count=len(names))


def written(move: Move) -> str:
    """A move as people write it."""
    return move.point if isinstance(move, Placement) else move.word


def game_title(live: LiveMatch) -> str:
    """The game and the number of a match."""
    return text("game-title", game=live.match.game.name, id=str(live.id))


def rounded(number: float) -> str:
    """Whole points: what the search says is no more exact."""
    return points(float(round(number)))
