"""What a lane asks of Discord, and what can be answered."""

from typing import Literal, NamedTuple

from tests.delivery.codes import Code
from tests.delivery.store import Row

What = Literal["search", "send", "open", "edit", "delete", "archive", "nothing"]


class Shows(NamedTuple):
    """How a message looks, the ply that it shows, and, on a card, whether the match is over."""

    desired: str
    ply: int
    over: bool = False


class Request(NamedTuple):
    """A request about a row as it was when the request was made."""

    what: What
    row: Row
    deadline: int
    shows: Shows
    nonce: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        """For the log."""
        return f"{self.what} in {self.row.channel} row {self.row.id} ({self.row.kind})"


class Answer(NamedTuple):
    """An answer; `message` is what a search has found or a send has made."""

    code: Code
    message: int | None = None

    def __str__(self) -> str:
        """For the log."""
        return self.code.name if self.message is None else f"{self.code.name} {self.message}"
