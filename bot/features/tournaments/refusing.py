"""Why something cannot be done in a tournament, and the checks that find it."""

from enum import StrEnum

from bot.features.tournaments.model import Out, Player
from bot.features.tournaments.rounds import queries_of
from bot.features.tournaments.store import RUNNING, SIGN_UP, StoredTournament
from bot.service.refusals import RefusedError
from bot.storage.transaction import Transaction


class TournamentRefusal(StrEnum):
    """Why something cannot be done in a tournament: the keys of the texts."""

    UNKNOWN = "tournament-unknown"
    HIDDEN = "tournament-hidden"
    NOT_ORGANISER = "tournament-not-organiser"
    NOT_FOR_TWO = "tournament-not-for-two"
    CLOSED = "tournament-closed"
    FULL = "tournament-full"
    NOT_IN = "tournament-not-in"
    TOO_FEW = "tournament-too-few"
    OVER = "tournament-over"
    NOT_BEGUN = "tournament-not-begun"
    TOO_LATE = "tournament-too-late"
    NOT_SWISS = "tournament-not-swiss"
    TOO_MANY_POINTS = "tournament-too-many-points"
    ALREADY_IN = "tournament-already-in"
    NOT_INVITED = "tournament-not-invited"
    NO_GAME = "tournament-no-game"
    GONE_ON = "tournament-gone-on"
    NOT_BACK = "tournament-not-back"
    NO_ROUND_LEFT = "tournament-no-round-left"
    NONE_HERE = "tournament-none-here"
    NO_POSTS = "tournament-no-posts"
    NO_POSTS_OF_YOURS = "tournament-no-posts-of-yours"
    NO_TAG = "tournament-no-tag"
    POST_STAYS = "tournament-post-stays"
    NO_THREADS = "tournament-no-threads"
    NO_SIZE = "tournament-no-size"
    NO_KOMI = "tournament-no-komi"
    NO_SUCH_GAME = "tournament-no-such-game"
    NO_AGREED = "tournament-no-agreed"
    NO_REASON = "tournament-no-reason"
    TERMS_STAND = "tournament-terms-stand"
    NOTHING_NEW = "tournament-nothing-new"
    MORE_SIGNED_UP = "tournament-more-signed-up"
    ELSEWHERE = "tournament-elsewhere"


def in_state(tx: Transaction, key: int, *states: str) -> StoredTournament:
    """A tournament in one of these states, which nobody else changes meanwhile. May refuse."""
    stored = queries_of(tx).get(key, locked=True)
    if stored is None:
        raise RefusedError(TournamentRefusal.UNKNOWN)
    if stored.state in states:
        return stored
    if stored.state == SIGN_UP:
        raise RefusedError(TournamentRefusal.NOT_BEGUN)
    if stored.state == RUNNING:
        raise RefusedError(TournamentRefusal.CLOSED)
    raise RefusedError(TournamentRefusal.OVER)


def player_in(
    tx: Transaction, key: int, user: int, *, locked: bool = True
) -> tuple[StoredTournament, Player]:
    """A tournament, and ``user`` in it; ``locked``: as in `in_state`. May refuse."""
    stored = queries_of(tx).get(key, locked=locked)
    if stored is None:
        raise RefusedError(TournamentRefusal.UNKNOWN)
    player = queries_of(tx).entrant(key, user)
    if player is None:
        raise RefusedError(TournamentRefusal.NOT_IN)
    return stored, player


def still_in(
    tx: Transaction, key: int, user: int, *, locked: bool = True
) -> tuple[StoredTournament, Player]:
    """The same for ``user`` who acts, and is refused if an organiser has taken them out."""
    stored, player = player_in(tx, key, user, locked=locked)
    if player.out is Out.REMOVED:
        raise RefusedError(TournamentRefusal.NOT_IN)
    return stored, player


def check_goes_on(stored: StoredTournament) -> None:
    """Raise `RefusedError` for a tournament that is over."""
    if stored.state not in (SIGN_UP, RUNNING):
        raise RefusedError(TournamentRefusal.OVER)
