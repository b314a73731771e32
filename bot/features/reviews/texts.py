"""The words of reviews."""

from collections.abc import Sequence
from functools import partial

from bot.messages import alt, purposes
from bot.messages.analysis import game_title, rounded, written
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, colour, seat_name, separated, shortened
from bot.service.live_match import LiveMatch
from engine.ai import lead
from engine.ai.review import LEAST, Mistake, Review
from engine.match import Match
from engine.position import Placement, names_a_point

MOST_VALUES = 20
"""How many values the text of a curve has."""


DECISIVE = 0.25
"""By how much the chance to win has to fall for a mistake to decide a game."""


scenes = partial(text, "button-review")
earlier = partial(text, "web-earlier")
later = partial(text, "web-later")
the_curve = partial(text, "button-review-curve")
LARGEST_DROPS = 3
"""The largest drops of the curve among which a review looks for passes and other declarations."""


def touch_a_move() -> str:
    """On the page, below the review."""
    return text("review-touch")


def move(live: LiveMatch, ply: int) -> str:
    """A move that was no mistake, on the page."""
    match = live.match
    turn = match.turn_log.moves[ply - 1]
    who = seat_name(match, match.game, turn.seat)
    moves = str(len(match.turn_log.moves))
    return text("review-move", ply=str(ply), moves=moves, who=who, move=turn.text)


def mistake_button(ply: int) -> str:
    """The button that shows a mistake."""
    return text("button-mistake", ply=str(ply))


def review(live: LiveMatch, found: Review) -> str:
    """The mistake that decided the game, the others that mattered, and what the curve shows."""
    match, moves = live.match, len(live.match.turn_log.moves)
    lines = [text("review-head", title=game_title(live), moves=str(moves))]
    turned = found.turning_point
    if turned is not None:
        lines.append(_line(live, turned, first=True))
        if others := [mistake for mistake in found.mistakes if mistake is not turned]:
            lines.append(text("review-mistakes", number=len(others)))
            lines += [_line(live, mistake) for mistake in others]
    else:
        lines.append(text("review-none-mattered") if found.left_out else text("review-none"))
    if found.left_out:
        since = "none" if found.decided is None else str(found.decided)
        lines.append(text("review-left-out", number=found.left_out, decided=since))
    if drop := _largest_uncounted_drop(match, found):
        plies, loss = drop
        turn = match.turn_log.moves[plies]
        who = seat_name(match, match.game, turn.seat)
        ply, word = str(plies + 1), turn.text
        lines.append(text("review-not-counted", ply=ply, who=who, word=word, loss=rounded(loss)))
    if filled := len(match.turn_log.filled):
        lines.append(text("review-filled", number=filled))
    kind = "points" if _many(found) else "lead"
    lines.append(text("review-how", kind=kind, colour=colour(match.game.colours[0])))
    return shortened("\n".join(lines), CONTENT_LIMIT)


def _largest_uncounted_drop(match: Match, found: Review) -> tuple[int, float] | None:
    """The largest fall of the curve at what is no stone, if it is among the largest of all.

    How many moves were played before it, and what it lost.
    """
    drops: list[tuple[float, int]] = []
    colours = match.position.colours or ()
    departures = match.turn_log.departures(match.seats)
    for plies, turn in enumerate(match.turn_log.moves):
        before, after = (*found.scores[plies : plies + 2], None, None)[:2]
        left = plies + 1 in departures.values()  # and the curve changes because of that
        if before is not None and after is not None and not left:
            own = colours[turn.seat]
            gone = {colours[seat] for seat, since in departures.items() if since <= plies}
            drops.append((lead(before, own, gone) - lead(after, own, gone), plies))
    for loss, plies in sorted(drops, reverse=True)[:LARGEST_DROPS]:
        if loss >= LEAST and not names_a_point(match.turn_log.moves[plies].text):
            return plies, loss
    return None


def _line(live: LiveMatch, mistake: Mistake, *, first: bool = False) -> str:
    """``first``: it decided the game."""
    ply, who, played = str(mistake.plies + 1), _player(live, mistake), mistake.played.point
    loss, better = rounded(mistake.loss), written(mistake.better)
    before, after = map(_percent, mistake.chances)
    if first:
        return text(
            "review-turning-point",
            ply=ply,
            decides="yes" if mistake.swing >= DECISIVE else "no",
            who=who,
            played=played,
            before=before,
            after=after,
            loss=loss,
            better=better,
        )
    return text(
        "review-mistake",
        ply=ply,
        who=who,
        played=played,
        loss=loss,
        before=before,
        after=after,
        better=better,
    )


def _percent(chance: float) -> str:
    return str(round(100 * chance))


def _player(live: LiveMatch, found: Mistake) -> str:
    """The player who made a mistake: a colour and, if a computer took it over, which of the two."""
    name = seat_name(live.match, live.match.game, found.seat)
    if live.left_to_computer(found.seat) is None:
        return name
    later = "yes" if live.played_by_computer(found.seat, found.plies) else "no"
    return text("review-player", colour=name, computer=later)


def mistake(live: LiveMatch, found: Mistake) -> str:
    """Over the board before a mistake; controls of earlier versions do not know its chances."""
    before, after = map(_percent, found.chances)
    does = purposes.of_move(live.match.after_moves(found.plies), found.better)
    return text(
        "mistake-says",
        title=game_title(live),
        ply=str(found.plies + 1),
        who=_player(live, found),
        played=found.played.point,
        better=written(found.better),
        place="point" if isinstance(found.better, Placement) else "word",
        loss=rounded(found.loss),
        before=before if before != after else "none",
        after=after,
        does=f" {does}" if does else "",
    )


def mistake_alt(said: str) -> str:
    """The same for people who cannot see the picture, before the position."""
    return text("mistake-alt", said=said)


def review_alt(live: LiveMatch, found: Review) -> str:
    """The mistakes, which are dots on the curve, and some of its values."""
    match = live.match
    known = [(ply, score) for ply, score in enumerate(found.scores) if score is not None]
    step = -(-len(known) // MOST_VALUES) or 1
    values = (
        text("review-alt-value", ply=str(ply), score=_score(match, score))
        for ply, score in known[::step]
    )
    curve = text("review-alt", values=separated(values))
    dots = [
        text("review-alt-dot", line=_line(live, one).replace("*", "")) for one in found.mistakes
    ]
    return shortened(" ".join([*dots, curve]), alt.LIMIT)


def _score(match: Match, score: Sequence[float]) -> str:
    if len(score) > 2:
        letters = zip(match.game.colours, score, strict=False)
        return " ".join(f"{letter} {rounded(value)}" for letter, value in letters)
    ahead = lead(score, 0)
    leader = colour(match.game.colours[0 if ahead >= 0 else 1])
    return text("estimate-score", colour=leader, points=rounded(abs(ahead)))


def _many(found: Review) -> bool:
    return any(score is not None and len(score) > 2 for score in found.scores)
