"""The words of rematches."""

from bot.messages.catalogue import text


def rematch_offered(link: str | None) -> str:
    """To the challenger who presses *Rematch* once more."""
    return _with_link(text("rematch-offered"), link)


def rematch_changed(link: str | None) -> str:
    """To a player who presses *Rematch* while a counter-offer stands."""
    return _with_link(text("rematch-changed"), link)


def rematch_played(key: int, link: str | None) -> str:
    """To a player who wants a second rematch of the same game."""
    return _with_link(text("rematch-played", match=str(key)), link)


def _with_link(sentence: str, link: str | None) -> str:
    return f"{sentence} {link}" if link else sentence
