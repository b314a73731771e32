"""The bot's own refusals, with their reasons. Games refuse moves with their own errors."""

from enum import Enum, StrEnum
from typing import cast

from bot.storage.rows import StoredMatch


class ServiceRefusal(StrEnum):
    """Why the bot refuses something, apart from the rules of a game."""

    ALONE = "alone"
    TWICE = "twice"
    TOO_MANY = "too many"
    NO_SUCH_CHALLENGE = "no such challenge"
    NOT_ASKED = "not asked"
    OWN_CHALLENGE = "own challenge"
    NOT_THE_CHALLENGER = "not the challenger"
    CHALLENGE_OVER = "challenge over"
    OWN_TERMS = "own terms"
    SAME_TERMS = "same terms"
    FIXED_TERMS = "fixed terms"
    NO_SUCH_MATCH = "no such match"
    NO_MATCH_HERE = "no match here"
    NOT_A_PLAYER = "not a player"
    HAS_LEFT = "has left"
    NOT_YOUR_TURN = "not your turn"
    MATCH_OVER = "match over"
    OLD_BOARD = "old board"
    TOO_LATE = "too late"
    TIME_OVER = "time over"
    WHICH_MATCH = "which match"
    NOT_OVER = "not over"
    REMATCH_OFFERED = "rematch offered"
    PLAYER_DELETED = "player deleted"
    REMATCH_PLAYED = "rematch played"
    REMATCH_CHANGED = "rematch changed"
    NOT_YOUR_QUESTION = "not your question"
    NO_SUCH_LESSON = "no such lesson"
    UNREADABLE = "unreadable"
    UNKNOWN_RULES = "unknown rules"
    NO_SUCH_FILE = "no such file"
    FILE_TOO_LARGE = "file too large"
    FILE_LOST = "file lost"
    STILL_DRAWING = "still drawing"
    RESTARTING = "restarting"
    OUT_OF_REACH = "out of reach"
    NO_GROUP = "no group"
    MAY_NOT_WRITE = "may not write"
    NO_SUCH_CONTROL = "no such control"
    CHALLENGE_STANDS = "challenge stands"
    CALLED_OFTEN = "called often"
    DECLINED_OFTEN = "declined often"
    CHALLENGED_OFTEN = "challenged often"
    NOTHING_CAPTURED = "nothing captured"
    SHARED_JUST_NOW = "shared just now"
    MANY_GAMES = "many games"
    NOT_HERE = "not here"
    NOT_A_CHALLENGER = "not a challenger"
    NOT_PRESENT = "not present"
    PRIVATE_THREAD = "private thread"
    MISSING_PERMISSIONS = "missing permissions"
    DISCORD_SILENT = "discord silent"
    PAUSED = "paused"
    NOT_PAUSED = "not paused"
    OWN_GAME = "own game"
    NO_REASON = "no reason"
    NO_WINNER = "no winner"
    NOT_A_MODERATOR = "not a moderator"
    NOT_AN_ADMIN = "not an admin"
    MANY_PRACTICE = "many practice games"
    NO_FREE_SEAT = "no free seat"
    NO_COMPUTER = "no computer"
    NOT_ALONE = "not alone"
    COMPUTERS_ONLY = "computers only"
    BUSY = "busy"
    STILL_THINKING = "still thinking"
    CANNOT_JUDGE = "cannot judge"
    CANNOT_THINK = "cannot think"
    NO_ESTIMATES = "no estimates"
    NOTHING_TO_ESTIMATE = "nothing to estimate"
    NO_HINTS = "no hints"
    PLAYED_NOW = "played now"
    NOTHING_TO_EXPLAIN = "nothing to explain"
    REVIEW_EARLY = "review early"
    NOTHING_TO_REVIEW = "nothing to review"
    TOO_LONG_TO_REVIEW = "too long to review"


class RefusedError(Exception):
    """The bot refuses something. ``about`` has the facts for the sentence that says so.

    A feature's own reasons are the keys of its texts, and ``about`` their arguments.
    """

    def __init__(self, why: ServiceRefusal | StrEnum, **about: object) -> None:
        super().__init__(why)
        self.why = why
        self.about = about

    @property
    def matches(self) -> tuple[StoredMatch, ...]:
        """The matches to choose from, for WHICH_MATCH."""
        return cast(tuple[StoredMatch, ...], self.about["matches"])


def reason_of(error: Exception) -> str:
    """Which of the reasons to refuse something ``error`` is, the bot's own or a game's."""
    error = getattr(error, "cause", error)
    for name in ("why", "reason", "problem"):
        if isinstance(reason := getattr(error, name, None), Enum):
            return str(reason.value)
    return type(error).__name__
