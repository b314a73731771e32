"""The words of rematches."""

from bot.messages.catalogue import text
from bot.messages.phrases import mention


def rematch_offered(link: str | None) -> str:
    """To the challenger who presses *Rematch* once more."""
    return _with_link(text("rematch-offered"), link)


def rematch_changed(link: str | None) -> str:
    """To a player who presses *Rematch* while a counter-offer stands."""
    return _with_link(text("rematch-changed"), link)


def rematch_played(key: int, link: str | None) -> str:
    """To a player who wants a second rematch of the same game."""
    return _with_link(text("rematch-played", match=str(key)), link)


def offered_by(challenger: int) -> str:
    """To a player who has been offered a rematch."""
    return text("rematch-offered-by", player=mention(challenger))


def changed_by(challenger: int) -> str:
    """To a player who has been offered a rematch on other terms."""
    return text("rematch-changed-by", player=mention(challenger))


def you_wait() -> str:
    """To the player who has offered a rematch."""
    return text("rematch-waits")


def to_rematch(match: int) -> str:
    """The button that leads to the rematch."""
    return text("button-to-rematch", match=str(match))


def _with_link(sentence: str, link: str | None) -> str:
    return f"{sentence} {link}" if link else sentence
