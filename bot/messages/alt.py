"""Alternative texts for people who cannot see a picture: the whole position, if there is room."""

from bisect import bisect_left
from collections.abc import Sequence

from bot.messages import boards, legend, overlaid, overlays, positions
from bot.messages.catalogue import text as worded
from bot.messages.phrases import colour, listed, separated
from bot.messages.refusals import because
from engine.match import Match
from engine.position import IllegalMoveError, Placement, named
from render.options import Overlay

LIMIT = 1024
"""How many characters an attachment's description on Discord may have."""
OVERLAID = 720
"""How many of them may be about what else the picture shows, before the stones."""


def text(
    match: Match,
    shown: str = "none",
    group: int | None = None,
    signs_in_words: Sequence[str] = (),
    owners: overlaid.Owners = (),
    about: str = "",
) -> str:
    """The position of ``match``; ``shown``: what is drawn over it, ``group``: a stone of the group.

    ``about``: sentences that go before it, about what else the picture shows; they may be bold.
    Over a match that was scored, and nothing else, its territories are drawn.
    ``signs_in_words``: what the signs in the legend say. ``owners``: for an estimate.
    If it would be too long, it leaves out stones, and says how many of which colour.
    """
    position, game = match.position, match.game
    names = position.board.names
    size, ply = str(len(position.board)), str(position.ply)
    facts = [about.replace("*", "")] if about else []
    facts.append(worded("alt-board", game=game.name, points=size, ply=ply))
    if match.shown.last is not None:
        facts.append(worded("alt-last", point=names[match.shown.last]))
    if match.shown.captured:
        captured = " ".join(named(position.board, match.shown.captured))
        facts.append(worded("alt-captured", points=captured))
    facts += positions.anchor(position)
    if match.end is None:
        facts.append(worded("alt-turn", turn=boards.to_move(match, game)))
    if shown != "none":
        facts.append(worded("alt-shown", overlay=overlays.label_inline(shown)))
    if group is not None:
        facts.append(
            positions.group_as_text(match, next(g for g in position.groups() if group in g))
        )
    if shown == "score":
        facts += _score(match)
    signs = [legend.legend(signs_in_words)] if signs_in_words else []
    room = OVERLAID - len(" ".join([*facts, *signs]))
    over = Overlay.TERRITORY if shown == "none" and overlays.scored(match) else shown
    if group is None and (drawn := overlaid.sentences(match, over, owners, room)):
        facts.append(drawn)
    facts += signs
    plain = over == "none" and not about
    return _fitting(match, " ".join(facts), LIMIT // 2 if plain else OVERLAID)


def _score(match: Match) -> list[str]:
    """The lines of the score as sentences."""
    colours = [colour(letter) for letter in match.game.colours]
    return [
        worded(
            "alt-score",
            what=what,
            points=separated(
                worded("alt-score-of", colour=who, points=number)
                for who, number in zip(colours, numbers, strict=False)
            ),
        )
        for what, *numbers in overlays.score_rows(match)
    ]


def film(ending: Match, first: int, last: int) -> str:
    """The text of an animation: its last position."""
    name = ending.game.name
    sentence = worded("alt-animation", game=name, first=str(first), last=str(last))
    return _fitting(ending, sentence)


def why_not(match: Match, error: IllegalMoveError, move: Placement) -> str:
    """The position, with the refused stone and the stones that rule it out."""
    position = match.position
    reason = because(error, position, match.game)
    sentence = worded("alt-illegal", move=move.point, reason=reason)
    if stones_against := position.stones_against(move):
        marked = " ".join(named(position.board, stones_against))
        sentence += f" {worded('alt-marked', points=marked)}"
    return _fitting(match, sentence)


Standing = Sequence[tuple[str, Sequence[str]]]
"""The letter of each colour and the names of the points that its stones stand on."""


def _fitting(match: Match, facts: str, most_facts: int = LIMIT // 2) -> str:
    """``facts``, and all stones or as many of each colour as there is room for."""
    names, stones = match.position.board.names, match.position.stones
    standing: list[tuple[str, list[str]]] = []
    for number, letter in enumerate(match.game.colours):
        mine = [names[p] for p in sorted(stones) if stones[p] == number]
        if mine or number < match.seats:
            standing.append((letter, mine))
    most = max(len(mine) for _, mine in standing)
    facts = facts if len(facts) <= most_facts else f"{facts[: most_facts - 2]} …"

    def sentence(at_most: int) -> str:
        return f"{facts} {_stones(standing, at_most)}"

    if len(everything := sentence(most)) <= LIMIT:
        return everything
    # The number of stones to leave out is found by halving: each try costs some messages.
    left_out = bisect_left(range(1, most), x=True, key=lambda n: len(sentence(most - n)) <= LIMIT)
    return sentence(most - 1 - left_out)


def _stones(standing: Standing, most: int) -> str:
    """At most ``most`` stones of each colour, and the number of those left out."""
    sentences = [
        worded("alt-stones", colour=colour(letter), points=" ".join(points[:most]))
        if points
        else worded("alt-no-stones", colour=colour(letter))
        for letter, points in standing
    ]
    left = {letter: len(points) - most for letter, points in standing if len(points) > most}
    if left:
        each = (worded("alt-left-out-of", letter=c, number=n) for c, n in left.items())
        sentence = listed(each)
        sentences.append(worded("alt-left-out", stones=sentence, number=sum(left.values())))
    return " ".join(sentences)
