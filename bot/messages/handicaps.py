"""What two ratings say about a handicap: among the choices of an option, and under a field."""

from bot.messages import labels
from bot.messages.catalogue import text
from bot.service.handicaps import Proposal
from bot.service.terms import EVEN, THEY, YOU


def choice(stones: int, known: Proposal, *, first: bool, own: bool) -> str:
    """A number of stones; the ``first`` of them says why, or why nobody knows.

    ``own``: whoever asks has chosen that the stones are theirs.
    """
    why = "none"
    if known.stones == stones:
        why = "fits" if known.own == own else "fits-you" if known.own else "fits-they"
    elif first:
        why = _unknown(known)
    worth = known.worth.get(stones)
    points = "none" if worth is None else f"{worth:.0f}"
    return text("choice-stones", stones=str(stones), worth=points, why=why)


def hint(known: Proposal) -> str:
    """The hint under the field for a handicap; empty: there is none."""
    if known.stones is None:
        why = _unknown(known)
        return "" if why == "none" else text("hint-no-handicap-known", why=why)
    written = f"{YOU if known.own else THEY} {known.stones}" if known.stones else EVEN
    return text("hint-handicap-fits", handicap=labels.handicap(written))


def _unknown(known: Proposal) -> str:
    if known.stones == 0:
        return "even"
    if known.asker_unrated:
        return "asker-unrated"
    return "other-unrated" if known.other_unrated else "none"
